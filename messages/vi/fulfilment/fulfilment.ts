/** Texts of delivery: what a carrier cannot do, shipping classes, what is promised. Codes are those of the wire. */
import type { addressTypes, ShippingClass, UnavailableReason } from "contract/fulfilment/fulfilment.ts";

export const fulfilment = {
  /** Why a carrier cannot be chosen. */
  unavailable: {
    class_not_served: "Không nhận loại hàng này",
    zone_not_served: "Không giao đến khu vực này",
    too_heavy: "Có kiện vượt mức cân của đơn vị này",
  } satisfies Record<UnavailableReason, string>,
  classes: {
    parcel: "Hàng nhẹ",
    bulky: "Hàng nặng",
    install: "Hàng lắp đặt",
  } satisfies Record<ShippingClass, string>,
  address_types: {
    home: "Nhà riêng, chung cư",
    office: "Cơ quan, công ty",
  } satisfies Record<(typeof addressTypes)[number], string>,
  inspection: "Được kiểm tra hàng trước khi trả tiền",
};

/** Stores in words. Codes are those of the wire. */
import type { storeTypes } from "contract/stores.ts";

export const stores = {
  types: {
    flagship: "Showroom",
    store: "Cửa hàng",
    agent: "Đại lý",
    hub: "Hub",
    service: "Trung tâm bảo hành",
  } satisfies Record<(typeof storeTypes)[number], string>,
  /** By the codes of a store's `services`; one that is not listed is not shown. */
  services: {
    display: "Trưng bày",
    pickup: "Nhận hàng tại cửa hàng",
    installation: "Lắp đặt",
    delivery: "Giao hàng",
    wholesale: "Bán sỉ",
    warranty: "Bảo hành",
    parts: "Linh kiện",
    demo: "Dùng thử",
  } as Record<string, string>,
};

/** Orders in words: statuses as in the timeline, reasons for cancelling. Spec §4; kit "Stepper / order timeline". */
import type { cancelReasons, OrderStatus } from "contract/orders.ts";

export const orders = {
  statuses: {
    waiting_approval: "Chờ duyệt",
    confirmed: "Đã xác nhận",
    delivering: "Đang giao",
    delivered: "Đã giao",
    completed: "Hoàn tất",
    cancelled: "Đã hủy",
  } satisfies Record<OrderStatus, string>,
  /** What a shopper may say. */
  cancel_reasons: {
    changed_mind: "Tôi không còn nhu cầu mua",
    wrong_address: "Tôi muốn đổi địa chỉ hoặc số điện thoại",
    found_cheaper: "Tôi tìm được chỗ bán rẻ hơn",
    too_slow: "Thời gian giao quá lâu",
    change_items: "Tôi muốn đổi sản phẩm hoặc số lượng",
    payment_trouble: "Tôi gặp khó khăn khi thanh toán",
    other: "Lý do khác",
  } satisfies Record<(typeof cancelReasons)[number], string>,
  /** What the shop says when it was not the shopper. */
  shop_reasons: {
    payment_expired: "Quá hạn thanh toán",
    delivery_failed: "Giao hàng không thành công",
    shop: "Cửa hàng hủy đơn",
  },
};

/** Texts of stores. Codes are those of the wire. */
import type { storeTypes } from "contract/stores/stores.ts";

export const stores = {
  types: {
    flagship: "Showroom",
    store: "Cửa hàng",
    agent: "Đại lý",
    hub: "Nhà phân phối",
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
  title: "Hệ thống cửa hàng",
  description:
    "Showroom, cửa hàng, đại lý và trung tâm bảo hành theo tỉnh, thành phố, kèm giờ mở cửa và số điện thoại.",
  province: "Tỉnh, thành phố",
  all_provinces: "Tất cả tỉnh, thành phố",
  /** Beside the provinces, as one of them. */
  everywhere: "Tất cả",
  /** Names the row of chips. */
  chips: "Chọn nhanh",
  /** A province without what kind of unit it is. */
  short: (name: string) => name.replace(/^(?:Thành phố|Tỉnh) /, ""),
  find: "Tìm theo tên, đường",
  find_example: "Ví dụ: Nguyễn Trãi, Cầu Giấy",
  kind: "Loại điểm bán",
  all_kinds: "Tất cả loại",
  show: "Xem",
  found: (p: { count: number }) => `${p.count} điểm bán`,
  none: "Chưa có điểm bán nào ở đây",
  none_text: "Bạn xem tỉnh lân cận, hoặc đặt hàng để được giao tận nhà.",
  show_all: "Xem tất cả điểm bán",
  closed_days: "Nghỉ các ngày khác",
  every_day: "Hằng ngày",
  days: ["", "Thứ Hai", "Thứ Ba", "Thứ Tư", "Thứ Năm", "Thứ Sáu", "Thứ Bảy", "Chủ Nhật"] as readonly string[],
  day_range: (p: { from: string; to: string }) => `${p.from}–${p.to}`,
  directions: "Chỉ đường",
  call: (p: { phone: string }) => `Gọi ${p.phone}`,
  pages: "Phân trang",
  previous: "Trang trước",
  next: "Trang sau",
  page: (p: { page: number }) => `Trang ${p.page}`,
  more: (p: { count: number }) => `Xem thêm ${p.count} điểm bán`,
};

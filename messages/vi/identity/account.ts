/** Texts of the account's layout: menu, owner, home page. */
export const account = {
  title: "Tài khoản",
  description: "Đơn hàng, sổ địa chỉ và thông tin của bạn.",
  breadcrumb: "Vị trí trang",
  no_name: "Khách hàng",
  /** The role the account has here. */
  kinds: {
    customer: "Khách hàng thành viên",
    agent: "Đại lý",
    collaborator: "Cộng tác viên",
    partner: "Đối tác",
    group_manager: "Quản lý nhóm",
  },
  /** Over the roles of an account that has several. */
  role_switch: "Bạn đang dùng vai trò",
  role_switched: (p: { role: string }) => `Bạn đang dùng vai trò ${p.role}.`,
  role_not_held: "Tài khoản của bạn không còn vai trò này. Bạn đang ở vai trò khách hàng.",
  recent_orders: "Đơn gần đây",
  all_orders: "Xem tất cả đơn hàng",
  default_address: "Địa chỉ mặc định",
  to_address_book: "Sửa sổ địa chỉ",
  no_address: "Bạn chưa lưu địa chỉ nào.",
  menu: {
    home: "Tổng quan",
    orders: "Đơn hàng",
    address_book: "Sổ địa chỉ",
    notifications: "Thông báo",
    codes: "Mã giảm giá",
    points: "Điểm thưởng",
    favourites: "Yêu thích",
    viewed: "Đã xem",
    profile: "Thông tin",
    saved_cards: "Thẻ đã lưu",
    devices: "Thiết bị",
    privacy: "Quyền riêng tư",
    sign_out: "Đăng xuất",
  },
};

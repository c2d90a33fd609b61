/** The account's frame in words: its menu, whose it is, what it opens with. Kit, account frame. */
export const account = {
  title: "Tài khoản",
  description: "Đơn hàng, sổ địa chỉ và thông tin của bạn.",
  breadcrumb: "Vị trí trang",
  no_name: "Khách hàng",
  member: "Khách hàng thành viên",
  menu: {
    home: "Tổng quan",
    sign_out: "Đăng xuất",
  },
};

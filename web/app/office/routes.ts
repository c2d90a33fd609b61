/** Every address of the office. A desk is a folder of desks/ and its rows here; paths.ts builds the links. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("layouts/signed-out.tsx", [
    route("dang-nhap", "desks/sign-in/sign-in.tsx"),
    route("dang-nhap/buoc-hai", "desks/sign-in/second-factor.tsx"),
    route("dang-xuat", "desks/sign-in/sign-out.tsx"),
    route("quen-mat-khau", "desks/sign-in/forgot-password.tsx"),
    route("dat-mat-khau/:token", "desks/sign-in/new-password.tsx"),
    route("loi-moi/:token", "desks/sign-in/invitation.tsx"),
    route("dat-lai-buoc-hai/:token", "desks/sign-in/factor-reset.tsx"),
  ]),
  layout("layouts/desk.tsx", [
    layout("layouts/screen.tsx", [
      index("desks/home/home.tsx"),
      route("xac-nhan", "desks/own/step-up.tsx"),
      route("tai-khoan", "desks/own/own-account.tsx"),
      route("don-hang", "desks/orders/order-list.tsx"),
      route("don-hang/:code", "desks/orders/order.tsx"),
      route("khach-hang", "desks/customers/customer-list.tsx"),
      route("khach-hang/:code", "desks/customers/customer.tsx"),
      route("duyet", "desks/approvals/inbox.tsx"),
      route("duyet/:id", "desks/approvals/request.tsx"),
      route("nhat-ky", "desks/audit/log.tsx"),
      route("lich-su/:kind/:key", "desks/audit/history.tsx"),
      route("nhan-vien", "desks/staff/staff-list.tsx"),
      route("nhan-vien/moi", "desks/staff/invite.tsx"),
      route("nhan-vien/:id", "desks/staff/account.tsx"),
      route("vai-tro", "desks/staff/roles.tsx"),
      route("khoa-api", "desks/staff/keys.tsx"),
      route("cai-dat", "desks/shop/settings.tsx"),
      route("cai-dat/:key", "desks/shop/setting.tsx"),
      route("viec-nen", "desks/shop/jobs.tsx"),
      route("bao-tri", "desks/shop/maintenance.tsx"),
      route("*", "desks/home/missing.tsx"),
    ]),
  ]),
  route("-/giao-dien", "resources/theme.ts"),
  route("-/khoa", "resources/passkey.ts"),
  route("-/tep/:desk", "resources/list-file.ts"),
  route("-/o-lai", "resources/stay.ts"),
] satisfies RouteConfig;

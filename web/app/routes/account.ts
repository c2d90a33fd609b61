import type { Page } from "./page.ts";

/** The account. Each row that belongs into its menu also has one in layouts/account-menu.ts. */
export const accountPages: readonly Page[] = [
  { path: "tai-khoan", file: "screens/account/home.tsx", layout: "user", guard: "members" },
  {
    path: "tai-khoan/quan-ly-don-hang",
    file: "screens/orders/account-orders.tsx",
    layout: "user",
    guard: "members",
  },
  {
    path: "tai-khoan/quan-ly-don-hang/:code",
    file: "screens/orders/account-order.tsx",
    layout: "user",
    guard: "members",
  },
  {
    path: "tai-khoan/so-dia-chi",
    file: "screens/fulfilment/address-book.tsx",
    layout: "user",
    guard: "members",
  },
];

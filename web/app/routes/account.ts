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
  {
    path: "tai-khoan/quan-ly-thong-bao",
    file: "screens/notifications/notifications.tsx",
    layout: "user",
    guard: "members",
  },
  { path: "tai-khoan/thong-tin-tai-khoan", file: "screens/identity/profile.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/thiet-bi", file: "screens/identity/devices.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/quyen-rieng-tu", file: "screens/privacy/privacy.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/san-pham-da-xem", file: "screens/catalogue/viewed.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/san-pham-yeu-thich", file: "screens/catalogue/favourites.tsx", layout: "user", guard: "members" },
  { path: "-/favourite", file: "resources/favourite.ts", layout: "none" },
];

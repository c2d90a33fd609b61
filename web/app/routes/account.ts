import type { Page } from "./page.ts";

/** The account. Each row that belongs into its menu also has one in web/app/frame/account/account-menu.ts. */
export const accountPages: readonly Page[] = [
  { path: "tai-khoan", file: "account/home.tsx", layout: "user", guard: "members" },
  {
    path: "tai-khoan/quan-ly-don-hang",
    file: "orders/screens/account-orders.tsx",
    layout: "user",
    guard: "members",
  },
  {
    path: "tai-khoan/quan-ly-don-hang/:code",
    file: "orders/screens/account-order.tsx",
    layout: "user",
    guard: "members",
  },
  {
    path: "tai-khoan/so-dia-chi",
    file: "fulfilment/address-book.tsx",
    layout: "user",
    guard: "members",
  },
  {
    path: "tai-khoan/quan-ly-thong-bao",
    file: "notifications/notifications.tsx",
    layout: "user",
    guard: "members",
  },
  { path: "tai-khoan/thong-tin-tai-khoan", file: "identity/screens/profile.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/the-da-luu", file: "orders/screens/saved-cards.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/thiet-bi", file: "identity/screens/devices.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/quyen-rieng-tu", file: "privacy/privacy.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/ma-giam-gia", file: "cart/screens/code-wallet.tsx", layout: "user", guard: "members" },
  { path: "doi-diem-nhan-qua", file: "loyalty/points.tsx", layout: "user", guard: "members" },
  { path: "doi-diem-nhan-qua/lich-su-tich-diem", file: "loyalty/points-history.tsx", layout: "user", guard: "members" },
  { path: "doi-diem-nhan-qua/gio-hang", file: "cart/screens/exchange-cart.tsx", layout: "checkout", guard: "members" },
  { path: "doi-diem-nhan-qua/don-hang", file: "orders/screens/exchange-orders.tsx", layout: "user", guard: "members" },
  {
    path: "doi-diem-nhan-qua/don-hang/:code",
    file: "orders/screens/exchange-order.tsx",
    layout: "user",
    guard: "members",
  },
  { path: "tai-khoan/san-pham-da-xem", file: "catalogue/screens/viewed.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/san-pham-yeu-thich", file: "catalogue/screens/favourites.tsx", layout: "user", guard: "members" },
  { path: "tai-khoan/bao-khi-co-hang", file: "catalogue/screens/stock-notices.tsx", layout: "user", guard: "members" },
  { path: "-/favourite", file: "resources/favourite.ts", layout: "none" },
];

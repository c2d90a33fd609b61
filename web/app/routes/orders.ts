import type { Page } from "./page.ts";

export const orderPages: readonly Page[] = [
  { path: "thanh-toan/trang-thai", file: "orders/screens/payment-status.tsx", layout: "checkout" },
  { path: "thanh-toan/thanh-toan-lai", file: "orders/screens/orders-to-pay.tsx", layout: "checkout" },
  { path: "thanh-toan/thanh-toan-lai/:id", file: "orders/screens/repay.tsx", layout: "checkout" },
  { path: "thanh-toan/tro-ve/:provider", file: "resources/payment-return.ts", layout: "none" },
  { path: "-/card-returned", file: "resources/card-returned.ts", layout: "none" },
  { path: "-/order-date", file: "resources/order-date.ts", layout: "none" },
  { path: "the-qua-tang", file: "orders/screens/gift-card.tsx", layout: "default" },
  { path: "tim-kiem-don-hang", file: "orders/screens/order-lookup.tsx", layout: "default" },
];

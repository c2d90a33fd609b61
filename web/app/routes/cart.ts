import type { Page } from "./page.ts";

export const cartPages: readonly Page[] = [
  { path: "thanh-toan/gio-hang", file: "cart/screens/cart.tsx", layout: "checkout" },
];

import type { Page } from "./page.ts";

/** The account. Each row that belongs into its menu also has one in layouts/account-menu.ts. */
export const accountPages: readonly Page[] = [
  { path: "tai-khoan", file: "screens/account/home.tsx", layout: "user", guard: "members" },
];

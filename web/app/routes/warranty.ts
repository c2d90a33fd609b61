import type { Page } from "./page.ts";

/** Warranty: rendered for each visitor, for whose machines are shown depends on who asks. */
export const warrantyPages: readonly Page[] = [
  { path: "dang-ky-bao-hanh", file: "warranty/screens/register.tsx", layout: "default" },
  { path: "confirm-warranty", file: "warranty/screens/confirm.tsx", layout: "default" },
  { path: "bao-hanh/:id", file: "warranty/screens/certificate.tsx", layout: "default" },
];

import type { Page } from "./page.ts";

/** Signing in, step by step. Spec §2, §4; rules/identity */
export const identityPages: readonly Page[] = [
  { path: "login", file: "screens/identity/login.tsx", layout: "login", guard: "guests" },
  { path: "login/otp", file: "screens/identity/login-code.tsx", layout: "login", guard: "guests" },
  { path: "login/mat-khau", file: "screens/identity/login-password.tsx", layout: "login", guard: "guests" },
  { path: "register", file: "screens/identity/register.tsx", layout: "login", guard: "guests" },
  { path: "quen-mat-khau", file: "screens/identity/forgot-password.tsx", layout: "login", guard: "guests" },
  { path: "quen-mat-khau/otp", file: "screens/identity/new-password.tsx", layout: "login", guard: "guests" },
  { path: "auth/callback/google", file: "resources/google-callback.ts", layout: "none" },
  { path: "checkout/otp", file: "screens/identity/checkout-code.tsx", layout: "checkout" },
  { path: "tai-khoan/doi-mat-khau", file: "screens/identity/change-password.tsx", layout: "user", guard: "members" },
  { path: "-/active-role", file: "resources/active-role.ts", layout: "none" },
  { path: "-/captcha", file: "resources/captcha.ts", layout: "none" },
];

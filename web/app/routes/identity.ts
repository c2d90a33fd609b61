import type { Page } from "./page.ts";

/** Signing in, step by step. Spec §2, §4; rules/identity */
export const identityPages: readonly Page[] = [
  { path: "login", file: "identity/screens/login.tsx", layout: "login", guard: "guests" },
  { path: "login/otp", file: "identity/screens/login-code.tsx", layout: "login", guard: "guests" },
  { path: "login/mat-khau", file: "identity/screens/login-password.tsx", layout: "login", guard: "guests" },
  { path: "register", file: "identity/screens/register.tsx", layout: "login", guard: "guests" },
  { path: "quen-mat-khau", file: "identity/screens/forgot-password.tsx", layout: "login", guard: "guests" },
  { path: "quen-mat-khau/otp", file: "identity/screens/new-password.tsx", layout: "login", guard: "guests" },
  { path: "auth/callback/google", file: "resources/google-callback.ts", layout: "none" },
  { path: "checkout/otp", file: "identity/screens/checkout-code.tsx", layout: "checkout" },
  { path: "tai-khoan/doi-mat-khau", file: "identity/screens/change-password.tsx", layout: "user", guard: "members" },
  { path: "-/active-role", file: "resources/active-role.ts", layout: "none" },
  { path: "-/captcha", file: "resources/captcha.ts", layout: "none" },
];

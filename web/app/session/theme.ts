/**
 * The theme a visitor has chosen for this device: light, dark, or none, which is the system's. A cached page is the same for
 * everyone, so the choice is a cookie that a script in the head reads before anything is painted (theme-script.ts); the boot
 * script changes it at once when the switch is clicked. Imports nothing: both scripts are in every page.
 */
export type Theme = "light" | "dark";

const COOKIE_DAYS = 365; // as long as the cookie of the language
/** The media query of the dark address bar while no theme is chosen: it follows the system. */
export const DARK_SYSTEM = "(prefers-color-scheme: dark)";

export function isTheme(value: unknown): value is Theme {
  return value === "light" || value === "dark";
}

/** The theme in a `Cookie` header or in `document.cookie`. */
export function themeOf(cookies: string): Theme | undefined {
  const value = /(?:^|; ?)theme=(\w+)/.exec(cookies)?.[1];
  return isTheme(value) ? value : undefined;
}

/** The `Set-Cookie` value; without a theme it removes the cookie. */
export function themeCookie(theme: Theme | undefined): string {
  return `theme=${theme ?? ""}; Path=/; SameSite=Lax; Max-Age=${theme ? COOKIE_DAYS * 86_400 : 0}`;
}

/** In the browser: applies the theme to the page and to the browser's address bar. */
export function applyTheme(theme: Theme | undefined): void {
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  const bar = document.querySelector<HTMLMetaElement>("meta[name=theme-color][media]");
  if (bar) bar.media = theme ? (theme === "dark" ? "all" : "not all") : DARK_SYSTEM;
}

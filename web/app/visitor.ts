/**
 * Reads and writes cookies; no other file of the site does.
 * `session_id` is the server's (HttpOnly). `visitor` holds what the page may show at once (how many items are in the
 * cart) and is read by the boot script. `flash` carries one message to the next page. `i18n_locale` is the language
 * last chosen, `theme` the look (theme.ts writes it in the browser). `member` says that an
 * account is signed in here, for the header of cached pages: no proof of anything. rules/site#sessions
 */
import { isLocale, type Locale, localeCookie } from "contract/values/locale.ts";
import { notesContext, type RouteContext } from "./context.ts";
import { type Theme, themeCookie, themeOf } from "./session/theme.ts";

export type Flash = { kind: "success" | "error" | "info"; text: string };

const DAY_S = 24 * 60 * 60;
const SESSION_DAYS = 60; // rules/site#sessions
const FLASH_SECONDS = 60;
const MAX_FLASH_LENGTH = 300;

export function sessionCookieName(secure: boolean): string {
  return secure ? "__Host-session_id" : "session_id";
}

export type Cookies = {
  token: string | undefined;
  locale: Locale | undefined;
  flash: Flash | null;
  theme: Theme | undefined;
};

export function readCookies(header: string | undefined, secure: boolean): Cookies {
  const jar = parse(header);
  const token = jar.get(sessionCookieName(secure));
  const locale = jar.get(localeCookie.name);
  return {
    token: token && /^[\w-]{8,200}$/.test(token) ? token : undefined,
    locale: isLocale(locale) ? locale : undefined,
    flash: parseFlash(jar.get("flash")),
    theme: themeOf(header ?? ""),
  };
}

/** Shows `text` on the next page, or over this one when the form was sent by script. */
export function flash(context: RouteContext, kind: Flash["kind"], text: string): void {
  const value = encodeURIComponent(`${kind}:${text.slice(0, MAX_FLASH_LENGTH)}`);
  context.get(notesContext).cookies.push(`flash=${value}; Path=/; SameSite=Lax; Max-Age=${FLASH_SECONDS}`);
}

export const FLASH_MESSAGE = "flash=; Path=/; SameSite=Lax; Max-Age=0";

/** Stores what the header shows at once on every page. Call it wherever the cart has changed. */
export function rememberCart(context: RouteContext, item_count: number): void {
  const age = SESSION_DAYS * DAY_S;
  context.get(notesContext).cookies.push(`visitor=cart.${item_count}; Path=/; SameSite=Lax; Max-Age=${age}`);
}

/** Lets the header of every page, also of cached ones, speak to a member. Call it at every sign-in and sign-out. */
export function rememberMember(context: RouteContext, isSignedIn: boolean): void {
  const age = isSignedIn ? SESSION_DAYS * DAY_S : 0;
  context.get(notesContext).cookies.push(`member=${isSignedIn ? "in" : ""}; Path=/; SameSite=Lax; Max-Age=${age}`);
}

/** In the browser: whether an account is signed in, as far as this device knows. */
export function isMember(): boolean {
  return parse(document.cookie).get("member") === "in";
}

/** Clears the member and what the header showed of it. */
export function forgetVisitor(context: RouteContext): void {
  const gone = "Path=/; SameSite=Lax; Max-Age=0";
  const { cookies } = context.get(notesContext);
  cookies.push(`session_id=; HttpOnly; ${gone}`, `__Host-session_id=; HttpOnly; Secure; ${gone}`, `visitor=; ${gone}`);
  cookies.push(`member=; ${gone}`);
}

export function rememberLocale(context: RouteContext, locale: Locale): void {
  const age = localeCookie.days * DAY_S;
  context.get(notesContext).cookies.push(`${localeCookie.name}=${locale}; Path=/; SameSite=Lax; Max-Age=${age}`);
}

/** Without a theme, the system's holds again. */
export function rememberTheme(context: RouteContext, theme: Theme | undefined): void {
  context.get(notesContext).cookies.push(themeCookie(theme));
}

/** In the browser: the flash message of a form, taken once. */
export function takeFlash(): Flash | null {
  const found = parseFlash(parse(document.cookie).get("flash"));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and not everywhere
  if (found) document.cookie = FLASH_MESSAGE;
  return found;
}

/** In the browser: how many items are in the cart, as far as this device knows. */
export function cartCount(): number {
  return Number(/^cart\.(\d{1,4})$/.exec(parse(document.cookie).get("visitor") ?? "")?.[1] ?? 0);
}

function parseFlash(value: string | undefined): Flash | null {
  if (!value) return null;
  try {
    const match = /^(success|error|info):(.+)$/s.exec(decodeURIComponent(value));
    return match ? { kind: match[1] as Flash["kind"], text: (match[2] ?? "").slice(0, MAX_FLASH_LENGTH) } : null;
  } catch {
    return null; // not ours: no page may fail over a cookie
  }
}

function parse(header: string | undefined): Map<string, string> {
  const jar = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals).trim();
    if (equals > 0 && !jar.has(name)) jar.set(name, pair.slice(equals + 1).trim());
  }
  return jar;
}

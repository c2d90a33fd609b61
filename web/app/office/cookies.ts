/**
 * Reads and writes the office's cookies; no other file does. The session is HttpOnly. All but the theme, which is the
 * storefront's too, are sent to the office's pages alone. rules/office#sessions
 */
import type { OfficeLanguage } from "messages/office/messages.ts";
import { type Theme, themeCookie, themeOf } from "../session/theme.ts";
import { notesContext, type RouteContext, requestContext } from "./context.ts";
import { BASE } from "./paths.ts";

/** A flash message: one sentence for the next page. */
export type Flash = { kind: "success" | "error" | "info"; text: string };

export type Cookies = {
  token: string | undefined;
  sign_in_proof: string | undefined;
  language: OfficeLanguage;
  theme: Theme | undefined;
  flash: Flash | null;
};

const SIGN_IN_PROOF_S = 10 * 60;
const FLASH_S = 60;
const LANGUAGE_DAYS = 365;
const MAX_FLASH_LENGTH = 300;

/** `__Secure-` where the shop is reached by https: a page on plain http cannot set it. */
const nameOf = (plainName: string, secure: boolean) => (secure ? `__Secure-${plainName}` : plainName);

export function readCookies(header: string | undefined, accepted: string | null, secure: boolean): Cookies {
  const jar = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals).trim();
    // The first is the one of the nearest path: ours.
    if (equals > 0 && !jar.has(name)) jar.set(name, pair.slice(equals + 1).trim());
  }
  const opaque = (name: string) => {
    const value = jar.get(nameOf(name, secure));
    return value && /^[\w.-]{8,2000}$/.test(value) ? value : undefined;
  };
  const language = jar.get("staff_language");
  return {
    token: opaque("staff"),
    sign_in_proof: opaque("staff_sign_in"),
    language: language === "vi" || language === "en" ? language : languageOf(accepted),
    theme: themeOf(header ?? ""),
    flash: flashOf(jar.get("staff_flash")),
  };
}

/** Before anyone has signed in here, the browser's; the office speaks two languages. */
function languageOf(accepted: string | null): OfficeLanguage {
  const tags = (accepted ?? "").toLowerCase().split(",");
  const vi = tags.findIndex((tag) => tag.trim().startsWith("vi"));
  const en = tags.findIndex((tag) => tag.trim().startsWith("en"));
  return en >= 0 && (vi < 0 || en < vi) ? "en" : "vi";
}

function flashOf(value: string | undefined): Flash | null {
  if (!value) return null;
  try {
    const [, kind, text] = /^(success|error|info):(.+)$/s.exec(decodeURIComponent(value)) ?? [];
    return kind && text ? { kind: kind as Flash["kind"], text: text.slice(0, MAX_FLASH_LENGTH) } : null;
  } catch {
    return null; // not ours: no page may fail over a cookie
  }
}

function set(context: RouteContext, plainName: string, value: string, seconds: number): void {
  const { secure } = context.get(requestContext);
  const flags = `Path=${BASE}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? "; Secure" : ""}`;
  context.get(notesContext).cookies.push(`${nameOf(plainName, secure)}=${value}; ${flags}`);
}

/** Ends with the browser at the latest when the session does. */
export function rememberSession(context: RouteContext, token: string, ends_at: string): void {
  set(context, "staff", token, Math.max(1, Math.round((Date.parse(ends_at) - Date.now()) / 1000)));
  set(context, "staff_sign_in", "", 0);
}

export function forgetSession(context: RouteContext): void {
  set(context, "staff", "", 0);
  set(context, "staff_sign_in", "", 0);
}

export function rememberSignInProof(context: RouteContext, proof: string): void {
  set(context, "staff_sign_in", proof, SIGN_IN_PROOF_S);
}

export function rememberLanguage(context: RouteContext, language: OfficeLanguage): void {
  const age = LANGUAGE_DAYS * 86_400;
  context.get(notesContext).cookies.push(`staff_language=${language}; Path=${BASE}; SameSite=Lax; Max-Age=${age}`);
}

export function rememberTheme(context: RouteContext, theme: Theme | undefined): void {
  context.get(notesContext).cookies.push(themeCookie(theme));
}

/** A toast on the next page, or over this one when the form was sent by script. */
export function flash(context: RouteContext, kind: Flash["kind"], text: string): void {
  const value = encodeURIComponent(`${kind}:${text.slice(0, MAX_FLASH_LENGTH)}`);
  const { cookies } = context.get(notesContext);
  cookies.push(`staff_flash=${value}; Path=${BASE}; HttpOnly; SameSite=Lax; Max-Age=${FLASH_S}`);
}

export function forgetFlash(context: RouteContext): void {
  context.get(notesContext).cookies.push(`staff_flash=; Path=${BASE}; HttpOnly; SameSite=Lax; Max-Age=0`);
}

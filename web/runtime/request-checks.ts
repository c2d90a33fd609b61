/** Checks before any page: one spelling of every URL, no files, no cross-site writes. */
import { defaultLocale, locales } from "contract/values/locale.ts";
import { isOwnOrigin } from "contract/values/same-site.ts";
import type { Page } from "../app/routes/page.ts";
import { fits, rowsOf } from "./page-keys.ts";

/**
 * The one spelling of a URL, for the routes of the shop: `straightened`, characters that need no percent encoding as they are,
 * the fixed segments of a route in its own case (the router would take any, and the cache and the language switch would
 * not), and a query without control characters.
 */
export function spellings(pages: readonly Page[]): (url: string) => string {
  const rows = rowsOf(pages);
  return (url) => {
    const straight = straightened(url);
    if (!/[A-Z%]/.test(straight)) return straight;
    const mark = straight.indexOf("?");
    const path = mark < 0 ? straight : straight.slice(0, mark);
    return inItsCase(path.replace(/%[0-9a-f]{2}/gi, plainly)) + (mark < 0 ? "" : withoutControls(straight.slice(mark)));
  };

  function inItsCase(path: string): string {
    const [, ...parts] = path.split("/");
    const at = isLanguage(parts[0]) ? 1 : 0;
    const ending = parts.at(-1)?.endsWith(".data") ? ".data" : "";
    const rest = parts
      .slice(at)
      .map((part, index, all) => (index === all.length - 1 ? part.slice(0, part.length - ending.length) : part));
    const lower = rest.map((part) => part.toLowerCase());
    const row =
      rows.find((each) => each.parts.length === rest.length && fits(each, rest)) ??
      rows.find((each) => each.parts.length === rest.length && fits(each, lower));
    if (!row) return path;
    const spelled = rest.map((part, index) => (row.parts[index]?.startsWith(":") ? part : (row.parts[index] ?? part)));
    return `/${[...parts.slice(0, at).map((language) => language.toLowerCase()), ...spelled].join("/")}${ending}`;
  }
}

const isLanguage = (part = "") => locales.some((locale) => locale !== defaultLocale && locale === part.toLowerCase());

/** `%73` is an s; what a URL cannot carry unencoded stays. */
function plainly(encoded: string): string {
  const sign = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(sign) ? sign : encoded;
}

/** Tabs and line ends of pasted text are blanks; other control characters are nothing. */
function withoutControls(query: string): string {
  return query.replace(/%0[9ad]/gi, "+").replace(/%(?:[01][0-9a-f]|7f)|%c2%[89][0-9a-f]/gi, "");
}

/** The one spelling of a URL: no empty or dot segments, no slash at the end. The query stays untouched. */
export function straightened(url: string): string {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!/\/\/|.\/$|\/\.|%2e|\\/i.test(path)) return url;
  const joined = `/${path
    .split(/[/\\]+/)
    .filter(Boolean)
    .join("/")}`;
  const straight = new URL(joined, "http://shop").pathname.replace(/(?<=.)\/+$/, "");
  return mark < 0 ? straight : straight + url.slice(mark);
}

/** True where a URL names a file rather than a page: `/wp-login.php`, `/old-logo.png?v=2`. */
export function namesFile(url: string): boolean {
  return /^[^?]*\.(?!html\b|data\b)[a-z0-9]{1,11}(?:\?|$)/i.test(url);
}

/** True for a write that another site's page causes. Decision 0267. */
export function foreignWrite(request: Request): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const from = request.headers.get("sec-fetch-site");
  if (from === "same-origin" || from === "none") return false;
  const origin = request.headers.get("origin");
  if (from === null && origin === null) return false;
  return !isOwnOrigin(origin, request.headers.get("host"), request.url);
}

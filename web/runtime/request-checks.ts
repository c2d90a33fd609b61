/** Checks before a page is rendered: canonical URLs, no requests for files, no cross-site writes. */
import { defaultLocale, locales } from "contract/values/locale.ts";
import { isOwnOrigin } from "contract/values/same-site.ts";
import type { Page } from "../app/routes/page.ts";
import { dynamicParts, matchesRow, rowsOf } from "./page-keys.ts";

/**
 * The canonical URL for the routes of the shop: `normalisedUrl`, without needless percent encoding, the fixed segments of a route
 * in its own case (the router ignores case; the cache and the language switch do not), and a query without control characters.
 */
export function canonicalUrls(pages: readonly Page[]): (url: string) => string {
  const rows = rowsOf(pages);
  return (url) => {
    const normalised = normalisedUrl(url);
    if (!/[A-Z%]/.test(normalised)) return normalised;
    const mark = normalised.indexOf("?");
    const path = mark < 0 ? normalised : normalised.slice(0, mark);
    return (
      withRouteCase(path.replace(/%[0-9a-f]{2}/gi, decodeUnreserved)) +
      (mark < 0 ? "" : withoutControls(normalised.slice(mark)))
    );
  };

  function withRouteCase(path: string): string {
    const [, ...parts] = path.split("/");
    const at = isLanguage(parts[0]) ? 1 : 0;
    const ending = parts.at(-1)?.endsWith(".data") ? ".data" : "";
    const rest = parts
      .slice(at)
      .map((part, index, all) => (index === all.length - 1 ? part.slice(0, part.length - ending.length) : part));
    const lower = rest.map((part) => part.toLowerCase());
    // As the router chooses: the row with the fewest parameters.
    const [row] = rows
      .filter((each) => each.parts.length === rest.length && (matchesRow(each, rest) || matchesRow(each, lower)))
      .toSorted((one, other) => dynamicParts(one) - dynamicParts(other));
    if (!row) return path;
    const spelled = rest.map((part, index) => (row.parts[index]?.startsWith(":") ? part : (row.parts[index] ?? part)));
    return `/${[...parts.slice(0, at).map((language) => language.toLowerCase()), ...spelled].join("/")}${ending}`;
  }
}

const isLanguage = (part = "") => locales.some((locale) => locale !== defaultLocale && locale === part.toLowerCase());

/** Decodes an unreserved character: `%73` is an s. Other characters stay encoded. */
function decodeUnreserved(encoded: string): string {
  const sign = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(sign) ? sign : encoded;
}

/** Replaces tabs and line ends of pasted text by spaces, and removes other control characters. */
function withoutControls(query: string): string {
  return query.replace(/%0[9ad]/gi, "+").replace(/%(?:[01][0-9a-f]|7f)|%c2%[89][0-9a-f]/gi, "");
}

/** The URL without empty or dot segments and without a slash at the end. The query is unchanged. */
export function normalisedUrl(url: string): string {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!/\/\/|.\/$|\/\.|%2e|\\/i.test(path)) return url;
  const joined = `/${path
    .split(/[/\\]+/)
    .filter(Boolean)
    .join("/")}`;
  const normalised = new URL(joined, "http://shop").pathname.replace(/(?<=.)\/+$/, "");
  return mark < 0 ? normalised : normalised + url.slice(mark);
}

/** True for a write that another site's page causes. Decision 0267. */
export function isCrossSiteWrite(request: Request): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const from = request.headers.get("sec-fetch-site");
  if (from === "same-origin" || from === "none") return false;
  const origin = request.headers.get("origin");
  if (from === null && origin === null) return false;
  return !isOwnOrigin(origin, request.headers.get("host"), request.url);
}

/**
 * Makes the cache key of a page from its URL: language, path, the query parameters named in its row of the route table
 * (sorted), and whether it is the document or the data of a client navigation. Nothing else of a request is in the key or
 * reaches a shared page. rules/site#caching
 */
import { type Locale, localeOfPath, localisedPath } from "contract/values/locale.ts";
import type { Page } from "../app/routes/page.ts";

export type PageKey = {
  key: string;
  locale: Locale;
  /** The URL the page is rendered for, with nothing that is not in the key. */
  address: string;
  /** The partition of the cache: pages with filters must not evict pages without. */
  partition: "plain" | "filtered" | "missing";
  /** The cookie whose holder gets the page rendered for them alone. */
  own_with?: string | undefined;
};

export type Row = { parts: readonly string[]; page: Page };

const MAX_VALUE_LENGTH = 200;
const MAX_VALUES = 40;

/** Null for pages that are rendered for each visitor. */
export function pageKeys(pages: readonly Page[], routeIds: ReadonlySet<string>): (url: string) => PageKey | null {
  const rows = rowsOf(pages);
  const catchAll = pages.find((page) => page.path === "*");
  const byLength = Map.groupBy(rows, (row) => row.parts.length);
  for (const list of byLength.values()) list.sort((a, b) => dynamicParts(a) - dynamicParts(b));

  return (url) => {
    const [address = "/", search = ""] = splitUrl(url);
    const isData = address.endsWith(".data");
    const { locale, path } = localeOfPath(isData ? address.slice(0, -5) : address);
    const parts = path === "/" || path === "/_" ? [] : path.slice(1).split("/");
    // A first segment that may be anything is no file.
    const isFile = namesFile(path);
    const row = byLength
      .get(parts.length)
      ?.find((each) => matchesRow(each, parts) && !(isFile && each.parts[0]?.startsWith(":")));
    const page = row?.page ?? catchAll;
    if (!page?.cacheable) return null;
    // All unknown URLs share one page.
    if (page === catchAll)
      return isData
        ? null
        : { key: `${locale} missing`, locale, address: missingPagePath(locale), partition: "missing" };
    const query = allowedQuery(search, page.cacheable.query ?? [], isData ? routeIds : undefined);
    if (query === null) return null;
    const where = `${address}${query}`;
    const { own_with } = page;
    return {
      key: where,
      locale,
      address: where,
      partition: query === "" ? "plain" : "filtered",
      ...(own_with && { own_with }),
    };
  };
}

/** True where a URL names a file rather than a page: `/wp-login.php`, `/old-logo.png?v=2`. */
export function namesFile(url: string): boolean {
  return /^[^?]*\.(?!html\b|data\b)[a-z0-9]{1,11}(?:\?|$)/i.test(url);
}

export function rowsOf(pages: readonly Page[]): Row[] {
  return pages.flatMap((page) => pathVariants(page.path).map((parts): Row => ({ parts, page })));
}

/** What no row of the route table matches, whatever its first segments may be. */
const NOWHERE = "/-/nowhere/at/all";

function missingPagePath(locale: Locale): string {
  return localisedPath(NOWHERE, locale);
}

function splitUrl(url: string): [string, string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** "so-sanh-san-pham/:slug?" is two paths. */
function pathVariants(path: string): string[][] {
  if (path === "*") return [];
  const parts = path === "" ? [] : path.split("/");
  const last = parts.at(-1);
  if (!last?.endsWith("?")) return [parts];
  return [parts.slice(0, -1), [...parts.slice(0, -1), last.slice(0, -1)]];
}

export function dynamicParts(row: Row): number {
  return row.parts.filter((part) => part.startsWith(":")).length;
}

export function matchesRow(row: Row, parts: readonly string[]): boolean {
  return row.parts.every((part, index) => part.startsWith(":") || part === parts[index]);
}

/** The query with only the parameters the page reads, sorted; null when a value is too long or there are too many. */
function allowedQuery(
  search: string,
  names: readonly string[],
  routeIds: ReadonlySet<string> | undefined,
): string | null {
  if (search === "") return "";
  const pairs: [string, string][] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    if (routeIds && name === "_routes") {
      if (!value.split(",").every((id) => routeIds.has(id))) return null;
    } else if (!names.includes(name) && !names.includes(name.replace(/\[[\w.-]{1,60}\]$/, "[]"))) continue;
    if (value === "") continue;
    if (value.length > MAX_VALUE_LENGTH || pairs.length === MAX_VALUES) return null;
    pairs.push([name, value]);
  }
  if (pairs.length === 0) return "";
  pairs.sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)));
  return `?${new URLSearchParams(pairs)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

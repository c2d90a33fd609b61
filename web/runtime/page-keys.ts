/**
 * From a URL to the cache key of its page: language, path, the parameters its row of the route table names (sorted), and
 * whether it is the document or the data of a client navigation. Whatever else a visitor sends takes no part, so it can
 * neither split the cache nor reach a page that others are shown. rules/site#caching
 */
import { type Locale, localeOfPath, localisedPath } from "contract/values/locale.ts";
import type { Page } from "../app/routes/page.ts";

export type PageKey = {
  key: string;
  locale: Locale;
  /** The URL the page is rendered for: nothing in it but what the key says. */
  address: string;
  /** What shares a budget in the cache: pages with filters must not evict the pages without. */
  partition: "plain" | "filtered" | "missing";
};

export type Row = { parts: readonly string[]; page: Page };

const MAX_VALUE_LENGTH = 200;
const MAX_VALUES = 40;

/** Null for pages that are rendered for each visitor. */
export function pageKeys(pages: readonly Page[], routeIds: ReadonlySet<string>): (url: string) => PageKey | null {
  const rows = rowsOf(pages);
  const rest = pages.find((page) => page.path === "*");
  const byLength = Map.groupBy(rows, (row) => row.parts.length);
  for (const list of byLength.values()) list.sort((a, b) => dynamicParts(a) - dynamicParts(b));

  return (url) => {
    const [address = "/", search = ""] = split(url);
    const isData = address.endsWith(".data");
    const { locale, path } = localeOfPath(isData ? address.slice(0, -5) : address);
    const parts = path === "/" || path === "/_root" || path === "/_" ? [] : path.slice(1).split("/");
    const row = byLength.get(parts.length)?.find((each) => fits(each, parts));
    const page = row?.page ?? rest;
    if (!page?.cacheable) return null;
    // All unknown URLs share one page.
    if (page === rest)
      return isData ? null : { key: `${locale} missing`, locale, address: nowhere(locale), partition: "missing" };
    const query = allowed(search, page.cacheable.query ?? [], isData ? routeIds : undefined);
    if (query === null) return null;
    const where = `${address}${query}`;
    return { key: where, locale, address: where, partition: query === "" ? "plain" : "filtered" };
  };
}

export function rowsOf(pages: readonly Page[]): Row[] {
  return pages.flatMap((page) => variants(page.path).map((parts): Row => ({ parts, page })));
}

function nowhere(locale: Locale): string {
  return localisedPath("/-/nowhere", locale);
}

function split(url: string): [string, string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** "so-sanh-san-pham/:slug?" is two paths. */
function variants(path: string): string[][] {
  if (path === "*") return [];
  const parts = path === "" ? [] : path.split("/");
  const last = parts.at(-1);
  if (!last?.endsWith("?")) return [parts];
  return [parts.slice(0, -1), [...parts.slice(0, -1), last.slice(0, -1)]];
}

function dynamicParts(row: Row): number {
  return row.parts.filter((part) => part.startsWith(":")).length;
}

export function fits(row: Row, parts: readonly string[]): boolean {
  return row.parts.every((part, index) => part.startsWith(":") || part === parts[index]);
}

/** The query without what the page does not know, in one order; null when it is more than a page can mean. */
function allowed(search: string, names: readonly string[], routeIds: ReadonlySet<string> | undefined): string | null {
  if (search === "") return "";
  const kept: [string, string][] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    if (routeIds && name === "_routes") {
      if (!value.split(",").every((id) => routeIds.has(id))) return null;
    } else if (!names.includes(name) && !names.includes(name.replace(/\[[\w.-]{1,60}\]$/, "[]"))) continue;
    if (value === "") continue;
    if (value.length > MAX_VALUE_LENGTH || kept.length === MAX_VALUES) return null;
    kept.push([name, value]);
  }
  if (kept.length === 0) return "";
  kept.sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)));
  return `?${new URLSearchParams(kept)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

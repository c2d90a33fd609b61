/**
 * Sitemaps: an index and its pages, each URL in every language with the others beside it.
 * https://www.sitemaps.org/protocol.html, read 2026-11-21
 */
import { defaultLocale, locales, localeTags, localisedPath } from "contract/values/locale.ts";

/** `path` in Vietnamese; `updated_at` only where it is known. */
export type Place = { path: string; updated_at?: string | undefined };

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const languages = locales.map((locale) => localeTags[locale].slice(0, 2));
const first = locales.indexOf(defaultLocale);
const protocol = "http://www.sitemaps.org/schemas/sitemap/0.9";

export function sitemapIndex(public_url: string, maps: readonly Place[]): string {
  const rows = maps.map(
    ({ path, updated_at }) => `<sitemap><loc>${escaped(public_url + path)}</loc>${lastmod(updated_at)}</sitemap>\n`,
  );
  return `${head}<sitemapindex xmlns="${protocol}">\n${rows.join("")}</sitemapindex>\n`;
}

export function sitemap(public_url: string, places: readonly Place[]): string {
  const rows = places.map((place) => rowsOf(public_url, place));
  return `${head}<urlset xmlns="${protocol}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${rows.join("")}</urlset>\n`;
}

function rowsOf(public_url: string, { path, updated_at }: Place): string {
  const own = locales.map((locale) => escaped(public_url + localisedPath(path, locale)));
  const others = own.map((address, place) => alternate(languages[place] ?? "", address)).join("");
  const rest = lastmod(updated_at) + others + alternate("x-default", own[first] ?? "");
  return own.map((address) => `<url><loc>${address}</loc>${rest}</url>\n`).join("");
}

function alternate(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
}

function lastmod(updated_at: string | undefined): string {
  return updated_at ? `<lastmod>${updated_at}</lastmod>` : "";
}

function escaped(address: string): string {
  return address.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The latest of some moments, all written alike. */
export function latest(moments: readonly (string | undefined)[]): string | undefined {
  return moments.reduce((last, each) => (each && (!last || each > last) ? each : last), undefined);
}

/** ASSUMED(0070): larger responses are rendered for each crawler, rather than evict shoppers' pages from the cache. */
export const MAX_KEPT = 1024 * 1024;

export function xml(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/xml; charset=utf-8" } });
}

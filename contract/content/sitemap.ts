/**
 * Sitemap entries of products and posts, in pages as large as a sitemap may be: for crawlers, and for apps that index the shop.
 * A page of products is a span of product ids, so a page changes only when one of its products does.
 */
import { z } from "zod";
import { locales } from "../values/locale.ts";

/** What one sitemap may hold. https://www.sitemaps.org/protocol.html, read 2026-11-21 */
const MAX_SITEMAP_URLS = 50_000;

/** Products or posts a page covers: each has a URL in every language. ASSUMED(0070): spans, not offsets. */
export const entriesPerPage = Math.floor(MAX_SITEMAP_URLS / locales.length);

export const SitemapEntry = z.object({ slug: z.string(), category_slug: z.string(), updated_at: z.string() });
export type SitemapEntry = z.infer<typeof SitemapEntry>;

/** The pages that are not empty, and when something in each category last changed. */
export const SitemapPages = z.object({
  pages: z.array(z.object({ page: z.int(), count: z.int(), updated_at: z.string() })),
  categories: z.array(z.object({ slug: z.string(), updated_at: z.string() })),
});
export type SitemapPages = z.infer<typeof SitemapPages>;

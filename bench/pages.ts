/** Cached and uncached pages, beside a bare server with the same bytes; and what a page costs the database. */
import { sql } from "kysely";
import { fullPages, type Goal, goalOf, pagesOf, slugsOf } from "./addresses.ts";
import { baselineOf } from "./baseline.ts";
import type { Environment, Shop } from "./environment.ts";
import { measure } from "./measure.ts";
import { formatInteger, formatPercent, printLine, printRow, reportFailures } from "./table.ts";

const brotli = { "accept-encoding": "br" };
/** A visitor with a flash message gets an uncached page. */
const uncachedPage = { ...brotli, cookie: "flash=x" };
const CLIENTS = 32;
const DISTINCT_PRODUCTS = 500;

export async function benchPages(environment: Environment, shop: Shop, seconds: number): Promise<void> {
  printLine("Pages: requests per CPU-second of Node; brotli; alone: uncached, many URLs in turn");
  printRow("", "bytes", "baseline", "its p99", "cached", "of baseline", "p99 ms", "uncached", "alone", "statements");
  const goal = await goalOf(environment.sql);
  const similar = await similarPaths(environment, goal);
  for (const [name, path] of pagesOf(goal)) {
    const load = { url: shop.url, paths: [path], seconds, clients: CLIENTS, headers: brotli, warm_up: 5_000 };
    const { rate: baseline, bytes } = await baselineOf(load);
    const cached = await measure(load, shop.pid);
    const paths = similar[name];
    const uncachedLoad = { ...load, clients: 8, headers: uncachedPage, warm_up: 1_000 };
    const distinctUrls = paths && (await measure({ ...uncachedLoad, paths, clients: CLIENTS }, shop.pid));
    const before = await transactions(environment);
    const uncached = await measure(uncachedLoad, shop.pid);
    const statements = ((await transactions(environment)) - before) / (uncached.done + uncachedLoad.warm_up);
    printRow(
      name,
      formatInteger(bytes),
      formatInteger(baseline.per_cpu_second),
      formatInteger(baseline.p99_ms),
      formatInteger(cached.per_cpu_second),
      formatPercent(cached.per_cpu_second, baseline.per_cpu_second),
      formatInteger(cached.p99_ms),
      formatInteger(uncached.per_cpu_second),
      distinctUrls ? formatInteger(distinctUrls.per_cpu_second) : "",
      statements.toFixed(1),
    );
    reportFailures(name, cached.failed + uncached.failed + (distinctUrls?.failed ?? 0));
  }
}

/** Paths of pages similar to those measured, so many that none is requested twice at the same time. */
async function similarPaths({ sql: db }: Environment, { category }: Goal): Promise<Record<string, string[]>> {
  const slugs = await slugsOf(db, category, DISTINCT_PRODUCTS);
  return {
    "list of 24": (await fullPages(db, 12)).map(({ category, page }) => `/san-pham/${category}?page=${page}`),
    product: slugs.map((slug) => `/san-pham/${category}/${slug}`),
    "page 50, filtered, sorted": Array.from(
      { length: 100 },
      (_, at) => `/san-pham?page=${at + 20}&price_min=300000&sort=price_asc`,
    ),
  };
}

/** Committed transactions: each statement of a page is one. Backends report them when idle, at most a second late. */
async function transactions({ sql: db }: Environment): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { rows } = await sql<{ count: number }>`select xact_commit as count from pg_stat_database
    where datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}

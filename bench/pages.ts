/** Cached and uncached pages, beside a bare server with the same bytes; and what a page costs the database. */
import { sql } from "kysely";
import { fullPages, type Goal, goalOf, pagesOf, slugsOf } from "./addresses.ts";
import { baselineOf } from "./baseline.ts";
import type { Environment, Shop } from "./environment.ts";
import { measure } from "./measure.ts";
import { complain, percent, printLine, printRow, whole } from "./table.ts";

const brotli = { "accept-encoding": "br" };
/** A visitor with a flash message gets an uncached page. */
const ownPage = { ...brotli, cookie: "flash=x" };
const clients = 32;
const distinct = 500;

export async function benchPages(environment: Environment, shop: Shop, seconds: number): Promise<void> {
  printLine("Pages: requests per CPU-second of Node; brotli; alone: uncached, many URLs in turn");
  printRow("", "bytes", "baseline", "its p99", "cached", "of baseline", "p99 ms", "uncached", "alone", "statements");
  const goal = await goalOf(environment.sql);
  const like = await likeThem(environment, goal);
  for (const [name, path] of pagesOf(goal)) {
    const load = { url: shop.url, paths: [path], seconds, clients, headers: brotli, warm_up: 5_000 };
    const { rate: floor, bytes } = await baselineOf(load);
    const kept = await measure(load, shop.pid);
    const paths = like[name];
    const anewLoad = { ...load, clients: 8, headers: ownPage, warm_up: 1_000 };
    const alone = paths && (await measure({ ...anewLoad, paths, clients }, shop.pid));
    const before = await transactions(environment);
    const anew = await measure(anewLoad, shop.pid);
    const statements = ((await transactions(environment)) - before) / (anew.done + anewLoad.warm_up);
    printRow(
      name,
      whole(bytes),
      whole(floor.per_cpu_second),
      whole(floor.p99_ms),
      whole(kept.per_cpu_second),
      percent(kept.per_cpu_second, floor.per_cpu_second),
      whole(kept.p99_ms),
      whole(anew.per_cpu_second),
      alone ? whole(alone.per_cpu_second) : "",
      statements.toFixed(1),
    );
    complain(name, kept.failed + anew.failed + (alone?.failed ?? 0));
  }
}

/** Pages like those measured, of which none is requested twice at one moment. */
async function likeThem({ sql: db }: Environment, { category }: Goal): Promise<Record<string, string[]>> {
  const slugs = await slugsOf(db, category, distinct);
  return {
    "list of 24": (await fullPages(db, 12)).map(({ category, page }) => `/san-pham/${category}?page=${page}`),
    product: slugs.map((slug) => `/san-pham/${category}/${slug}`),
    "page 50, filtered, sorted": Array.from(
      { length: 100 },
      (_, at) => `/san-pham?page=${at + 20}&price_min=300000&sort=price_asc`,
    ),
  };
}

/** A page's statements are transactions of their own. Backends report theirs once idle, a second late at most. */
async function transactions({ sql: db }: Environment): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { rows } = await sql<{ count: number }>`select xact_commit as count from pg_stat_database
    where datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Pages kept and made anew, beside a bare server with the same bytes; and what a page costs the database. */
import { sql } from "kysely";
import { goalOf, pagesOf } from "./addresses.ts";
import { floorOf } from "./floor.ts";
import type { Ground, Shop } from "./ground.ts";
import { measure } from "./measure.ts";
import { complain, percent, print, say, whole } from "./table.ts";

const brotli = "accept-encoding=br";
/** Somebody to whom the page before left a word gets a page made for him alone, past every store of pages. */
const own_page = "cookie=flash=x";
const connections = 32;

export async function benchPages(ground: Ground, shop: Shop, seconds: number): Promise<void> {
  say("Pages: requests per CPU-second of Node; brotli");
  print("", "bytes", "floor", "kept", "of floor", "p99 ms", "made anew", "statements");
  for (const [name, path] of pagesOf(await goalOf(ground.sql))) {
    const load = { url: shop.url + path, seconds, connections, headers: [brotli], warm_up: 5_000 };
    const { rate: floor, bytes } = await floorOf(load);
    const kept = await measure(load, shop.pid);
    const anew_load = { ...load, connections: 8, headers: [brotli, own_page], warm_up: 1_000 };
    const before = await transactions(ground);
    const anew = await measure(anew_load, shop.pid);
    const statements = ((await transactions(ground)) - before) / (anew.requests + anew_load.warm_up);
    print(
      name,
      whole(bytes),
      whole(floor.per_cpu_second),
      whole(kept.per_cpu_second),
      percent(kept.per_cpu_second, floor.per_cpu_second),
      whole(kept.p99_ms),
      whole(anew.per_cpu_second),
      statements.toFixed(1),
    );
    complain(name, kept.failed + anew.failed);
  }
}

/** A page's statements are transactions of their own. Backends report theirs once idle, a second late at most. */
async function transactions({ sql: db }: Ground): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { rows } = await sql<{ count: number }>`select xact_commit as count from pg_stat_database
    where datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}

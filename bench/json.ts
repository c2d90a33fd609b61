/** The calls apps make, beside a bare server with the same bytes and bare `pg` with the same statements. */
import type { CompiledQuery } from "kysely";
import { loadConfig } from "server/config.ts";
import { handle } from "server/handle.ts";
import { createLog } from "server/log.ts";
import { announce } from "server/reactions.ts";
import { shopTable } from "server/shop.ts";
import { openDatabase } from "server/sql.ts";
import { visiting } from "server/visit.ts";
import { goalOf } from "./addresses.ts";
import { type Asked, floorOf, sqlFloor } from "./floor.ts";
import type { Ground, Shop } from "./ground.ts";
import { measure } from "./measure.ts";
import { complain, print, say, whole } from "./table.ts";

const searched = "máy lọc nước";

export async function benchJson(ground: Ground, shop: Shop, seconds: number): Promise<void> {
  const { slug, category } = await goalOf(ground.sql);
  const calls = [
    ["product", "catalogue.productBySlug", { slug }, `/v1/client/product-detail-by-slug/${slug}`],
    ["list of 24", "catalogue.products", { category }, `/v1/client/products?category=${category}`],
    ["search", "catalogue.products", { name: searched }, `/v1/client/products?name=${encodeURIComponent(searched)}`],
  ] as const;
  say("JSON: requests per CPU-second of Node");
  print("", "bytes", "floor", "bare SQL", "shop", "statements");
  for (const [name, call, input, path] of calls) {
    const load = { url: shop.url + path, seconds, connections: 8, warm_up: 4_000 };
    const { rate: floor, bytes } = await floorOf(load);
    const asked = await statementsOf(ground, call, input);
    const bare = await sqlFloor(ground.url, asked, seconds);
    const rate = await measure(load, shop.pid);
    print(name, whole(bytes), ...[floor.per_cpu_second, bare, rate.per_cpu_second].map(whole), asked.length);
    complain(name, rate.failed);
  }
}

/** What the call asks the database when the small lists are there already. */
async function statementsOf(ground: Ground, call: string, input: unknown): Promise<Asked[]> {
  const asked: Asked[] = [];
  const onQuery = (text: string, { parameters }: CompiledQuery) => asked.push({ text, values: parameters });
  const database = openDatabase(ground.url, { max: 2, onQuery });
  const base = {
    sql: database.sql,
    config: loadConfig({ DATA_DIR: ground.data_dir }),
    log: createLog({ level: "fatal", format: "text" }),
    announce,
  };
  const visit = { token: undefined, locale: "vi", client: "bench", request_id: "bench" } as const;
  const ask = () => handle(shopTable, call, visiting(base, visit).ctx, input);
  await ask();
  asked.length = 0;
  await ask();
  await database.close();
  return asked;
}

/** Carts opened and orders placed, by many at once on the same products. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { cpuSeconds } from "./cpu.ts";
import type { Environment, Shop } from "./environment.ts";
import { formatInteger, printLine, printRow, reportFailures } from "./table.ts";

const clients = 32;
const plenty = 1_000_000;

export async function benchWrites(environment: Environment, shop: Shop, seconds: number): Promise<void> {
  const products = await threeProducts(environment);
  const form = {
    full_name: "Tạ Mai Lan",
    phone: "0590000011",
    address: { city_code: "01", ward_code: "00229", street: "18 phố Men Ngọc" },
    shipping_method: "GHN",
    payment_method: "cod",
  };
  const works = [
    ["add to cart (new carts)", "/v1/client/add-to-cart", { product_id: products[0], quantity: 1 }],
    [
      "place three lines, COD",
      "/v1/shop/order",
      { ...form, items: products.map((product_id) => ({ product_id, quantity: 1 })) },
    ],
  ] as const;
  printLine(`Writes: per CPU-second of Node, ${clients} at once`);
  printRow("", "shop", "a second", "p99 ms");
  for (const [name, path, body] of works) {
    await write({ url: shop.url + path, body, seconds: seconds * 1.5 });
    const before = cpuSeconds(shop.pid);
    const { done, failed, p99_ms } = await write({ url: shop.url + path, body, seconds });
    printRow(
      name,
      formatInteger(done / (cpuSeconds(shop.pid) - before)),
      formatInteger(done / seconds),
      formatInteger(p99_ms),
    );
    reportFailures(name, failed);
  }
}

type Work = { url: string; body: unknown; seconds: number };
export type Written = { done: number; failed: number; p99_ms: number };

/** From a process of its own. */
async function write(work: Work): Promise<Written> {
  const given = JSON.stringify({ ...work, clients });
  const child = spawn(process.execPath, [new URL("load-writer.ts", import.meta.url).pathname, given], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout, "data");
  await once(child, "exit");
  return JSON.parse(String(said)) as Written;
}

/** Cheap enough together for cash on delivery, small enough for one parcel, and enough of them for any number of orders. */
async function threeProducts({ sql: db }: Environment): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from catalogue.variants v join catalogue.products p on p.id = v.product_id
    where v.is_default and p.status = 'active' and p.shipping_class = 'parcel' and v.price < 3000000
      and not exists (select from promotions.flash_sale_items f where f.variant_id = v.id)
    order by v.id limit 3`.execute(db);
  const ids = rows.map((row) => row.id);
  await sql`insert into catalogue.stock (variant_id, warehouse, on_hand)
    select id, 'HN', ${plenty} from unnest(${ids}::int[]) as v (id)
    on conflict (variant_id, warehouse) do update set on_hand = ${plenty}, allocated = 0`.execute(db);
  return ids;
}

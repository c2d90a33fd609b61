/** Allocation of stock under concurrency: never oversold, never released twice. rules/catalogue#stock-locks */
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { type Allocation, allocateStock, releaseStock, takeStock } from "./stock.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 64, timeout_factor: 10 });
});
afterAll(() => shop.close());

/** Sets the whole stock of a variant, by warehouse. */
async function count(variant_id: number, by: Record<string, number>): Promise<void> {
  await sql`delete from catalogue.stock where variant_id = ${variant_id}`.execute(shop.sql);
  await sql`insert into catalogue.stock (variant_id, warehouse, on_hand)
    select ${variant_id}, key, value::int from jsonb_each_text(${JSON.stringify(by)}::jsonb)`.execute(shop.sql);
}

async function stockOf(variant_id: number) {
  const { rows } = await sql<{ on_hand: number; allocated: number }>`
    select sum(on_hand)::int as on_hand, sum(allocated)::int as allocated from catalogue.stock
    where variant_id = ${variant_id}`.execute(shop.sql);
  return rows[0];
}

const inStock = async (variant_id: number) =>
  (await shop.visitor().catalogue.cards({ ids: String(variant_id) }))[0]?.available;

test("200 buyers at once of 50 units: exactly 50 get one", async () => {
  await count(1060, { HN: 20, DN: 10, HCM: 20 });
  const answers = await Promise.allSettled(
    Array.from({ length: 200 }, () => allocateStock(shop.ctx(), [{ variant_id: 1060, quantity: 1 }], ["HCM"])),
  );
  const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as ShopError] : []));
  expect(answers.length - refusals.length).toBe(50);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(ShopError);
    expect(refusal.code).toBe("out_of_stock");
    expect(refusal.params).toMatchObject({ name: "Nồi cơm điện mini Sorami RC-06, 0.6 lít", maximum: 0 });
  }
  expect(await stockOf(1060)).toEqual({ on_hand: 50, allocated: 50 });
});

test("600 orders of four shared products in any order, 60 at a time: none deadlocks, none oversells", async () => {
  const shared = [1061, 1062, 1063, 1064];
  for (const variant_id of shared) await count(variant_id, { HN: 150, HCM: 100 });
  const failures: unknown[] = [];
  const order = async (number: number) => {
    const lines = shared
      .map((variant_id, index) => ({ variant_id, quantity: 1 + ((number + index) % 2) }))
      .sort(() => Math.random() - 0.5);
    // Straight on a transaction: `inTransaction` would repeat a deadlock and hide it.
    const allocate = shop.sql.transaction().execute((db) => {
      return allocateStock(
        { ...shop.ctx(), sql: db, in_transaction: true },
        lines,
        number % 2 ? ["HN", "HCM"] : ["HCM"],
      );
    });
    await allocate.catch((error: unknown) => failures.push(error));
  };
  for (let start = 0; start < 600; start += 60) {
    await Promise.all(Array.from({ length: 60 }, (_, index) => order(start + index)));
  }
  expect(failures.filter((error) => (error as { code?: string }).code !== "out_of_stock")).toEqual([]);
  for (const variant_id of shared) {
    const stock = await stockOf(variant_id);
    expect(stock?.allocated).toBeLessThanOrEqual(250);
    expect(stock?.allocated).toBeGreaterThan(240); // sold out to the last pair
  }
});

test("two lines of one product are one quantity", async () => {
  await count(1065, { HN: 5 });
  const twice = [
    { variant_id: 1065, quantity: 3 },
    { variant_id: 1065, quantity: 3 },
  ];
  await expect(allocateStock(shop.ctx(), twice)).rejects.toMatchObject({
    code: "out_of_stock",
    params: { maximum: 5 },
  });
  expect(await stockOf(1065)).toEqual({ on_hand: 5, allocated: 0 });
  const fits = await allocateStock(shop.ctx(), [
    twice[0] ?? { variant_id: 0, quantity: 0 },
    { variant_id: 1065, quantity: 2 },
  ]);
  expect(fits).toEqual([{ variant_id: 1065, warehouse: "HN", quantity: 5 }]);
});

test("an order short of one product allocates nothing of the others", async () => {
  await count(1066, { HN: 9 });
  await count(1067, { HN: 1 });
  const lines = [
    { variant_id: 1067, quantity: 2 },
    { variant_id: 1066, quantity: 2 },
  ];
  await expect(allocateStock(shop.ctx({ locale: "en" }), lines)).rejects.toMatchObject({
    code: "out_of_stock",
    params: { name: expect.stringMatching(/^Sorami .*(Pressure|Multi)/i), maximum: 1 },
  });
  expect(await stockOf(1066)).toEqual({ on_hand: 9, allocated: 0 });
});

test("a line is allocated from the nearest warehouse that has all of it, otherwise from several in order", async () => {
  await count(1068, { HN: 2, DN: 3, HCM: 6 });
  const allocate = (quantity: number) => allocateStock(shop.ctx(), [{ variant_id: 1068, quantity }], ["DN", "HN"]);
  expect(await allocate(2)).toEqual([{ variant_id: 1068, warehouse: "DN", quantity: 2 }]);
  expect(await allocate(4)).toEqual([{ variant_id: 1068, warehouse: "HCM", quantity: 4 }]);
  expect(await allocate(4)).toEqual([
    { variant_id: 1068, warehouse: "DN", quantity: 1 },
    { variant_id: 1068, warehouse: "HN", quantity: 2 },
    { variant_id: 1068, warehouse: "HCM", quantity: 1 },
  ]);
});

test("released stock can be sold again, taken stock cannot, and neither happens twice", async () => {
  await count(1069, { HN: 3 });
  const held = await allocateStock(shop.ctx(), [{ variant_id: 1069, quantity: 3 }]);
  expect(await inStock(1069)).toBe(false);
  await releaseStock(shop.ctx(), held);
  expect(await inStock(1069)).toBe(true);
  await expect(releaseStock(shop.ctx(), held)).rejects.toThrow("stock_never_negative");
  const again = await allocateStock(shop.ctx(), [{ variant_id: 1069, quantity: 2 }]);
  await takeStock(shop.ctx(), again);
  expect(await stockOf(1069)).toEqual({ on_hand: 1, allocated: 0 });
  await expect(takeStock(shop.ctx(), again)).rejects.toThrow("stock_never_negative");
  const nowhere: Allocation[] = [{ variant_id: 1069, warehouse: "DN", quantity: 1 }];
  await expect(releaseStock(shop.ctx(), nowhere)).rejects.toThrow("not there");
});

test("a product is sold out only when its last colour is, also when two colours go at once", async () => {
  const { variants } = await shop.visitor().catalogue.product({ id: 1060 });
  const ids = variants.map((variant) => variant.product_id);
  expect(ids.length).toBe(3);
  for (let round = 0; round < 10; round++) {
    for (const id of ids) await count(id, { HN: 1 });
    await sql`update catalogue.shelf set in_stock = true where product_id = 1060`.execute(shop.sql);
    const held = await Promise.all(ids.map((id) => allocateStock(shop.ctx(), [{ variant_id: id, quantity: 1 }])));
    expect(await inStock(1060)).toBe(false);
    await releaseStock(shop.ctx(), held[1] ?? []);
    expect(await inStock(1060)).toBe(true);
  }
});

test("pages that show a figure or the words 'sold out' are invalidated, others are not", async () => {
  const heard: string[] = [];
  const ctx = () => ({
    ...shop.ctx(),
    announce: async (_ctx: unknown, _event: string, payload: unknown) => {
      heard.push(...(payload as { tags: string[] }).tags);
    },
  });
  await count(1070, { HN: 100 });
  const some = await allocateStock(ctx(), [{ variant_id: 1070, quantity: 10 }]);
  expect(heard).toEqual([]);
  await allocateStock(ctx(), [{ variant_id: 1070, quantity: 90 }]);
  const { slug, categories } = await shop.visitor().catalogue.product({ id: 1070 });
  expect(heard.sort()).toEqual(
    ["category:all", ...categories.map((each) => `category:${each.slug}`), `product:${slug}`].sort(),
  );
  heard.length = 0;
  await releaseStock(ctx(), some);
  expect(heard).toContain(`product:${slug}`);
});

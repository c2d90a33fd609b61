/** What would be lost: a price nobody can account for, or one that is shown or charged when it does not hold. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import type { Actor } from "../../kernel/actor.ts";
import { juicer as JUICER, orderForm, startFlashSale } from "../../orders/test-orders.ts";
import { dropMemos } from "../../platform/memo.ts";
import { turnDealPrices } from "../../promotions/price-turns.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { turnSalePrices } from "../index/prices.ts";
import { setPrice } from "../test-prices.ts";
import { type Price, setPrices } from "./prices.ts";

const HOUR_MS = 3_600_000;
const listed = { list_price: 2_990_000, sale_price: null, sale_from: null, sale_until: null };
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
});
afterAll(() => shop.close());

const historyOf = async (variant_id: number) =>
  (
    await shop.sql
      .selectFrom("catalogue.price_history")
      .select(["version", "list_price", "sale_price", "actor", "set_at"])
      .where("variant_id", "=", variant_id)
      .orderBy("version")
      .execute()
  ).map(({ set_at, ...row }) => ({ ...row, hours: Math.round((set_at.getTime() - shop.now.getTime()) / HOUR_MS) }));
const at = (hours: number) => new Date(shop.now.getTime() + hours * HOUR_MS).toISOString();

test("every variant of the demo shop has its price and the first row of its history", async () => {
  const { rows } = await sql`select from catalogue.variants v join catalogue.prices p on p.variant_id = v.id
    join catalogue.price_history h on h.variant_id = v.id and h.version = 1 and h.actor = 'system'`.execute(shop.sql);
  const { rows: variants } = await sql`select from catalogue.variants`.execute(shop.sql);
  expect(rows.length).toBe(variants.length);
  expect(await integrityViolations(shop.sql)).toEqual([]);
});

test("many prices in one statement: a row of history for each that changes, none for the others", async () => {
  const dearer = { ...listed, list_price: 3_100_000 };
  const set = (prices: (Price & { variant_id: number })[], by: Actor) =>
    setPrices(shop.sql, prices, { by, at: shop.now });
  await set([{ ...listed, variant_id: JUICER }], "command");
  expect(await set([{ ...listed, variant_id: JUICER }], "staff:7")).toEqual([]);
  const both = [
    { ...dearer, variant_id: JUICER },
    { ...listed, variant_id: 1060, list_price: 650_000 },
  ];
  expect((await set(both, "staff:7")).sort()).toEqual([1060, JUICER]);
  expect(await set(both, "command")).toEqual([]);
  expect((await historyOf(JUICER)).slice(1)).toEqual([
    { version: 2, list_price: 2_990_000, sale_price: null, actor: "command", hours: 0 },
    { version: 3, list_price: 3_100_000, sale_price: null, actor: "staff:7", hours: 0 },
  ]);
});

test("of twenty who set a price at once each leaves a row, and the last one holds", async () => {
  const before = (await historyOf(JUICER)).length;
  await Promise.all(
    Array.from({ length: 20 }, (_each, n) =>
      setPrices(shop.sql, [{ ...listed, list_price: 1_000_000 + n, variant_id: JUICER }], {
        by: "system",
        at: shop.now,
      }),
    ),
  );
  const history = await historyOf(JUICER);
  expect(history.map(({ version }) => version)).toEqual(history.map((_each, place) => place + 1));
  expect(history.length).toBe(before + 20);
  expect(await integrityViolations(shop.sql)).toEqual([]);
});

test("the database refuses a price without its history, and history that is not added", async () => {
  const tries = [
    ["append only", sql`update catalogue.price_history set list_price = 1 where variant_id = ${JUICER}`],
    ["append only", sql`delete from catalogue.price_history where variant_id = ${JUICER}`],
    ["together with its history", sql`update catalogue.prices set list_price = 1 where variant_id = ${JUICER}`],
    [
      "foreign key",
      sql`update catalogue.prices set list_price = 1, version = version + 1 where variant_id = ${JUICER}`,
    ],
  ] as const;
  for (const [why, attempt] of tries) await expect(attempt.execute(shop.sql)).rejects.toThrow(why);
  await expect(
    setPrices(shop.sql, [{ ...listed, sale_price: 2_990_000, variant_id: JUICER }], { by: "system", at: shop.now }),
  ).rejects.toThrow("check constraint");
});

test("a sale price holds in its window: product page, cart, order, list and filter", async () => {
  await setPrice(shop, JUICER, {
    list_price: 3_000_000,
    sale_price: 2_000_000,
    sale_from: at(1),
    sale_until: at(3),
  });
  dropMemos(["prices"]);
  const began = shop.now.getTime();
  const lan = shop.visitor();
  await lan.cart.addItem({ product_id: JUICER, quantity: 1 });
  const prices = async () => {
    const product = await shop.visitor().catalogue.product({ id: JUICER });
    const cart = await lan.cart.get({});
    const placed = await shop.visitor().orders.place(orderForm({ items: [{ product_id: JUICER, quantity: 1 }] }));
    const { data } = await shop.visitor().catalogue.products({ name: "SRM-JU75" });
    const card = data.find((each) => each.product_id === JUICER)?.price;
    return [product.price, cart.items[0]?.unit_price, placed.totals.goods, card];
  };
  const indexed = async () => {
    const row = await shop.sql
      .selectFrom("catalogue.shelf")
      .select(["price", "price_until"])
      .where("variant_id", "=", JUICER)
      .executeTakeFirstOrThrow();
    return [row.price, row.price_until && (row.price_until.getTime() - began) / HOUR_MS];
  };
  const all = (price: number) => [price, price, price, price];
  const chrome = async () => (await shop.visitor().content.chrome({})).prices_change_at;

  expect([await prices(), await indexed()]).toEqual([all(3_000_000), [3_000_000, 1]]);
  expect(await chrome()).toBe(new Date(began + HOUR_MS).toISOString());

  shop.advanceClock(HOUR_MS);
  expect(await prices()).toEqual(all(2_000_000)); // to the second, whether or not the listing index has followed
  expect(await chrome()).toBe(new Date(began + 3 * HOUR_MS).toISOString());
  const heard: string[] = [];
  const ctx = {
    ...shop.ctx(),
    announce: async (_ctx: unknown, _event: string, payload: unknown) => {
      heard.push(...(payload as { tags: string[] }).tags);
    },
  };
  await turnSalePrices(ctx);
  expect(await indexed()).toEqual([2_000_000, 3]);
  expect(heard).toEqual(
    expect.arrayContaining(["product:may-ep-cham-sorami-ju-75-mieng-75-mm", "category:may-ep-cham", "category:all"]),
  );
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = 'sale_prices_window'`.execute(shop.sql);
  expect(rows[0]?.run_at.getTime()).toBe(began + 3 * HOUR_MS);

  shop.advanceClock(2 * HOUR_MS);
  expect(await prices()).toEqual(all(3_000_000));
  await turnSalePrices(shop.ctx());
  expect(await indexed()).toEqual([3_000_000, null]);
  heard.length = 0;
  await turnSalePrices(ctx);
  expect(heard).toEqual([]); // nothing has turned since
  expect(await integrityViolations(shop.sql)).toEqual([]);
});

test("beside a flash sale the lower price holds, and at an equal price no quota is used", async () => {
  await setPrice(shop, JUICER, { list_price: 3_000_000, sale_price: 2_000_000, sale_from: at(1), sale_until: at(2) });
  await sql`update catalogue.stock set on_hand = on_hand + 10 where variant_id = ${JUICER}`.execute(shop.sql);
  await startFlashSale(shop.sql, new Date(at(1)), { variant_id: JUICER, price: 2_000_000, quota: 5 });
  const placed = async () => {
    const items = [{ product_id: JUICER, quantity: 1 }];
    const { totals } = await shop.visitor().orders.place(orderForm({ items, note: "giờ vàng" }));
    const { rows } = await sql<{ sold: number }>`select sold from promotions.flash_sale_items`.execute(shop.sql);
    return [totals.goods, rows[0]?.sold];
  };
  const indexed = async () =>
    (
      await sql<{ deal_price: number | null; price: number }>`
      select deal_price, price from catalogue.shelf where variant_id = ${JUICER}`.execute(shop.sql)
    ).rows[0];
  await turnDealPrices(shop.ctx());
  expect([await placed(), await indexed()]).toEqual([[2_000_000, 1], { deal_price: 2_000_000, price: 2_000_000 }]);
  shop.advanceClock(HOUR_MS + 1);
  await turnSalePrices(shop.ctx());
  await turnDealPrices(shop.ctx());
  expect([await placed(), await indexed()]).toEqual([[2_000_000, 1], { deal_price: null, price: 2_000_000 }]);
});

/** What the tax office would ask: which VAT stood in an order, at which rate, and whether anything may still change it. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rateOf, vatRates } from "../catalogue/products/vat.ts";
import { integrityViolations } from "../database/integrity.ts";
import { dropMemos } from "../platform/memo.ts";
import { setSetting, setting } from "../platform/settings.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { approveOrder, deliverOrder, shipOrder } from "./orders.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "./test-orders.ts";

const DAY_MS = 86_400_000;
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ now: new Date("2026-12-30T10:00:00+07:00") });
  await setStock(shop.sql, juicer, 50);
  await setStock(shop.sql, RICE_COOKER, 50);
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  await sql`update catalogue.products set vat_class = 'standard' where id =
    (select product_id from catalogue.variants where id = ${RICE_COOKER})`.execute(shop.sql);
});
afterAll(() => shop.close());

let placedOrders = 0;
async function place(): Promise<string> {
  placedOrders += 1; // the same order within a minute is a repeat
  const items = [juicer, RICE_COOKER].map((product_id) => ({ product_id, quantity: 1 }));
  return (await shop.visitor().orders.place(orderForm({ items, note: `số ${placedOrders}` }))).order_code;
}

async function deliver(code: string): Promise<void> {
  for (const step of [approveOrder, shipOrder, deliverOrder]) await step(shop.ctx(), code);
}

async function vatOf(code: string) {
  const { totals } = await shop.visitor().orders.byCode({ id: code, order_phone: "0590000011" });
  const groups = await shop.sql
    .selectFrom("orders.vat_groups as g")
    .innerJoin("orders.orders as o", "o.id", "g.order_id")
    .select(["g.fixed_by", "g.rate_bp", "g.gross", "g.net", "g.vat"])
    .where("o.code", "=", code)
    .orderBy("g.fixed_by", "desc")
    .orderBy("g.rate_bp")
    .execute();
  return { total: totals.total, vat: totals.vat, groups };
}

const group = (fixed_by: string, rate_bp: number, gross: number) => {
  const net = Math.round(gross / (1 + rate_bp / 10_000));
  return { fixed_by, rate_bp, gross, net, vat: gross - net };
};
const sumOf = (groups: readonly { vat: number }[]) => groups.reduce((sum, { vat }) => sum + vat, 0);

test("placed on 30 December 2026, delivered on 2 January 2027: the rate of delivery is fixed, the total is the same", async () => {
  const code = await place();
  const placed = await vatOf(code);
  const { unit_price = 0 } =
    (
      await sql<{ unit_price: number }>`select unit_price from orders.lines where variant_id = ${RICE_COOKER}`.execute(
        shop.sql,
      )
    ).rows[0] ?? {};
  const told = [group("placement", 800, placed.total - unit_price), group("placement", 1000, unit_price)];
  expect(placed.groups).toEqual(told);
  expect(placed.vat).toBe(sumOf(told));

  shop.advanceClock(3 * DAY_MS);
  await deliver(code);
  const delivered = await vatOf(code);
  const fixed = [group("delivery", 1000, placed.total)];
  expect(delivered).toEqual({ total: placed.total, vat: sumOf(fixed), groups: [...told, ...fixed] });
  expect(delivered.vat).toBeGreaterThan(placed.vat);
  expect(await integrityViolations(shop.sql)).toEqual([]);
});

test("a rate that is set later, from a day that has passed, changes nothing that delivery has fixed", async () => {
  const [fixed, open] = [await place(), await place()];
  await deliver(fixed);
  const [before, waiting] = [await vatOf(fixed), await vatOf(open)];
  const rates = await setting(shop.ctx(), "vat_rates");
  const prolonged = rates.reduced.filter(({ from }) => from !== "2027-01-01");
  await setSetting(shop.ctx(), "vat_rates", { ...rates, reduced: prolonged });
  dropMemos(["settings"]);
  expect(await vatOf(fixed)).toEqual(before);
  expect(await vatOf(open)).toEqual(waiting);
  expect((await shop.visitor().catalogue.product({ id: juicer })).vat_rate).toBe(8);
  await deliver(open);
  const { total, groups } = await vatOf(open);
  expect(groups.filter(({ fixed_by }) => fixed_by === "delivery").map(({ rate_bp }) => rate_bp)).toEqual([800, 1000]);
  expect(total).toBe(waiting.total);
  const tries = [
    sql`update orders.vat_groups set rate_bp = 500 where rate_bp = 800`,
    sql`delete from orders.vat_groups`,
  ];
  for (const attempt of tries) await expect(attempt.execute(shop.sql)).rejects.toThrow("append only");
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await setSetting(shop.ctx(), "vat_rates", rates);
  dropMemos(["settings"]);
});

test("the reduced rate ends by itself with the year 2026, at midnight in Vietnam", async () => {
  const rates = await vatRates(shop.ctx());
  const reduced = (at: string) => rateOf(rates, "reduced", new Date(at));
  expect(reduced("2026-12-31T16:59:59Z")).toBe(800);
  expect(reduced("2026-12-31T17:00:00Z")).toBe(1000);
  expect(reduced("2025-06-30T16:59:59Z")).toBe(1000);
  expect(reduced("1999-01-01T00:00:00Z")).toBe(1000);
  expect(rateOf(rates, "standard", new Date("2026-11-21T00:00:00Z"))).toBe(1000);
});

test.each([
  { reduced: [], standard: [{ from: "2009-01-01", rate_bp: 1000 }] },
  {
    reduced: [
      { from: "2027-01-01", rate_bp: 1000 },
      { from: "2009-01-01", rate_bp: 800 },
    ],
    standard: [{ from: "2009-01-01", rate_bp: 1000 }],
  },
  { reduced: [{ from: "2009-01-01", rate_bp: 0.08 }], standard: [{ from: "2009-01-01", rate_bp: 1000 }] },
])("rates without an order or that are no rates are refused: %j", async (value) => {
  await expect(setSetting(shop.ctx(), "vat_rates", value)).rejects.toMatchObject({ code: "invalid" });
});

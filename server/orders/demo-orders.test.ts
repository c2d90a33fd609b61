/** The demo's orders leave the books as a shop leaves them that sold them. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoData } from "../database/demo-data.ts";
import { integrityViolations } from "../database/integrity.ts";
import { builtFeatures } from "../kernel/features.ts";
import { orderSeeds } from "../seeds.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { isTold, type SourceOrder } from "./seed-orders.ts";

const { orders } = demoData<{ orders: SourceOrder[] }>("orders/demo-orders.json");
let shop: TestShop;
let stockBefore: unknown;
let told: SourceOrder[];

const available = () =>
  sql`select variant_id, sum(on_hand - allocated)::int as available from catalogue.stock group by 1 order by 1`
    .execute(shop.sql)
    .then(({ rows }) => rows);

beforeAll(async () => {
  shop = await testShop({ programmes: true });
  stockBefore = await available();
  const context = { builtFeatures, now: shop.now, demo_password: undefined, staff: null };
  await shop.sql.transaction().execute(async (transaction) => {
    for (const { seed } of orderSeeds(shop.base)) await seed(transaction, context);
  });
  const { people } = demoData<{ people: { key: string }[] }>("identity/people.json");
  told = orders.filter((order) => isTold(order, new Set(people.map(({ key }) => key))));
});
afterAll(() => shop.close());

test("nothing contradicts itself between orders, stock, money, points and ratings", async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
});

test("each order has come to the state, the amounts and the money it is told with", async () => {
  type Stored = { code: string; status: string; total: number; payment: string; points: number | null };
  const { rows } = await sql<Stored>`
    select o.code, o.status, o.total + p.rounding as total, p.status as payment, e.points::int as points
    from orders.orders o join payments.payments p on p.order_code = o.code
    left join loyalty.earnings e on e.order_code = o.code order by o.code`.execute(shop.sql);
  expect(told.length).toBeGreaterThan(35);
  const wanted = told.map((order) => ({
    ...{
      code: order.code,
      status: order.status,
      total: order.total,
      payment: (order.payment as { state?: string }).state,
    },
    points: order.points_earned ?? null,
  }));
  expect(rows).toEqual(wanted.toSorted((a, b) => (a.code < b.code ? -1 : 1)));
});

test("what can be bought is as much as without them", async () => {
  expect(await available()).toEqual(stockBefore);
});

test("a rating is shown where its order was delivered", async () => {
  const { rows } = await sql<{ ratings: number }>`
    select count(*)::int as ratings from reviews.comments where kind = 'rating'`.execute(shop.sql);
  expect(rows[0]?.ratings).toBeGreaterThan(10);
});

test("nobody is told of an order of the past", async () => {
  const { rows } =
    await sql`select from notifications.notifications union all select from notifications.outbox`.execute(shop.sql);
  expect(rows).toEqual([]);
});

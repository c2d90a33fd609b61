/**
 * Many clients at the same moment on a real PostgreSQL: stock is never oversold, and no order is half placed. Results
 * are counted from the answers and from the database. rules/orders#placement, rules/catalogue#stock-locks
 */
import { isWireFailure } from "contract/errors.ts";
import type { Placed } from "contract/orders/orders.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { z } from "zod";
import { expirePayments } from "../payments/payments.ts";
import { asAdmin } from "../testing/test-environment.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { approveOrder, cancelOrder, cancelUnpaidOrder } from "./orders.ts";
import { juicer, orderForm, RICE_COOKER, setStock, startFlashSale, stockOf } from "./test-orders.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 40, timeout_factor: 10 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  await setStock(shop.sql, juicer, 50);
  await setStock(shop.sql, RICE_COOKER, 500);
});

const phone = (index: number) => `059${String(1_000_000 + index)}`;
const buyer = (index: number) => shop.visitor({ client: `10.2.${Math.floor(index / 250)}.${index % 250}` });

type Answer = z.infer<typeof Placed>;
type Outcomes = { placed: Answer[]; refused: string[] };

/** The final answer of each; anything but a result or a clear 4xx fails the test. */
async function outcomes(calls: readonly (() => Promise<Answer>)[]): Promise<Outcomes> {
  const told: Outcomes = { placed: [], refused: [] };
  for (const result of await Promise.allSettled(calls.map(insist))) {
    if (result.status === "fulfilled") told.placed.push(result.value);
    else if (isWireFailure(result.reason) && result.reason.status < 500) told.refused.push(result.reason.body.code);
    else throw result.reason;
  }
  return told;
}

/** A busy shop says "try again" (503); a client does, and the shop must not count the tries twice. */
async function insist(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isWireFailure(error, "unavailable")) throw error;
    }
  }
}

async function ordersOf(variant_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from orders.lines where variant_id = ${variant_id}`.execute(shop.sql);
  return rows[0]?.count ?? 0;
}

test("of 200 buyers at once of 50 units exactly 50 place an order, and 150 are refused", async () => {
  const before = await ordersOf(juicer);
  const items = [{ product_id: juicer, quantity: 1 }];
  const told = await outcomes(
    Array.from(
      { length: 200 },
      (_each, index) => () => buyer(index).orders.place(orderForm({ items, phone: phone(index) })),
    ),
  );
  expect(told.placed).toHaveLength(50);
  expect(told.refused).toHaveLength(150);
  expect(new Set(told.refused)).toEqual(new Set(["out_of_stock"]));
  expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 50, allocated: 50 });
  expect((await ordersOf(juicer)) - before).toBe(50);
});

test("of 100 buyers at once of a flash sale's 10 units exactly 10 get its price", async () => {
  const item_id = await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_990_000, quota: 10 });
  const items = [{ product_id: juicer, quantity: 1 }];
  const told = await outcomes(
    Array.from(
      { length: 100 },
      (_each, index) => () => buyer(index).orders.place(orderForm({ items, phone: phone(index), note: "flash" })),
    ),
  );
  expect(told.placed.filter((each) => each.totals.goods === 1_990_000)).toHaveLength(10);
  const { rows } = await sql`select sold from promotions.flash_sale_items where id = ${item_id}`.execute(shop.sql);
  expect(rows).toEqual([{ sold: 10 }]);
  expect((await stockOf(shop.sql, juicer)).allocated).toBe(told.placed.length);
});

test("one submission sent 20 times at once is one order, answered 20 times", async () => {
  const lan = buyer(300);
  await lan.cart.addItem({ product_id: juicer, quantity: 1 });
  const told = await outcomes(Array.from({ length: 20 }, () => () => lan.orders.place(orderForm())));
  expect(new Set(told.placed.map((each) => each.order_code)).size).toBe(1);
  expect(told.placed).toHaveLength(20);
  const quick = orderForm({ items: [{ product_id: juicer, quantity: 1 }] });
  const again = await outcomes(Array.from({ length: 20 }, () => () => lan.orders.place(quick)));
  expect(new Set(again.placed.map((each) => each.order_code)).size).toBe(1);
  expect(again.placed).toHaveLength(20);
  expect((await stockOf(shop.sql, juicer)).allocated).toBe(2);
});

test("with an Idempotency-Key: one order, and a repeat while it runs gets 'in progress'", async () => {
  const lan = buyer(301);
  const quick = orderForm({ items: [{ product_id: juicer, quantity: 1 }] });
  const keyed = { idempotency_key: "one-submission-of-lan-301" };
  const told = await outcomes(Array.from({ length: 20 }, () => () => lan.orders.place(quick, keyed)));
  expect(new Set(told.placed.map((each) => each.order_code)).size).toBe(1);
  expect(told.refused.every((code) => code === "in_progress")).toBe(true);
  const later = await lan.orders.place(quick, keyed);
  expect(later.order_code).toBe(told.placed[0]?.order_code);
  expect((await stockOf(shop.sql, juicer)).allocated).toBe(1);
});

test("with an Idempotency-Key, by callers that wait: one order, 20 answers, and the rate limit counts each call once", async () => {
  const lan = buyer(302);
  const quick = orderForm({ items: [{ product_id: juicer, quantity: 1 }] });
  const keyed = { idempotency_key: "one-submission-of-lan-302", awaits_first: true };
  const counted = async () => {
    const { rows } = await sql<{ times: number }>`
      select sum(used)::int as times from kernel.rate_limits`.execute(shop.sql);
    return rows[0]?.times ?? 0;
  };
  const before = await counted();
  const told = await outcomes(Array.from({ length: 20 }, () => () => lan.orders.place(quick, keyed)));
  expect(told.placed).toHaveLength(20);
  expect(new Set(told.placed.map((each) => each.order_code)).size).toBe(1);
  expect((await stockOf(shop.sql, juicer)).allocated).toBe(1);
  expect((await counted()) - before).toBe(20);
});

test("200 orders of the same four products with lines in any order, 40 at a time: no deadlock", async () => {
  const manyClients = await testShop({ max: 40, timeout_factor: 10 });
  const products = [juicer, RICE_COOKER, 1081, 1116];
  await sql`delete from promotions.flash_sales`.execute(manyClients.sql);
  for (const product_id of products) await setStock(manyClients.sql, product_id, 500);
  const told = await outcomes(
    Array.from({ length: 200 }, (_each, index) => () => {
      const turned = [...products.slice(index % 4), ...products.slice(0, index % 4)];
      const items = (index % 2 ? turned : turned.toReversed()).map((product_id) => ({ product_id, quantity: 1 }));
      return manyClients
        .visitor({ client: `10.4.${Math.floor(index / 250)}.${index % 250}` })
        .orders.place(orderForm({ items, phone: phone(index) }));
    }),
  );
  expect(told.refused).toEqual([]);
  for (const product_id of products) expect((await stockOf(manyClients.sql, product_id)).allocated).toBe(200);
  expect(await deadlocks(manyClients)).toBe(0);
  await manyClients.close();
});

/** Deadlocks are repeated in silence by inTransaction, so PostgreSQL counts them; connections report when they end. */
async function deadlocks({ url, sql: db }: TestShop): Promise<number> {
  await db.destroy();
  return asAdmin(url, async (client) => {
    const name = new URL(url).pathname.slice(1);
    const { rows } = await client.query("select deadlocks::int from pg_stat_database where datname = $1", [name]);
    return rows[0].deadlocks;
  });
}

test("approving and cancelling at once: one succeeds, and the stock matches it", async () => {
  for (let round = 0; round < 10; round += 1) {
    await setStock(shop.sql, juicer, 50);
    const items = [{ product_id: juicer, quantity: 3 }];
    const { order_code } = await buyer(400 + round).orders.place(orderForm({ items, phone: phone(400 + round) }));
    const [cancelled, approved] = await Promise.allSettled([
      cancelOrder(shop.ctx({ actor: "customer" }), order_code, { reason: "changed_mind" }),
      approveOrder(shop.ctx(), order_code),
    ]);
    const again = await Promise.allSettled(
      Array.from({ length: 5 }, () => cancelOrder(shop.ctx(), order_code, { note: "thử" })),
    );
    const cancels = [cancelled, ...again].filter((each) => each.status === "fulfilled");
    expect(cancels).toHaveLength(1);
    expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 50, allocated: 0 });
    const { rows } = await sql<{ status: string }>`select h.status from orders.history h
      join orders.orders o on o.id = h.order_id where o.code = ${order_code} order by h.id`.execute(shop.sql);
    const confirmed = approved.status === "fulfilled" ? ["confirmed"] : [];
    expect(rows.map((row) => row.status)).toEqual(["waiting_approval", ...confirmed, "cancelled"]);
  }
});

test("an unpaid transfer expires once, however many processes run the job", async () => {
  const items = [{ product_id: juicer, quantity: 2 }];
  const form = orderForm({ items, payment_method: "bank_transfer", phone: phone(500) });
  const { order_code } = await buyer(500).orders.place(form);
  expect((await stockOf(shop.sql, juicer)).allocated).toBe(2);
  shop.advanceClock(24 * 3_600_000 - 1);
  await expirePayments(shop.ctx());
  expect((await stockOf(shop.sql, juicer)).allocated).toBe(2);
  shop.advanceClock(2);
  await Promise.all([
    ...Array.from({ length: 5 }, () => expirePayments(shop.ctx())),
    ...Array.from({ length: 5 }, () => cancelUnpaidOrder(shop.ctx(), order_code)),
  ]);
  expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 50, allocated: 0 });
  const order = await buyer(501).orders.byCode({ id: order_code, order_phone: phone(500) });
  expect(order).toMatchObject({ status: "cancelled", payment: { status: "expired" }, can_cancel: false });
  expect(order.status_history.map((row) => [row.status, row.who])).toEqual([
    ["waiting_approval", "customer"],
    ["cancelled", "system"],
  ]);
});

test("all orders due expire in one run; one that fails does not stop the others", async () => {
  const transfer = (product_id: number, index: number) => {
    const items = [{ product_id, quantity: 1 }];
    const form = orderForm({ items, payment_method: "bank_transfer", phone: phone(index) });
    return () => buyer(index).orders.place(form);
  };
  const status = async (order_code: string, index: number) =>
    (await buyer(999).orders.byCode({ id: order_code, order_phone: phone(index) })).status;
  await setStock(shop.sql, juicer, 250);
  const stuck = await transfer(RICE_COOKER, 600)();
  await sql`delete from catalogue.stock where variant_id = ${RICE_COOKER}`.execute(shop.sql);
  shop.advanceClock(1);
  const due = await outcomes(Array.from({ length: 230 }, (_each, index) => transfer(juicer, 601 + index)));
  expect(due.placed).toHaveLength(230);
  shop.advanceClock(24 * 3_600_000);
  expect(await Promise.all([expirePayments(shop.ctx()), expirePayments(shop.ctx())])).toSatisfy(
    ([one, other]: number[]) => (one ?? 0) + (other ?? 0) === 230,
  );
  expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 250, allocated: 0 });
  expect(await status(stuck.order_code, 600)).toBe("waiting_approval");

  const next = await transfer(juicer, 900)();
  shop.advanceClock(24 * 3_600_000);
  expect(await expirePayments(shop.ctx())).toBe(1);
  expect(await status(next.order_code, 900)).toBe("cancelled");
  await sql`insert into catalogue.stock (variant_id, warehouse, on_hand, allocated) values (${RICE_COOKER}, 'HN', 1, 1)`.execute(
    shop.sql,
  );
  shop.advanceClock(60_000);
  expect(await expirePayments(shop.ctx())).toBe(1);
  expect(await status(stuck.order_code, 600)).toBe("cancelled");
});

/** Points of orders that are paid, lapse, are reopened, returned in part, or whose buyer is erased. rules/loyalty#spending */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../database/integrity.ts";
import { approveOrder, cancelOrder, completeOrder, deliverOrder, shipOrder } from "../orders/orders.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { receiveIpn } from "../payments/ipn/ipn.ts";
import { expirePayments } from "../payments/payments.ts";
import { sepayIpn } from "../payments/providers/bank-transfer/simulator.ts";
import { setting } from "../platform/settings.ts";
import { eraseAccounts } from "../privacy/erasure.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { takeBackLines } from "./earning.ts";
import { customerIdOf, putPoints, readBalance } from "./test-points.ts";

let shop: TestShop;
let lan: number;
let transfers = 80_000;
beforeAll(async () => {
  shop = await testShop();
  lan = await customerIdOf(shop, "lan");
  await setStock(shop.sql, juicer, 100);
  await setStock(shop.sql, RICE_COOKER, 100);
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

const DAY_MS = 86_400_000;

/** By transfer, with so many of Lan's points. */
async function ordered(points: number) {
  const session = await shop.as("lan");
  const items = [{ product_id: juicer, quantity: 1 }];
  const placed = await session.orders.place(
    orderForm({ items, points, payment_method: "bank_transfer", note: crypto.randomUUID() }),
  );
  return {
    ...placed,
    pay: async () => {
      const { account_number } = await setting(shop.ctx(), "bank_account");
      const content = placed.payment.transfer?.content ?? "";
      const booking = { account_number, content, amount: placed.totals.total, txn: ++transfers };
      await receiveIpn(shop.ctx(), sepayIpn(booking, shop.base.config.sepay_hmac_secret, shop.now));
    },
    status: async () => (await session.orders.byCode({ id: placed.order_code })).status,
  };
}

async function lapsed(points: number) {
  const order = await ordered(points);
  shop.advanceClock(DAY_MS + 60_000);
  await expirePayments(shop.ctx());
  expect(await order.status()).toBe("cancelled");
  return {
    ...order,
    reopen: async () => {
      const quynh = await shop.staff("quynh");
      const id = (await quynh.payments.refunds({ q: order.order_code })).rows[0]?.id ?? "";
      const { version } = await quynh.payments.refund({ id });
      return quynh.payments.reopenOrder({ id, version, reason: "Khách gọi" });
    },
  };
}

/** Day of the end of each lot that has something usable, with how much. */
const lots = async () =>
  (
    await sql<{ ends: string; usable: number }>`
      select (l.ends_at - interval '1 second')::date::text as ends, l.usable from ledger.lots l
      join ledger.accounts a on a.id = l.account_id where a.customer_id = ${lan} and l.usable > 0 order by l.ends_at`.execute(
      shop.sql,
    )
  ).rows;

describe("an order that waits for its money", () => {
  test("holds its points until it is paid, then spends them once", async () => {
    await putPoints(shop, lan, 300);
    const order = await ordered(200);
    expect(await readBalance(shop, lan)).toEqual({ usable: 100, held: 200, debt: 0 });
    await order.pay();
    await order.pay();
    expect(await order.status()).toBe("confirmed");
    expect(await readBalance(shop, lan)).toEqual({ usable: 100, held: 0, debt: 0 });
    await cancelOrder(shop.ctx(), order.order_code);
    expect((await readBalance(shop, lan)).usable).toBe(300);
  });

  test("gives them back once when it lapses, good for 30 days where their end has passed meanwhile", async () => {
    await putPoints(shop, lan, 200, 0);
    await lapsed(200);
    await expirePayments(shop.ctx());
    expect(await readBalance(shop, lan)).toEqual({ usable: 200, held: 0, debt: 0 });
    const days = (await lots()).map(({ ends }) => Math.round((Date.parse(ends) - shop.now.getTime()) / DAY_MS));
    expect(days).toHaveLength(1);
    expect(Math.abs((days[0] ?? 0) - 30)).toBeLessThanOrEqual(1);
  });
});

describe("a lapsed order that is reopened", () => {
  test("holds its points again and spends them with the money that had come late", async () => {
    await putPoints(shop, lan, 200);
    const order = await lapsed(200);
    await order.pay();
    expect((await readBalance(shop, lan)).usable).toBe(200);
    await order.reopen();
    expect(await order.status()).toBe("confirmed");
    expect(await readBalance(shop, lan)).toEqual({ usable: 0, held: 0, debt: 0 });
    await cancelOrder(shop.ctx(), order.order_code);
    expect(await readBalance(shop, lan)).toEqual({ usable: 200, held: 0, debt: 0 });
  });

  test("stays as it is where another order has taken the points", async () => {
    await putPoints(shop, lan, 200);
    const order = await lapsed(200);
    await order.pay();
    const other = await ordered(100);
    const { status, body } = await refusal(order.reopen());
    expect([status, body.code, body.message]).toEqual([409, "conflict", "Điểm của đơn này đã được dùng cho đơn khác"]);
    expect(await order.status()).toBe("cancelled");
    expect(await readBalance(shop, lan)).toEqual({ usable: 100, held: 100, debt: 0 });
    await cancelOrder(shop.ctx(), other.order_code);
  });
});

describe("a refund before completion", () => {
  test("gives back the points of its pieces and lowers what the order earns", async () => {
    await putPoints(shop, lan, 200);
    const session = await shop.as("lan");
    const items = [{ product_id: RICE_COOKER, quantity: 2 }];
    const { order_code } = await session.orders.place(orderForm({ items, points: 200 }));
    await approveOrder(shop.ctx(), order_code);
    await shipOrder(shop.ctx(), order_code);
    await deliverOrder(shop.ctx(), order_code);
    const { rows } = await sql<{ key: string; rate: number }>`
      select l.key, o.earn_rate_bp as rate from orders.lines l join orders.orders o on o.id = l.order_id
      where o.code = ${order_code}`.execute(shop.sql);
    const { key = "", rate = 0 } = rows[0] ?? {};
    const refund = { order_code, source: "early", lines: [{ key, quantity: 1 }] };
    expect(await takeBackLines(shop.ctx(), refund)).toEqual({ back: 100, taken: 0, gift_card: 0 });
    await completeOrder(shop.ctx(), order_code);
    const earned = Math.floor(((590_000 - 100_000) * rate) / 10_000_000);
    expect((await readBalance(shop, lan)).usable).toBe(100 + earned);
    await takeBackLines(shop.ctx(), { ...refund, source: "late" });
    expect(await readBalance(shop, lan)).toEqual({ usable: 200, held: 0, debt: 0 });
  });
});

describe("an account that is erased", () => {
  test("loses its points and what it earned; its delivered order neither earns nor fails", async () => {
    await putPoints(shop, lan, 400);
    const session = await shop.as("lan");
    const items = [{ product_id: RICE_COOKER, quantity: 1 }];
    const { order_code } = await session.orders.place(orderForm({ items, points: 200, note: crypto.randomUUID() }));
    const { rows } = await sql<{ id: number }>`select id from ledger.accounts where customer_id = ${lan}`.execute(
      shop.sql,
    );
    await approveOrder(shop.ctx(), order_code);
    await shipOrder(shop.ctx(), order_code);
    await deliverOrder(shop.ctx(), order_code);
    await session.privacy.askDeletion({ understood: true });
    shop.advanceClock(14 * DAY_MS + 1_000);
    expect(await eraseAccounts(shop.ctx())).toBe(1);
    await completeOrder(shop.ctx(), order_code);
    const left = await sql<{ usable: number; held: number; debt: number; customer_id: number | null }>`
      select usable, held, debt, customer_id from ledger.accounts where id = ${rows[0]?.id ?? 0}`.execute(shop.sql);
    expect(left.rows).toEqual([{ usable: 0, held: 0, debt: 0, customer_id: null }]);
    const earnings = await sql`select from loyalty.earnings where customer_id = ${lan}`.execute(shop.sql);
    expect(earnings.rows).toEqual([]);
  });
});

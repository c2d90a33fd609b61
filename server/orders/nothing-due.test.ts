/** What would be lost: an order that is asked for money it does not owe, or one that goes on though it owes some. */

import { PlaceInput } from "contract/orders/orders.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Prepaid } from "../cart/totals.ts";
import { integrityViolations } from "../database/integrity.ts";
import { expirePayments } from "../payments/payments.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { approveOrder, cancelOrder, deliverOrder, shipOrder } from "./orders.ts";
import { type Buyer, placeOrder } from "./place-order.ts";
import { juicer, orderForm, setStock, stockOf } from "./test-orders.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await setStock(shop.sql, juicer, 500);
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

const nothingPrepaid: Prepaid = { voucher: 0, trade_in: 0, points: 0, gift_card: 0 };
const one = { items: [{ product_id: juicer, quantity: 1 }] };
const visitor: Buyer = { cart: null, session_id: null, customer_id: null, unproven_from: null, is_unkeyed: false };
const phone = { order_phone: "0590000011" };

const place = (prepaid: Partial<Prepaid>, change: Parameters<typeof orderForm>[0] = {}, buyer = visitor) =>
  placeOrder(shop.ctx({ actor: "customer" }), PlaceInput.parse(orderForm({ ...one, ...change })), buyer, {
    ...nothingPrepaid,
    ...prepaid,
  });

const rowsOf = async (code: string) => {
  const { rows } = await sql<{ attempts: number; deadline: Date | null; method: string; status: string }>`
    select (select count(*)::int from payments.attempts a where a.payment_id = p.id) as attempts, p.deadline,
      o.payment_method as method, o.status
    from payments.payments p join orders.orders o on o.code = p.order_code where o.code = ${code}`.execute(shop.sql);
  return rows[0];
};

describe("an order that owes nothing", () => {
  test("is confirmed at placement, by no method, without an attempt or a deadline", async () => {
    const before = await stockOf(shop.sql, juicer);
    for (const payment_method of ["bank_transfer", "cod", "none"]) {
      const placed = await place({ gift_card: 10_000_000 }, { payment_method, note: payment_method });
      expect(placed).toMatchObject({
        status: "confirmed",
        totals: { goods: 2_490_000, total: 0, cash: 0 },
        payment: { method: "none", status: "success", amount: 0, received: 0, expires_at: null, transfer: null },
      });
      expect(placed.totals.gift_card).toBe(2_490_000 + placed.totals.shipping - placed.totals.shipping_discount);
      expect(await rowsOf(placed.order_code)).toEqual({
        ...{ attempts: 0, deadline: null },
        ...{ method: "none", status: "confirmed" },
      });
    }
    expect((await stockOf(shop.sql, juicer)).allocated).toBe(before.allocated + 3);
  });

  test("is shown by its proof and to who knows its phone, in three languages, and takes no payment", async () => {
    const { order_code, uid_payment } = await place({ gift_card: 10_000_000 }, { note: "xem" });
    const guide = await shop.visitor().payments.guide({ uid_payment });
    expect(guide).toMatchObject({ order_code, next: null, origins: null, can_start: false });
    const status = await shop.visitor().payments.queryStatus({ order_code, uid_payment });
    expect(status).toMatchObject({ type: "none", status: "success", result: "success", retry_allowed: false });
    expect(await refusalCode(shop.visitor().payments.start({ uid_payment }))).toBe("state_conflict");
    const names = [];
    for (const locale of ["vi", "en", "ja"] as const) {
      const order = await shop.visitor({ locale }).orders.byCode({ id: order_code, ...phone });
      expect(order.status_history.map((row) => [row.status, row.who])).toEqual([
        ["waiting_approval", "customer"],
        ["confirmed", "system"],
      ]);
      expect(order.uid_payment).toBe(uid_payment);
      names.push(order.payment.method_name);
    }
    expect(names).toEqual(["Không phải trả thêm", "Nothing to pay", "お支払いなし"]);
  });

  test("neither waits for staff nor lapses, and is delivered as any other", async () => {
    const { order_code } = await place({ gift_card: 10_000_000 }, { note: "giao" });
    await expect(approveOrder(shop.ctx(), order_code)).rejects.toMatchObject({ code: "state_conflict" });
    shop.advanceClock(10 * 86_400_000);
    await expirePayments(shop.ctx());
    await shipOrder(shop.ctx(), order_code);
    await deliverOrder(shop.ctx(), order_code);
    expect(await rowsOf(order_code)).toMatchObject({ status: "delivered" });
  });

  test("cancelled, gives its stock back and owes no money", async () => {
    const before = await stockOf(shop.sql, juicer);
    const { order_code } = await place({ gift_card: 10_000_000 }, { note: "hủy" });
    expect(await cancelOrder(shop.ctx(), order_code)).toEqual({ refund_owed: 0 });
    expect(await stockOf(shop.sql, juicer)).toEqual(before);
    const { payment } = await shop.visitor().orders.byCode({ id: order_code, ...phone });
    expect(payment).toMatchObject({ order_cancelled: true, refund_owed: 0, refunded: 0 });
  });

  test("tells its customer that it is confirmed, and of no money", async () => {
    const lan = await shop.as("lan");
    const { rows } = await sql<{ id: number }>`
      select id from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
    const buyer = { ...visitor, customer_id: rows[0]?.id ?? 0 };
    const { order_code } = await place({ gift_card: 10_000_000 }, {}, buyer);
    const notified = await sql<{ kind: string }>`select kind from notifications.notifications
      where subject = ${order_code} order by id`.execute(shop.sql);
    expect(notified.rows.map(({ kind }) => kind)).toEqual(["order_placed", "order_confirmed"]);
    const { data } = await lan.orders.list({ search: order_code });
    expect(data).toMatchObject([{ total: 0, payment_status: "success", is_on_delivery: false, can_cancel: true }]);
  });
});

test("what voucher, trade-in, points and gift card leave is due by the chosen method, and every part stands on the order", async () => {
  const prepaid = { voucher: 500_000, trade_in: 300_000, points: 40, gift_card: 150_000 };
  const placed = await place(prepaid, { payment_method: "bank_transfer" });
  const { totals, payment } = placed;
  expect(totals).toMatchObject({ ...prepaid, goods: 2_490_000, points_amount: 40_000 });
  expect(totals.total).toBe(1_500_000 + totals.shipping - totals.shipping_discount);
  expect(payment).toMatchObject({ method: "bank_transfer", status: "pending", amount: totals.total });
  expect((await shop.visitor().orders.byCode({ id: placed.order_code, ...phone })).totals).toEqual(totals);
  const { rows } = await sql`select l.voucher from orders.lines l join orders.orders o on o.id = l.order_id
    where o.code = ${placed.order_code}`.execute(shop.sql);
  expect(rows).toEqual([{ voucher: 500_000 }]);
});

test("no call of the wire names an amount, and no method is none where money is due", async () => {
  const form = { ...orderForm({ ...one, note: "tự trả" }), points_amount: 999_000, gift_card: 9_999_999, voucher: 1 };
  const { totals } = await shop.visitor({ client: "10.4.0.1" }).orders.place(form);
  expect(totals).toMatchObject({ voucher: 0, trade_in: 0, points: 0, points_amount: 0, gift_card: 0 });
  const none = orderForm({ ...one, payment_method: "none" });
  expect((await refusal(shop.visitor({ client: "10.4.0.2" }).orders.place(none))).body.code).toBe(
    "payment_unavailable",
  );
});

describe("the database refuses an order", () => {
  const due = sql`shipping - shipping_discount`;
  const change = async (set: typeof due, total: typeof due) => {
    const { order_code } = await place({}, { note: `${Math.random()}` });
    return sql`update orders.orders set ${set}, total = ${total}, vat = 0, cash = ceil((${total})::numeric / 1000) * 1000
      where code = ${order_code}`.execute(shop.sql);
  };

  test.each([
    ["whose total is not what its parts come to", sql`gift_card = 1`, sql`total`, "orders_total_check"],
    ["below zero", sql`gift_card = goods + shipping - shipping_discount + 500`, sql`-500`, "orders_nothing_below_zero"],
    ["whose goods are paid twice", sql`voucher = goods, trade_in = 1`, sql`${due} - 1`, "orders_goods_are_left"],
    ["with points that pay nothing", sql`points = 10`, sql`total`, "orders_points_pay"],
    ["with an amount of no points", sql`points_amount = 1000`, sql`total - 1000`, "orders_points_pay"],
    ["of an unknown kind", sql`kind = 'gift'`, sql`total`, "orders_kind_check"],
    ["of the exchange shop whose goods cost đồng", sql`kind = 'exchange'`, sql`total`, "orders_goods_check"],
    ["without goods", sql`goods = 0`, due, "orders_goods_check"],
  ])("%s", async (_what, set, total, constraint) => {
    await expect(change(set, total)).rejects.toThrow(constraint);
  });

  test("and takes one of the exchange shop: goods for points alone, the fee in đồng", async () => {
    const { order_code } = await place({}, { note: "đổi điểm" });
    const { id, due } = await sql<{ id: number; due: number }>`
      select id, shipping - shipping_discount as due from orders.orders where code = ${order_code}`
      .execute(shop.sql)
      .then(({ rows }) => rows[0] ?? { id: 0, due: 0 });
    const exchange = shop.sql.transaction().execute(async (db) => {
      await sql`update orders.lines set unit_price = 0, line_total = 0 where order_id = ${id}`.execute(db);
      await sql`update orders.orders set kind = 'exchange', points = 2490, goods = 0, discount = 0, vat = 0,
        total = ${due}, cash = ceil(${due} / 1000.0) * 1000 where id = ${id}`.execute(db);
      await sql`update payments.payments p set amount = o.total, rounding = o.cash - o.total
        from orders.orders o where o.code = p.order_code and o.id = ${id}`.execute(db);
      await sql`set constraints all immediate`.execute(db);
      throw new Error("taken, and rolled back: its VAT was written for another price");
    });
    await expect(exchange).rejects.toThrow("taken, and rolled back");
  });
});

test("the database has no payment of nothing that waits for money", async () => {
  const { order_code } = await place({}, { note: "không nợ" });
  const emptied = sql`update payments.payments set amount = 0, rounding = 0 where order_code = ${order_code}`;
  await expect(emptied.execute(shop.sql)).rejects.toThrow("payments_nothing_is_awaited");
});

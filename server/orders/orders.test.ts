/**
 * The states of an order: which step who may take, what it does to stock and money, and who may see the order.
 * rules/orders#states
 */

import { isShopError } from "contract/errors.ts";
import { type OrderStatus, orderStatuses, type Party } from "contract/orders/orders.ts";
import { unchecked } from "contract/unchecked.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { creditPayment, expirePayments } from "../payments/payments.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { maskName, maskPlace } from "./masking.ts";
import {
  approveOrder,
  cancelOrder,
  completeOrder,
  completeOrders,
  deliverOrder,
  markOrderPaid,
  shipOrder,
} from "./orders.ts";
import { juicer, orderForm, setStock, startFlashSale, stockOf } from "./test-orders.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  await setStock(shop.sql, juicer, 50);
});

let people = 0;
const newVisitor = () => shop.visitor({ client: `10.3.0.${people++ % 250}` });
const LANS_PHONE = "059 000 0011";
const DAY_MS = 86_400_000;

async function place(change: Parameters<typeof orderForm>[0] = {}): Promise<string> {
  const form = orderForm({ items: [{ product_id: juicer, quantity: 2 }], note: `số ${people}`, ...change });
  return (await newVisitor().orders.place(form)).order_code;
}

async function look(code: string) {
  return shop.visitor().orders.byCode({ id: code, order_phone: LANS_PHONE });
}

describe("steps from every status", () => {
  // Written out from rules/orders#states, on purpose not derived from the code.
  const allowed: Record<string, readonly string[]> = {
    "staff approves": ["waiting_approval"],
    "staff ships": ["confirmed"],
    "staff delivers": ["delivering"],
    "staff completes": ["delivered"],
    "customer completes": ["delivered"],
    "customer cancels": ["waiting_approval", "confirmed"],
    "staff cancels": ["waiting_approval", "confirmed", "delivering"],
  };
  const acts: Record<string, { who: Party; to: OrderStatus; act: (code: string) => Promise<unknown> }> = {
    "staff approves": { who: "staff", to: "confirmed", act: (code) => approveOrder(shop.ctx(), code) },
    "staff ships": { who: "staff", to: "delivering", act: (code) => shipOrder(shop.ctx(), code) },
    "staff delivers": { who: "staff", to: "delivered", act: (code) => deliverOrder(shop.ctx(), code) },
    "staff completes": { who: "staff", to: "completed", act: (code) => completeOrder(shop.ctx(), code) },
    "customer completes": {
      who: "customer",
      to: "completed",
      act: (code) => completeOrder(shop.ctx({ actor: "customer" }), code),
    },
    "customer cancels": {
      who: "customer",
      to: "cancelled",
      act: (code) => cancelOrder(shop.ctx({ actor: "customer" }), code, { reason: "too_slow" }),
    },
    "staff cancels": {
      who: "staff",
      to: "cancelled",
      act: (code) => cancelOrder(shop.ctx(), code, { note: "hết hàng" }),
    },
  };

  /** Walks a fresh order to a status by the steps the shop knows. */
  async function orderIn(status: OrderStatus): Promise<string> {
    const code = await place();
    if (status === "cancelled") await cancelOrder(shop.ctx(), code, { note: "thử" });
    if (status === "waiting_approval" || status === "cancelled") return code;
    await approveOrder(shop.ctx(), code);
    if (status === "confirmed") return code;
    await shipOrder(shop.ctx(), code, "GHN123");
    if (status === "delivering") return code;
    await deliverOrder(shop.ctx(), code);
    if (status === "completed") await completeOrder(shop.ctx(), code);
    return code;
  }

  for (const [name, { who, to, act }] of Object.entries(acts)) {
    test.each(orderStatuses)(`${name} an order that is %s`, async (status) => {
      const code = await orderIn(status);
      const before = await look(code);
      const stock = await stockOf(shop.sql, juicer);
      const error = await act(code).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      const after = await look(code);
      if (allowed[name]?.includes(status)) {
        expect(error).toBeNull();
        expect(after.status).toBe(to);
        expect(after.status_history.slice(0, -1)).toEqual(before.status_history);
        expect(after.status_history.at(-1)).toMatchObject({ status: to, who });
      } else {
        expect(isShopError(error) && error.code).toBe("state_conflict");
        expect(after).toEqual(before);
        expect(await stockOf(shop.sql, juicer)).toEqual(stock);
      }
    });
  }

  test("every step of an unknown order fails with 'not found'", async () => {
    for (const { act } of Object.values(acts)) {
      const error = await act("2222222222").catch((thrown: unknown) => thrown);
      expect(isShopError(error) && error.code).toBe("not_found");
    }
  });

  test("the database refuses to change or delete a row of the status history", async () => {
    await expect(sql`update orders.history set note = 'x'`.execute(shop.sql)).rejects.toThrow("append only");
    await expect(sql`delete from orders.history`.execute(shop.sql)).rejects.toThrow("append only");
  });
});

describe("effects of a step on stock and money", () => {
  test("cancelling releases the allocated stock and the flash sale's unit, once", async () => {
    const item_id = await startFlashSale(shop.sql, shop.now, {
      variant_id: juicer,
      price: 1_990_000,
      quota: 5,
      maximum: 2,
    });
    const sold = async () =>
      (
        await sql<{ sold: number }>`select sold from promotions.flash_sale_items where id = ${item_id}`.execute(
          shop.sql,
        )
      ).rows[0]?.sold;
    const code = await place();
    expect([await stockOf(shop.sql, juicer), await sold()]).toEqual([{ on_hand: 50, allocated: 2 }, 2]);
    await cancelOrder(shop.ctx({ actor: "customer" }), code, { reason: "changed_mind" });
    await cancelOrder(shop.ctx({ actor: "customer" }), code, { reason: "changed_mind" }).catch(() => undefined);
    expect([await stockOf(shop.sql, juicer), await sold()]).toEqual([{ on_hand: 50, allocated: 0 }, 0]);
  });

  test("delivering takes the units out of stock and records the cash", async () => {
    const code = await place();
    await approveOrder(shop.ctx(), code);
    await shipOrder(shop.ctx(), code, "GHN123");
    expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 50, allocated: 2 });
    await deliverOrder(shop.ctx(), code);
    expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 48, allocated: 0 });
    const order = await look(code);
    expect(order).toMatchObject({ status: "delivered", shipping_code: "GHN123", payment: { status: "success" } });
    expect(order.payment.received).toBe(order.payment.amount);
  });

  test("a failed delivery is recorded, and its units can be sold again", async () => {
    const code = await place();
    await approveOrder(shop.ctx(), code);
    await shipOrder(shop.ctx(), code);
    await cancelOrder(shop.ctx(), code, { note: "Không liên lạc được" });
    expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 50, allocated: 0 });
    expect(await look(code)).toMatchObject({
      status: "cancelled",
      cancellation_reason: "Giao hàng không thành công",
      payment: { refund_owed: 0 },
    });
  });

  test("an order by transfer cannot be approved by staff; the payment confirms it", async () => {
    const code = await place({ payment_method: "bank_transfer" });
    const error = await approveOrder(shop.ctx(), code).catch((thrown: unknown) => thrown);
    expect(isShopError(error) && error.params).toMatchObject({ why: "awaiting_payment" });
    const { payment } = await look(code);
    await pay(code, payment.amount - 1);
    expect((await look(code)).status).toBe("waiting_approval");
    await pay(code, 1);
    expect(await look(code)).toMatchObject({ status: "confirmed", payment: { status: "success" } });
    expect((await look(code)).status_history.at(-1)).toMatchObject({ status: "confirmed", who: "system" });
  });

  test("cancelling a paid order owes the whole amount back", async () => {
    const code = await place({ payment_method: "bank_transfer" });
    const { payment } = await look(code);
    await pay(code, payment.amount);
    const { refund_owed } = await cancelOrder(shop.ctx({ actor: "customer" }), code, { reason: "changed_mind" });
    expect(refund_owed).toBe(payment.amount);
    expect((await look(code)).payment).toMatchObject({ received: payment.amount, refund_owed: payment.amount });
  });

  test("money after the deadline is owed back; the order stays cancelled", async () => {
    const code = await place({ payment_method: "bank_transfer" });
    const { payment } = await look(code);
    shop.advanceClock(DAY_MS + 1);
    await expirePayments(shop.ctx());
    await pay(code, payment.amount);
    await markOrderPaid(shop.ctx(), code);
    expect(await look(code)).toMatchObject({
      status: "cancelled",
      cancellation_reason: "Quá hạn thanh toán",
      payment: { received: payment.amount, refund_owed: payment.amount },
    });
    expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 50, allocated: 0 });
  });

  test("an order completes by itself seven days after delivery, once", async () => {
    const code = await place();
    await approveOrder(shop.ctx(), code);
    await shipOrder(shop.ctx(), code);
    await deliverOrder(shop.ctx(), code);
    shop.advanceClock(7 * DAY_MS - 1);
    await completeOrders(shop.ctx());
    expect((await look(code)).status).toBe("delivered");
    shop.advanceClock(1);
    await Promise.all([completeOrders(shop.ctx()), completeOrders(shop.ctx())]);
    const order = await look(code);
    expect(order.status_history.map((row) => [row.status, row.who]).slice(-2)).toEqual([
      ["delivered", "staff"],
      ["completed", "system"],
    ]);
    expect(await completeOrders(shop.ctx())).toBe(0);
  });

  test("an order that cannot be completed does not stop the others of the run", async () => {
    const codes = [await place(), await place()];
    for (const code of codes) {
      await approveOrder(shop.ctx(), code);
      await shipOrder(shop.ctx(), code);
      await deliverOrder(shop.ctx(), code);
      shop.advanceClock(1);
    }
    const [stuck = "", next = ""] = codes;
    await sql`create function orders.refuse() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`.execute(
      shop.sql,
    );
    await sql`create trigger refuse before update on orders.orders for each row when (old.code = '${sql.raw(stuck)}')
      execute function orders.refuse()`.execute(shop.sql);
    shop.advanceClock(7 * DAY_MS);
    expect(await completeOrders(shop.ctx())).toBe(1);
    expect([(await look(stuck)).status, (await look(next)).status]).toEqual(["delivered", "completed"]);
    await sql`drop function orders.refuse cascade`.execute(shop.sql);
    expect(await completeOrders(shop.ctx())).toBe(1);
  });

  const pay = async (order_code: string, amount: number) =>
    shop.sql.transaction().execute((transaction) => {
      const ctx = { ...shop.ctx(), sql: transaction, in_transaction: true as const };
      return creditPayment(ctx, { order_code }, amount);
    });
});

describe("who may see an order", () => {
  test("the owner sees all of an order; code and phone in any spelling show it masked", async () => {
    const lan = newVisitor();
    const form = orderForm({
      items: [{ product_id: juicer, quantity: 1 }],
      note: "Cổng xanh, gọi số 0912345678",
      company_invoice: { company_name: "Công ty Sen Hồng", tax_code: "0300588569" },
    });
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const { order_code } = await lan.orders.place(form);
    expect(await lan.orders.byCode({ id: order_code })).toMatchObject({
      receiver: { full_name: "Tạ Mai Lan", phone: "+84590000011" },
      note: form.note,
      company_invoice: { tax_code: "0300588569" },
    });
    const [head, tail] = [order_code.slice(0, 5), order_code.slice(5)];
    const masked = await shop
      .visitor()
      .orders.byCode({ id: ` ${head.toLowerCase()}-${tail}`, order_phone: "+84 590000011" });
    expect(masked).toMatchObject({ order_code, note: "", company_invoice: null });
    const shown = JSON.stringify(masked);
    for (const secret of ["Tạ Mai Lan", "590000011", "0590000011", "Sen Hồng", "0912345678", "0300588569"]) {
      expect(shown).not.toContain(secret);
    }
    expect(masked.receiver.address).toContain("Phường Kim Liên");
  });

  test("wrong code, wrong phone, no phone and another visitor's session get the same answer", async () => {
    const code = await place();
    const asked = [
      { id: "2222222222", order_phone: LANS_PHONE },
      { id: code, order_phone: "0590000022" },
      { id: code, order_phone: "0011" },
      { id: code, order_phone: "" },
      { id: code },
    ];
    const proofs = asked.filter(({ order_phone }) => order_phone === undefined || order_phone.length === 10);
    const answers = await Promise.all(proofs.map((input) => refusal(newVisitor().orders.byCode(input))));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code} ${body.message}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    // What is no phone number is said to be none, whether the order is there or not.
    for (const order_phone of ["0011", ""]) {
      for (const id of [code, "2222222222"]) {
        const { status, body } = await refusal(newVisitor().orders.byCode({ id, order_phone }));
        expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["order_phone"]]);
      }
    }
    for (const input of asked) {
      expect((await refusal(newVisitor().orders.cancel({ ...input, reason: "other" }))).status).toBe(404);
      expect((await refusal(newVisitor().orders.confirmReceived(input))).status).toBe(404);
    }
    expect((await look(code)).status).toBe("waiting_approval");
  });

  test("a guest cancels with a reason of the list, and the answer stays masked", async () => {
    const code = await place();
    const minh = newVisitor();
    const input = { id: code, order_phone: LANS_PHONE };
    expect((await refusal(minh.orders.cancel({ ...input, reason: unchecked("bored") }))).body.code).toBe("invalid");
    const order = await minh.orders.cancel({ ...input, reason: "found_cheaper", note: "Ở chợ rẻ hơn", lang: "en" });
    expect(order).toMatchObject({
      status: "cancelled",
      cancellation_reason: "I found it cheaper elsewhere",
      can_cancel: false,
    });
    expect(JSON.stringify(order)).not.toContain("Tạ Mai Lan");
    expect((await refusal(minh.orders.cancel({ ...input, reason: "other" }))).body.code).toBe("state_conflict");
    expect(await minh.orders.cancelReasons({ lang: "ja" })).toContainEqual({ code: "other", label: "その他の理由" });
  });

  test("masking reduces a name to initials and removes the street of an address", () => {
    expect(maskName("Tạ Mai Lan")).toBe("T** M** L**");
    expect(maskName("Ô  Đ")).toBe("Ô** Đ**");
    expect(maskPlace({ street: "Số 12, ngõ 6", text: "Số 12, ngõ 6, Phường Kim Liên, Thành phố Hà Nội" })).toBe(
      "***, Phường Kim Liên, Thành phố Hà Nội",
    );
    expect(maskPlace({ street: "Số 12", text: "Khác" })).toBe("***");
  });
});

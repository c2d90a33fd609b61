/** What a person decides about money that cannot count by itself, on real orders. rules/payments#late-money */
import type { Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import { cancelOrder } from "../../orders/orders.ts";
import { juicer, orderForm, RICE_COOKER, setStock, stockOf } from "../../orders/test-orders.ts";
import { setting } from "../../platform/settings.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { receiveIpn } from "../ipn/ipn.ts";
import { expirePayments } from "../payments.ts";
import { sepayIpn } from "../providers/bank-transfer/simulator.ts";

let shop: TestShop;
let account_number = "";
let serial = 1;
beforeAll(async () => {
  shop = await testShop({ max: 20 });
  account_number = (await setting(shop.ctx(), "bank_account")).account_number;
  await setStock(shop.sql, RICE_COOKER, 100);
  await setStock(shop.sql, juicer, 100);
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

const DAY_MS = 86_400_000;
const reason = "Khách gọi";
const quynh = () => shop.staff("quynh");

/** Of a person each, by whom small sums do not add up. */
const someone = () => `05900001${String(serial++).padStart(2, "0")}`;

/** By transfer. */
async function order({ product = RICE_COOKER, phone = someone(), payment_method = "bank_transfer" } = {}) {
  const note = `ways ${serial++}`;
  const lan = shop.visitor({ client: note });
  const items = [{ product_id: product, quantity: 1 }];
  const placed = await lan.orders.place(orderForm({ items, payment_method, note, phone }));
  const { order_code } = placed;
  const content = placed.payment.transfer?.content ?? `MTS${order_code}`;
  return {
    order_code,
    total: placed.totals.total,
    pay: (amount: number, text = content) => credit(amount, text),
    state: async () => {
      const { status, payment } = await lan.orders.byCode({ id: order_code, order_phone: phone });
      return [status, payment.status, payment.refund_owed];
    },
  };
}

async function credit(amount: number, content: string): Promise<void> {
  const booking = { account_number, content, amount, txn: 90_000 + serial++ };
  await receiveIpn(shop.ctx(), sepayIpn(booking, shop.base.config.sepay_hmac_secret, shop.now));
}

/** The newest refund of an order, as staff see it. */
async function refundOf(who: Shop, order_code: string) {
  const { rows } = await who.payments.refunds({ q: order_code });
  return who.payments.refund({ id: rows[0]?.id ?? "" });
}

async function lapse() {
  shop.advanceClock(DAY_MS + 60_000);
  await expirePayments(shop.ctx());
}

describe("money that came twice", () => {
  test("is kept as the customer's credit, counted to another order of theirs, and pays it; to nobody else's", async () => {
    const phone = someone();
    const [paid, waits, foreign] = [await order({ phone }), await order({ phone }), await order()];
    await paid.pay(paid.total);
    await paid.pay(paid.total);
    const staff = await quynh();
    const { id, version, acts } = await refundOf(staff, paid.order_code);
    expect(acts).toMatchObject({
      keep: { possible: true, why: null },
      send: { possible: false, why: "by_hand_only" },
      reopen: { possible: false, why: "not_lapsed" },
    });
    const kept = await staff.payments.keepRefund({ id, version, reason });
    expect(kept).toMatchObject({ status: "credited", acts: { keep: { possible: false } } });
    expect(kept.history.at(-1)).toMatchObject({ by: "Phan Diễm Quỳnh", note: reason });
    expect(await paid.state()).toEqual(["confirmed", "success", 0]);
    expect(await refusalCode(staff.payments.keepRefund({ id, version, reason }))).toBe("conflict");
    const to = (order_code: string) => staff.payments.countRefund({ id, version: kept.version, reason, order_code });
    expect(await refusalCode(to(foreign.order_code))).toBe("state_conflict");
    expect(await refusalCode(to(paid.order_code))).toBe("state_conflict");
    expect(await to(waits.order_code)).toMatchObject({
      counted_to: waits.order_code,
      acts: { count: { possible: false } },
    });
    expect(await waits.state()).toEqual(["confirmed", "success", 0]);
    await cancelOrder(shop.ctx(), paid.order_code);
    expect(await paid.state()).toEqual(["cancelled", "success", paid.total]);
  });

  test("that was counted twice at once counts once", async () => {
    const phone = someone();
    const [paid, one, two] = [await order({ phone }), await order({ phone }), await order({ phone })];
    await paid.pay(2 * paid.total);
    const staff = await quynh();
    const { id, version } = await refundOf(staff, paid.order_code);
    const tries = await Promise.allSettled(
      [one, two].map(({ order_code }) => staff.payments.countRefund({ id, version, reason, order_code })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const states = await Promise.all([one, two].map(async ({ state }) => (await state())[0]));
    expect(states.sort()).toEqual(["confirmed", "waiting_approval"]);
  });

  test("goes back by hand once decided, and the order's page records it; a proposal that was an error is dropped", async () => {
    const [paid, error] = [await order(), await order()];
    for (const each of [paid, error]) await each.pay(each.total + 10_000);
    const staff = await quynh();
    const { id, version } = await refundOf(staff, paid.order_code);
    expect(await refusalCode(staff.payments.oweRefund({ id, version, reason: "" }))).toBe("invalid");
    expect((await staff.payments.oweRefund({ id, version, reason })).status).toBe("owed");
    const wrong = await refundOf(staff, error.order_code);
    const dropped = await staff.payments.dropRefund({ id: wrong.id, version: wrong.version, reason });
    expect(dropped).toMatchObject({ status: "dropped" });
    expect(await error.state()).toEqual(["confirmed", "success", 0]);
    const chi = await shop.staff("chi");
    expect(await refusalCode(chi.payments.dropRefund({ id, version, reason }))).toBe("forbidden");
  });
});

describe("above the limit", () => {
  test("keeping asks a second person, whose approval does it, once, with exactly these figures", async () => {
    const paid = await order({ product: juicer });
    await paid.pay(paid.total + 6_000_000);
    const staff = await quynh();
    const { id, version, acts } = await refundOf(staff, paid.order_code);
    expect(acts.keep).toEqual({ possible: true, why: "above_limit" });
    const { status, body } = await refusal(staff.payments.keepRefund({ id, version, reason }));
    expect([status, body.code]).toEqual([202, "approval_asked"]);
    const an = await shop.staff("an");
    const asked = await an.staff.approval({ id: body.approval_id ?? "" });
    expect(asked).toMatchObject({ kind: "money_match", amount: 6_000_000, label: paid.order_code });
    expect(await an.staff.approve({ id: asked.id, digest: asked.digest })).toMatchObject({ state: "done" });
    expect(await refundOf(staff, paid.order_code)).toMatchObject({ status: "credited" });
  });
});

describe("a lapsed order", () => {
  test("goes on with the money that came late, where its goods can still be had", async () => {
    const late = await order();
    await lapse();
    await late.pay(late.total);
    expect(await late.state()).toEqual(["cancelled", "expired", late.total]);
    const staff = await quynh();
    const { id, version } = await refundOf(staff, late.order_code);
    const { on_hand, allocated } = await stockOf(shop.sql, RICE_COOKER);
    await sql`update catalogue.stock set on_hand = allocated where variant_id = ${RICE_COOKER}`.execute(shop.sql);
    expect(await refusalCode(staff.payments.reopenOrder({ id, version, reason }))).toBe("out_of_stock");
    expect(await late.state()).toEqual(["cancelled", "expired", late.total]);
    await sql`update catalogue.stock set on_hand = ${on_hand} where variant_id = ${RICE_COOKER}`.execute(shop.sql);
    expect(await staff.payments.reopenOrder({ id, version, reason })).toMatchObject({ status: "counted" });
    expect(await late.state()).toEqual(["confirmed", "success", 0]);
    expect((await stockOf(shop.sql, RICE_COOKER)).allocated).toBe(allocated + 1);
  });

  test("of which a part is in waits for the rest for a day, and its transfer is awaited again", async () => {
    const part = await order();
    await part.pay(100_000);
    await lapse();
    const staff = await quynh();
    const { id, version } = await refundOf(staff, part.order_code);
    await staff.payments.reopenOrder({ id, version, reason });
    expect(await part.state()).toEqual(["waiting_approval", "pending", 0]);
    await part.pay(part.total - 100_000);
    expect(await part.state()).toEqual(["confirmed", "success", 0]);
  });

  test("that a person cancelled stays cancelled", async () => {
    const off = await order();
    await cancelOrder(shop.ctx(), off.order_code);
    await off.pay(off.total);
    const staff = await quynh();
    const { id, version } = await refundOf(staff, off.order_code);
    expect(await refusalCode(staff.payments.reopenOrder({ id, version, reason }))).toBe("state_conflict");
  });
});

describe("a transfer of no order", () => {
  const newest = async (who: Shop) => (await who.payments.credits({ state: "unmatched" })).rows[0]?.id ?? "";

  test("is given to the order it pays for, also to one in cash", async () => {
    const [waits, cash] = [await order(), await order({ payment_method: "cod" })];
    const staff = await quynh();
    for (const each of [waits, cash]) {
      await credit(each.total, "tien hang");
      const id = await newest(staff);
      const matched = await staff.payments.matchCredit({ id, order_code: each.order_code, reason });
      expect(matched).toMatchObject({ state: "manual", order_code: each.order_code });
      expect(await refusalCode(staff.payments.matchCredit({ id, order_code: each.order_code, reason }))).toBe(
        "state_conflict",
      );
    }
    expect(await waits.state()).toEqual(["confirmed", "success", 0]);
    expect((await cash.state())[1]).toBe("success");
    const { rows } = await staff.payments.flagged({ open: "no" });
    expect(Array.isArray(rows)).toBe(true);
  });

  test("goes back by hand with its bank reference", async () => {
    await credit(123_000, "nham nguoi");
    const staff = await quynh();
    const id = await newest(staff);
    const back = await staff.payments.returnCredit({ id, reference: `FT${id}`, reason });
    expect(back).toMatchObject({ state: "returned", acts: { match: { possible: false } } });
  });
});

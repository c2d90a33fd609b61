import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/context.ts";
import { orderForm } from "../../orders/test-orders.ts";
import { signedTokens } from "../../security/signed-tokens.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { creditPayment, expirePayments } from "../payments.ts";

let shop: TestShop;
let serial = 0;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const HOUR_MS = 3_600_000;
const idOf = (url: string) => url.split("/").at(-1) ?? "";

async function order(payment_method: string) {
  const note = `due ${serial++}`;
  const lan = shop.visitor({ client: note });
  const items = [{ product_id: 1082, quantity: 2 }];
  const placed = await lan.orders.place(orderForm({ items, payment_method, note }));
  const { order_code, uid_payment } = placed;
  return { lan, order_code, uid_payment, total: placed.totals.total, placed };
}
const stranger = () => shop.visitor({ client: `stranger ${serial++}` });
const settled = (order_code: string, amount: number) =>
  inTransaction(shop.ctx(), (ctx) => creditPayment(ctx, { order_code }, amount));

describe("a pay link", () => {
  it("chosen at the order form, it holds the order for a day and names its address and end", async () => {
    const { placed } = await order("pay_link");
    const { status, link, expires_at } = placed.payment;
    expect(status).toBe("pending");
    expect(expires_at).toBe(new Date(shop.now.getTime() + 24 * HOUR_MS).toISOString());
    expect(link).toMatchObject({ expires_at });
    expect(link?.url).toMatch(/\/thanh-toan\/thanh-toan-lai\/[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it("tells a stranger the sum and what was ordered, and nothing of the person", async () => {
    const { placed, total, order_code } = await order("pay_link");
    const due = await stranger().payments.due({ id: idOf(placed.payment.link?.url ?? "") });
    expect(due).toMatchObject({ order_code, due: total, can_pay: true, lines: [{ quantity: 2 }] });
    expect(Date.parse(due.link_expires_at ?? "")).toBe(
      Math.floor(Date.parse(placed.payment.expires_at ?? "") / 1000) * 1000,
    );
    for (const personal of ["Lan", "0590000011", "phố", "Hà Nội"]) expect(JSON.stringify(due)).not.toContain(personal);
  });

  it("its payer chooses another way and pays; the order is confirmed and the link offers nothing more", async () => {
    const { placed, total, order_code, lan } = await order("pay_link");
    const id = idOf(placed.payment.link?.url ?? "");
    const payer = stranger();
    const { uid_payment } = await payer.payments.due({ id });
    const started = await payer.payments.start({ uid_payment, payment_method: "bank_transfer" });
    const { payment } = await payer.payments.guide({ uid_payment: started.uid_payment });
    expect(payment.transfer).toMatchObject({ amount: total });
    await settled(order_code, total);
    expect((await lan.orders.byCode({ id: order_code, order_phone: "0590000011" })).status).toBe("confirmed");
    const after = await payer.payments.due({ id });
    expect(after).toMatchObject({ can_pay: false, due: 0, payment: { status: "success", link: null } });
    expect(after.attempts.map(({ method, state }) => [method, state])).toEqual([
      ["bank_transfer", "success"],
      ["pay_link", "pending"],
    ]);
  });

  it("of a lapsed order opens nothing, like one that is forged, cut or signed for another purpose", async () => {
    const { placed, order_code } = await order("pay_link");
    const id = idOf(placed.payment.link?.url ?? "");
    const now = shop.now.getTime();
    shop.advanceClock(25 * HOUR_MS);
    await expirePayments(shop.ctx());
    const other = await signedTokens(shop.base.config, () => now).sign("order", order_code, 10 ** 9);
    for (const bad of [id, `${id}x`, id.slice(0, -1), other, "", "0".repeat(22), "a.b"]) {
      await expect(stranger().payments.due({ id: bad || "-" })).rejects.toMatchObject({ status: 404 });
    }
  });

  it("by the call of the wire answers the address; a proof of another order is refused", async () => {
    const one = await order("bank_transfer");
    const two = await order("bank_transfer");
    const asked = { order_code: one.order_code, uid_payment: one.uid_payment, url: "https://evil.example" };
    const answer = await stranger().payments.indirect(asked);
    expect(answer).toMatchObject({
      order_code: one.order_code,
      type: "pay_link",
      status: "pending",
      http_method: "GET",
    });
    expect(answer.url.startsWith(shop.base.config.public_url)).toBe(true);
    const again = await stranger().payments.indirect(asked);
    expect(again).toEqual(answer);
    const foreign = { order_code: one.order_code, uid_payment: two.uid_payment };
    await expect(stranger().payments.indirect(foreign)).rejects.toMatchObject({ status: 404 });
  });
});

describe("who opens a pay link", () => {
  it("starts neither cash nor another link by any proof they are given, and pays all the same", async () => {
    const { placed, total, order_code, uid_payment } = await order("bank_transfer");
    const { url } = await (await shop.staff("an")).payments.makePayLink({ order_code });
    const payer = stranger();
    const due = await payer.payments.due({ id: idOf(url) });
    expect(due.uid_payment).not.toBe(uid_payment);
    const begun = await payer.payments.start({ uid_payment: due.uid_payment, payment_method: "bank_transfer" });
    const again = await payer.payments.due({ id: begun.uid_payment });
    const seen = [due.uid_payment, begun.uid_payment, again.uid_payment];
    expect(JSON.stringify([due, begun, again])).not.toContain(uid_payment);
    for (const proof of seen) {
      for (const payment_method of ["cod", "pay_link"]) {
        await expect(payer.payments.start({ uid_payment: proof, payment_method })).rejects.toMatchObject({
          status: 422,
        });
      }
      await expect(payer.payments.indirect({ order_code, uid_payment: proof })).rejects.toMatchObject({ status: 422 });
      expect((await payer.payments.queryStatus({ order_code, uid_payment: proof })).status).toBe("pending");
      expect((await payer.payments.guide({ uid_payment: proof })).payment.transfer).toMatchObject({ amount: total });
    }
    expect(placed.payment.method).toBe("bank_transfer");
  });
});

describe("a link that staff make", () => {
  it("is a row of the order's history, by who made it", async () => {
    const an = await shop.staff("an");
    const { order_code } = await order("bank_transfer");
    await an.payments.makePayLink({ order_code });
    const { history } = await an.orders.record({ code: order_code });
    expect(history.at(-1)).toMatchObject({ event: "payment_link", by: "Mai Bình An", status: "waiting_approval" });
  });

  it("is not needed where a transfer of before pays a part of an order in cash: the courier collects the rest", async () => {
    const { order_code, uid_payment, total, lan } = await order("bank_transfer");
    await lan.payments.start({ uid_payment, payment_method: "cod" });
    const { rows } = await sql<{ id: number }>`
      select id from payments.attempts where uid_payment = ${uid_payment}`.execute(shop.sql);
    const attempt_id = Number(rows[0]?.id);
    await inTransaction(shop.ctx(), (ctx) => creditPayment(ctx, { order_code, attempt_id }, 100_000));
    const { cash_due } = await (await shop.staff("an")).orders.record({ code: order_code });
    expect(cash_due).toBe(Math.ceil((total - 100_000) / 1000) * 1000);
  });

  it("pays an order whose way to pay stays; nothing due, or the order off, is refused", async () => {
    const an = await shop.staff("an");
    const { order_code, lan, total } = await order("cod");
    const { url, expires_at } = await an.payments.makePayLink({ order_code });
    expect(Date.parse(expires_at)).toBe(shop.now.getTime() + 24 * HOUR_MS);
    expect(await stranger().payments.due({ id: idOf(url) })).toMatchObject({ can_pay: true, due: total });
    expect((await lan.orders.byCode({ id: order_code, order_phone: "0590000011" })).payment_method).toBe("cod");
    await lan.orders.cancel({ id: order_code, order_phone: "0590000011", reason: "changed_mind" });
    await expect(an.payments.makePayLink({ order_code })).rejects.toMatchObject({ status: 409 });
    await expect(an.payments.makePayLink({ order_code: "23456789AB" })).rejects.toMatchObject({ status: 404 });
  });
});

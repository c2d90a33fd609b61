/** What would be lost: a card that is open before it is paid, twice, or paid by what may not pay it. rules/loyalty#gift-cards */
import { formatDong } from "contract/values/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../database/integrity.ts";
import { receiveIpn } from "../payments/ipn/ipn.ts";
import { expirePayments } from "../payments/payments.ts";
import { sepayIpn } from "../payments/providers/bank-transfer/simulator.ts";
import { setting } from "../platform/settings.ts";
import { decrypt } from "../security/encryption.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { cardSheetPdf } from "./gift-cards/card-sheet.ts";
import { codeOfSheet } from "./gift-cards/send-cards.ts";
import { orderForm, RICE_COOKER } from "./test-orders.ts";

let shop: TestShop;
let transfers = 90_000;
let phones = 10_000;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

const form = (change: object = {}) => ({
  ...{ sku: "GC-500", quantity: 2, full_name: "Tạ Mai Lan", phone: "0590000011" },
  ...{ email: "tang@mutosi.example", payment_method: "bank_transfer", ...change },
});

async function pay({
  payment,
  totals,
}: Awaited<ReturnType<Awaited<ReturnType<TestShop["as"]>>["orders"]["placeCards"]>>) {
  const { account_number } = await setting(shop.ctx(), "bank_account");
  const content = payment.transfer?.content ?? "";
  const booking = { account_number, content, amount: totals.total, txn: ++transfers };
  await receiveIpn(shop.ctx(), sepayIpn(booking, shop.base.config.sepay_hmac_secret, shop.now));
}

const mails = async () => {
  const { rows } = await sql<{ to: string; title: string; text: string }>`
    select p.payload ->> 'to' as to, p.payload ->> 'title' as title, p.payload ->> 'text' as text
    from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = 'mail_encrypted' order by j.id`.execute(shop.sql);
  return rows.map(({ to, title, text }) => ({
    to,
    title,
    text: decrypt(shop.base.config, Buffer.from(text, "base64"), `mail ${to}`),
  }));
};

describe("an order of gift cards", () => {
  test("opens its cards once when it is paid, sends their codes, and is completed", async () => {
    const placed = await shop.visitor().orders.placeCards(form());
    expect(placed).toMatchObject({
      status: "waiting_approval",
      totals: { goods: 1_000_000, shipping: 0, vat: 0, total: 1_000_000, gift_card: 0 },
    });
    expect(await mails()).toEqual([]);
    await pay(placed);
    await pay(placed);
    const order = await shop.visitor().orders.byCode({ id: placed.order_code, order_phone: "0590000011" });
    expect(order).toMatchObject({ status: "completed", has_delivery: false, can_cancel: true });
    const sent = await mails();
    expect(sent.map(({ to, title }) => [to, title])).toEqual([
      ["tang@mutosi.example", `Thẻ quà tặng ${formatDong(500_000)}`],
      ["tang@mutosi.example", `Thẻ quà tặng ${formatDong(500_000)}`],
    ]);
    const codes = sent.map(({ text }) => /Mã thẻ ([0-9A-Z-]{19})/.exec(text)?.[1] ?? "");
    expect(new Set(codes).size).toBe(2);
    for (const code of codes)
      expect(await shop.visitor().loyalty.giftCardBalance({ code })).toMatchObject({ balance: 500_000, state: "open" });
    const token = /sheet\/([\w-]+)/.exec(sent[0]?.text ?? "")?.[1] ?? "";
    expect(sent[0]?.text).not.toContain(`sheet/${codes[0]}`);
    const code = codeOfSheet(shop.ctx(), token);
    expect(code).toBe(codes[0]?.replaceAll("-", ""));
    expect(codeOfSheet(shop.ctx(), `x${token}`)).toBeNull();
    const card = { code: code ?? "", value: 500_000, ends_at: shop.now };
    expect((await cardSheetPdf(card, "Mutosi", "ja", shop.now)).subarray(0, 5).toString()).toBe("%PDF-");
    const used = await shop
      .visitor()
      .orders.place(
        orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }], gift_cards: codes, payment_method: "none" }),
      );
    expect(used).toMatchObject({ status: "confirmed", totals: { total: 0 } });
  });

  test("is cancelled while its cards are untouched, which voids them, and not once one is used or held", async () => {
    const bought = async () => {
      const placed = await shop.visitor().orders.placeCards(form({ phone: `05901${++phones}` }));
      const from = (await mails()).length;
      await pay(placed);
      const codes = (await mails()).slice(from).map(({ text }) => /Mã thẻ ([0-9A-Z-]{19})/.exec(text)?.[1] ?? "");
      return { codes, order: { id: placed.order_code, order_phone: `05901${phones}` } };
    };
    const one = await bought();
    const cancelled = await shop.visitor().orders.cancel({ ...one.order, reason: "changed_mind" });
    expect(cancelled).toMatchObject({ status: "cancelled", can_cancel: false, payment: { refund_owed: 1_000_000 } });
    for (const code of one.codes)
      expect(await refusalCode(shop.visitor().loyalty.giftCardBalance({ code }))).toBe("invalid");

    const other = await bought();
    const items = [{ product_id: RICE_COOKER, quantity: 1 }];
    const gift_cards = other.codes.slice(0, 1);
    await shop.visitor().orders.place(orderForm({ items, gift_cards, payment_method: "bank_transfer" }));
    expect(await shop.visitor().orders.byCode(other.order)).toMatchObject({ status: "completed", can_cancel: false });
    const refused = shop.visitor().orders.cancel({ ...other.order, reason: "changed_mind" });
    expect(await refusalCode(refused)).toBe("state_conflict");
    for (const code of other.codes)
      expect((await shop.visitor().loyalty.giftCardBalance({ code })).value).toBe(500_000);
  });

  test("lapses unpaid, and leaves no card", async () => {
    const before = (await mails()).length;
    const placed = await shop.visitor().orders.placeCards(form({ sku: "GC-200", quantity: 1 }));
    shop.advanceClock(86_400_000 + 60_000);
    await expirePayments(shop.ctx());
    const order = await shop.visitor().orders.byCode({ id: placed.order_code, order_phone: "0590000011" });
    expect(order.status).toBe("cancelled");
    await pay(placed);
    expect((await mails()).length).toBe(before);
    const { rows } = await sql`select from loyalty.gift_cards where order_code = ${placed.order_code}`.execute(
      shop.sql,
    );
    expect(rows).toEqual([]);
  });

  test("is not paid on delivery, neither when it is placed nor by a way chosen afterwards, and by no nothing", async () => {
    const visitor = shop.visitor();
    expect(await refusalCode(visitor.orders.placeCards(form({ payment_method: "cod" })))).toBe("payment_unavailable");
    expect(await refusalCode(visitor.orders.placeCards(form({ payment_method: "none" })))).toBe("payment_unavailable");
    const placed = await visitor.orders.placeCards(form({ quantity: 3 }));
    const { uid_payment } = placed;
    const methods = await visitor.payments.methods({ uid_payment });
    expect(methods.find(({ code }) => code === "cod")?.unavailable?.reason).toBe("no_delivery");
    expect(await refusalCode(visitor.payments.start({ uid_payment, payment_method: "cod" }))).toBe(
      "payment_unavailable",
    );
  });

  test("is refused for a value that is not sold, more than ten, and an e-mail address that is missing", async () => {
    const visitor = shop.visitor();
    expect((await refusal(visitor.orders.placeCards(form({ sku: "GC-1" })))).body.errors).toHaveProperty("sku");
    expect((await refusal(visitor.orders.placeCards(form({ quantity: 11 })))).body.errors).toHaveProperty("quantity");
    expect((await refusal(visitor.orders.placeCards(form({ email: "" })))).body.errors).toHaveProperty("email");
  });

  test("earns nothing, and is one order however often it is sent", async () => {
    const lan = await shop.as("lan");
    const first = await lan.orders.placeCards(form({ quantity: 4 }));
    expect((await lan.orders.placeCards(form({ quantity: 4 }))).order_code).toBe(first.order_code);
    const before = await lan.loyalty.points({});
    await pay(first);
    const after = await lan.loyalty.points({});
    expect([after.balance, after.pending, after.spend]).toEqual([before.balance, before.pending, before.spend]);
    expect((await lan.orders.list({})).data[0]).toMatchObject({ order_code: first.order_code, status: "completed" });
  });
});

test("the demo has a full card that Lan keeps, one that is used in part, and one that is over", async () => {
  const lan = await shop.as("lan");
  expect(await lan.loyalty.giftCardBalance({ code: "SHBH-GZLN-6E68-UJ6U" })).toMatchObject({ balance: 500_000 });
  const visitor = shop.visitor();
  expect(await refusalCode(visitor.loyalty.giftCardBalance({ code: "SHBHGZLN6E68UJ6U" }))).toBe("invalid");
  expect(await visitor.loyalty.giftCardBalance({ code: "dalpha96x7bld96j" })).toMatchObject({
    ...{ value: 1_000_000, balance: 620_000, state: "open" },
  });
  expect(await visitor.loyalty.giftCardBalance({ code: "4QMG366ZVVZRKGR5" })).toMatchObject({
    ...{ balance: 0, state: "expired" },
  });
});

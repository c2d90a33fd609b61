import { afterAll, beforeAll, expect, test } from "vitest";
import { orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { onlineProviders } from "./providers/test-online.ts";

let shop: TestShop;
let online: Awaited<ReturnType<typeof onlineProviders>>;
beforeAll(async () => {
  online = await onlineProviders();
  shop = await testShop({ config: { env: online.env } });
  await setStock(shop.sql, RICE_COOKER, 100);
});
afterAll(async () => {
  await shop.close();
  await online.close();
});

async function order(payment_method: string) {
  const lan = shop.visitor({ client: payment_method });
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  const placed = await lan.orders.place(orderForm({ items, payment_method, note: payment_method }));
  return { lan, order_code: placed.order_code, uid_payment: placed.uid_payment };
}

test.each([
  ["zalopay", "ZALO", "redirect"],
  ["shopeepay", "SPP", "redirect"],
  ["napas", "NAPAS", "widget"],
  ["alepay", "ALEPAY", "redirect"],
] as const)("%s begins %s under its path, and the page that is answered leads on by a %s", async (call, type, kind) => {
  const { lan, order_code, uid_payment } = await order(type);
  const started = await lan.payments[call]({ order_code, uid_payment });
  expect(started).toMatchObject({ order_code, type, status: "pending", http_method: "GET" });
  expect(started.url).toContain(`/thanh-toan/trang-thai?uid_payment=${started.uid_payment}`);
  expect(await lan.payments[call]({ order_code, uid_payment })).toEqual(started);
  const { next } = await shop.visitor().payments.guide({ uid_payment: started.uid_payment });
  expect(next?.kind).toBe(kind);
});

test("virtualpayment begins a bank transfer and says what to transfer; the same again is the same", async () => {
  const { lan, order_code, uid_payment } = await order("bank_transfer");
  const started = await lan.payments.virtual({ order_code, uid_payment });
  expect(started).toMatchObject({ type: "bank_transfer", transfer: { content: `MTS${order_code}` } });
  expect(await lan.payments.virtual({ order_code, uid_payment })).toEqual(started);
});

test("NAPAS's page posts the browser back without our session: nothing is settled, and the answer is awaited", async () => {
  const { lan, order_code, uid_payment } = await order("NAPAS");
  await lan.payments.start({ uid_payment });
  const guide = () => shop.visitor().payments.guide({ uid_payment });
  expect(await guide()).toMatchObject({ has_returned: false, payment: { received: 0 } });
  const { next, origins } = await guide();
  expect(next).toMatchObject({ kind: "widget", action: expect.stringContaining("/thanh-toan/tro-ve/napas") });
  expect(origins).toMatchObject({ script: [expect.stringMatching(/^http:/)], form: [] });
  const result = { order: { id: `${order_code}-1`, amount: "1" }, result: "SUCCESS" };
  const data = Buffer.from(JSON.stringify({ paymentResult: result })).toString("base64");
  const form = { napasResult: JSON.stringify({ data, checksum: "0".repeat(64) }) };
  const back = await shop.visitor().payments.returned({ provider: "napas", method: "POST", form });
  expect(back.uid_payment).toBe(uid_payment);
  expect(await guide()).toMatchObject({ has_returned: true, payment: { received: 0 } });
});

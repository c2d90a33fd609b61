/**
 * Many clients share one IP address, so an owner's steps with an order are limited per owner, not per IP address.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { juicer, orderForm, setStock } from "./test-orders.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ config: { limit_factor: 1 } });
  await setStock(shop.sql, juicer, 50);
});
afterAll(() => shop.close());

const client = "203.0.113.7";

async function owner() {
  const lan = shop.visitor({ client });
  await lan.cart.addItem({ product_id: juicer, quantity: 1 });
  const { order_code: id } = await lan.orders.place(orderForm());
  return { lan, id };
}

test("cancellations by owners behind one IP address are limited separately; those proved by phone share one limit", async () => {
  const first = await owner();
  const others = await Promise.all([owner(), owner()]);
  const cancel = (who: typeof first.lan, id: string, order_phone?: string) =>
    who.orders.cancel({ id, reason: "changed_mind", ...(order_phone && { order_phone }) });
  await cancel(first.lan, first.id);
  for (let index = 1; index < 20; index += 1) {
    expect((await refusal(cancel(first.lan, first.id))).body.code).toBe("state_conflict");
  }
  expect((await refusal(cancel(first.lan, first.id))).status).toBe(429);
  for (const { lan, id } of others) expect((await cancel(lan, id)).status).toBe("cancelled");

  const { order_phone } = { order_phone: orderForm().phone };
  for (let index = 0; index < 20; index += 1) {
    const stranger = shop.visitor({ client });
    expect((await refusal(cancel(stranger, first.id, order_phone))).body.code).toBe("state_conflict");
  }
  expect((await refusal(cancel(shop.visitor({ client }), first.id, order_phone))).status).toBe(429);
  const elsewhere = shop.visitor({ client: "203.0.113.8" });
  expect((await refusal(cancel(elsewhere, first.id, order_phone))).body.code).toBe("state_conflict");
  const late = await owner();
  expect((await refusal(late.lan.orders.confirmReceived({ id: late.id }))).body.code).toBe("state_conflict");
});

test("wrong phone numbers reach the limit, also when every try has its own Idempotency-Key", async () => {
  const { id } = await owner();
  const stranger = shop.visitor({ client: "203.0.113.9" });
  const guess = (index: number) => {
    const order_phone = `059${String(2_000_000 + index)}`;
    const keyed = { idempotency_key: `guess-number-${index}-of-a-stranger` };
    return refusal(stranger.orders.cancel({ id, order_phone, reason: "other" }, keyed));
  };
  const answers: number[] = [];
  for (let index = 0; index <= 25; index += 1) answers.push((await guess(index)).status);
  expect([answers[0], answers.at(-1)]).toEqual([404, 429]);
});

/** Idempotency keys: a repeat gets the first answer, which is stored encrypted. rules/wire */
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test("a repeat gets the first answer, and the database holds neither answer nor key in clear", async () => {
  const idempotency_key = "3f0c3c1e-pressed-once";
  const lan = shop.visitor();
  const line = { product_id: 1082, quantity: 1 };
  const first = await lan.cart.addItem(line);
  const kept = await lan.cart.addItem(line, { idempotency_key });
  expect(await lan.cart.addItem(line, { idempotency_key })).toEqual(kept);
  expect(kept.item_count).toBe(first.item_count + 1);

  const rows = await shop.sql.selectFrom("kernel.idempotency").selectAll().execute();
  expect(rows).toHaveLength(1);
  const copy = JSON.stringify(rows.map((row) => ({ ...row, body: row.body?.toString("latin1") })));
  expect(copy).not.toContain(idempotency_key);
  expect(copy).not.toContain(kept.cart_id);
});

test("without a session a key needs 128 random bits: a short one is refused, and other callers do not get the answer", async () => {
  const line = { product_id: 1082, quantity: 1 };
  const [lan, minh] = [shop.visitor(), shop.visitor()];
  for (const idempotency_key of ["1", "x".repeat(21)]) {
    const { status, body } = await refusal(lan.cart.addItem(line, { idempotency_key }));
    expect([status, body.code]).toEqual([400, "malformed"]);
    expect(body.message).toBe("Idempotency-Key phải có từ 22 đến 255 ký tự");
  }
  const key = (name: string) => ({ idempotency_key: `${name}-0123456789abcdefgh` });
  const [lans, minhs] = [await lan.cart.addItem(line, key("lan")), await minh.cart.addItem(line, key("minh"))];
  expect(lans.session_id).not.toBe(minhs.session_id);
  expect((await lan.cart.addItem(line, { idempotency_key: "1" })).item_count).toBe(2);
  expect((await minh.cart.addItem(line, { idempotency_key: "1" })).item_count).toBe(2);
});

test("after a new sign-in of the same customer the same key gets the first answer", async () => {
  const line = { product_id: 1082, quantity: 1 };
  const keyed = { idempotency_key: "added-before-signing-in-again" };
  const [here, there] = [await shop.as("hoa"), await shop.as("hoa")];
  await here.cart.addItem(line, keyed);
  await there.cart.addItem(line, keyed);
  expect((await there.cart.get({})).item_count).toBe(1);
});

test("a first write whose answer was lost is repeated within its session, from any IP address", async () => {
  const line = { product_id: 1082, quantity: 1 };
  const keyed = { idempotency_key: "first-write-answer-lost-0001" };
  const first = await shop.visitor({ client: "10.8.0.1" }).cart.addItem(line, keyed);
  const lan = shop.visitor({ client: "10.8.0.2", token: first.session_id ?? "" });
  expect(await lan.cart.addItem(line, keyed)).toEqual(first);
  expect((await lan.cart.get({})).item_count).toBe(1);
});

/** What a shopper would lose: the first answer to a repeated press, or a session to somebody who read the database. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "./test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test("a repeat gets the first answer, and a copy of the database gives away neither it nor the key", async () => {
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

/**
 * Writes to the cart while a visitor signs in: an accepted write is in the customer's cart afterwards. rules/cart
 */
import { isWireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD as password } from "../demo-accounts.ts";
import { openVisitorSession } from "../identity/sessions.ts";
import type { Ctx } from "../kernel/context.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { addItem, removeLines } from "./cart.ts";
import { writeCart } from "./carts.ts";
import { countOnly } from "./view.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 30, timeout_factor: 10 });
  for (const product of [juicer, RICE_COOKER]) await setStock(shop.sql, product, 900);
});
afterAll(() => shop.close());

const codeOf = (error: unknown) => (isWireFailure(error) ? error.body.code : String(error));

test("every write accepted while a visitor signs in is in the customer's cart", {
  timeout: 60_000,
}, async () => {
  const lan = await shop.as("lan");
  let added = 0;
  for (let round = 0; round < 12; round++) {
    const { token, id } = await openVisitorSession(shop.ctx());
    const browser = () => shop.visitor({ token });
    await browser().cart.addItem({ product_id: juicer, quantity: 1 });
    added += 1;
    const clicks = Array.from({ length: 12 }, (_each, index) =>
      browser()
        .cart.addItem({ product_id: index % 2 ? juicer : RICE_COOKER, quantity: 1 })
        .then(
          () => true,
          (error: unknown) => codeOf(error),
        ),
    );
    clicks.splice(
      round % 12,
      0,
      browser()
        .identity.login({ login: "0590000011", password })
        .then(() => "signed in"),
    );
    const answers = await Promise.all(clicks);
    expect(answers).toContain("signed in");
    added += answers.filter((each) => each === true).length;
    expect(answers.filter((each) => each !== true && each !== "signed in" && each !== "conflict")).toEqual([]);
    const { rows } = await sql`select from cart.carts where session_id = ${id}`.execute(shop.sql);
    expect(rows).toHaveLength(0);
  }
  expect((await lan.cart.get({})).item_count).toBe(added);
});

/** A request that was let in as a visitor's, and goes on when the visitor has signed in. */
async function late(): Promise<{ ctx: Ctx; session_id: number; token: string }> {
  const { token, id } = await openVisitorSession(shop.ctx());
  const visitor = shop.visitor({ token });
  await visitor.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
  await visitor.identity.login({ login: "minh@mutosi.example", password });
  return { ctx: shop.ctx(), session_id: id, token };
}

test("a write with the superseded session's token reaches the customer's cart, and its answer shows nothing else of it", async () => {
  const minh = await shop.as("minh");
  const { ctx, session_id } = await late();
  await minh.cart.setShippingAddress({ city_code: "01", ward_code: "00229", street: "12 Hàng Bài" });
  const ref = { owner: { session_id, customer_id: null }, kind: "normal" as const };
  const answer = await writeCart(
    ctx,
    ref,
    (mine) => addItem(ctx, mine, { product_id: juicer, quantity: 2 }),
    countOnly,
  );
  expect(answer).toMatchObject({ items: [], receiver: null, shipping_address: null, item_count: 3 });
  expect((await minh.cart.get({})).items.map(({ quantity }) => quantity).sort()).toEqual([1, 2]);
  await writeCart(
    ctx,
    ref,
    (mine) => removeLines(ctx, mine, { product_id: juicer }),
    (gone) => gone,
  );
  expect((await minh.cart.get({})).item_count).toBe(1);
});

test("a superseded token is answered 'try again', and its answer does not overwrite the new cookie", async () => {
  const { token } = await late();
  const { rows: before } = await sql<{ count: number }>`select count(*) from identity.sessions`.execute(shop.sql);
  const write = shop.visitor({ token }).cart.addItem({ product_id: juicer, quantity: 1 });
  expect(await write.then(() => "yes", codeOf)).toBe("conflict");
  const place = shop.visitor({ token }).orders.place(orderForm({}));
  expect(await place.then(() => "yes", codeOf)).not.toBe("yes");
  expect((await shop.visitor({ token }).cart.get({})).items).toEqual([]);
  const { rows: after } = await sql<{ count: number }>`select count(*) from identity.sessions`.execute(shop.sql);
  expect(after).toEqual(before);
  shop.advanceClock(61_000);
  const anew = await shop.visitor({ token }).cart.addItem({ product_id: juicer, quantity: 1 });
  expect(anew.session_id).not.toBe(token);
});

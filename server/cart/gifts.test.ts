/** What would be lost: a gift sold as if it were bought, or what was bought given away as a gift. */
import type { Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { juicer, RICE_COOKER, setStock, startFlashSale } from "../orders/test-orders.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { mergeCarts } from "./merge.ts";
import { addMany } from "./refill.ts";
import { addGift } from "./test-gifts.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  await setStock(shop.sql, juicer, 50);
  await setStock(shop.sql, RICE_COOKER, 50);
});

/** Two juicers bought, and another one as a gift. */
async function withGift(change: { visitor?: Shop; gift?: number; quantity?: number } = {}) {
  const visitor = change.visitor ?? shop.visitor();
  const { cart_id } = await visitor.cart.addItem({ product_id: juicer, quantity: 2 });
  const gift = { variant_id: change.gift ?? juicer, quantity: change.quantity ?? 1 };
  return { visitor, cart_id, key: await addGift(shop.sql, cart_id, gift) };
}

const shown = async (visitor: Shop) =>
  (await visitor.cart.get({})).items.map(({ kind, product_id, quantity }) => [kind, product_id, quantity]);

const ownerOf = async (cart_id: string) => {
  const { rows } = await sql<{ session_id: number }>`
    select session_id from cart.carts where cart_id = ${cart_id}`.execute(shop.sql);
  return rows[0]?.session_id ?? 0;
};

describe("a gift beside the bought line of the same product", () => {
  test("costs nothing, is no saving, and is counted with what is in the cart", async () => {
    const alone = await shop.visitor().cart.addItem({ product_id: juicer, quantity: 2 });
    const { visitor, key } = await withGift();
    const cart = await visitor.cart.get({});
    expect(cart.totals).toEqual(alone.totals);
    expect(cart.item_count).toBe(3);
    expect(cart.items).toMatchObject([
      { kind: "bought", quantity: 2, unit_price: 2_490_000, maximum: 50 },
      { kind: "gift", key, quantity: 1, unit_price: 0, line_total: 0, list_price: null, minimum: 1, maximum: 1 },
    ]);
    expect(cart.items.map((item) => [item.problem, item.price_before])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test("adding, changing and leaving out the product mean the bought line", async () => {
    const { visitor } = await withGift();
    await visitor.cart.addItem({ product_id: juicer, quantity: 1 });
    expect(await shown(visitor)).toEqual([
      ["bought", juicer, 3],
      ["gift", juicer, 1],
    ]);
    await visitor.cart.updateItem({ product_id: juicer, quantity: 5, selected: false });
    const { items } = await visitor.cart.get({});
    expect(items.map(({ quantity, selected }) => [quantity, selected])).toEqual([
      [5, false],
      [1, true],
    ]);
  });

  test("removing the product leaves the gift, and its own key takes it out", async () => {
    for (const remove of [
      (visitor: Shop) => visitor.cart.removeDetail({ id: juicer }),
      async (visitor: Shop) => {
        const bought = (await visitor.cart.get({})).items.find((item) => item.kind === "bought");
        return visitor.cart.removeItem({ key: bought?.key ?? "" });
      },
    ]) {
      const { visitor, key } = await withGift();
      await remove(visitor);
      expect(await shown(visitor)).toEqual([["gift", juicer, 1]]);
      await visitor.cart.removeItem({ key });
      expect(await shown(visitor)).toEqual([]);
    }
  });

  test("a product that is there as a gift alone cannot be changed or removed by its id, and is bought beside it", async () => {
    const { visitor } = await withGift({ gift: RICE_COOKER });
    const byId = [
      () => visitor.cart.updateItem({ product_id: RICE_COOKER, quantity: 9 }),
      () => visitor.cart.removeDetail({ id: RICE_COOKER }),
    ];
    for (const call of byId) expect((await refusal(call())).body.code).toBe("not_found");
    await visitor.cart.addItem({ product_id: RICE_COOKER, quantity: 2 });
    expect(await shown(visitor)).toEqual([
      ["bought", juicer, 2],
      ["gift", RICE_COOKER, 1],
      ["bought", RICE_COOKER, 2],
    ]);
  });

  test("adds neither weight nor a shipment to the delivery fee", async () => {
    const place = { city_code: "01", ward_code: "00229" };
    const alone = shop.visitor();
    await alone.cart.addItem({ product_id: juicer, quantity: 2 });
    const { visitor } = await withGift({ quantity: 40 });
    expect(await visitor.cart.quotes(place)).toEqual(await alone.cart.quotes(place));
    await visitor.cart.updateItem({ product_id: juicer, selected: false });
    expect(await visitor.cart.quotes(place)).toEqual([]);
  });

  test("has no flash price, and what the bought line leaves of the stock", async () => {
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_990_000, quota: 2 });
    await setStock(shop.sql, juicer, 3);
    const { visitor, key } = await withGift();
    expect((await visitor.cart.get({})).items.map((item) => [item.flash_sale, item.problem])).toEqual([
      [true, null],
      [false, null],
    ]);
    await setStock(shop.sql, juicer, 2);
    const { items } = await visitor.cart.get({});
    expect(items.map((item) => item.problem?.code ?? null)).toEqual([null, "out_of_stock"]);
    await visitor.cart.removeItem({ key });
    expect((await visitor.cart.get({})).items).toMatchObject([{ kind: "bought", problem: null }]);
  });
});

test("at sign-in what was bought of a product adds up, and the gifts of both carts stay as they are", async () => {
  const { rows } = await sql<{ id: number }>`
    select id from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
  const customer_id = rows[0]?.id ?? 0;
  const lan = await shop.as("lan");
  await withGift({ visitor: lan });
  const { cart_id } = await withGift();
  await mergeCarts(shop.ctx(), { customer_id, visitor_session: await ownerOf(cart_id) });
  expect(await shown(lan)).toEqual([
    ["bought", juicer, 4],
    ["gift", juicer, 1],
    ["gift", juicer, 1],
  ]);
});

test("a refill fills up the bought line, and opens one beside a gift", async () => {
  const { visitor, cart_id } = await withGift({ gift: RICE_COOKER });
  const owner = { session_id: await ownerOf(cart_id), customer_id: null };
  const wishes = [
    { product_id: juicer, quantity: 3 },
    { product_id: RICE_COOKER, quantity: 1 },
  ];
  await addMany(shop.ctx(), { owner, kind: "normal" }, wishes);
  expect(await shown(visitor)).toEqual([
    ["bought", juicer, 5],
    ["gift", RICE_COOKER, 1],
    ["bought", RICE_COOKER, 1],
  ]);
});

test("the database has one bought line of a variant in a cart, and no gift with a price", async () => {
  const { cart_id } = await withGift();
  const insert = (kind: string, price: number) =>
    sql`insert into cart.lines (cart, key, kind, variant_id, quantity, price_seen, added_at)
      select id, ${`key-${kind}-${price}`}, ${kind}, ${juicer}, 1, ${price}, now()
      from cart.carts where cart_id = ${cart_id}`.execute(shop.sql);
  await expect(insert("bought", 1)).rejects.toThrow("lines_bought");
  await expect(insert("gift", 1)).rejects.toThrow("lines_gift_costs_nothing");
  await expect(insert("gift", 0)).resolves.toBeDefined();
});

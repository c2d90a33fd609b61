/** What would be lost: stock promised twice, a gift that is charged, or one bought again. */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addGift } from "../cart/test-gifts.ts";
import { integrityViolations } from "../database/integrity.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { approveOrder, cancelOrder, deliverOrder, shipOrder } from "./orders.ts";
import { slipPdf } from "./slip/slip.ts";
import { juicer, orderForm, RICE_COOKER, setStock, startFlashSale, stockOf } from "./test-orders.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 20, timeout_factor: 10 });
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  // What earlier orders of this file hold stays held.
  await sql`update catalogue.stock set on_hand = allocated + case when warehouse = 'HN' then 50 else 0 end
    where variant_id in (${juicer}, ${RICE_COOKER})`.execute(shop.sql);
});

let buyers = 0;
/** In the cart: two juicers, and another one as a gift. */
async function cartWithGift(visitor: Shop = shop.visitor({ client: `10.3.0.${buyers++ % 250}` }), quantity = 2) {
  const { cart_id } = await visitor.cart.addItem({ product_id: juicer, quantity });
  return { visitor, cart_id, key: await addGift(shop.sql, cart_id, { variant_id: juicer }) };
}

const allocated = async () => (await stockOf(shop.sql, juicer)).allocated;
const phoneOf = { order_phone: "0590000011" };

describe("an order with a gift of a bought product", () => {
  test("keeps both lines by their keys, charges the bought one, and holds stock for both", async () => {
    const before = await allocated();
    const { visitor, key } = await cartWithGift();
    const placed = await visitor.orders.place(orderForm());
    expect(placed.totals.goods).toBe(4_980_000);
    expect(await allocated()).toBe(before + 3);
    const order = await visitor.orders.byCode({ id: placed.order_code });
    expect(order.items).toMatchObject([
      { kind: "bought", product_id: juicer, quantity: 2, line_total: 4_980_000 },
      { kind: "gift", key, product_id: juicer, quantity: 1, unit_price: 0, line_total: 0 },
    ]);
    const { rows } = await sql`
      select l.kind, l.unit_price, l.gift_value from orders.lines l join orders.orders o on o.id = l.order_id
      where o.code = ${placed.order_code} order by l.id`.execute(shop.sql);
    expect(rows).toEqual([
      { kind: "bought", unit_price: 2_490_000, gift_value: null },
      { kind: "gift", unit_price: 0, gift_value: 2_490_000 },
    ]);
    expect((await visitor.cart.get({})).items).toEqual([]);
  });

  test("releases the stock of both when it is cancelled", async () => {
    const before = await allocated();
    const { visitor } = await cartWithGift();
    const { order_code } = await visitor.orders.place(orderForm());
    await cancelOrder(shop.ctx(), order_code);
    expect(await allocated()).toBe(before);
  });

  test("delivered, all leave the stock and only what was bought counts as sold", async () => {
    const sold = async () => {
      const { rows } = await sql<{ sold: number }>`
        select coalesce(sum(s.quantity), 0)::int as sold from catalogue.sales s
        join catalogue.variants v on v.product_id = s.product_id where v.id = ${juicer}`.execute(shop.sql);
      return rows[0]?.sold ?? 0;
    };
    const [before, soldBefore] = [await stockOf(shop.sql, juicer), await sold()];
    const { visitor } = await cartWithGift();
    const { order_code } = await visitor.orders.place(orderForm());
    for (const step of [approveOrder, shipOrder, deliverOrder]) await step(shop.ctx(), order_code);
    expect(await stockOf(shop.sql, juicer)).toEqual({ ...before, on_hand: before.on_hand - 3 });
    expect((await sold()) - soldBefore).toBe(2);
  });

  test("takes no more of a flash sale than was bought", async () => {
    const item = await startFlashSale(shop.sql, shop.now, {
      variant_id: juicer,
      price: 1_990_000,
      quota: 10,
      maximum: 2,
    });
    const { visitor } = await cartWithGift();
    const { totals } = await visitor.orders.place(orderForm({ phone: "0590000177" }));
    expect(totals.goods).toBe(3_980_000);
    const { rows } = await sql<{ sold: number }>`
      select sold from promotions.flash_sale_items where id = ${item}`.execute(shop.sql);
    expect(rows).toEqual([{ sold: 2 }]);
  });

  test("bought again brings what was bought, and no gift", async () => {
    const { visitor } = await cartWithGift();
    const { order_code } = await visitor.orders.place(orderForm());
    const { cart, lines } = await visitor.orders.buyAgain({ id: order_code, ...phoneOf });
    expect(lines).toMatchObject([{ product_id: juicer, asked: 2, added: 2, problem: null }]);
    expect(cart.items).toMatchObject([{ kind: "bought", product_id: juicer, quantity: 2 }]);
  });

  test("stands in a customer's list and on the slip with its kind", async () => {
    const { visitor } = await cartWithGift(await shop.as("lan"));
    const { order_code } = await visitor.orders.place(orderForm());
    const { data } = await visitor.orders.list({});
    const card = data.find((each) => each.order_code === order_code);
    expect(card).toMatchObject({ piece_count: 3, line_count: 2, items: [{ kind: "bought" }, { kind: "gift" }] });
    const order = await visitor.orders.byCode({ id: order_code });
    const about = { name: "Mutosi", legal_name: "", company_code: "", address: "", phone: "" };
    const bought = { ...order, items: order.items.map((item) => ({ ...item, kind: "bought" as const })) };
    for (const locale of ["vi", "en", "ja"] as const) {
      const [withWord, without] = await Promise.all(
        [order, bought].map((each) => slipPdf(each, about, locale, shop.now)),
      );
      expect(withWord?.length).toBeGreaterThan(without?.length ?? 0);
    }
  });
});

test("gifts alone are no order", async () => {
  const { visitor } = await cartWithGift();
  await visitor.cart.updateItem({ product_id: juicer, selected: false });
  expect((await refusal(visitor.orders.place(orderForm()))).body.code).toBe("cart_empty");
});

test("a gift that the stock no longer holds is named before the order is placed", async () => {
  await sql`delete from catalogue.stock where variant_id = ${RICE_COOKER} and allocated = 0`.execute(shop.sql);
  const visitor = shop.visitor({ client: "10.3.1.1" });
  const { cart_id } = await visitor.cart.addItem({ product_id: juicer, quantity: 1 });
  await addGift(shop.sql, cart_id, { variant_id: RICE_COOKER });
  const { body } = await refusal(visitor.orders.place(orderForm()));
  expect(body.code).toBe("out_of_stock");
  await setStock(shop.sql, RICE_COOKER, 50);
  await expect(visitor.orders.place(orderForm())).resolves.toMatchObject({ status: "waiting_approval" });
});

test("the database has one bought line of a variant in an order, and no gift with a price or without a value", async () => {
  const { visitor } = await cartWithGift();
  const { order_code } = await visitor.orders.place(orderForm());
  const copy = (kind: string, price: number, value: number | null) =>
    sql`insert into orders.lines (order_id, key, kind, variant_id, sku, slug, category_slug, name, image, shipping_class,
        quantity, list_price, unit_price, line_total, vat_class, vat_rate_bp, commission_rate_bp, gift_value)
      select l.order_id, 'copy-of-line', ${kind}, l.variant_id, l.sku, l.slug, l.category_slug, l.name, l.image,
        l.shipping_class, 1, l.list_price, ${price}, ${price}, l.vat_class, l.vat_rate_bp, l.commission_rate_bp, ${value}::bigint
      from orders.lines l join orders.orders o on o.id = l.order_id
      where o.code = ${order_code} and l.kind = 'bought'`.execute(shop.sql);
  await expect(copy("bought", 0, null)).rejects.toThrow("lines_bought");
  await expect(copy("gift", 1, 1)).rejects.toThrow("lines_gift_costs_nothing");
  await expect(copy("gift", 0, null)).rejects.toThrow("lines_gift_has_value");
});

test("20 carts at once, each with a unit bought and the same as a gift, get what there is and no more", async () => {
  await sql`update catalogue.stock set on_hand = allocated + case when warehouse = 'HN' then 21 else 0 end
    where variant_id = ${juicer}`.execute(shop.sql);
  const before = await allocated();
  const carts = [];
  for (let index = 0; index < 20; index += 1)
    carts.push(await cartWithGift(shop.visitor({ client: `10.3.2.${index}` }), 1));
  const phone = (index: number) => `059${1_000_000 + index}`;
  const placing = carts.map(
    ({ visitor }, index) =>
      () =>
        visitor.orders.place(orderForm({ phone: phone(index) })),
  );
  const codes = await Promise.all(placing.map(outcome));
  expect(codes.filter((code) => code === "placed")).toHaveLength(10);
  expect(new Set(codes)).toEqual(new Set(["placed", "out_of_stock"]));
  expect((await allocated()) - before).toBe(20);
});

/** A busy shop says "try again" (503), and a client does. */
async function outcome(place: () => Promise<unknown>): Promise<string> {
  for (;;) {
    try {
      await place();
      return "placed";
    } catch (error) {
      if (!isWireFailure(error)) throw error;
      if (error.status < 500) return error.body.code;
      if (!isWireFailure(error, "unavailable")) throw error;
    }
  }
}

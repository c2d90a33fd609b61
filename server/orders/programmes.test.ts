/** Programmes from the cart to the order and back: prices, gifts, quota, limits, windows. rules/promotions#programmes */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { integrityViolations } from "../database/integrity.ts";
import { expirePayments } from "../payments/payments.ts";
import { codeDigest } from "../promotions/codes.ts";
import { giveBackUses, retakeUses } from "../promotions/uses.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { cancelOrder } from "./orders.ts";
import { juicer, orderForm, RICE_COOKER, startFlashSale, stockOf } from "./test-orders.ts";
import { makeProgramme, usesOf } from "./test-programmes.ts";

let shop: TestShop;
let ofJuicer: { products: number[] };
let ofCooker: { products: number[] };
let ofBoth: { products: number[] };
beforeAll(async () => {
  shop = await testShop({ max: 64, timeout_factor: 10 });
  const { rows } = await sql<{ id: number; product_id: number }>`
    select id, product_id from catalogue.variants where id in (${juicer}, ${RICE_COOKER})`.execute(shop.sql);
  const productOf = (variant: number) => rows.find(({ id }) => id === variant)?.product_id ?? 0;
  ofJuicer = { products: [productOf(juicer)] };
  ofCooker = { products: [productOf(RICE_COOKER)] };
  ofBoth = { products: [...ofJuicer.products, ...ofCooker.products] };
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  await sql`update promotions.promotions set starts_at = starts_at - interval '9 days', ends_at = starts_at - interval '8 days'
    where kind = 'programme'`.execute(shop.sql);
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  await sql`delete from catalogue.stock where variant_id in (${juicer}, ${RICE_COOKER}) and warehouse <> 'HN'`.execute(
    shop.sql,
  );
  await sql`update catalogue.stock set on_hand = allocated + 500 where variant_id in (${juicer}, ${RICE_COOKER})`.execute(
    shop.sql,
  );
});

let buyers = 0;
const buyer = () => shop.visitor({ client: `10.9.${Math.floor(buyers / 250)}.${buyers++ % 250}` });
const phoneOf = (index: number) => `05901${String(10_000 + index)}`;
const make = (slug: string, change: Parameters<typeof makeProgramme>[3]) =>
  makeProgramme(shop.sql, shop.now, slug, change);
const uses = (id: number) => usesOf(shop.sql, id);

async function cartOf(quantity: number, product_id = juicer): Promise<Shop> {
  const visitor = buyer();
  await visitor.cart.addItem({ product_id, quantity });
  return visitor;
}

describe("the price of a programme", () => {
  test("is the lowest that holds, is named at the line, and is what the order charges", async () => {
    await make("giam-muoi", { action: { type: "percent", rate_bp: 1_000, cap: null }, conditions: ofJuicer });
    await make("gia-la", { action: { type: "fixed_price", price: 2_000_000 }, conditions: ofJuicer });
    const visitor = await cartOf(2);
    const cart = await visitor.cart.get({});
    expect(cart.items).toMatchObject([
      { unit_price: 2_000_000, line_total: 4_000_000, flash_sale: false, programme: { slug: "gia-la", lang: "vi" } },
    ]);
    expect(cart.totals.goods).toBe(4_000_000);
    const placed = await visitor.orders.place(orderForm({ phone: phoneOf(1) }));
    expect(placed.totals.goods).toBe(4_000_000);
  });

  test("of tiers counts the units of all its lines together, and takes only the codes it names", async () => {
    const tiers = [
      { quantity: 2, rate_bp: 500 },
      { quantity: 4, rate_bp: 1_000 },
    ];
    await make("bac-thang", { action: { type: "tiers", tiers }, conditions: ofBoth, combines_with: ["coupon"] });
    const visitor = await cartOf(1);
    expect((await visitor.cart.get({})).totals.goods).toBe(2_490_000);
    const two = await visitor.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    expect(two.totals.goods).toBe(2_490_000 - 124_500 + 590_000 - 29_500);
    const four = await visitor.cart.addItem({ product_id: RICE_COOKER, quantity: 2 });
    expect(four.totals.goods).toBe(2_490_000 - 249_000 + 3 * (590_000 - 59_000));
    const left = await visitor.cart.updateItem({ product_id: RICE_COOKER, selected: false });
    expect(left.totals.goods).toBe(2_490_000);
    await sql`with rule as (
        insert into promotions.promotions (kind, title, action, starts_at, ends_at, is_listed)
        values ('promo_code', '{"vi": "Mã gõ"}', '{"type": "amount", "amount": 10000}',
          ${shop.now}::timestamptz - interval '1 day', ${shop.now}::timestamptz + interval '1 day', false) returning id)
      insert into promotions.codes (promotion_id, digest, code) select id, ${codeDigest("GOMA")}, 'GOMA' from rule`.execute(
      shop.sql,
    );
    await visitor.cart.updateItem({ product_id: RICE_COOKER, selected: true });
    expect((await refusal(visitor.cart.addPromocode({ code: "GOMA" }))).body.code).toBe("invalid");
  });

  test("leaves a flash price that is lower alone, with its quota", async () => {
    await make("giam-it", { action: { type: "percent", rate_bp: 500, cap: null }, conditions: ofJuicer });
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_500_000, quota: 10 });
    const visitor = await cartOf(1);
    expect((await visitor.cart.get({})).items).toMatchObject([{ unit_price: 1_500_000, programme: null }]);
    await visitor.orders.place(orderForm({ phone: phoneOf(2) }));
    const { rows } = await sql`select sold from promotions.flash_sale_items`.execute(shop.sql);
    expect(rows).toEqual([{ sold: 1 }]);
  });

  test("of a set is an adjustment with its reason, shared over its lines", async () => {
    await make("mua-hai-tang-mot", { action: { type: "buy_get", buy: 2, free: 1 }, conditions: ofBoth });
    const visitor = await cartOf(2);
    const cart = await visitor.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    const off = { source: "programme", label: "Chương trình mua-hai-tang-mot", amount: -590_000, code: null };
    expect(cart.coupons).toEqual([off]);
    const placed = await visitor.orders.place(orderForm({ phone: phoneOf(3) }));
    expect(placed.totals).toMatchObject({ goods: 5_570_000, discount: 590_000 });
    const order = await visitor.orders.byCode({ id: placed.order_code });
    expect(order.adjustments).toEqual(cart.coupons);
  });
});

describe("a gift", () => {
  const gift = { type: "gift", variant_id: RICE_COOKER };
  const threshold = () => ({ ...ofJuicer, min_order: 2_000_000 });

  test("stands in cart and order, takes stock, names its set, and comes back once with the order", async () => {
    const id = await make("tang-noi", { action: gift, conditions: threshold(), max_uses: 5, per_customer: 1 });
    const before = await stockOf(shop.sql, RICE_COOKER);
    const visitor = await cartOf(1);
    const cart = await visitor.cart.get({});
    expect(cart.items).toMatchObject([
      { kind: "bought", product_id: juicer },
      { kind: "gift", product_id: RICE_COOKER, quantity: 1, unit_price: 0, programme: { slug: "tang-noi" } },
    ]);
    expect(cart.totals.goods).toBe(2_490_000);
    const placed = await visitor.orders.place(orderForm({ phone: phoneOf(4) }));
    expect(await uses(id)).toEqual({ used: 1, held: 1, spent: 590_000 });
    expect((await stockOf(shop.sql, RICE_COOKER)).allocated).toBe(before.allocated + 1);
    const { rows } = await sql<{ gift_value: number; set: boolean }>`
      select g.gift_value, g.set_keys = array[b.key] as set from orders.lines g
      join orders.lines b on b.order_id = g.order_id and b.kind = 'bought' join orders.orders o on o.id = g.order_id
      where g.kind = 'gift' and o.code = ${placed.order_code}`.execute(shop.sql);
    expect(rows).toEqual([{ gift_value: 590_000, set: true }]);
    // The same phone has had it.
    const again = await cartOf(1);
    const second = await again.orders.place(orderForm({ phone: phoneOf(4) }));
    expect((await again.orders.byCode({ id: second.order_code })).items).toHaveLength(1);
    for (let time = 0; time < 2; time += 1)
      await cancelOrder(shop.ctx(), placed.order_code).catch((error: unknown) => error);
    expect(await uses(id)).toEqual({ used: 0, held: 0, spent: 0 });
    expect((await stockOf(shop.sql, RICE_COOKER)).allocated).toBe(before.allocated);
  });

  test("that was shown and is lost to the receiver of the order stops placement by its name, until it is no longer shown", async () => {
    await make("tang-mot-lan", { action: gift, conditions: threshold(), per_customer: 1 });
    await (await cartOf(1)).orders.place(orderForm({ phone: phoneOf(41) }));
    const visitor = await cartOf(1);
    const { items, totals } = await visitor.cart.get({});
    const [, shown] = items;
    expect(shown).toMatchObject({ kind: "gift", product_id: RICE_COOKER });
    const form = orderForm({ phone: phoneOf(41) });
    const { cart } = await visitor.cart.checkout({ ...form.address, shipping_method: form.shipping_method });
    expect(cart.items).toHaveLength(2);
    const expected = { expected_total: cart.totals.total, expected_gifts: [RICE_COOKER] };
    const { status, body } = await refusal(visitor.orders.place({ ...form, ...expected }));
    expect([status, body.code]).toEqual([409, "price_changed"]);
    expect(body.errors?.expected_gifts?.[0]).toContain(shown?.name);
    expect((await visitor.cart.get({})).totals.goods).toBe(totals.goods);
    const placed = await visitor.orders.place({ ...form, ...expected, expected_gifts: [] });
    expect((await visitor.orders.byCode({ id: placed.order_code })).items).toHaveLength(1);
  });

  test("that is given as shown, or was not shown, is no reason to stop", async () => {
    await make("tang-tu-do", { action: gift, conditions: threshold() });
    for (const expected_gifts of [[RICE_COOKER], []]) {
      const visitor = await cartOf(1);
      const placed = await visitor.orders.place(orderForm({ phone: phoneOf(42), expected_gifts }));
      expect((await visitor.orders.byCode({ id: placed.order_code })).items).toHaveLength(2);
    }
  });

  test("is gone where no warehouse that sends the goods has it, which the cart says", async () => {
    await make("tang-noi-xa", { action: gift, conditions: threshold() });
    await sql`update catalogue.stock set on_hand = allocated where variant_id = ${RICE_COOKER}`.execute(shop.sql);
    await sql`insert into catalogue.stock (variant_id, warehouse, on_hand) values (${RICE_COOKER}, 'HCM', 5)`.execute(
      shop.sql,
    );
    const visitor = await cartOf(1);
    const cart = await visitor.cart.get({});
    expect(cart.items).toHaveLength(1);
    expect(cart.missed_gifts).toMatchObject([{ slug: "tang-noi-xa" }]);
    const placed = await visitor.orders.place(orderForm({ phone: phoneOf(5) }));
    expect((await visitor.orders.byCode({ id: placed.order_code })).items).toHaveLength(1);
  });
});

describe("quota and limits", () => {
  const fixed = { type: "fixed_price", price: 2_000_000 };

  test("of 120 buyers at once of a quota of 100 exactly 100 get the price", async () => {
    const id = await make("tram-suat", { action: fixed, conditions: ofJuicer, max_uses: 100 });
    const items = [{ product_id: juicer, quantity: 1 }];
    const place = async (index: number): Promise<number> => {
      for (;;) {
        try {
          return (await buyer().orders.place(orderForm({ items, phone: phoneOf(1_000 + index) }))).totals.goods;
        } catch (error) {
          // A busy shop says "try again", and a client does.
          if (!isWireFailure(error, "unavailable")) throw error;
        }
      }
    };
    const goods = await Promise.all(Array.from({ length: 120 }, (_each, index) => place(index)));
    expect(goods.filter((each) => each === 2_000_000)).toHaveLength(100);
    expect(goods.filter((each) => each === 2_490_000)).toHaveLength(20);
    expect(await uses(id)).toMatchObject({ used: 100, held: 100 });
  });

  test("a total that was shown with the last use of another is refused", async () => {
    await make("mot-suat", { action: fixed, conditions: ofJuicer, max_uses: 1 });
    const [first, second] = [await cartOf(1), await cartOf(1)];
    const { totals } = await first.orders.place(orderForm({ phone: phoneOf(6) }));
    const late = second.orders.place(orderForm({ phone: phoneOf(7), expected_total: totals.total }));
    expect((await refusal(late)).body.code).toBe("price_changed");
  });

  test("a lapsed order gives its use back once, and takes it again when it is reopened, unless it is gone", async () => {
    const id = await make("mot-suat-nua", { action: fixed, conditions: ofJuicer, max_uses: 1 });
    const items = [{ product_id: juicer, quantity: 1 }];
    const transfer = { items, payment_method: "bank_transfer" };
    const { order_code } = await buyer().orders.place(orderForm({ ...transfer, phone: phoneOf(8) }));
    await sql`update payments.payments set deadline = ${shop.now}::timestamptz - interval '1 minute'
      where order_code = ${order_code}`.execute(shop.sql);
    await expirePayments(shop.ctx());
    expect(await uses(id)).toMatchObject({ used: 0, held: 0 });
    await retakeUses(shop.ctx(), order_code);
    expect(await uses(id)).toMatchObject({ used: 1, held: 1 });
    for (let time = 0; time < 2; time += 1) await giveBackUses(shop.ctx(), order_code);
    expect(await uses(id)).toMatchObject({ used: 0, held: 0 });
    await buyer().orders.place(orderForm({ items, phone: phoneOf(10) }));
    await expect(retakeUses(shop.ctx(), order_code)).rejects.toMatchObject({ code: "conflict" });
  });

  test("a quantity outside the bounds of a programme is refused at the line, in the cart and at placement", async () => {
    await make("tu-hai-den-ba", { action: fixed, conditions: ofJuicer, minimum: 2, maximum: 3 });
    const visitor = buyer();
    const one = await refusal(visitor.cart.addItem({ product_id: juicer, quantity: 1 }));
    expect([one.body.code, one.body.errors?.quantity?.[0]]).toEqual(["below_minimum", expect.stringContaining("2")]);
    const cart = await visitor.cart.addItem({ product_id: juicer, quantity: 2 });
    expect(cart.items).toMatchObject([{ minimum: 2, maximum: 3, problem: null }]);
    const four = await refusal(visitor.cart.updateItem({ product_id: juicer, quantity: 4 }));
    expect(four.body.code).toBe("above_maximum");
    const items = [{ product_id: juicer, quantity: 1 }];
    const placing = await refusal(buyer().orders.place(orderForm({ items, phone: phoneOf(9) })));
    expect(placing.body.code).toBe("below_minimum");
  });

  test("holds from its first moment until the one before its end", async () => {
    const at = (minutes: number) => new Date(shop.now.getTime() + minutes * 60_000);
    await make("mot-gio", { action: fixed, conditions: ofJuicer, starts_at: at(1), ends_at: at(3) });
    const visitor = await cartOf(1);
    const goods = async () => (await visitor.cart.get({})).totals.goods;
    expect(await goods()).toBe(2_490_000);
    shop.advanceClock(60_000);
    expect(await goods()).toBe(2_000_000);
    shop.advanceClock(119_999);
    expect(await goods()).toBe(2_000_000);
    shop.advanceClock(1);
    expect(await goods()).toBe(2_490_000);
  });
});

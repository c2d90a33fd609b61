/** Codes that are chosen for a shopper, that make an order dearer, that come with an order, and who tries many. rules/promotions#codes */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { type CodeChange, newCode, usesOf } from "./test-codes.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "./test-orders.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await setStock(shop.sql, juicer, 500);
  await setStock(shop.sql, RICE_COOKER, 500);
});
let buyers = 0;
const buyer = () => shop.visitor({ client: `10.7.0.${buyers++}` });
const phoneOf = (index: number) => `05900${String(10_000 + index)}`;
const makeCode = (code: string, change?: CodeChange) => newCode(shop, code, change);
const usedOf = (code: string) => usesOf(shop, code);

describe("codes chosen for the shopper", () => {
  test("are those with which the order costs least; choosing again changes nothing", async () => {
    await makeCode("CHON50", { amount: 50_000 });
    await makeCode("CHON150", { amount: 150_000 });
    const lan = buyer();
    const before = await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    await lan.cart.addCoupon({ code: "CHON50" });
    const cart = await lan.cart.chooseCodes({});
    expect(cart.totals.total).toBeLessThanOrEqual(before.totals.total - 150_000);
    expect(cart.codes.map(({ code }) => code)).not.toContain("CHON50");
    expect((await lan.cart.chooseCodes({})).codes).toEqual(cart.codes);
  });

  test("leave a cart alone that no code fits", async () => {
    const lan = buyer();
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    await sql`update promotions.promotions set is_listed = false`.execute(shop.sql);
    const cart = await lan.cart.chooseCodes({});
    await sql`update promotions.promotions set is_listed = true where kind in ('coupon', 'delivery_coupon')`.execute(
      shop.sql,
    );
    expect(cart.codes).toEqual([]);
  });
});

test("blanks alone are no code that was typed", async () => {
  const lan = buyer();
  await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
  const [blank, nothing] = await Promise.all([" \u3000", ""].map((code) => refusal(lan.cart.addCoupon({ code }))));
  expect(blank?.body.errors).toEqual(nothing?.body.errors);
  expect(blank?.body.errors?.code).toBeDefined();
});

test("a code that others have used up is not told as over on a day to come", async () => {
  await makeCode("HETSUAT", { max_uses: 1 });
  await sql`update promotions.promotions p set used = 1 from promotions.codes c
    where c.promotion_id = p.id and c.code = 'HETSUAT'`.execute(shop.sql);
  const lan = buyer();
  await lan.cart.addItem({ product_id: juicer, quantity: 1 });
  const { data } = await lan.cart.coupons({ group: "expired" });
  expect(data).toContainEqual(expect.objectContaining({ code: "HETSUAT", state: "used_up" }));
  await sql`update promotions.promotions p set is_listed = false from promotions.codes c
    where c.promotion_id = p.id and c.code = 'HETSUAT'`.execute(shop.sql);
});

describe("a code that makes the order dearer", () => {
  test("is put in only after a warning", async () => {
    const choices = { city_code: "01", ward_code: "00229", shipping_method: "GHN" };
    const { rows } = await sql<{ id: number; goods: number; quantity: number }>`
      select v.id, catalogue.current_price(r, ${shop.now}) * q as goods, q::int as quantity
      from catalogue.variants v join catalogue.products p on p.id = v.product_id
      join catalogue.prices r on r.variant_id = v.id, generate_series(1, 5) q
      where p.shipping_class = 'parcel' and p.status = 'active'
        and catalogue.current_price(r, ${shop.now}) * q between 500000 and 512000
        and not exists (select from promotions.flash_prices(${shop.now}) f where f.variant_id = v.id)
      order by goods, v.id limit 1`.execute(shop.sql);
    const [{ id: product_id, goods, quantity } = { id: 0, goods: 0, quantity: 0 }] = rows;
    await setStock(shop.sql, product_id, 50);
    const lan = buyer();
    await lan.cart.addItem({ product_id, quantity });
    const { cart: before } = await lan.cart.checkout(choices);
    expect(before.totals).toMatchObject({ goods, shipping_discount: before.totals.shipping });
    await makeCode("DATHON", { amount: goods - 500_000 + 1_000 });
    const { status, body } = await refusal(lan.cart.addCoupon({ ...choices, code: "DATHON" }));
    expect([status, body.code]).toEqual([409, "code_dearer"]);
    expect((await lan.cart.addCoupon({ ...choices, code: "DATHON", dearer: true })).codes).toHaveLength(1);
    const { cart: after } = await lan.cart.checkout(choices);
    expect(after.totals.total).toBeGreaterThan(before.totals.total);
    const lost = before.totals.shipping;
    expect(after.codes).toMatchObject([{ code: "DATHON", delivery_more: lost }]);
    const { data } = await lan.cart.coupons(choices);
    expect(data.filter(({ delivery_more }) => delivery_more > 0).map(({ slot }) => slot)).not.toContain(
      "delivery_coupon",
    );
    expect((await lan.cart.chooseCodes(choices)).codes.map(({ code }) => code)).not.toContain("DATHON");
    // A delivery coupon does nothing until the other code loses the free delivery, and is found all the same.
    await makeCode("GIAOHET", { kind: "delivery_coupon", amount: 200_000 });
    const best = await lan.cart.chooseCodes(choices);
    expect(best.codes.map(({ slot }) => slot)).toEqual(expect.arrayContaining(["coupon", "delivery_coupon"]));
    expect(best.codes.every(({ delivery_more }) => delivery_more === 0)).toBe(true);
    const { cart: cheapest } = await lan.cart.checkout(choices);
    expect(best.saving).toBe(before.totals.total - cheapest.totals.total);
  });
});

describe("an order by named items", () => {
  const items = [{ product_id: juicer, quantity: 1 }];

  test("takes codes of each kind, uses them once, and a repeat is the same order", async () => {
    await makeCode("NHANH1");
    await makeCode("NHANH2", { kind: "promo_code", amount: 40_000 });
    const form = orderForm({ items, phone: phoneOf(60), codes: [" nhanh-1", "NHANH2"] });
    const lan = buyer();
    const placed = await lan.orders.place(form);
    expect(placed.totals).toMatchObject({ goods: 2_490_000, discount: 140_000 });
    expect((await lan.orders.place(form)).order_code).toBe(placed.order_code);
    expect((await usedOf("NHANH1"))?.used).toBe(1);
  });

  test.each([
    ["an unknown one", ["KHONGCO"], "codes.0", "Không tìm thấy mã này"],
    ["one that does not fit", ["HETHAN"], "codes.0", "đã hết hạn"],
    ["a second of one kind", ["NHANH3", "NHANH4"], "codes.1", "đã có một mã loại này"],
  ])("%s is refused at its place, and nothing is placed", async (_, codes, field, words) => {
    await makeCode("NHANH3").catch(() => undefined);
    await makeCode("NHANH4").catch(() => undefined);
    const { status, body } = await refusal(buyer().orders.place(orderForm({ items, phone: phoneOf(61), codes })));
    expect([status, body.errors?.[field]?.[0]]).toEqual([422, expect.stringContaining(words)]);
  });
});

describe("who types codes until one fits", () => {
  test("is slowed down by session, whatever addresses they come from", async () => {
    const limited = await testShop({ config: { limit_factor: 1 } });
    try {
      const lan = limited.visitor({ client: "10.9.0.1" });
      const { session_id: token } = await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
      for (let index = 0; index < 30; index++) {
        const other = limited.visitor({ client: `10.9.1.${index}`, token: token ?? "" });
        expect((await refusal(other.cart.addCoupon({ code: `DOAN${index}` }))).status).toBe(422);
      }
      const last = limited.visitor({ client: "10.9.2.1", token: token ?? "" });
      expect((await refusal(last.cart.addCoupon({ code: "DOANNUA" }))).status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  test("no referral code is known, in the words for an unknown code", async () => {
    const { status, body } = await refusal(buyer().identity.checkReferenceCode({ code: "HOA2026" }));
    expect([status, body.errors?.code]).toEqual([422, ["Không tìm thấy mã này. Bạn kiểm tra lại từng ký tự nhé"]]);
  });
});

describe("a cart", () => {
  test("takes no referral code, for nobody refers yet", async () => {
    const { status, body } = await refusal(buyer().cart.updateInfo({ referral_code: "HOA2026" }));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["referral_code"]]);
  });
});

/** Delivery quotes of a cart: they equal the fee that the order charges, and only the cart's session sees them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const juicer = 1082;
const kimLien = { city_code: "01", ward_code: "00229" };

it("the quote equals the fee that the cart then shows", async () => {
  const lan = shop.visitor();
  await lan.cart.addItem({ product_id: juicer });
  const offers = await lan.cart.quotes(kimLien);
  const [first, second] = offers.filter((offer) => offer.available);
  expect(first?.cheapest).toBe(true);
  await lan.cart.setShippingAddress({ ...kimLien, street: "12 ngõ 6 phố Sen Hồng" });
  const cart = await lan.cart.setShippingMethod({ shipping_method: second?.code ?? "" });
  expect(cart.shipping).toEqual(second);
  expect(cart.totals).toMatchObject({ shipping: second?.fee, shipping_discount: second?.fee_discount });
  expect(await lan.cart.quotes({ cart_id: cart.cart_id })).toEqual(offers);
});

it("lines that are not selected are left out; an empty cart has no quotes", async () => {
  const lan = shop.visitor();
  expect(await lan.cart.quotes(kimLien)).toEqual([]);
  await lan.cart.addItem({ product_id: juicer });
  await lan.cart.updateItem({ product_id: juicer, selected: false });
  expect(await lan.cart.quotes(kimLien)).toEqual([]);
});

it("another visitor's cart is 'not found'", async () => {
  const lan = shop.visitor();
  const { cart_id } = await lan.cart.addItem({ product_id: juicer });
  await expect(shop.visitor().cart.quotes({ cart_id, ...kimLien })).rejects.toMatchObject({ status: 404 });
});

it("a missing or wrong address is refused at its field", async () => {
  const lan = shop.visitor();
  await lan.cart.addItem({ product_id: juicer });
  await expect(lan.cart.quotes({})).rejects.toMatchObject({
    status: 422,
    body: { errors: { city_code: expect.any(Array) } },
  });
  await expect(lan.cart.quotes({ city_code: "01", ward_code: "27475" })).rejects.toMatchObject({
    status: 422,
    body: { errors: { ward_code: expect.any(Array) } },
  });
});

it("a legacy address is accepted", async () => {
  const lan = shop.visitor();
  await lan.cart.addItem({ product_id: juicer });
  const legacy = { address_system: "legacy", city_code: "01", district_code: "006", ward_code: "00229" } as const;
  expect(await lan.cart.quotes(legacy)).toEqual(await lan.cart.quotes(kimLien));
});

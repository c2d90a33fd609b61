/**
 * The cart: it belongs to its session, its quantities stay within stock, and every price comes from the server.
 * rules/cart
 */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setPrice as setListPrice } from "../catalogue/test-prices.ts";
import { DEMO_PASSWORD } from "../demo-accounts.ts";
import { buildApp } from "../http/app.ts";
import { juicer, orderForm, RICE_COOKER, setStock, startFlashSale } from "../orders/test-orders.ts";
import { shopHandlers } from "../shop.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { cartCalls } from "./calls.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 4 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  await setPrice(juicer, 2_990_000, 2_490_000);
  await setStock(shop.sql, juicer, 50);
  await setStock(shop.sql, RICE_COOKER, 50);
});

const setPrice = (variant_id: number, list_price: number, sale_price: number | null) =>
  setListPrice(shop, variant_id, { list_price, sale_price });

describe("a cart belongs to its session", () => {
  test("reading the cart creates neither a cart nor a session", async () => {
    const before = await counts();
    const lan = shop.visitor();
    const cart = await lan.cart.get({});
    expect(cart).toMatchObject({ cart_id: "", items: [], item_count: 0, session_id: null, totals: { total: 0 } });
    await lan.identity.session({});
    await lan.cart.removeItems({ keys: ["12345678"] });
    expect(await counts()).toEqual(before);
  });

  test("another session's cart is 'not found', to read and to change", async () => {
    const lan = shop.visitor();
    const minh = shop.visitor();
    const hers = await lan.cart.addItem({ product_id: juicer, quantity: 2 });
    await minh.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    const key = hers.items[0]?.key ?? "";
    expect((await minh.cart.get({})).items.map((item) => item.product_id)).toEqual([RICE_COOKER]);
    const tries = [
      () => minh.cart.removeItem({ key }),
      () => minh.cart.removeDetail({ id: juicer }),
      () => minh.cart.updateItem({ product_id: juicer, quantity: 1 }),
      () => shop.visitor().cart.updateItem({ product_id: juicer, quantity: 1 }),
    ];
    for (const attempt of tries) expect((await refusal(attempt())).body.code).toBe("not_found");
    await minh.cart.removeItems({ keys: [key] });
    expect((await lan.cart.get({})).items.map((item) => item.quantity)).toEqual([2]);
  });

  test("a visitor's first additions sent at once all arrive in one cart", async () => {
    const ctx = shop.ctx();
    const add = (product_id: number) => cartCalls.addItem(ctx, { product_id, quantity: 1 });
    await Promise.all([juicer, RICE_COOKER, juicer].map(add));
    const { items, item_count } = await cartCalls.get(ctx, {});
    expect([item_count, items.map(({ product_id }) => product_id).sort()]).toEqual([3, [juicer, RICE_COOKER].sort()]);
  });

  test("an app without cookies keeps cart, favourites and orders by session_id until it signs in with it", async () => {
    const app = await buildApp({ base: shop.base, handlers: shopHandlers });
    const call = async (method: "GET" | "POST", url: string, payload?: object, headers = {}) => {
      const { statusCode: status, ...answer } = await app.inject({ method, url, headers, ...(payload && { payload }) });
      return { status, headers: answer.headers, ...(answer.json() as { code?: string; token?: string; data: never }) };
    };
    type Sent = { session_id: string | null; item_count: number; order_code: string; favourite: boolean };
    const sent = async (...request: Parameters<typeof call>): Promise<Sent> => (await call(...request)).data;

    const { session_id } = await sent("POST", "/v1/product-favorite", { product_id: 1082, favourite: true });
    expect(session_id).toMatch(/^[\w-]{22}$/);
    expect(await sent("GET", `/v1/client/favourites/slugs?session_id=${session_id}`)).toHaveLength(1);
    await sent("POST", "/v1/client/add-to-cart", { product_id: 1082, session_id });
    const { order_code } = await sent("POST", "/v1/shop/order", { ...orderForm(), session_id });
    expect((await call("GET", `/v0/order/${order_code}?session_id=${session_id}`)).status).toBe(200);
    await sent("POST", "/v1/client/add-to-cart", { product_id: 1082, session_id });

    const { token } = await call("POST", "/client/auth/login", {
      login: "0590000022",
      password: DEMO_PASSWORD,
      session_id,
    });
    const bearer = { authorization: `Bearer ${token}` };
    const cart = await sent("GET", `/v1/client/cart?session_id=${session_id}`, undefined, bearer);
    expect(cart).toMatchObject({ item_count: 1, session_id: null });
    const late = await call("POST", "/v1/client/add-to-cart", { product_id: 1082, session_id });
    expect([late.status, late.code, late.headers["retry-after"]]).toEqual([409, "conflict", "1"]);
    expect((await sent("GET", `/v1/client/cart?session_id=${session_id}`)).session_id).toBeNull();
    expect((await sent("GET", "/v1/client/cart?session_id=made-up")).session_id).toBeNull();
    await app.close();
  });

  test("an app without cookies finds its cart by session_id; an invented session_id grants nothing", async () => {
    const app = await buildApp({ base: shop.base, handlers: shopHandlers });
    const first = await app.inject({
      method: "POST",
      url: "/v1/client/add-to-cart",
      payload: { product_id: juicer, quantity: 1 },
    });
    const { session_id } = first.json().data;
    expect(session_id).toMatch(/^[\w-]{22}$/);
    expect(String(first.headers["set-cookie"])).toContain(session_id);
    const again = await app.inject({ url: `/v1/client/cart?session_id=${session_id}` });
    expect(again.json().data).toMatchObject({ session_id, item_count: 1 });
    const unknownCart = await app.inject({ url: `/v1/client/cart?session_id=${"A".repeat(22)}` });
    expect(unknownCart.json().data.items).toEqual([]);
    await app.close();
  });

  test("twenty first writes at once, each with an Idempotency-Key, do not exhaust the connections", async () => {
    const visitors = Array.from({ length: 20 }, (_each, index) => shop.visitor({ client: `10.0.0.${index}` }));
    const carts = await Promise.all(
      visitors.map((visitor, index) =>
        visitor.cart.addItem(
          { product_id: RICE_COOKER, quantity: 1 },
          { idempotency_key: `first-write-of-visitor-${index}` },
        ),
      ),
    );
    expect(new Set(carts.map((cart) => cart.session_id)).size).toBe(20);
    expect((await visitors[0]?.cart.get({}))?.item_count).toBe(1);
  });

  test("a refused first write creates no session, with an Idempotency-Key or without; the next one does", async () => {
    const sessions = async () => (await shop.sql.selectFrom("identity.sessions").select("id").execute()).length;
    const before = await sessions();
    const lan = shop.visitor({ client: "10.0.9.1" });
    const keyed = { idempotency_key: "refused-first-write-0001" };
    await refusal(lan.cart.addItem({ product_id: 999_999, quantity: 1 }));
    await refusal(lan.cart.addItem({ product_id: 999_999, quantity: 1 }, keyed));
    await refusal(lan.cart.addItem({ product_id: juicer, quantity: 999 }));
    await refusal(lan.cart.setShippingMethod({ shipping_method: "nobody" }));
    await refusal(lan.catalogue.toggleFavourite({ product_id: 999_999 }));
    expect(await sessions()).toBe(before);
    expect(await lan.identity.session({})).toMatchObject({ status: "empty" });
    await lan.cart.addItem({ product_id: juicer, quantity: 1 }, keyed);
    expect([await sessions(), (await lan.cart.get({})).item_count]).toEqual([before + 1, 1]);
  });

  test("'buy now' of a product in the cart keeps the larger of both quantities", async () => {
    const lan = shop.visitor({ client: "10.0.9.2" });
    const buyNow = async (quantity: number) =>
      (await lan.cart.addItem({ product_id: juicer, quantity, at_least: true })).items[0]?.quantity;
    expect([await buyNow(1), await buyNow(1), await buyNow(3), await buyNow(2)]).toEqual([1, 1, 3, 3]);
    await lan.cart.updateItem({ product_id: juicer, selected: false });
    await buyNow(1);
    expect((await lan.cart.get({})).items[0]).toMatchObject({ quantity: 3, selected: true });
    await setStock(shop.sql, juicer, 2);
    expect(await buyNow(1)).toBe(3); // the cart page says that only 2 can be had
    await setStock(shop.sql, juicer, 50);
  });

  test("the header counts what is in the cart", async () => {
    const lan = shop.visitor();
    await lan.cart.addItem({ product_id: juicer, quantity: 2 });
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    expect(await lan.identity.session({})).toMatchObject({ status: "visitor", cart_count: 3 });
  });
});

describe("quantities stay within what can be sold", () => {
  test("adding a product again adds up, up to the stock", async () => {
    const lan = shop.visitor();
    await setStock(shop.sql, juicer, 3);
    await lan.cart.addItem({ product_id: juicer, quantity: 2 });
    const failure = await refusal(lan.cart.addItem({ product_id: juicer, quantity: 2 }));
    expect(failure.body.code).toBe("above_maximum");
    expect(failure.body.message).toContain("3");
    const { items } = await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    expect(items).toMatchObject([{ quantity: 3, minimum: 1, maximum: 3, problem: null }]);
    expect((await refusal(lan.cart.updateItem({ product_id: juicer, quantity: 4 }))).body.code).toBe("above_maximum");
    expect((await lan.cart.get({})).items[0]?.quantity).toBe(3);
  });

  test("a sold out, hidden or unknown product cannot be added", async () => {
    const lan = shop.visitor();
    await setStock(shop.sql, juicer, 0);
    expect((await refusal(lan.cart.addItem({ product_id: juicer, quantity: 1 }))).body.code).toBe("out_of_stock");
    expect((await refusal(lan.cart.addItem({ product_id: 999_999_999, quantity: 1 }))).body.code).toBe("not_found");
    await sql`update catalogue.products set status = 'hidden' where id = ${RICE_COOKER}`.execute(shop.sql);
    expect((await refusal(lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 }))).body.code).toBe("not_found");
    await sql`update catalogue.products set status = 'active' where id = ${RICE_COOKER}`.execute(shop.sql);
    expect((await lan.cart.get({})).items).toEqual([]);
  });

  test("a quantity must be a whole number from 1 to 999", async () => {
    const lan = shop.visitor();
    for (const quantity of [0, -1, 1.5, 1000, 1e21, Number.NaN, "2; drop table", "", null]) {
      const failure = await refusal(lan.cart.addItem({ product_id: juicer, quantity: quantity as number }));
      expect(failure.body.code).toBe("invalid");
    }
  });

  test("the minimum, maximum and price of a flash sale apply", async () => {
    await startFlashSale(shop.sql, shop.now, {
      variant_id: juicer,
      price: 1_990_000,
      quota: 5,
      minimum: 2,
      maximum: 3,
    });
    const lan = shop.visitor();
    expect((await refusal(lan.cart.addItem({ product_id: juicer, quantity: 1 }))).body.code).toBe("below_minimum");
    expect((await refusal(lan.cart.addItem({ product_id: juicer, quantity: 4 }))).body.code).toBe("above_maximum");
    const cart = await lan.cart.addItem({ product_id: juicer, quantity: 3 });
    expect(cart.items).toMatchObject([{ unit_price: 1_990_000, flash_sale: true, minimum: 2, maximum: 3 }]);
    expect(cart.totals).toMatchObject({ goods: 5_970_000, total: 5_970_000, saving: 3_000_000 });
  });

  test("a line whose product is no longer sold is shown with a problem and stays", async () => {
    const lan = shop.visitor();
    await lan.cart.addItem({ product_id: juicer, quantity: 3 });
    await setStock(shop.sql, juicer, 1);
    const item = async () => (await lan.cart.get({})).items[0];
    expect(await item()).toMatchObject({ quantity: 3, problem: { code: "above_maximum", maximum: 1 } });
    await setStock(shop.sql, juicer, 0);
    expect(await item()).toMatchObject({ quantity: 3, problem: { code: "out_of_stock", maximum: 0 } });
    await sql`update catalogue.products set status = 'hidden' from catalogue.variants v
      where v.id = ${juicer} and v.product_id = products.id`.execute(shop.sql);
    expect(await item()).toMatchObject({ quantity: 3, problem: { code: "not_sold" } });
    await sql`update catalogue.products set status = 'active'`.execute(shop.sql);
    const cart = await lan.cart.updateItem({ product_id: juicer, selected: false });
    expect(cart).toMatchObject({ items: [{ quantity: 3, selected: false }], totals: { total: 0 } });
  });
});

describe("prices come from the server, and a change is shown", () => {
  test("price fields of a request are ignored", async () => {
    const lan = shop.visitor();
    const tampered = {
      product_id: juicer,
      quantity: 1,
      unit_price: 1,
      price: 1,
      price_seen: 1,
      total: 1,
      discount: 9e9,
    };
    const cart = await lan.cart.addItem(tampered);
    expect(cart.items).toMatchObject([{ unit_price: 2_490_000, list_price: 2_990_000, price_before: null }]);
    expect(cart.totals.total).toBe(2_490_000);
  });

  test("a changed price is shown at every view, and once more after the line changes", async () => {
    const lan = shop.visitor();
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    await setPrice(juicer, 2_990_000, 2_600_000);
    const told = async () =>
      (await lan.cart.get({})).items.map(({ unit_price, price_before }) => [unit_price, price_before]);
    expect(await told()).toEqual([[2_600_000, 2_490_000]]);
    expect(await told()).toEqual([[2_600_000, 2_490_000]]);
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    expect((await told())[0]).toEqual([2_600_000, 2_490_000]);
    await lan.cart.updateItem({ product_id: juicer, quantity: 2 });
    expect((await told())[0]).toEqual([2_600_000, 2_490_000]);
    await lan.cart.updateItem({ product_id: juicer, quantity: 1 });
    expect((await told())[0]).toEqual([2_600_000, null]);
  });

  test("a line that is not selected stays in the cart and is not counted", async () => {
    const lan = shop.visitor();
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const both = await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 2 });
    expect(both.totals.goods).toBe(2_490_000 + 2 * 590_000);
    const one = await lan.cart.updateItem({ product_id: juicer, selected: false });
    expect(one).toMatchObject({ item_count: 3, totals: { goods: 2 * 590_000 } });
    const back = await lan.cart.updateItem({ product_id: juicer, selected: true });
    expect(back.totals).toEqual(both.totals);
  });

  test("adding a line and removing it restores every amount", async () => {
    const lan = shop.visitor();
    const before = await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const more = await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 3 });
    const key = more.items.find((item) => item.product_id === RICE_COOKER)?.key ?? "";
    const after = await lan.cart.removeItem({ key });
    expect(after.totals).toEqual(before.totals);
    expect(after.items).toEqual(before.items);
    expect((await refusal(lan.cart.removeItem({ key }))).body.code).toBe("not_found");
    await lan.cart.removeDetail({ id: juicer });
    expect((await lan.cart.get({})).totals.total).toBe(0);
  });

  test("product names are in the reader's language", async () => {
    const lan = shop.visitor();
    const vi = await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const ja = await lan.cart.get({ lang: "ja" });
    expect(ja.items[0]?.lang).toBe("ja");
    expect(ja.items[0]?.name).not.toBe(vi.items[0]?.name);
  });
});

describe("choices for the order are stored with the cart", () => {
  const home = { city_code: "01", ward_code: "00229", street: "Số 12 ngõ 6 phố Sen Hồng" };

  test("receiver, note and invoice are stored; fields not sent stay", async () => {
    const lan = shop.visitor();
    const company_invoice = { company_name: "Công ty Sen Hồng", tax_code: "0300588569" };
    await lan.cart.updateInfo({ full_name: "Tạ Mai Lan", phone: "059 000 0011", note: "Gọi trước" });
    const cart = await lan.cart.updateInfo({ email: "lan@mutosi.example", company_invoice });
    expect(cart).toMatchObject({
      receiver: { full_name: "Tạ Mai Lan", phone: "+84590000011", email: "lan@mutosi.example" },
      note: "Gọi trước",
      company_invoice: { tax_code: "0300588569" },
    });
    expect((await lan.cart.updateInfo({ company_invoice: null })).company_invoice).toBeNull();
  });

  test("address and shipping method set the fee, in the total and in its parts", async () => {
    const lan = shop.visitor();
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    await lan.cart.setShippingAddress(home);
    const offers = await lan.cart.quotes({ city_code: "01", ward_code: "00229" });
    const cart = await lan.cart.setShippingMethod({ shipping_method: "GHN" });
    const ghn = offers.find((offer) => offer.code === "GHN");
    expect(cart.shipping).toMatchObject({ code: "GHN", fee: ghn?.fee });
    const { goods, discount, shipping, shipping_discount, total } = cart.totals;
    expect(shipping).toBe(ghn?.fee);
    expect(shipping).toBeGreaterThan(0);
    expect(total).toBe(goods - discount + shipping - shipping_discount);
  });

  test("a legacy address is answered in both systems; a wrong one names its field", async () => {
    const lan = shop.visitor();
    const old = { address_system: "legacy" as const, city_code: "01", district_code: "006", ward_code: "00229" };
    const cart = await lan.cart.setShippingAddress({ ...old, street: home.street });
    expect(cart.shipping_address).toMatchObject({ city_code: "01", ward_code: "00229" });
    expect(cart.shipping_address?.legacy_address?.text).toContain("Đống Đa");
    const failure = await refusal(lan.cart.setShippingAddress({ ...home, ward_code: "99999" }));
    expect(failure.body.errors).toHaveProperty("ward_code");
    expect((await lan.cart.get({})).shipping_address).toEqual(cart.shipping_address);
  });

  test("a cart whose stored ward no longer exists can still be read, without a fee", async () => {
    const lan = shop.visitor();
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    await lan.cart.setShippingAddress(home);
    await lan.cart.setShippingMethod({ shipping_method: "GHN" });
    await sql`update cart.carts set address = jsonb_set(address, '{ward_code}', '"99998"')`.execute(shop.sql);
    expect(await lan.cart.get({})).toMatchObject({ shipping: null, totals: { shipping: 0, total: 590_000 } });
  });

  test("an unknown shipping or payment method is refused, and so is cash above the limit", async () => {
    const lan = shop.visitor();
    await lan.cart.addItem({ product_id: juicer, quantity: 9 });
    expect((await refusal(lan.cart.setShippingMethod({ shipping_method: "PIGEON" }))).body.code).toBe(
      "shipping_unavailable",
    );
    expect((await refusal(lan.cart.setPaymentMethod({ payment_method: "MOMO" }))).body.code).toBe(
      "payment_unavailable",
    );
    expect((await refusal(lan.cart.setPaymentMethod({ payment_method: "cod" }))).body.code).toBe("cod_limit");
    expect((await lan.cart.setPaymentMethod({ payment_method: "bank_transfer" })).payment_method).toBe("bank_transfer");
  });
});

async function counts() {
  const { rows } = await sql<{ sessions: number; carts: number }>`
    select (select count(*) from identity.sessions) as sessions, (select count(*) from cart.carts) as carts`.execute(
    shop.sql,
  );
  return rows[0];
}

/**
 * Placing an order: the server computes every amount, repeated submissions are one order, and stock is allocated.
 * rules/orders#placement
 */

import type { Shop } from "contract/contract.ts";
import { unchecked } from "contract/unchecked.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setPrice } from "../catalogue/test-prices.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { juicer, orderForm, RICE_COOKER, setStock, startFlashSale, stockOf } from "./test-orders.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  await setPrice(shop, juicer, { list_price: 2_990_000, sale_price: 2_490_000 });
  await setStock(shop.sql, juicer, 50);
  await setStock(shop.sql, RICE_COOKER, 50);
});

let people = 0;
/** A new visitor with an IP address of their own. */
const newVisitor = (): Shop => shop.visitor({ client: `10.1.${Math.floor(people / 250)}.${people++ % 250}` });

async function orderCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from orders.orders`.execute(shop.sql);
  return rows[0]?.count ?? 0;
}

describe("the amounts of an order come from the server", () => {
  test("a quick order has the server's prices and fee, its parts add up to the total, and its stock is allocated", async () => {
    const lan = newVisitor();
    const placed = await lan.orders.place(orderForm({ items: [{ product_id: juicer, quantity: 2 }] }));
    const { goods, discount, shipping, shipping_discount, total } = placed.totals;
    expect(goods).toBe(4_980_000);
    expect(total).toBe(goods - discount + shipping - shipping_discount);
    expect(placed).toMatchObject({
      status: "waiting_approval",
      payment: { method: "cod", status: "pending", received: 0 },
    });
    expect(placed.order_code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 50, allocated: 2 });
  });

  test("amounts in a tampered form are ignored", async () => {
    const honest = await newVisitor().orders.place(orderForm({ items: [{ product_id: juicer, quantity: 1 }] }));
    const evil = {
      ...orderForm({
        items: [
          { product_id: juicer, quantity: 1, unit_price: 1, price: -5, discount: 1e9 } as {
            product_id: number;
            quantity: number;
          },
        ],
      }),
      ...{
        total: 1,
        goods: 1,
        shipping: 0,
        shipping_fee: -30_000,
        discount: 2_000_000,
        points_amount: 999_000,
        commission: 1,
      },
      ...{ status: "completed", payment: { status: "success" }, customer_id: 1, order_code: "AAAAAAAAAA" },
    };
    const placed = await newVisitor().orders.place(evil);
    expect(placed.totals).toEqual(honest.totals);
    expect(placed).toMatchObject({ status: "waiting_approval", payment: { status: "pending" } });
    expect(placed.order_code).not.toBe("AAAAAAAAAA");
    const { rows } = await sql<{ commission_rate_bp: number; customer_id: number | null }>`
      select l.commission_rate_bp, o.customer_id from orders.orders o join orders.lines l on l.order_id = o.id
      where o.code in (${honest.order_code}, ${placed.order_code})`.execute(shop.sql);
    expect(rows[0]).toEqual(rows[1]);
  });

  test.each([0, -1, 1.5, 1e9, "1e3", null, [], "9".repeat(30)])("a quantity of %j is refused", async (quantity) => {
    const before = await orderCount();
    const items = [{ product_id: juicer, quantity: quantity as number }];
    expect((await refusal(newVisitor().orders.place(orderForm({ items })))).body.code).toBe("invalid");
    expect(await orderCount()).toBe(before);
  });

  test("an expected total below the real one refuses the order and changes nothing", async () => {
    const lan = newVisitor();
    const { totals } = await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const before = await orderCount();
    const failure = await refusal(lan.orders.place(orderForm({ expected_total: totals.goods })));
    expect(failure.body.code).toBe("price_changed");
    expect(await orderCount()).toBe(before);
    expect(await stockOf(shop.sql, juicer)).toMatchObject({ allocated: 0 });
    expect((await lan.cart.get({})).item_count).toBe(1);
    await lan.cart.setShippingAddress(orderForm().address);
    const shown = await lan.cart.setShippingMethod({ shipping_method: "GHN" });
    const placed = await lan.orders.place(orderForm({ expected_total: shown.totals.total }));
    expect(placed.totals).toEqual(shown.totals);
  });

  test("a total that has risen refuses the order; without an expected total the order is placed", async () => {
    const lan = newVisitor();
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    await lan.cart.setShippingAddress(orderForm().address);
    const shown = (await lan.cart.setShippingMethod({ shipping_method: "GHN" })).totals.total;
    await setPrice(shop, juicer, { list_price: 3_000_000, sale_price: 2_500_000 });
    const failure = await refusal(lan.orders.place(orderForm({ expected_total: shown })));
    expect([failure.status, failure.body.code]).toEqual([409, "price_changed"]);
    expect((await lan.orders.place(orderForm())).totals.total).toBe(shown + 10_000);
  });

  test("a product hidden meanwhile refuses the order and is named; an unknown product is 'not found'", async () => {
    const lan = newVisitor();
    const { items } = await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    const hide = (status: string) =>
      sql`update catalogue.products set status = ${status} where id = (select product_id from catalogue.variants where id = ${RICE_COOKER})`.execute(
        shop.sql,
      );
    await hide("hidden");
    for (const act of [
      () => lan.orders.place(orderForm()),
      () => lan.cart.updateItem({ product_id: RICE_COOKER, quantity: 2 }),
    ]) {
      const { status, body } = await refusal(act());
      expect([status, body.code]).toEqual([409, "out_of_stock"]);
      expect(body.message).toContain(`${items[0]?.name} không còn bán`);
    }
    const quick = orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }] });
    expect((await refusal(lan.orders.place(quick))).status).toBe(404);
    await lan.cart.updateItem({ product_id: RICE_COOKER, selected: false });
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    expect((await lan.orders.place(orderForm())).totals.goods).toBe(2_490_000);
    await hide("active");
  });

  test("the same product twice in one form becomes one line", async () => {
    await setStock(shop.sql, juicer, 3);
    const items = [
      { product_id: juicer, quantity: 2 },
      { product_id: juicer, quantity: 2 },
    ];
    expect((await refusal(newVisitor().orders.place(orderForm({ items })))).body.code).toBe("above_maximum");
    await setStock(shop.sql, juicer, 4);
    expect((await newVisitor().orders.place(orderForm({ items }))).totals.goods).toBe(4 * 2_490_000);
    expect(await stockOf(shop.sql, juicer)).toEqual({ on_hand: 4, allocated: 4 });
  });

  test("cash amounts are rounded to thousands; above the cash limit only a transfer is accepted", async () => {
    const dear = orderForm({ items: [{ product_id: juicer, quantity: 9 }] });
    const failure = await refusal(newVisitor().orders.place(dear));
    expect(failure.body.code).toBe("cod_limit");
    expect(failure.body.message).toContain("20,000,000");
    const transfer = await newVisitor().orders.place({ ...dear, payment_method: "bank_transfer" });
    expect(transfer.payment).toMatchObject({
      method: "bank_transfer",
      status: "pending",
      amount: transfer.totals.total,
    });
    const cash = await newVisitor().orders.place(orderForm({ items: [{ product_id: juicer, quantity: 1 }] }));
    expect(cash.payment.amount).toBe(Math.ceil(cash.totals.total / 1000) * 1000);
    expect(cash.payment.amount).toBe(cash.totals.cash);
  });

  test("an order stores name, price and address as sold, whatever changes later", async () => {
    const lan = newVisitor();
    const { order_code } = await lan.orders.place(orderForm({ items: [{ product_id: juicer, quantity: 1 }] }));
    const before = await lan.orders.byCode({ id: order_code, order_phone: "0590000011" });
    await setPrice(shop, juicer, { list_price: 1 });
    await sql`update catalogue.product_texts set name = 'X' from catalogue.variants v
      where v.id = ${juicer} and product_texts.product_id = v.product_id`.execute(shop.sql);
    expect(await lan.orders.byCode({ id: order_code, order_phone: "0590000011" })).toEqual(before);
  });
});

describe("invalid input", () => {
  test.each([
    ["address.ward_code", { address: { city_code: "01", ward_code: "27475", street: "Số 1" } }],
    ["address.street", { address: { city_code: "01", ward_code: "00229", street: " " } }],
    ["phone", { phone: "12345" }],
    ["full_name", { full_name: "Lan" }],
    ["payment_method", { payment_method: unchecked<"cod">("BARTER") }],
    ["shipping_method", { shipping_method: "" }],
    ["company_invoice.tax_code", { company_invoice: { company_name: "Sen Hồng", tax_code: "0300588560" } }],
  ])("is reported at the field %s", async (field, change) => {
    const form = orderForm({ items: [{ product_id: juicer, quantity: 1 }], ...change });
    const failure = await refusal(newVisitor().orders.place(form));
    expect(failure.body.code).toBe("invalid");
    expect(Object.keys(failure.body.errors ?? {})).toContain(field);
  });

  test("a shipping method that does not serve the address is refused", async () => {
    const form = orderForm({ items: [{ product_id: juicer, quantity: 1 }], shipping_method: "PIGEON" });
    expect((await refusal(newVisitor().orders.place(form))).body.code).toBe("shipping_unavailable");
  });

  test("an empty cart, or one without selected lines, cannot be ordered", async () => {
    const lan = newVisitor();
    expect((await refusal(lan.orders.place(orderForm()))).body.code).toBe("cart_empty");
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    await lan.cart.updateItem({ product_id: juicer, selected: false });
    expect((await refusal(lan.orders.place(orderForm()))).body.code).toBe("cart_empty");
  });
});

describe("ordering the cart", () => {
  test("selected lines are ordered and leave the cart; the rest stays in a new cart", async () => {
    const lan = newVisitor();
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 2 });
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const before = await lan.cart.updateItem({ product_id: juicer, selected: false });
    const placed = await lan.orders.place(orderForm());
    expect(placed.totals.goods).toBe(2 * 590_000);
    const after = await lan.cart.get({});
    expect(after.items).toMatchObject([{ product_id: juicer, quantity: 1, selected: false }]);
    expect(after.cart_id).not.toBe(before.cart_id);
  });

  test("the same form sent again is the same order, with an Idempotency-Key or without", async () => {
    const lan = newVisitor();
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const first = await lan.orders.place(orderForm(), { idempotency_key: "a" });
    expect(await lan.orders.place(orderForm(), { idempotency_key: "a" })).toEqual(first);
    expect(await lan.orders.place(orderForm())).toEqual(first);
    expect(await lan.orders.place(orderForm(), { idempotency_key: "b" })).toEqual(first);
    expect((await refusal(lan.orders.place(orderForm({ note: "khác" })))).body.code).toBe("cart_empty");
    expect(await stockOf(shop.sql, juicer)).toMatchObject({ allocated: 1 });
  });

  test("a second tab that still shows the ordered cart gets the first tab's order", async () => {
    const lan = newVisitor();
    const { cart_id } = await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const first = await lan.orders.place(orderForm({ cart_id }));
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    const second = await lan.orders.place(orderForm({ cart_id, note: "từ thẻ thứ hai" }));
    expect(second.order_code).toBe(first.order_code);
    expect((await lan.cart.get({})).items).toMatchObject([{ product_id: RICE_COOKER }]);
    const minh = newVisitor();
    await minh.cart.addItem({ product_id: juicer, quantity: 1 });
    expect((await refusal(minh.orders.place(orderForm({ cart_id })))).body.code).toBe("not_found");
  });

  test("the unavailable item of a quick order is named by its index", async () => {
    const lan = newVisitor();
    const errorsOf = async (item: { product_id: number; quantity: number }) => {
      const items = [{ product_id: juicer, quantity: 1 }, item];
      const { body } = await refusal(lan.orders.place(orderForm({ items })));
      return [body.code, body.errors];
    };
    expect(await errorsOf({ product_id: 999_999, quantity: 1 })).toEqual([
      "not_found",
      { "items.1.product_id": ["Dữ liệu không tồn tại"] },
    ]);
    await setStock(shop.sql, RICE_COOKER, 2);
    const [too_many, atQuantity] = await errorsOf({ product_id: RICE_COOKER, quantity: 3 });
    expect([too_many, Object.keys(atQuantity ?? {})]).toEqual(["above_maximum", ["items.1.quantity"]]);
    await setStock(shop.sql, RICE_COOKER, 0);
    const [gone, atItem] = await errorsOf({ product_id: RICE_COOKER, quantity: 1 });
    expect([gone, Object.keys(atItem ?? {})]).toEqual(["out_of_stock", ["items.1.quantity"]]);
  });

  test("a repeated quick order is the first order; with a new Idempotency-Key it is a new one", async () => {
    const lan = newVisitor();
    const form = orderForm({ items: [{ product_id: juicer, quantity: 1 }] });
    const first = await lan.orders.place(form);
    expect(await lan.orders.place(form)).toEqual(first);
    expect((await lan.orders.place(form, { idempotency_key: "again-with-a-key-of-its-own" })).order_code).not.toBe(
      first.order_code,
    );
    expect((await newVisitor().orders.place(form)).order_code).not.toBe(first.order_code);
    const [here, there] = [await shop.as("minh"), await shop.as("minh")];
    const minhs = orderForm({ items: [{ product_id: juicer, quantity: 1 }], note: "đăng nhập lại" });
    expect((await there.orders.place(minhs)).order_code).toBe((await here.orders.place(minhs)).order_code);
    const later = orderForm({ items: [{ product_id: juicer, quantity: 1 }], note: "một cái nữa" });
    const second = await lan.orders.place(later);
    shop.advanceClock(61_000);
    expect((await lan.orders.place(later)).order_code).not.toBe(second.order_code);
  });
});

describe("an order repeated without an Idempotency-Key and with another expected total", () => {
  test("a quick order is compared with the new total; with the first order's total it is a repeat", async () => {
    const lan = newVisitor();
    const form = orderForm({ items: [{ product_id: juicer, quantity: 1 }], note: "gửi lại" });
    const first = await lan.orders.place(form);
    const { total } = first.totals;
    const failure = await refusal(lan.orders.place({ ...form, expected_total: total - 1 }));
    expect([failure.status, failure.body.code]).toEqual([409, "price_changed"]);
    expect(await lan.orders.place({ ...form, expected_total: total })).toEqual(first);
    await setPrice(shop, juicer, { list_price: 2_990_000, sale_price: 2_500_000 });
    expect(await lan.orders.place({ ...form, expected_total: total })).toEqual(first);
    const dearer = await lan.orders.place({ ...form, expected_total: total + 10_000 });
    expect([dearer.totals.total, dearer.order_code === first.order_code]).toEqual([total + 10_000, false]);
    expect(await lan.orders.place({ ...form, expected_total: total })).toEqual(first);
    expect(await stockOf(shop.sql, juicer)).toMatchObject({ allocated: 2 });
  });

  test("an order of the cart is refused, because the cart was ordered at another total", async () => {
    const lan = newVisitor();
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const first = await lan.orders.place(orderForm());
    const { total } = first.totals;
    const failure = await refusal(lan.orders.place(orderForm({ expected_total: total + 1 })));
    expect([failure.status, failure.body.code]).toEqual([409, "price_changed"]);
    expect(await lan.orders.place(orderForm({ expected_total: total }))).toEqual(first);
  });
});

describe("placing an order in a flash sale", () => {
  test("the sale price ends at the quota and at the customer's maximum, over sessions and spellings of the phone", async () => {
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_990_000, quota: 10, maximum: 2 });
    const two = orderForm({ items: [{ product_id: juicer, quantity: 2 }] });
    expect((await newVisitor().orders.place(two)).totals.goods).toBe(2 * 1_990_000);
    const again = orderForm({ items: [{ product_id: juicer, quantity: 1 }], phone: "+84 590 000 011" });
    expect((await refusal(newVisitor().orders.place(again))).body.code).toBe("above_maximum");
    expect((await newVisitor().orders.place({ ...again, phone: "0590000022" })).totals.goods).toBe(1_990_000);
  });

  test("a sale that ended while the form was open refuses the order with 'price changed'", async () => {
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_990_000, quota: 10 });
    const lan = newVisitor();
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    await lan.cart.setShippingAddress(orderForm().address);
    const { totals } = await lan.cart.setShippingMethod({ shipping_method: "GHN" });
    shop.advanceClock(3_600_001);
    expect((await refusal(lan.orders.place(orderForm({ expected_total: totals.total })))).body.code).toBe(
      "price_changed",
    );
    expect((await lan.cart.get({})).items).toMatchObject([{ unit_price: 2_490_000, price_before: 1_990_000 }]);
  });
});

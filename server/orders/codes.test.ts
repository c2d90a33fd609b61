/** Codes from the cart to the order and back: what they take off, how often, for whom. rules/promotions#codes */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { receiveIpn } from "../payments/ipn/ipn.ts";
import { expirePayments } from "../payments/payments.ts";
import { sepayIpn } from "../payments/providers/bank-transfer/simulator.ts";
import { setting } from "../platform/settings.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { cancelOrder } from "./orders.ts";
import { type CodeChange, newCode, usesOf } from "./test-codes.ts";
import { juicer, orderForm, RICE_COOKER, setStock, stockOf } from "./test-orders.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 64, timeout_factor: 10 });
});
afterAll(() => shop.close());
let buyers = 0;
beforeEach(async () => {
  await setStock(shop.sql, juicer, 500);
  await setStock(shop.sql, RICE_COOKER, 500);
});
const buyer = () => shop.visitor({ client: `10.8.${Math.floor(buyers / 250)}.${buyers++ % 250}` });
const makeCode = (code: string, change?: CodeChange) => newCode(shop, code, change);
const usedOf = (code: string) => usesOf(shop, code);
const phoneOf = (index: number) => `05900${String(10_000 + index)}`;

async function withJuicer(code: string) {
  const lan = buyer();
  await lan.cart.addItem({ product_id: juicer, quantity: 1 });
  await lan.cart.addCoupon({ code });
  return lan;
}

describe("a code in the cart", () => {
  test("is found however it is typed, lowers the goods, and is gone with the order", async () => {
    await makeCode("XUANVUI");
    const lan = buyer();
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    const cart = await lan.cart.addCoupon({ code: " xuân-vui " });
    expect(cart.totals).toMatchObject({ goods: 2_490_000, discount: 100_000 });
    expect(cart.coupons).toEqual([{ source: "coupon", label: "Giảm giá thử", amount: -100_000, code: "XUANVUI" }]);
    expect(cart.codes).toMatchObject([{ slot: "coupon", code: "XUANVUI", amount: 100_000, reason: null }]);
    const placed = await lan.orders.place(orderForm({ phone: phoneOf(1) }));
    expect(placed.totals.discount).toBe(100_000);
    const order = await lan.orders.byCode({ id: placed.order_code });
    expect(order.adjustments).toEqual([{ source: "coupon", label: "Giảm giá thử", amount: -100_000, code: "XUANVUI" }]);
    expect((await lan.cart.get({})).codes).toEqual([]);
    expect(await usedOf("XUANVUI")).toEqual({ used: 1, spent: 100_000, code_used: 1 });
  });

  test("removing it restores every amount", async () => {
    await makeCode("GOBO");
    const lan = buyer();
    const before = await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    await lan.cart.addPromocode({ code: "GOBO" });
    const after = await lan.cart.removeCoupon({});
    expect(after.totals).toEqual(before.totals);
    expect(after.codes).toEqual([]);
  });

  test("a second code of one slot is refused, or replaces the first where that is asked for", async () => {
    await makeCode("MOT");
    await makeCode("HAI", { amount: 50_000 });
    const lan = await withJuicer("MOT");
    const { status, body } = await refusal(lan.cart.addCoupon({ code: "HAI" }));
    expect([status, body.code]).toEqual([409, "coupon_slot_taken"]);
    expect((await lan.cart.addCoupon({ code: "HAI", replace: true })).totals.discount).toBe(50_000);
  });

  test("coupon, promo code and voucher stand beside each other; the voucher is a part of its own", async () => {
    const { rows } = await sql<{ id: number }>`select id from identity.customers where phone = '+84590000011'`.execute(
      shop.sql,
    );
    await makeCode("BACOT");
    await makeCode("GOTAY", { kind: "promo_code", amount: 40_000 });
    await makeCode("PHIEULAN", { kind: "voucher", amount: 200_000, customer_id: rows[0]?.id ?? 0 });
    const lan = await shop.as("lan");
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    for (const code of ["BACOT", "GOTAY", "PHIEULAN"]) await lan.cart.addCoupon({ code });
    const { totals } = await lan.orders.place(orderForm());
    expect(totals).toMatchObject({ goods: 2_490_000, discount: 140_000, voucher: 200_000 });
    const stored = await sql<{ source: string; part: string; amount: number; shares: Record<string, number> }>`
      select source, part, amount, shares from orders.adjustments order by id desc limit 3`.execute(shop.sql);
    for (const { amount, shares } of stored.rows)
      expect(Object.values(shares).reduce((all, each) => all + each, 0)).toBe(amount);
    expect(stored.rows.map(({ source, part, amount }) => [source, part, amount])).toEqual([
      ["voucher", "voucher", -200_000],
      ["promo_code", "goods", -40_000],
      ["coupon", "goods", -100_000],
    ]);
  });
});

describe("a code that does not fit", () => {
  const why = async (code: string, quantity = 1) => {
    const lan = buyer();
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity });
    const { status, body } = await refusal(lan.cart.addCoupon({ code }));
    expect([status, body.code]).toEqual([422, "invalid"]);
    return body.errors?.code?.[0];
  };

  test.each([
    ["an unknown code", "KHONGCO"],
    ["300 characters", "A".repeat(300)],
    ["look-alike letters of another script", "НЕТLUOT"],
  ])("%s is unknown", async (_, code) => {
    expect(await why(code)).toContain("Không tìm thấy mã này");
  });

  test("the first failing condition is told", async () => {
    expect(await why("HETHAN")).toBe("Mã này đã hết hạn");
    expect(await why("HETLUOT")).toBe("Mã này đã hết lượt");
    expect(await why("CHAOBAN")).toContain("Mua thêm 410,000");
    expect(await why("LOCNUOC300")).toContain("chưa có sản phẩm");
    expect(await why("FREESHIP30")).toContain("đơn vị vận chuyển");
  });

  test("another account's voucher is refused, and not used when it came into the cart before", async () => {
    const { rows } = await sql<{
      id: number;
    }>`select id from identity.customers where phone <> '+84590000011' limit 1`.execute(shop.sql);
    await makeCode("CUAMINH", { kind: "voucher", customer_id: rows[0]?.id ?? 0 });
    expect(await why("CUAMINH")).toBe("Mã này thuộc về tài khoản khác");
    expect((await buyer().cart.coupons({})).data.map(({ code }) => code)).not.toContain("CUAMINH");
  });

  test("a code whose minimum is lost stays in the cart at 0, says why, is not used up, and returns by itself", async () => {
    await makeCode("HAICAI", { conditions: { min_order: 1_000_000 } });
    const lan = buyer();
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 2 });
    await lan.cart.addCoupon({ code: "HAICAI" });
    const less = await lan.cart.updateItem({ product_id: RICE_COOKER, quantity: 1 });
    expect(less.codes).toMatchObject([{ amount: 0, missing: 410_000 }]);
    expect(less.codes[0]?.reason).toContain("410,000");
    expect((await lan.cart.updateItem({ product_id: RICE_COOKER, quantity: 2 })).totals.discount).toBe(100_000);
    await lan.cart.updateItem({ product_id: RICE_COOKER, quantity: 1 });
    expect((await lan.orders.place(orderForm({ phone: phoneOf(2) }))).totals.discount).toBe(0);
    expect((await usedOf("HAICAI"))?.used).toBe(0);
  });

  test("the list tells what fits and what is missing", async () => {
    const lan = buyer();
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    const { data: list } = await lan.cart.coupons({});
    expect(list.find(({ code }) => code === "CHAOBAN")).toMatchObject({ state: "unmet", missing: 410_000, amount: 0 });
    expect(list.find(({ code }) => code === "HETHAN")).toMatchObject({ state: "expired" });
    expect(list.find(({ code }) => code === "HETLUOT")).toMatchObject({ state: "used_up" });
    expect(list.map(({ code }) => code)).not.toContain("NHAVUI");
  });
});

describe("a delivery coupon", () => {
  const place = { city_code: "01", ward_code: "00229", street: "Số 12 ngõ 6 phố Sen Hồng" };
  async function cheapProduct(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select v.id from catalogue.variants v join catalogue.products p on p.id = v.product_id
      join catalogue.prices r on r.variant_id = v.id
      where p.shipping_class = 'parcel' and p.status = 'active' and catalogue.current_price(r, ${shop.now}) < 400000
        and not exists (select from promotions.flash_prices(${shop.now}) f where f.variant_id = v.id)
      order by v.id limit 1`.execute(shop.sql);
    const id = rows[0]?.id ?? 0;
    await setStock(shop.sql, id, 50);
    return id;
  }

  test("is refused until a unit is chosen, then lowers the fee, and is used with the order", async () => {
    await makeCode("GIAONHE", { kind: "delivery_coupon", amount: 10_000 });
    const lan = buyer();
    await lan.cart.addItem({ product_id: await cheapProduct(), quantity: 1 });
    await lan.cart.setShippingAddress(place);
    const { body } = await refusal(lan.cart.addCoupon({ code: "GIAONHE" }));
    expect(body.errors?.code).toEqual(["Vui lòng chọn đơn vị vận chuyển trước khi dùng mã vận chuyển"]);
    const before = await lan.cart.setShippingMethod({ shipping_method: "GHN" });
    const cart = await lan.cart.addCoupon({ code: "GIAONHE" });
    expect(cart.totals.total).toBe(before.totals.total - 10_000);
    expect(cart.codes).toMatchObject([{ slot: "delivery_coupon", amount: 10_000, reason: null }]);
    const { totals } = await lan.orders.place(orderForm({ phone: phoneOf(4), expected_total: cart.totals.total }));
    expect(totals.shipping_discount).toBe(10_000);
    expect((await usedOf("GIAONHE"))?.used).toBe(1);
  });

  test("that takes no more than the free-delivery rule says so and is not used up", async () => {
    await makeCode("BANGNHAU", { kind: "delivery_coupon", amount: 5_000 });
    const lan = buyer();
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    await lan.cart.setShippingAddress(place);
    await lan.cart.setShippingMethod({ shipping_method: "GHN" });
    const cart = await lan.cart.addCoupon({ code: "BANGNHAU" });
    expect(cart.codes).toMatchObject([{ amount: 0, reason: expect.stringContaining("không bị trừ lượt") }]);
    await lan.orders.place(orderForm({ phone: phoneOf(5), expected_total: cart.totals.total }));
    expect((await usedOf("BANGNHAU"))?.used).toBe(0);
  });
});

describe("limits", () => {
  test("20 uses under 100 buyers at once: exactly 20 orders have it, the others are told that the price has changed", async () => {
    await makeCode("HAIMUOI", { max_uses: 20 });
    const carts = await Promise.all(Array.from({ length: 100 }, () => withJuicer("HAIMUOI")));
    const shown = (await carts[0]?.cart.checkout({ city_code: "01", ward_code: "00229", shipping_method: "GHN" }))?.cart
      .totals.total;
    const answers = await Promise.allSettled(
      carts.map((each, index) => each.orders.place(orderForm({ phone: phoneOf(100 + index), expected_total: shown }))),
    );
    expect(answers.filter((each) => each.status === "fulfilled")).toHaveLength(20);
    expect(await usedOf("HAIMUOI")).toEqual({ used: 20, spent: 2_000_000, code_used: 20 });
  });

  test("one phone uses a code once where a customer may once, also at the same moment", async () => {
    await makeCode("MOTLAN", { per_customer: 1 });
    const carts = await Promise.all(Array.from({ length: 6 }, () => withJuicer("MOTLAN")));
    const orders = await Promise.all(
      carts.map((each, index) => each.orders.place(orderForm({ phone: phoneOf(3), note: `${index}` }))),
    );
    expect(orders.map(({ totals }) => totals.discount).toSorted()).toEqual([0, 0, 0, 0, 0, 100_000]);
  });

  test("a cancelled order gives the use back once; a voucher comes back for at least 14 days without its minimum", async () => {
    const { rows } = await sql<{ id: number }>`select id from identity.customers where phone = '+84590000011'`.execute(
      shop.sql,
    );
    await makeCode("TRALAI", {
      kind: "voucher",
      max_uses: 1,
      customer_id: rows[0]?.id ?? 0,
      conditions: { min_order: 2_000_000 },
    });
    const lan = await shop.as("lan");
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    await lan.cart.addCoupon({ code: "TRALAI" });
    const { order_code } = await lan.orders.place(orderForm());
    expect((await usedOf("TRALAI"))?.used).toBe(1);
    await Promise.allSettled(Array.from({ length: 8 }, () => cancelOrder(shop.ctx(), order_code, { note: "thử" })));
    expect(await usedOf("TRALAI")).toEqual({ used: 0, spent: 0, code_used: 0 });
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    const cart = await lan.cart.addCoupon({ code: "TRALAI" });
    expect(cart.totals.voucher).toBe(100_000);
    const [voucher] = (await lan.cart.coupons({})).data.filter(({ code }) => code === "TRALAI");
    expect(Date.parse(voucher?.ends_at ?? "") - shop.now.getTime()).toBe(14 * 86_400_000);
  });
});

describe("a lapsed order that is reopened", () => {
  /** By transfer, with the code; its money came after the deadline. Answers what the refund desk needs. */
  async function lapsedWith(code: string, phone: string) {
    const lan = await withJuicer(code);
    const { order_code, totals, payment } = await lan.orders.place(
      orderForm({ phone, payment_method: "bank_transfer" }),
    );
    shop.advanceClock(86_460_000);
    await expirePayments(shop.ctx());
    expect((await lan.orders.byCode({ id: order_code })).status).toBe("cancelled");
    const { account_number } = await setting(shop.ctx(), "bank_account");
    const booking = { account_number, content: payment.transfer?.content ?? "", amount: totals.total, txn: ++txn };
    await receiveIpn(shop.ctx(), sepayIpn(booking, shop.base.config.sepay_hmac_secret, shop.now));
    const quynh = await shop.staff("quynh");
    const { rows } = await quynh.payments.refunds({ q: order_code });
    const id = rows[0]?.id ?? "";
    const { version } = await quynh.payments.refund({ id });
    return {
      reopen: () => quynh.payments.reopenOrder({ id, version, reason: "Khách gọi" }),
      order: () => lan.orders.byCode({ id: order_code }),
    };
  }
  let txn = 70_000;

  test("takes its code again at the old amount, and counts it once", async () => {
    await makeCode("MOLAI", { max_uses: 1 });
    const late = await lapsedWith("MOLAI", phoneOf(40));
    expect(await usedOf("MOLAI")).toEqual({ used: 0, spent: 0, code_used: 0 });
    await late.reopen();
    expect(await late.order()).toMatchObject({ status: "confirmed", totals: { discount: 100_000 } });
    expect(await usedOf("MOLAI")).toEqual({ used: 1, spent: 100_000, code_used: 1 });
    await cancelOrder(shop.ctx(), (await late.order()).order_code, { note: "thử" });
    expect(await usedOf("MOLAI")).toEqual({ used: 0, spent: 0, code_used: 0 });
  });

  test("whose last use another order has taken is refused, and nothing of it is taken", async () => {
    await makeCode("LUOTCUOI", { max_uses: 1 });
    const late = await lapsedWith("LUOTCUOI", phoneOf(41));
    const { allocated } = await stockOf(shop.sql, juicer);
    const other = await withJuicer("LUOTCUOI");
    await other.orders.place(orderForm({ phone: phoneOf(42) }));
    const { status, body } = await refusal(late.reopen());
    expect([status, body.code, body.message]).toEqual([409, "conflict", "Mã này đã hết lượt"]);
    expect((await late.order()).status).toBe("cancelled");
    expect(await usedOf("LUOTCUOI")).toEqual({ used: 1, spent: 100_000, code_used: 1 });
    expect((await stockOf(shop.sql, juicer)).allocated).toBe(allocated + 1);
  });
});

/** Gifts for points: the cart, the order, the voucher, and what comes back. rules/loyalty#exchange-shop */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import { takeBackLines } from "../../loyalty/earning.ts";
import { customerIdOf, putPoints, readBalance } from "../../loyalty/test-points.ts";
import { expirePayments } from "../../payments/payments.ts";
import { refusal } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { approveOrder, cancelOrder, completeOrder, deliverOrder, shipOrder } from "../orders.ts";
import { setStock, stockOf } from "../test-orders.ts";

const BOTTLE = 8002; // 320 points, at most 2
const SCALE = 8003; // 240 points, at most 1
const VOUCHER = 8016; // 50,000 đ for 50 points, at most 5

let shop: TestShop;
let lan: number;
let bottle: number;
beforeAll(async () => {
  shop = await testShop();
  lan = await customerIdOf(shop, "lan");
  const { rows } = await sql<{
    variant_id: number;
  }>`select variant_id from loyalty.rewards where id = ${BOTTLE}`.execute(shop.sql);
  bottle = rows[0]?.variant_id ?? 0;
  await setStock(shop.sql, bottle, 100);
});
const taken = async () =>
  (await sql<{ taken: number }>`select taken from loyalty.rewards where id = ${BOTTLE}`.execute(shop.sql)).rows[0]
    ?.taken;
const allocated = async () => (await stockOf(shop.sql, bottle)).allocated;
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  // What a test left open is off, so that each begins with its own points, gifts and limits.
  const { rows } = await sql<{ code: string }>`select code from orders.orders
    where kind = 'exchange' and status in ('waiting_approval', 'confirmed')`.execute(shop.sql);
  for (const { code } of rows) await cancelOrder(shop.ctx(), code);
  await putPoints(shop, lan, 800);
  await sql`delete from cart.reward_lines`.execute(shop.sql);
  // Vouchers were had by others, so that no limit of an earlier test is left.
  await sql`update loyalty.reward_uses set customer_id = null`.execute(shop.sql);
});

const who = { full_name: "Tạ Mai Lan", phone: "0590000011" };
const form = (change: object = {}) => ({
  ...who,
  address: { city_code: "01", ward_code: "00229", street: "Số 12 ngõ 6 phố Sen Hồng" },
  shipping_method: "GHN",
  payment_method: "cod" as const,
  ...change,
});

/** Lan's exchange of these gifts. */
async function exchanged(gifts: readonly number[], change: object = {}) {
  const session = await shop.as("lan");
  for (const product_id of gifts) await session.cart.addReward({ product_id });
  const placed = await session.orders.placeExchange(form(change));
  return { ...placed, session, read: () => session.orders.exchangeOrder({ id: placed.order_code }) };
}

const walletOf = async () =>
  (await (await shop.as("lan")).cart.coupons({ group: "usable" })).data.map(({ code }) => code);

describe("the exchange cart", () => {
  test("tells points, delivery fee and what is missing, and is no cart of what is bought", async () => {
    const session = await shop.as("lan");
    await session.cart.addReward({ product_id: BOTTLE, quantity: 2 });
    const cart = await session.cart.addReward({ product_id: SCALE });
    expect(cart).toMatchObject({
      kind: "exchange",
      item_count: 3,
      needs_delivery: true,
      totals: { goods: 0, total: 0 },
    });
    expect(cart.points).toEqual({ balance: 800, needed: 880, missing: 80 });
    expect((await session.cart.get({})).items).toEqual([]);
    const quoted = await session.cart.exchange({ city_code: "01", ward_code: "00229", shipping_method: "GHN" });
    expect(quoted.shipping?.code).toBe("GHN");
    expect(quoted.totals).toMatchObject({ goods: 0, points: 880, points_amount: 0, saving: 0 });
    expect(quoted.totals.total).toBe(quoted.shipping?.fee);
    expect(quoted.totals.total).toBeGreaterThan(0);
  });

  test("refuses more than one customer may have, counted with orders that were not cancelled", async () => {
    const session = await shop.as("lan");
    const above = (await refusal(session.cart.addReward({ product_id: SCALE, quantity: 2 }))).body;
    expect([above.code, above.message.includes("ME-S1")]).toEqual(["above_maximum", true]);
    const { order_code } = await exchanged([SCALE]);
    expect((await refusal(session.cart.addReward({ product_id: SCALE }))).body.code).toBe("above_maximum");
    await cancelOrder(shop.ctx(), order_code);
    expect((await session.cart.addReward({ product_id: SCALE })).items[0]?.maximum).toBe(1);
  });

  test("has no place for a quantity below one, an unknown gift, or a visitor", async () => {
    const session = await shop.as("lan");
    for (const quantity of [0, -1]) {
      const refused = await refusal(session.cart.addReward({ product_id: BOTTLE, quantity }));
      expect(refused.body.code).toBe("invalid");
    }
    expect((await refusal(session.cart.addReward({ product_id: 999 }))).body.code).toBe("not_found");
    expect((await refusal(shop.visitor().cart.addReward({ product_id: BOTTLE }))).body.code).toBe("unauthenticated");
  });

  test("stores receiver, place and methods of the coming order", async () => {
    const session = await shop.as("lan");
    await session.cart.addReward({ product_id: BOTTLE });
    const { address, ...methods } = form();
    const cart = await session.cart.updateExchangeInfo({ ...methods, ...address });
    expect(cart).toMatchObject({
      receiver: { full_name: "Tạ Mai Lan" },
      shipping_method: "GHN",
      payment_method: "cod",
      shipping_address: { ward_code: "00229" },
    });
    expect(cart.totals.total).toBe(cart.shipping?.fee);
    const key = cart.items[0]?.key ?? "";
    const updated = await session.cart.updateReward({ product_id: BOTTLE, selected: false });
    expect(updated.points.needed).toBe(0);
    expect((await session.cart.removeReward({ key })).items).toEqual([]);
    expect((await refusal(session.cart.removeReward({ key }))).body.code).toBe("not_found");
  });
});

describe("an exchange of goods", () => {
  test("holds its points, reserves stock, and spends them when it is approved", async () => {
    const before = await allocated();
    const order = await exchanged([BOTTLE]);
    expect(order).toMatchObject({ status: "waiting_approval", totals: { goods: 0, points: 320 } });
    expect(await readBalance(shop, lan)).toEqual({ usable: 480, held: 320, debt: 0 });
    expect((await allocated()) - before).toBe(1);
    expect((await order.read()).points).toMatchObject({ state: "held", total: 320, back: 0 });
    await approveOrder(shop.ctx(), order.order_code);
    expect(await readBalance(shop, lan)).toEqual({ usable: 480, held: 0, debt: 0 });
    expect(await order.read()).toMatchObject({
      kind: "exchange",
      gifts: [{ product_id: BOTTLE, quantity: 1, line_points: 320, codes: [] }],
      points: { state: "spent" },
    });
  });

  test("stands in the list of exchanges and not among orders, and is nobody else's", async () => {
    const { order_code, session } = await exchanged([BOTTLE]);
    const list = await session.orders.exchangeOrders({});
    expect(list.data[0]).toMatchObject({ order_code, gifts: [{ quantity: 1 }], points: { total: 320 } });
    expect((await session.orders.list({ search: order_code })).data).toEqual([]);
    const minh = await shop.as("minh");
    expect((await refusal(minh.orders.exchangeOrder({ id: order_code }))).body.code).toBe("not_found");
  });

  test("earns nothing and counts for no rank when it is completed", async () => {
    const { order_code } = await exchanged([BOTTLE]);
    const before = (await (await shop.as("lan")).loyalty.points({})).spend;
    await approveOrder(shop.ctx(), order_code);
    await shipOrder(shop.ctx(), order_code);
    await deliverOrder(shop.ctx(), order_code);
    await completeOrder(shop.ctx(), order_code);
    expect(await readBalance(shop, lan)).toEqual({ usable: 480, held: 0, debt: 0 });
    expect((await (await shop.as("lan")).loyalty.points({})).spend).toBe(before);
  });

  test("cancelled and cancelled again, gives points, gift and stock back once", async () => {
    const before = await allocated();
    const takenBefore = await taken();
    const { order_code, read } = await exchanged([BOTTLE]);
    await approveOrder(shop.ctx(), order_code);
    await cancelOrder(shop.ctx(), order_code);
    await expect(cancelOrder(shop.ctx(), order_code)).rejects.toMatchObject({ code: "state_conflict" });
    expect(await readBalance(shop, lan)).toEqual({ usable: 800, held: 0, debt: 0 });
    expect(await allocated()).toBe(before);
    expect(await taken()).toBe(takenBefore);
    expect((await read()).points).toMatchObject({ state: "returned", back: 320 });
  });

  test("returned in part, gives the points of what came back and no money for it", async () => {
    const session = await shop.as("lan");
    await session.cart.addReward({ product_id: BOTTLE, quantity: 2 });
    const { order_code } = await session.orders.placeExchange(form());
    await approveOrder(shop.ctx(), order_code);
    const { gifts } = await session.orders.exchangeOrder({ id: order_code });
    const lines = [{ key: gifts[0]?.key ?? "", quantity: 1 }];
    expect(await takeBackLines(shop.ctx(), { order_code, source: "return-1", lines })).toEqual({
      back: 320,
      taken: 0,
      gift_card: 0,
    });
    expect(await takeBackLines(shop.ctx(), { order_code, source: "return-1", lines })).toEqual({
      back: 0,
      taken: 0,
      gift_card: 0,
    });
    expect(await readBalance(shop, lan)).toEqual({ usable: 480, held: 0, debt: 0 });
  });

  test("whose fee is not paid in time, is off with everything given back", async () => {
    const { order_code, read } = await exchanged([BOTTLE, VOUCHER], { payment_method: "bank_transfer" });
    expect((await readBalance(shop, lan)).held).toBe(370);
    shop.advanceClock(25 * 3_600_000);
    await expirePayments(shop.ctx());
    expect((await read()).status).toBe("cancelled");
    expect(await readBalance(shop, lan)).toEqual({ usable: 800, held: 0, debt: 0 });
    expect(order_code).toMatch(/^\w{10}$/);
  });
});

describe("an exchange of vouchers", () => {
  test("is completed at once, and its code is in the wallet", async () => {
    const before = await walletOf();
    const order = await exchanged([VOUCHER], { address: undefined, shipping_method: undefined });
    expect(order).toMatchObject({ status: "completed", totals: { total: 0, points: 50 } });
    expect(await readBalance(shop, lan)).toEqual({ usable: 750, held: 0, debt: 0 });
    const { gifts, points, status_history } = await order.read();
    const [code] = gifts[0]?.codes ?? [];
    expect((await walletOf()).filter((each) => !before.includes(each))).toEqual([code]);
    expect(points.state).toBe("spent");
    expect(status_history.map(({ status }) => status)).toEqual(["waiting_approval", "confirmed", "completed"]);
    await expect(cancelOrder(shop.ctx(), order.order_code)).rejects.toMatchObject({ code: "state_conflict" });
  });

  test("beside goods stays when those are cancelled after it was issued, and still counts for the customer", async () => {
    const { order_code, read } = await exchanged([BOTTLE, VOUCHER]);
    expect((await read()).gifts.flatMap(({ codes }) => codes)).toEqual([]);
    await approveOrder(shop.ctx(), order_code);
    await cancelOrder(shop.ctx(), order_code);
    expect(await readBalance(shop, lan)).toEqual({ usable: 750, held: 0, debt: 0 });
    const { gifts, points } = await read();
    expect(gifts.flatMap(({ codes }) => codes)).toHaveLength(1);
    expect(points).toMatchObject({ state: "returned", total: 370, back: 320 });
    const rewards = await (await shop.as("lan")).loyalty.rewards({});
    expect(rewards.find(({ product_id }) => product_id === VOUCHER)?.taken).toBe(1);
    expect(rewards.find(({ product_id }) => product_id === BOTTLE)?.taken).toBe(0);
  });
});

describe("an exchange is refused", () => {
  test("with too few points, in words that say how many are missing", async () => {
    await putPoints(shop, lan, 100);
    const refused = (await refusal(exchanged([BOTTLE]))).body;
    expect([refused.code, refused.errors?.points]).toEqual(["invalid", ["Bạn còn thiếu 220 điểm"]]);
    expect(await readBalance(shop, lan)).toEqual({ usable: 100, held: 0, debt: 0 });
  });

  test("under sixteen", async () => {
    const born = `${shop.now.getUTCFullYear() - 15}-01-01`;
    await sql`update identity.customers set birthday = ${born}::date where id = ${lan}`.execute(shop.sql);
    const refused = (await refusal(exchanged([VOUCHER]))).body;
    expect(refused.errors?.points).toEqual(["Điểm được dùng từ 16 tuổi"]);
    await sql`update identity.customers set birthday = '1988-11-20' where id = ${lan}`.execute(shop.sql);
  });

  test("where the figures shown are others, without an address for what is sent, and with nothing chosen", async () => {
    expect((await refusal(exchanged([BOTTLE], { expected_points: 300 }))).body.code).toBe("price_changed");
    expect((await refusal(exchanged([], { address: undefined }))).body.errors?.["address.city_code"]).toBeDefined();
    const session = await shop.as("lan");
    await session.cart.updateReward({ product_id: BOTTLE, selected: false });
    expect((await refusal(session.orders.placeExchange(form({ note: "Đổi lại" })))).body.code).toBe("cart_empty");
  });
});

test("the same cart sent again is the same order", async () => {
  const session = await shop.as("lan");
  const { cart_id } = await session.cart.addReward({ product_id: BOTTLE });
  const first = await session.orders.placeExchange(form({ cart_id }));
  const again = await session.orders.placeExchange(form({ cart_id }));
  expect(again.order_code).toBe(first.order_code);
  expect((await readBalance(shop, lan)).held).toBe(320);
});

test("a gift whose own stock or whose product is gone is not to be had", async () => {
  const { on_hand } = await stockOf(shop.sql, bottle);
  await sql`update catalogue.stock set on_hand = allocated where variant_id = ${bottle}`.execute(shop.sql);
  expect((await refusal(exchanged([BOTTLE]))).body.code).toBe("out_of_stock");
  await sql`update catalogue.stock set on_hand = ${on_hand} where variant_id = ${bottle}`.execute(shop.sql);
  await sql`update loyalty.rewards set stock = taken where id = ${BOTTLE}`.execute(shop.sql);
  expect((await refusal(exchanged([BOTTLE]))).body.code).toBe("out_of_stock");
});

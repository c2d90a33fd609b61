/** What would be lost: money on a card that is spent twice, or an order that takes what another account keeps. rules/loyalty#gift-cards */
import { isWireFailure } from "contract/errors.ts";
import { sum } from "contract/values/money.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../database/integrity.ts";
import { endOfDays, endOfMonths } from "../ledger/periods.ts";
import { takeBackLines } from "../loyalty/earning.ts";
import { eraseCards } from "../loyalty/gift-cards/cards.ts";
import { onCard, putCard } from "../loyalty/gift-cards/test-cards.ts";
import { customerIdOf, putPoints, readBalance } from "../loyalty/test-points.ts";
import { expirePayments } from "../payments/payments.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { approveOrder, cancelOrder, deliverOrder, shipOrder } from "./orders.ts";
import { newCode } from "./test-codes.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "./test-orders.ts";

let shop: TestShop;
let lan: number;
beforeAll(async () => {
  shop = await testShop({ max: 40, timeout_factor: 10 });
  lan = await customerIdOf(shop, "lan");
  await setStock(shop.sql, juicer, 500);
  await setStock(shop.sql, RICE_COOKER, 500);
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

const DAY_MS = 86_400_000;
const one = { items: [{ product_id: RICE_COOKER, quantity: 1 }] };
const form = (change: Parameters<typeof orderForm>[0] = {}) =>
  orderForm({ payment_method: "bank_transfer", note: crypto.randomUUID(), ...change });

async function visitorWithCart() {
  const visitor = shop.visitor();
  await visitor.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
  return visitor;
}

async function deliver(order_code: string) {
  await approveOrder(shop.ctx(), order_code);
  await shipOrder(shop.ctx(), order_code);
  await deliverOrder(shop.ctx(), order_code);
}

describe("a gift card in a cart", () => {
  test("pays what is left with the delivery, is held by the order, and comes back when the order is off", async () => {
    const code = await putCard(shop, 500_000);
    const visitor = await visitorWithCart();
    const cart = await visitor.cart.addGiftCard({ code: code.toLowerCase().replace(/(.{4})(?=.)/g, "$1-") });
    expect(cart.totals).toMatchObject({ gift_card: 500_000, total: 90_000 });
    expect(cart.gift_cards).toMatchObject([
      { code_end: code.slice(-4), balance: 500_000, amount: 500_000, reason: null },
    ]);
    const placed = await visitor.orders.place(form({ cart_id: cart.cart_id }));
    expect(placed.totals.total).toBe(590_000 + placed.totals.shipping - placed.totals.shipping_discount - 500_000);
    expect(await onCard(shop, code)).toEqual({ usable: 0, held: 500_000 });
    expect((await visitor.cart.get({})).gift_cards).toEqual([]);
    shop.advanceClock(DAY_MS + 60_000);
    await expirePayments(shop.ctx());
    expect(await onCard(shop, code)).toEqual({ usable: 500_000, held: 0 });
  });

  test("pays all of an order, which is confirmed at once, and keeps the rest for the next", async () => {
    const code = await putCard(shop, 1_000_000);
    const placed = await shop.visitor().orders.place(form({ ...one, gift_cards: [code] }));
    expect(placed).toMatchObject({ status: "confirmed", totals: { total: 0 }, payment: { method: "none" } });
    expect(await onCard(shop, code)).toEqual({ usable: 1_000_000 - placed.totals.gift_card, held: 0 });
    const next = await shop.visitor().orders.place(form({ ...one, gift_cards: [code] }));
    expect(next.totals.gift_card).toBe(1_000_000 - placed.totals.gift_card);
    await cancelOrder(shop.ctx({ actor: "customer" }), placed.order_code, { reason: "other" });
    await cancelOrder(shop.ctx({ actor: "customer" }), next.order_code, { reason: "other" });
    expect(await onCard(shop, code)).toEqual({ usable: 1_000_000, held: 0 });
  });

  test("is used in the order of entry, and those that are not needed say so", async () => {
    const codes = await Promise.all([100_000, 600_000, 300_000].map((value) => putCard(shop, value)));
    const visitor = await visitorWithCart();
    for (const code of codes) await visitor.cart.addGiftCard({ code });
    const cart = await visitor.cart.get({});
    expect(cart.gift_cards.map(({ amount, reason }) => [amount, reason])).toEqual([
      [100_000, null],
      [490_000, null],
      [0, "not_needed"],
    ]);
    const [first] = cart.gift_cards;
    const without = await visitor.cart.removeGiftCard({ key: first?.key ?? "" });
    expect(without.gift_cards.map(({ amount }) => amount)).toEqual([590_000, 0]);
    const again = await visitor.cart.addGiftCard({ code: codes[0] ?? "" });
    expect(again.gift_cards.map(({ code_end }) => code_end)).toEqual(
      [codes[1], codes[2], codes[0]].map((code) => code?.slice(-4)),
    );
  });

  test("is refused where it is there already, empty, over, or the sixth", async () => {
    const visitor = await visitorWithCart();
    const codes = await Promise.all(Array.from({ length: 6 }, () => putCard(shop, 100_000)));
    const [first = "", ...others] = codes;
    const add = (code: string) => visitor.cart.addGiftCard({ code });
    const why = async (code: string) => (await refusal(add(code))).body.message;
    await add(first);
    expect(await why(first)).toBe("Thẻ này đã có trong đơn");
    for (const code of others.slice(0, 4)) await add(code);
    expect(await why(others[4] ?? "")).toBe("Một đơn nhận tối đa 5 thẻ quà tặng");
    expect(await why(await putCard(shop, 100_000, { at: new Date(shop.now.getTime() - 800 * DAY_MS) }))).toBe(
      "Thẻ này đã hết hạn",
    );
    const spent = await putCard(shop, 100_000);
    await shop.visitor().orders.place(form({ ...one, gift_cards: [spent] }));
    expect(await why(spent)).toBe("Thẻ này đã hết tiền");
    const twice = await refusal(shop.visitor().orders.place(form({ ...one, gift_cards: [first, first] })));
    expect(twice.body.errors).toHaveProperty(["gift_cards.1"]);
  });
});

describe("a card that an account keeps", () => {
  test("works for that account alone; for everyone else it looks as one that does not exist", async () => {
    const code = await putCard(shop, 500_000);
    const minh = await shop.as("minh");
    const session = await shop.as("lan");
    expect(await session.loyalty.keepGiftCard({ code })).toMatchObject({ balance: 500_000, state: "open" });
    expect(await session.loyalty.keepGiftCard({ code })).toMatchObject({ balance: 500_000 });
    expect((await session.loyalty.giftCards({})).some(({ code_end }) => code_end === code.slice(-4))).toBe(true);
    const stranger = await visitorWithCart();
    const unknown = "2222-2222-2222-2222";
    for (const ask of [
      (typed: string) => stranger.loyalty.giftCardBalance({ code: typed }),
      (typed: string) => stranger.cart.addGiftCard({ code: typed }),
      (typed: string) => minh.loyalty.keepGiftCard({ code: typed }),
      (typed: string) => minh.loyalty.giftCardBalance({ code: typed }),
    ]) {
      const answers = [await refusal(ask(code)), await refusal(ask(unknown)), await refusal(ask("x"))];
      const bodies = answers.map(({ status, body: { request_id: _id, ...body } }) => ({ status, body }));
      expect(bodies[0]).toEqual(bodies[1]);
      expect(bodies[0]).toEqual(bodies[2]);
    }
    const placed = await refusal(shop.visitor().orders.place(form({ ...one, gift_cards: [code] })));
    expect(placed.body.errors).toHaveProperty(["gift_cards.0"]);
    expect((await session.loyalty.giftCardBalance({ code })).balance).toBe(500_000);
  });

  test("stands in another's cart for nothing, and an order at the total with it is refused", async () => {
    const code = await putCard(shop, 500_000);
    const visitor = await visitorWithCart();
    const before = await visitor.cart.addGiftCard({ code });
    await (await shop.as("lan")).loyalty.keepGiftCard({ code });
    const cart = await visitor.cart.get({});
    expect(cart.gift_cards).toMatchObject([{ balance: 0, amount: 0, reason: "unknown" }]);
    expect(cart.totals.gift_card).toBe(0);
    const order = form({ cart_id: cart.cart_id, expected_total: before.totals.total });
    expect(await refusalCode(visitor.orders.place(order))).toBe("price_changed");
  });

  test("is void once its account is erased, and no code leads to it", async () => {
    const minh = await customerIdOf(shop, "minh");
    const code = await putCard(shop, 300_000, { kept_by: minh });
    await eraseCards(shop.ctx(), minh);
    await eraseCards(shop.ctx(), minh);
    expect(await onCard(shop, code)).toBeUndefined();
    expect(await refusalCode(shop.visitor().loyalty.giftCardBalance({ code }))).toBe("invalid");
  });
});

test("trying codes is limited, whatever they are", async () => {
  const limited = await testShop({ config: { limit_factor: 1 } });
  const visitor = limited.visitor();
  await visitor.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
  const tries: string[] = [];
  for (let n = 0; n < 31; n += 1) {
    const code = `2222-2222-2222-${2222 + n}`;
    tries.push(
      await refusalCode(n % 2 ? visitor.cart.addGiftCard({ code }) : visitor.loyalty.giftCardBalance({ code })),
    );
  }
  expect(tries.slice(0, 30).every((code) => code === "invalid")).toBe(true);
  expect(tries.at(-1)).toBe("too_many");
  await limited.close();
});

describe("what comes back", () => {
  test("is open at least three months from then, once; what was not used keeps its end", async () => {
    const at = new Date(endOfMonths(shop.now, -24).getTime() + 10 * DAY_MS);
    const code = await putCard(shop, 700_000, { at });
    const placed = await shop.visitor().orders.place(form({ ...one, gift_cards: [code] }));
    const used = placed.totals.gift_card;
    shop.advanceClock(30 * DAY_MS);
    await cancelOrder(shop.ctx({ actor: "customer" }), placed.order_code, { reason: "other" });
    const card = await shop.visitor().loyalty.giftCardBalance({ code });
    expect(card).toMatchObject({ balance: used, state: "open" });
    expect(Date.parse(card.ends_at)).toBe(endOfMonths(shop.now, 3).getTime() - 1000);
    const again = await shop.visitor().orders.place(form({ ...one, gift_cards: [code] }));
    shop.advanceClock(150 * DAY_MS);
    await cancelOrder(shop.ctx({ actor: "customer" }), again.order_code, { reason: "other" });
    const last = await shop.visitor().loyalty.giftCardBalance({ code });
    expect(Date.parse(last.ends_at)).toBe(endOfDays(shop.now, 0).getTime() - 1000);
  });

  test("of an order paid by voucher, points and two cards is each line's share of each, in any parts, and never more", async () => {
    const session = await shop.as("lan");
    let orders = 0;
    const some = fc.record({
      quantity: fc.integer({ min: 1, max: 3 }),
      voucher: fc.integer({ min: 1_000, max: 400_000 }),
      cards: fc.array(fc.integer({ min: 100_000, max: 900_000 }), { minLength: 1, maxLength: 2 }),
      first: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(some, async ({ quantity, voucher, cards, first }) => {
        const name = `PHIEU${++orders}`;
        await newCode(shop, name, { kind: "voucher", amount: voucher, customer_id: lan });
        await putPoints(shop, lan, 200);
        const codes = await Promise.all(cards.map((value) => putCard(shop, value)));
        const items = [
          { product_id: juicer, quantity: 1 },
          { product_id: RICE_COOKER, quantity },
        ];
        const placed = await session.orders.place(
          form({ items, codes: [name], points: 200, gift_cards: codes, payment_method: "cod" }),
        );
        const { totals, order_code } = placed;
        expect(totals).toMatchObject({
          voucher,
          points: 200,
          gift_card: Math.min(sum(cards), totals.total + totals.gift_card),
        });
        if (placed.status === "waiting_approval") await deliver(order_code);
        else {
          await shipOrder(shop.ctx(), order_code);
          await deliverOrder(shop.ctx(), order_code);
        }
        const { rows: lines } = await sql<{
          key: string;
          quantity: number;
        }>`select l.key, l.quantity from orders.lines l
          join orders.orders o on o.id = l.order_id where o.code = ${order_code} order by l.id`.execute(shop.sql);
        const [whole, parts] = lines;
        const part = Math.min(first, quantity);
        const refunds = [
          [{ key: parts?.key ?? "", quantity: part }],
          [{ key: whole?.key ?? "", quantity: 1 }],
          ...(part < quantity ? [[{ key: parts?.key ?? "", quantity: quantity - part }]] : []),
        ];
        let [back, money] = [0, 0];
        for (const [index, lines] of refunds.entries()) {
          const refund = { order_code, source: `${order_code} ${index}`, lines };
          const came = await takeBackLines(shop.ctx(), refund);
          expect(await takeBackLines(shop.ctx(), refund)).toEqual({ back: 0, taken: 0, gift_card: 0 });
          back += came.back;
          money += came.gift_card;
        }
        const delivery = totals.shipping - totals.shipping_discount;
        const due = totals.total + totals.gift_card;
        expect(back).toBe(200);
        // All goods are back: what is left paid the delivery, its share of what was due.
        const ofDelivery = totals.gift_card - money;
        expect(Math.abs(ofDelivery - (totals.gift_card * delivery) / due)).toBeLessThanOrEqual(1);
        expect((await readBalance(shop, lan)).usable).toBe(200);
        const left = await Promise.all(codes.map(async (code) => (await onCard(shop, code))?.usable ?? 0));
        expect(sum(left)).toBe(sum(cards) - ofDelivery);
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});

test("one hundred orders at once take a card's money once", async () => {
  const code = await putCard(shop, 1_000_000);
  const visitors = Array.from({ length: 100 }, (_, index) => shop.visitor({ client: `10.9.0.${index}` }));
  const insist = async (call: () => Promise<{ totals: { gift_card: number }; order_code: string }>) => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!isWireFailure(error, "unavailable")) throw error;
      }
    }
  };
  const results = await Promise.allSettled(
    visitors.map((visitor, index) =>
      insist(() => visitor.orders.place(form({ ...one, phone: `059${1_200_000 + index}`, gift_cards: [code] }))),
    ),
  );
  const placed = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const refused = results.flatMap((result) =>
    result.status === "rejected" && isWireFailure(result.reason) ? [result.reason.body.code] : [],
  );
  expect(placed.length + refused.length).toBe(100);
  expect(new Set(refused)).toEqual(new Set(["invalid"]));
  expect(sum(placed.map(({ totals }) => totals.gift_card))).toBe(1_000_000);
  const off = placed.map(({ order_code }) =>
    cancelOrder(shop.ctx({ actor: "customer" }), order_code, { reason: "other" }),
  );
  await Promise.all([...off, ...placed.map(() => shop.visitor().loyalty.giftCardBalance({ code }))]);
  expect(await onCard(shop, code)).toEqual({ usable: 1_000_000, held: 0 });
}, 120_000);

/** Points from earning to spending and back. rules/loyalty */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../database/integrity.ts";
import { approveOrder, cancelOrder, completeOrder, deliverOrder, shipOrder } from "../orders/orders.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { takeBackLines } from "./earning.ts";
import { reviewLoyalty } from "./night.ts";
import { customerIdOf, putPoints, readBalance } from "./test-points.ts";

let shop: TestShop;
let lan: number;
beforeAll(async () => {
  shop = await testShop({ max: 40, timeout_factor: 10 });
  lan = await idOf("lan");
  await setStock(shop.sql, juicer, 900);
  await setStock(shop.sql, RICE_COOKER, 2_000);
});
afterAll(() => shop.close());

const DAY_MS = 86_400_000;
let sources = 0;
const idOf = (who: string) => customerIdOf(shop, who);
const givePoints = (customer_id: number, amount: number, days?: number) => putPoints(shop, customer_id, amount, days);
const balance = (customer_id: number) => readBalance(shop, customer_id);

const items = (quantity = 1, product_id = juicer) => ({ items: [{ product_id, quantity }], note: crypto.randomUUID() });
const finish = async (code: string) => {
  await approveOrder(shop.ctx(), code);
  await shipOrder(shop.ctx(), code);
  await deliverOrder(shop.ctx(), code);
  await completeOrder(shop.ctx(), code);
};
const lineOf = async (code: string) =>
  (
    await sql<{ key: string }>`select l.key from orders.lines l join orders.orders o on o.id = l.order_id
    where o.code = ${code} order by l.id`.execute(shop.sql)
  ).rows[0]?.key ?? "";
const refund = (order_code: string, source: string, key: string, quantity: number) =>
  takeBackLines(shop.ctx(), { order_code, source, lines: [{ key, quantity }] });

describe("earning", () => {
  test("comes with completion, once, at the rate of the rank at placement, and ends with the month after twelve", async () => {
    await sql`insert into loyalty.accounts (customer_id, rank, since) values (${lan}, 'silver', ${shop.now})
      on conflict (customer_id) do update set rank = 'silver', since = excluded.since`.execute(shop.sql);
    await givePoints(lan, 0);
    const session = await shop.as("lan");
    const { order_code } = await session.orders.place(orderForm(items()));
    await sql`update loyalty.accounts set rank = 'diamond' where customer_id = ${lan}`.execute(shop.sql);
    expect((await balance(lan)).usable).toBe(0);
    await finish(order_code);
    expect((await balance(lan)).usable).toBe(37); // 2,490,000 × 1.5 % / 1,000
    await expect(completeOrder(shop.ctx(), order_code)).rejects.toThrow();
    expect((await balance(lan)).usable).toBe(37);
    const { current_score, membership_class } = (await session.identity.authUser({})).user;
    expect([current_score, membership_class]).toEqual([37, "diamond"]);
    const { rows } = await sql<{ ends: string }>`select (ends_at at time zone 'Asia/Ho_Chi_Minh')::text as ends
      from ledger.lots where usable = 37`.execute(shop.sql);
    expect(rows[0]?.ends).toMatch(/-01 00:00:00$/);
  });

  test("of an order placed without signing in goes to the account that has proved the phone; without one, nowhere", async () => {
    await givePoints(lan, 0);
    const guest = shop.visitor({ client: "10.9.0.1" });
    const { order_code } = await guest.orders.place(orderForm(items()));
    await finish(order_code);
    expect((await balance(lan)).usable).toBe(24);
    const other = await guest.orders.place(orderForm({ ...items(), phone: "0590099911" }));
    await finish(other.order_code);
    const { rows } = await sql`select from loyalty.earnings where order_code = ${other.order_code}`.execute(shop.sql);
    expect(rows).toEqual([]);
  });

  test("does not happen for who was not sixteen when it was placed, nor may they spend", async () => {
    const hoa = await idOf("hoa");
    await givePoints(hoa, 500);
    await sql`update identity.customers set birthday = ${shop.now}::date - interval '15 years' where id = ${hoa}`.execute(
      shop.sql,
    );
    const session = await shop.as("hoa");
    expect((await session.cart.addItem({ product_id: juicer, quantity: 1 })).points).toMatchObject({
      balance: 0,
      maximum: 0,
    });
    expect((await refusal(session.cart.updateInfo({ points: 10 }))).status).toBe(422);
    const { order_code } = await session.orders.place(orderForm({ ...items(), phone: "0590000013" }));
    await finish(order_code);
    expect((await balance(hoa)).usable).toBe(500);
  });
});

describe("spending", () => {
  test("points pay goods in the cart, are held at placement, spent at approval, and earn nothing for what they paid", async () => {
    await givePoints(lan, 700);
    const session = await shop.as("lan");
    await session.cart.addItem({ product_id: juicer, quantity: 1 });
    const cart = await session.cart.updateInfo({ points: 640 });
    expect(cart.totals).toMatchObject({ points: 640, points_amount: 640_000, total: 1_850_000 });
    expect(cart.points).toMatchObject({ balance: 700, maximum: 700, wanted: 640, step: 10 });
    const { order_code, totals } = await session.orders.place(orderForm());
    expect(totals).toMatchObject({ points: 640, points_amount: 640_000 });
    expect(await balance(lan)).toEqual({ usable: 60, held: 640, debt: 0 });
    expect((await session.cart.get({})).points?.wanted).toBe(0);
    await approveOrder(shop.ctx(), order_code);
    expect(await balance(lan)).toEqual({ usable: 60, held: 0, debt: 0 });
    await cancelOrder(shop.ctx(), order_code);
    expect(await balance(lan)).toEqual({ usable: 700, held: 0, debt: 0 });
  });

  test("off the step, below 0, above the balance, above half of the goods and after the end: refused with the nearest", async () => {
    await givePoints(lan, 800);
    const session = await shop.as("lan");
    await session.cart.removeDetail({ id: juicer }).catch(() => undefined);
    await session.cart.addItem({ product_id: RICE_COOKER, quantity: 1 }); // 590,000 đ: at most 290 points
    for (const [points, nearest] of [
      [645, 290],
      [-10, 0],
      [5, 0],
      [6, 10],
      [285, 280],
      [300, 290],
    ] as const) {
      const { status, body } = await refusal(session.cart.updateInfo({ points }));
      expect([points, status, body.errors?.points?.[0]]).toEqual([
        points,
        422,
        `Gần nhất bạn dùng được ${nearest} điểm`,
      ]);
      expect((await refusal(session.orders.place(orderForm({ ...items(1, RICE_COOKER), points })))).status).toBe(422);
    }
    await givePoints(lan, 100, 1);
    shop.advanceClock(2 * DAY_MS);
    const { body } = await refusal(session.cart.updateInfo({ points: 10 }));
    expect(body.errors?.points?.[0]).toBe("Chưa dùng được điểm cho đơn này");
  });

  test("a visitor has none: points of theirs are refused in the cart and with an order", async () => {
    const guest = shop.visitor({ client: "10.9.0.2" });
    await guest.cart.addItem({ product_id: juicer, quantity: 1 });
    for (const act of [
      guest.cart.updateInfo({ points: 10 }),
      guest.orders.place(orderForm({ ...items(), points: 10 })),
    ]) {
      const { status, body } = await refusal(act);
      expect([status, body.errors?.points]).toEqual([422, ["Chưa dùng được điểm cho đơn này"]]);
    }
  });

  test("a cart that gets smaller takes fewer points and says what was wanted", async () => {
    await givePoints(lan, 800);
    const session = await shop.as("lan");
    await session.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    await session.cart.updateItem({ product_id: RICE_COOKER, quantity: 2 });
    await session.cart.updateInfo({ points: 500 });
    const { totals, points } = await session.cart.updateItem({ product_id: RICE_COOKER, quantity: 1 });
    expect([totals.points, points?.wanted, points?.maximum]).toEqual([290, 500, 290]);
    const { order_code } = await session.orders.place(orderForm());
    expect((await balance(lan)).held).toBe(290);
    await cancelOrder(shop.ctx(), order_code);
  });

  test("two devices and a hundred orders at once spend no point twice", async () => {
    await givePoints(lan, 100);
    const devices = await Promise.all([shop.as("lan"), shop.as("lan")]);
    const placed = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        devices[index % 2]?.orders.place(orderForm({ ...items(1, RICE_COOKER), points: 20 })),
      ),
    );
    expect(placed.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await balance(lan)).toEqual({ usable: 0, held: 100, debt: 0 });
    for (const each of placed)
      if (each.status === "fulfilled" && each.value) await cancelOrder(shop.ctx(), each.value.order_code);
    expect(await balance(lan)).toEqual({ usable: 100, held: 0, debt: 0 });
    expect(await integrityViolations(shop.sql)).toEqual([]);
  });
});

describe("a refund of chosen lines", () => {
  test("gives back the points of its pieces and takes back what they earned, once each", async () => {
    await givePoints(lan, 800);
    const session = await shop.as("lan");
    const { order_code } = await session.orders.place(orderForm({ ...items(3), points: 800 }));
    await finish(order_code);
    const rate =
      (
        await sql<{ bp: number }>`select earn_rate_bp as bp from orders.orders where code = ${order_code}`.execute(
          shop.sql,
        )
      ).rows[0]?.bp ?? 0;
    const earned = (base: number) => Math.floor((base * rate) / 10_000 / 1_000);
    const all = earned(3 * 2_490_000 - 800_000);
    expect(await balance(lan)).toEqual({ usable: all, held: 0, debt: 0 });
    const key = await lineOf(order_code);
    await refund(order_code, "r1", key, 1); // 267 points of the first piece
    await refund(order_code, "r1", key, 1);
    expect((await balance(lan)).usable).toBe(267 + earned(2 * 2_490_000 - 533_000));
    await refund(order_code, "r2", key, 2);
    expect(await balance(lan)).toEqual({ usable: 800, held: 0, debt: 0 });
    await expect(refund(order_code, "r3", key, 1)).rejects.toThrow();
  });

  test("what was spent meanwhile becomes a debt, which the next points pay; what ended unused is not asked for", async () => {
    await givePoints(lan, 0);
    const session = await shop.as("lan");
    const first = await session.orders.place(orderForm(items(2)));
    await finish(first.order_code);
    const { usable } = await balance(lan);
    await givePoints(lan, 0);
    await refund(first.order_code, "d1", await lineOf(first.order_code), 2);
    expect(await balance(lan)).toEqual({ usable: 0, held: 0, debt: usable });
    const second = await session.orders.place(orderForm(items(3)));
    await finish(second.order_code);
    const after = await balance(lan);
    expect([after.debt, after.usable]).toEqual([0, (await earnedBy(second.order_code)) - usable]);
    shop.advanceClock(430 * DAY_MS);
    await reviewLoyalty(shop.ctx());
    await refund(second.order_code, "d2", await lineOf(second.order_code), 3);
    expect((await balance(lan)).debt).toBe(usable);
  });
});

const earnedBy = async (code: string) =>
  (await sql<{ points: number }>`select points from loyalty.earnings where order_code = ${code}`.execute(shop.sql))
    .rows[0]?.points ?? 0;

describe("against a model", () => {
  type Step = {
    do: "place" | "approve" | "deliver" | "complete" | "cancel" | "refund" | "night" | "repeat";
    of: number;
  };
  const steps = fc.array(
    fc.record({
      do: fc.constantFrom<Step["do"]>(
        "place",
        "place",
        "approve",
        "deliver",
        "complete",
        "cancel",
        "refund",
        "night",
        "repeat",
      ),
      of: fc.nat({ max: 3 }),
    }),
    { minLength: 6, maxLength: 16 },
  );
  type Order = {
    code: string;
    key: string;
    state: string;
    points: number;
    rate: number;
    left: number;
    earned: number;
    back: number;
  };

  test("any order of steps and repeats gives the same balances", async () => {
    const kim = await idOf("kim");
    await sql`update identity.customers set birthday = null where id = ${kim}`.execute(shop.sql);
    const session = await shop.as("kim");
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        await givePoints(kim, 200, 4000);
        const { debt } = await balance(kim);
        const model = { total: 200 - debt, held: 0 };
        const orders: Order[] = [];
        let last = async () => {};
        for (const step of list) {
          const order = orders.filter((each) => each.left > 0)[step.of];
          const perform = async () => {
            if (step.do === "place") {
              const points = Math.min(50, Math.max(0, Math.floor((model.total - model.held) / 10) * 10));
              const placed = await session.orders.place(
                orderForm({ ...items(2, RICE_COOKER), phone: "0590000016", points }),
              );
              const code = placed.order_code;
              const { rows } = await sql<{
                bp: number;
              }>`select earn_rate_bp as bp from orders.orders where code = ${code}`.execute(shop.sql);
              orders.push({
                code,
                key: await lineOf(code),
                state: "waiting",
                points,
                rate: rows[0]?.bp ?? 0,
                left: 2,
                earned: 0,
                back: 0,
              });
              model.held += points;
              return;
            }
            if (step.do === "night") return reviewLoyalty(shop.ctx());
            if (!order) return;
            if (step.do === "approve" && order.state === "waiting") {
              last = () => approveOrder(shop.ctx(), order.code);
              await last();
              [order.state, model.held, model.total] = [
                "confirmed",
                model.held - order.points,
                model.total - order.points,
              ];
            } else if (step.do === "deliver" && order.state === "confirmed") {
              await shipOrder(shop.ctx(), order.code);
              await deliverOrder(shop.ctx(), order.code);
              order.state = "delivered";
            } else if (step.do === "complete" && order.state === "delivered") {
              last = () => completeOrder(shop.ctx(), order.code);
              await last();
              order.state = "completed";
              order.earned = Math.floor((keptBase(order) * order.rate) / 10_000_000);
              model.total += order.earned;
            } else if (step.do === "cancel" && ["waiting", "confirmed"].includes(order.state)) {
              last = () => cancelOrder(shop.ctx(), order.code).then(() => undefined);
              await last();
              if (order.state === "waiting") model.held -= order.points;
              else model.total += order.points;
              [order.state, order.left] = ["cancelled", 0];
            } else if (step.do === "refund" && ["delivered", "completed"].includes(order.state)) {
              const source = `model:${++sources}`;
              last = () => refund(order.code, source, order.key, 1).then(() => undefined);
              await last();
              order.left -= 1;
              const part = order.points - Math.floor(order.points / 2) * (order.left === 1 ? 1 : 0) - order.back;
              order.back += part;
              model.total += part;
              if (order.state === "completed") {
                const kept = Math.floor((keptBase(order) * order.rate) / 10_000_000);
                model.total -= order.earned - kept;
                order.earned = kept;
              }
            }
          };
          if (step.do === "repeat") await last().catch(() => undefined);
          else await perform();
          const { usable, held, debt } = await balance(kim);
          expect({ total: usable + held - debt, held }, JSON.stringify(list)).toEqual(model);
          expect(usable === 0 || debt === 0).toBe(true);
        }
        for (const each of orders.filter(({ state }) => state === "waiting")) await cancelOrder(shop.ctx(), each.code);
      }),
      { numRuns: 12, endOnFailure: true },
    );
    expect(await integrityViolations(shop.sql)).toEqual([]);

    function keptBase({ left, points, back }: Order): number {
      return left * 590_000 - (points - back) * 1_000;
    }
  });
});

/** Points and ranks as their owner sees them. rules/loyalty#history */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveOrder, completeOrder, deliverOrder, shipOrder } from "../orders/orders.ts";
import { orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { takeBackLines } from "./earning.ts";
import { reviewLoyalty } from "./night.ts";
import { customerIdOf, putPoints } from "./test-points.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await setStock(shop.sql, RICE_COOKER, 100);
});
afterAll(() => shop.close());

const DAY_MS = 86_400_000;

describe("the ranks", () => {
  test("are told to anyone, the lowest first, with what each asks for and earns", async () => {
    const ranks = await shop.visitor({ locale: "en" }).loyalty.ranks({});
    expect(ranks.map(({ rank, min_spend, earn_rate_bp }) => [rank, min_spend, earn_rate_bp])).toEqual([
      ["member", 0, 100],
      ["silver", 10_000_000, 150],
      ["gold", 30_000_000, 200],
      ["diamond", 80_000_000, 300],
    ]);
    expect(ranks[1]).toMatchObject({ name: "Silver", benefits: ["Earns 1.5% of the goods paid"] });
  });
});

describe("the points of an account", () => {
  test("an account without any sees nothing, and what the next rank takes", async () => {
    const an = await shop.as("an");
    await sql`delete from loyalty.accounts where customer_id = ${await customerIdOf(shop, "an")}`.execute(shop.sql);
    expect(await an.loyalty.points({})).toEqual({
      ...{ balance: 0, usable: 0, held: 0, debt: 0, pending: 0, ending: null, spend: 0, is_too_young: false },
      ...{ rank: "member", rank_until: null },
      next: { rank: "silver", min_spend: 10_000_000, missing: 10_000_000 },
    });
    expect(await an.loyalty.history({})).toEqual({
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 24, total: 0 },
    });
  });

  test("an order is pending and held, then spent and earned, with the balance after each", async () => {
    const minh = await shop.as("minh");
    const id = await customerIdOf(shop, "minh");
    await sql`delete from loyalty.accounts where customer_id = ${id}`.execute(shop.sql);
    await putPoints(shop, id, 300, 400);
    const items = [{ product_id: RICE_COOKER, quantity: 2 }];
    await minh.cart.addItem({ product_id: RICE_COOKER, quantity: 2 });
    expect((await minh.cart.updateInfo({ points: 200 })).points?.earns).toBe(9); // 980,000 × 1 % / 1,000
    const { order_code } = await minh.orders.place(orderForm({ items, points: 200, phone: "0590000012" }));
    expect(await minh.loyalty.points({})).toMatchObject({ balance: 300, usable: 100, held: 200, pending: 9 });
    expect((await minh.loyalty.history({ kind: "spent" })).data).toEqual([]);

    await approveOrder(shop.ctx(), order_code);
    await shipOrder(shop.ctx(), order_code);
    await deliverOrder(shop.ctx(), order_code);
    shop.advanceClock(1_000);
    await completeOrder(shop.ctx(), order_code);
    const { rows } = await sql<{
      key: string;
    }>`select l.key from orders.lines l join orders.orders o on o.id = l.order_id
      where o.code = ${order_code}`.execute(shop.sql);
    shop.advanceClock(1_000);
    const lines = [{ key: rows[0]?.key ?? "", quantity: 1 }];
    await takeBackLines(shop.ctx(), { order_code, source: "shown", lines });

    const shown = async (kind?: "accumulated" | "spent") =>
      (await minh.loyalty.history({ ...(kind && { kind }) })).data.map((each) => [
        ...[each.reason, each.points, each.balance, each.order_code],
      ]);
    expect(await shown()).toEqual([
      ["take_back", -5, 204, order_code],
      ["give_back", 100, 209, order_code],
      ["earn", 9, 109, order_code],
      ["spend", -200, 100, order_code],
      ["adjust", 300, 300, null],
    ]);
    expect((await shown("accumulated")).map(([reason]) => reason)).toEqual(["give_back", "earn", "adjust"]);
    expect((await shown("spent")).map(([reason]) => reason)).toEqual(["take_back", "spend"]);
    const second = await minh.loyalty.history({ page: 2, limit: 2 });
    expect(second.data.map(({ reason }) => reason)).toEqual(["earn", "spend"]);
    expect(second.meta).toEqual({ current_page: 2, last_page: 3, per_page: 2, total: 5 });
    expect((await minh.loyalty.history({ page: 9, limit: 2 })).meta.total).toBe(5);

    expect(await minh.loyalty.points({})).toMatchObject({ balance: 204, pending: 0, spend: 0 });
    shop.advanceClock(DAY_MS);
    expect(await minh.loyalty.points({})).toMatchObject({ spend: 490_000, next: { missing: 9_510_000 } });
  });

  test("the soonest end is told with its last second, and what has ended stands in the history at its end", async () => {
    const hoa = await shop.as("hoa");
    await putPoints(shop, await customerIdOf(shop, "hoa"), 50, 3);
    const { ending } = await hoa.loyalty.points({});
    expect(ending?.points).toBe(50);
    expect(ending?.ends_at).toMatch(/T16:59:59/); // the last second of a day of Việt Nam
    shop.advanceClock(10 * DAY_MS);
    expect(await hoa.loyalty.points({})).toMatchObject({ balance: 0, ending: null });
    await reviewLoyalty(shop.ctx());
    const [last] = (await hoa.loyalty.history({})).data;
    expect(last).toMatchObject({ reason: "expire", points: -50, balance: 0, at: ending?.ends_at });
  });

  test("a rank above the first says until when it lasts; the highest has no next", async () => {
    const kim = await shop.as("kim");
    const id = await customerIdOf(shop, "kim");
    await sql`insert into loyalty.accounts (customer_id, rank, since) values (${id}, 'diamond', '2026-02-28T17:00:00Z')
      on conflict (customer_id) do update set rank = 'diamond', since = excluded.since`.execute(shop.sql);
    expect(await kim.loyalty.points({})).toMatchObject({ rank: "diamond", rank_until: "2027-03-01", next: null });
    expect((await kim.identity.profile({})).membership_class).toBe("diamond");
  });

  test("are nobody else's: a visitor is asked to sign in", async () => {
    for (const call of [shop.visitor().loyalty.points({}), shop.visitor().loyalty.history({})])
      await expect(call).rejects.toMatchObject({ body: { code: "unauthenticated" } });
  });
});

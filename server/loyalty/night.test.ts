/** The night: ends, warnings before them, ranks. rules/loyalty#ranks */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { reviewLoyalty } from "./night.ts";
import { customerIdOf, putPoints, readBalance } from "./test-points.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const DAY_MS = 86_400_000;

const idOf = (who: string) => customerIdOf(shop, who);

describe("the night", () => {
  const notes = async (customer_id: number) =>
    (
      await sql<{ points: number }>`select (params ->> 'points')::int as points from notifications.notifications
      where customer_id = ${customer_id} and kind = 'points_ending' order by id`.execute(shop.sql)
    ).rows.map(({ points }) => points);

  test("tells 30 and 7 days before, once each, and writes off what has ended", async () => {
    const minh = await idOf("minh");
    await putPoints(shop, minh, 90, 40);
    for (let day = 0; day < 42; day++) {
      await reviewLoyalty(shop.ctx());
      await reviewLoyalty(shop.ctx());
      shop.advanceClock(DAY_MS);
    }
    expect(await notes(minh)).toEqual([90, 90]);
    expect((await readBalance(shop, minh)).usable).toBe(0);
  });

  test("a rank goes up as far as the spend reaches, lasts twelve months, and goes down one step", async () => {
    const kim = await idOf("kim");
    const rank = async () =>
      (await sql<{ rank: string }>`select rank from loyalty.accounts where customer_id = ${kim}`.execute(shop.sql))
        .rows[0]?.rank;
    await sql`delete from loyalty.accounts where customer_id = ${kim}`.execute(shop.sql);
    await sql`insert into loyalty.earnings (order_code, customer_id, base, kept_base, rate_bp, points, completed_at)
      values ('NIGHT', ${kim}, 31000000, 31000000, 100, 0, ${shop.now})`.execute(shop.sql);
    await reviewLoyalty(shop.ctx());
    expect(await rank()).toBeUndefined(); // today is not a whole day yet
    shop.advanceClock(DAY_MS);
    await reviewLoyalty(shop.ctx());
    expect(await rank()).toBe("gold");
    await sql`update loyalty.earnings set kept_base = 0 where order_code = 'NIGHT'`.execute(shop.sql);
    shop.advanceClock(364 * DAY_MS);
    await reviewLoyalty(shop.ctx());
    expect(await rank()).toBe("gold");
    shop.advanceClock(3 * DAY_MS);
    await reviewLoyalty(shop.ctx());
    await reviewLoyalty(shop.ctx());
    expect(await rank()).toBe("silver");
  });
});

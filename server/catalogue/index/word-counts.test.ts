/** How many products carry each word: what the search suggests is judged by it. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { catalogueJobs } from "../jobs.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

it("word counts that an interrupted import never wrote are right after the night's job", async () => {
  const countOf = async () => {
    const { rows } = await sql<{ products: number }>`select products from catalogue.words where word = 'noi'`.execute(
      shop.sql,
    );
    return rows[0]?.products;
  };
  await catalogueJobs.count_words.run(shop.ctx());
  const counted = await countOf();
  expect(counted).toBeGreaterThan(1);
  await sql`update catalogue.words set products = 1 where word = 'noi'`.execute(shop.sql);
  await sql`insert into catalogue.words (word, spelled) values ('ganmat', 'gần mất')`.execute(shop.sql);
  await catalogueJobs.count_words.run(shop.ctx());
  expect(await countOf()).toBe(counted);
  const { rows } = await sql`select from catalogue.words where word = 'ganmat'`.execute(shop.sql);
  expect(rows).toEqual([]);
});

/** Being told when a variant can be bought again. rules/catalogue#stock-notices */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { juicer, RICE_COOKER, setStock } from "../../orders/test-orders.ts";
import { refusal } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { sendStockNotices, sweepStockNotices } from "./stock-notices.ts";
import { eraseFavourites } from "./viewed.ts";

const DAY_MS = 86_400_000;
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 8 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from catalogue.stock_notices`.execute(shop.sql);
  await sql`delete from notifications.notifications`.execute(shop.sql);
  await setStock(shop.sql, juicer, 0);
});

const waiting = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from catalogue.stock_notices`.execute(shop.sql)).rows[0]
    ?.count;

test("who asked is told once when stock comes back, in their language, with the way to the product", async () => {
  const sato = await shop.as("sato", { locale: "ja" });
  await sato.catalogue.askStockNotice({ product_id: juicer });
  await sato.catalogue.askStockNotice({ product_id: juicer });
  expect((await sato.catalogue.stockNotices({})).map((card) => card.product_id)).toEqual([juicer]);
  await sendStockNotices(shop.ctx());
  expect((await sato.notifications.list({})).data).toEqual([]);
  await setStock(shop.sql, juicer, 3);
  await Promise.all([1, 2, 3].map(() => sendStockNotices(shop.ctx())));
  const { data } = await sato.notifications.list({});
  const { slug, name } = await sato.catalogue.product({ id: juicer });
  expect(data).toMatchObject([{ kind: "back_in_stock", body: expect.stringContaining(name) }]);
  expect(data[0]?.link).toContain(`/${slug}`);
  expect(await sato.catalogue.stockNotices({})).toEqual([]);
  await setStock(shop.sql, juicer, 0);
  await setStock(shop.sql, juicer, 3);
  await sendStockNotices(shop.ctx());
  expect((await sato.notifications.list({})).data).toHaveLength(1);
});

test("what is in stock, is not there, or was taken back is not waited for", async () => {
  const lan = await shop.as("lan");
  await setStock(shop.sql, RICE_COOKER, 2);
  expect((await refusal(lan.catalogue.askStockNotice({ product_id: RICE_COOKER }))).body.code).toBe("conflict");
  expect((await refusal(lan.catalogue.askStockNotice({ product_id: 999_999 }))).body.code).toBe("not_found");
  expect((await refusal(shop.visitor().catalogue.askStockNotice({ product_id: juicer }))).status).toBe(401);
  await lan.catalogue.askStockNotice({ product_id: juicer });
  const minh = await shop.as("minh");
  await minh.catalogue.forgetStockNotice({ product_id: juicer });
  expect(await lan.catalogue.stockNotices({})).toHaveLength(1);
  await lan.catalogue.forgetStockNotice({ product_id: juicer });
  await setStock(shop.sql, juicer, 1);
  await sendStockNotices(shop.ctx());
  expect((await lan.notifications.list({})).data).toEqual([]);
});

test("one person waits for twenty at most and asks for ten a day", async () => {
  const lan = await shop.as("lan");
  const { rows } = await sql<{
    id: number;
  }>`select id from catalogue.variants where is_default order by id limit 22`.execute(shop.sql);
  for (const { id } of rows) await setStock(shop.sql, id, 0);
  const ask = (from: number, to: number) =>
    rows.slice(from, to).reduce(async (before, { id }) => {
      await before;
      await lan.catalogue.askStockNotice({ product_id: id });
    }, Promise.resolve());
  await ask(0, 10);
  expect((await refusal(ask(10, 11))).body.code).toBe("above_maximum");
  shop.advanceClock(DAY_MS + 1);
  await ask(10, 20);
  shop.advanceClock(DAY_MS + 1);
  expect((await refusal(ask(20, 21))).body.code).toBe("above_maximum");
  await ask(0, 1); // one that waits already
});

test("one is deleted with the account, a month after it was sent, or after half a year of waiting", async () => {
  const lan = await shop.as("lan");
  await lan.catalogue.askStockNotice({ product_id: juicer });
  shop.advanceClock(179 * DAY_MS);
  await sweepStockNotices(shop.ctx());
  expect(await waiting()).toBe(1);
  shop.advanceClock(2 * DAY_MS);
  await sweepStockNotices(shop.ctx());
  expect(await waiting()).toBe(0);
  const again = await shop.as("lan");
  await again.catalogue.askStockNotice({ product_id: juicer });
  await setStock(shop.sql, juicer, 1);
  await sendStockNotices(shop.ctx());
  shop.advanceClock(31 * DAY_MS);
  await sweepStockNotices(shop.ctx());
  expect(await waiting()).toBe(0);
  await setStock(shop.sql, juicer, 0);
  const last = await shop.as("lan");
  await last.catalogue.askStockNotice({ product_id: juicer });
  const { rows } = await sql<{
    id: number;
  }>`select id from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
  await eraseFavourites(shop.ctx(), rows[0]?.id ?? 0);
  expect(await waiting()).toBe(0);
});

/** Searches without a result are counted for staff, without anything about who searched. rules/search */
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchesCommand } from "../../../scripts/commands/searches.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { forgetMissedSearches, listMissedSearches, noteMissedSearch, writeMissedSearches } from "./missed-searches.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
let shop: TestShop;
const statements: string[] = [];
beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => statements.push(text) });
});
afterAll(() => shop.close());

const missed = (days = 30) => listMissedSearches(shop.ctx(), days, 100);

test("a search without a result is reported to staff, once it is written", async () => {
  const visitor = shop.visitor();
  for (const name of ["Tủ lạnh", "tủ  LẠNH", "máy ảnh canon", "nồi cơm điện"])
    await visitor.catalogue.products({ name });
  await shop.visitor({ locale: "en" }).catalogue.products({ name: "tủ lạnh" });
  expect(await missed()).toEqual([]);
  await writeMissedSearches(shop.ctx());
  expect(await missed()).toMatchObject([
    { words: "tủ lạnh", times: 3, locales: ["en", "vi"] },
    { words: "máy ảnh canon", times: 1, locales: ["vi"] },
  ]);
});

test("a search writes nothing by itself, found or not", async () => {
  statements.length = 0;
  await shop.visitor().catalogue.products({ name: "xe đạp" });
  expect(statements.filter((text) => /insert|update|delete/i.test(text))).toEqual([]);
});

test("counts of two processes add up, and a second flush adds nothing", async () => {
  noteMissedSearch(shop.ctx(), "lò sưởi đá");
  await Promise.all([writeMissedSearches(shop.ctx()), writeMissedSearches(shop.ctx())]);
  noteMissedSearch(shop.ctx(), "lò sưởi đá");
  await writeMissedSearches(shop.ctx());
  await writeMissedSearches(shop.ctx());
  expect((await missed()).find(({ words }) => words === "lò sưởi đá")?.times).toBe(2);
});

test("an empty filtered list or later page is not counted", async () => {
  await shop.visitor().catalogue.products({ name: "nồi cơm điện", price_max: 1 });
  await shop.visitor().catalogue.products({ name: "váy đầm", page: 2 });
  await writeMissedSearches(shop.ctx());
  const words = (await missed()).map((each) => each.words);
  expect(words).not.toContain("nồi cơm điện");
  expect(words).not.toContain("váy đầm");
});

test("phone numbers and e-mail addresses are not stored", async () => {
  for (const typed of ["0912 345 678", "+84.912.345.678", "don hang cua lan@example.com", "a".repeat(200), "   "]) {
    noteMissedSearch(shop.ctx(), typed);
  }
  const before = await missed();
  await writeMissedSearches(shop.ctx());
  expect(await missed()).toEqual(before);
});

test("a flood of random searches is limited in memory and in the table", async () => {
  for (let at = 0; at < 5_000; at++) noteMissedSearch(shop.ctx(), `nonsense ${at}`);
  await writeMissedSearches(shop.ctx());
  expect((await listMissedSearches(shop.ctx(), 30, 10_000)).length).toBeLessThanOrEqual(1_100);
});

test("the command lists the searches and refuses unknown options", async () => {
  const spoken = await searchesCommand(shop.ctx(), ["--days", "7", "--limit", "1"]);
  expect(spoken).toMatchObject({ err: "", exit_code: 0 });
  expect(spoken.out).toMatch(/^ TIMES.*\n\s+3 {2}\d{2}\/\d{2}\/\d{4} {2}en,vi\s+tủ lạnh\n$/);
  for (const wrong of [["--days", "0"], ["--limit", "x"], ["--what"]]) {
    expect((await searchesCommand(shop.ctx(), wrong)).exit_code).toBe(2);
  }
});

test("entries are deleted after 90 days", async () => {
  expect((await missed(90)).length).toBeGreaterThan(0);
  shop.advanceClock(91 * DAY_MS);
  await forgetMissedSearches(shop.ctx());
  shop.advanceClock(-91 * DAY_MS);
  expect(await missed(90)).toEqual([]);
});

/** `npm run terms`: synonyms and abbreviations are added, listed and removed. */

import { defaultSearchTerms } from "server/catalogue/seed-terms.ts";
import { dropMemos } from "server/platform/memo.ts";
import { type TestShop, testShop } from "server/testing/test-shop.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { termsCommand } from "./terms.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

async function say(...words: string[]) {
  const spoken = await termsCommand(shop.ctx({ locale: "en" }), words);
  dropMemos(["catalogue"]); // what the shop's listener does
  return spoken;
}

async function found(typed: string): Promise<string[]> {
  const { data } = await shop.visitor().catalogue.products({ name: typed });
  return data.map(({ name }) => name);
}

test("a regional synonym finds the product by its usual name", async () => {
  expect(await found("cái quay gió")).toEqual([]);
  const { out, exit_code } = await say("same", "Cái  quay gió", "quạt điện");
  expect(exit_code).toBe(0);
  expect(out).toMatch(/^same .*quạt điện.* \| cái quay gió/);
  expect((await found("cái quay gió")).slice(0, 5)).toEqual(Array(5).fill(expect.stringMatching(/^Quạt/)));
  expect((await say("list", "cái quay gió")).out).toBe(out);
});

test("a one-way synonym works in one direction", async () => {
  const before = await found("máy hút ẩm");
  expect((await say("leads", "tường mốc xanh", "máy hút ẩm")).exit_code).toBe(0);
  expect(await found("tường mốc xanh")).toEqual(expect.arrayContaining(before.slice(0, 1)));
  expect(await found("máy hút ẩm")).toEqual(before);
});

test("an abbreviation finds its meaning; a stop word changes no result", async () => {
  expect((await say("short", "nctq", "nồi cơm điện")).out).toBe("short nctq | nồi cơm điện\n");
  expect((await found("nctq"))[0]).toMatch(/nồi cơm/i);
  expect((await say("short", "nctq", "nồi chiên không dầu")).out).toBe("short nctq | nồi chiên không dầu\n");
  expect((await say("light", "xịn sò", "Xịn sò", "chất")).exit_code).toBe(0);
  expect(await found("nồi cơm điện xịn sò")).toEqual(await found("nồi cơm điện"));
});

test("a word is taken back out of its group, wherever it stands in it, and the others stay", async () => {
  await say("same", "quay hơi một", "quay hơi hai", "quay hơi ba");
  expect((await say("forget", "quay hơi hai")).out).toBe("Forgotten: quay hơi hai\nsame  quay hơi một | quay hơi ba\n");
  expect((await say("list", "quay hơi hai")).exit_code).toBe(1);
  await say("same", "quay hơi ba", "quay hơi bốn");
  expect((await say("forget", "quay hơi một")).out).toContain("same  quay hơi ba | quay hơi bốn\n");
  expect((await say("forget", "quay hơi bốn", "quay hơi bốn")).exit_code).toBe(1);
  expect((await say("list", "quay hơi ba")).exit_code).toBe(1);
});

test("a word that others lead to is not removed, and the others are listed", async () => {
  await say("leads", "sàn ẩm mốc", "hạt chống mốc");
  const { err, exit_code } = await say("forget", "hạt chống mốc");
  expect(exit_code).toBe(1);
  expect(err).toContain("leads sàn ẩm mốc | hạt chống mốc");
  expect((await say("list", "sàn ẩm mốc")).exit_code).toBe(0);
});

test("a rule is removed by its first word, and an unknown one is reported", async () => {
  await say("leads", "đồ khử mùi tủ", "tủ lạnh");
  expect(await say("forget", "đồ khử mùi tủ")).toEqual({ out: "Forgotten: đồ khử mùi tủ\n", err: "", exit_code: 0 });
  expect((await say("forget", "đồ khử mùi tủ")).exit_code).toBe(1);
  expect((await say("list", "đồ khử mùi tủ")).exit_code).toBe(1);
});

test("a new version's rules are added to a running shop, and its own stay", async () => {
  await say("leads", "của riêng tôi", "máy lọc nước");
  const [group] = defaultSearchTerms().filter(({ kind }) => kind === "group");
  await say("forget", group?.term ?? "");
  await say("short", "sp", "sữa phun");
  const { out } = await say("renew");
  expect(out).toContain(`same  ${[group?.term, ...(group?.meanings ?? [])].join(" | ")}\n`);
  await say("same", group?.term ?? "", "của nhà tôi");
  expect((await say("renew")).out).toBe("Nothing to add.\n");
  expect((await say("list", "sp")).out).toBe("short sp | sữa phun\n");
  expect((await say("list", "của nhà tôi")).out).toContain(group?.term);
  expect((await say("list", "của riêng tôi")).exit_code).toBe(0);
});

test("a missing argument is reported, not an unknown command", async () => {
  expect((await say("same", "kettle")).err).toMatch(/^"same" wants 2 words or more\.\n/);
  expect((await say("same")).err).toMatch(/^"same" wants a word\.\n/);
  expect((await say("forget")).err).toMatch(/^"forget" wants a word\.\n/);
});

test.each([
  ["nothing but marks", ["same", "!!!", "quạt"], 1],
  ["one word that means the same as none", ["same", "quạt"], 2],
  ["an abbreviation of two things", ["short", "q", "quạt", "quần"], 2],
  ["no such verb", ["teach", "quạt"], 2],
  ["a name every object has", ["constructor", "quạt", "máy"], 2],
  ["nothing to forget", ["forget"], 2],
  ["an option it does not know", ["list", "--all"], 2],
] as const)("%s is refused with a reason", async (_what, words, code) => {
  const { err, exit_code } = await say(...words);
  expect(exit_code).toBe(code);
  expect(err).not.toBe("");
  if (code === 2) expect(err).toContain("npm run terms -- same WORD WORD...");
});

test("the list of a word without an entry says so, and how to add one", async () => {
  const nothing = await say("list", "xyzzy");
  expect(nothing).toMatchObject({ out: "", exit_code: 1 });
  expect(nothing.err).toBe('No entry has "xyzzy". To add one: npm run terms -- same "xyzzy" WORD\n');
});

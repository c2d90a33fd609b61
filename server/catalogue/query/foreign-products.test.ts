/** Search in a catalogue of imported products, whose terms come from the products alone. rules/search */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importCommand } from "../../../scripts/commands/import.ts";
import { dropMemos } from "../../platform/memo.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

const goods = [
  ["Smart Tivi Samsung 4K 55 inch UA55DU8000", "Samsung", "Tivi"],
  ["Google Tivi LG 43 Inch 43LM5750", "LG", "Tivi"],
  ["Máy lạnh Daikin Inverter 1.5 HP ATKF35ZVMV", "Daikin", "Máy lạnh"],
  ["Máy lạnh Panasonic 12.000 BTU CU/CS-U9BKH-8", "Panasonic", "Máy lạnh"],
  ["Điều hòa Casper 9000BTU GC-09IS35", "Casper", "Máy lạnh"],
  ["Bàn ủi hơi nước cầm tay Philips STH3010 1090W", "Philips", "Bàn ủi"],
  ["Bếp hồng ngoại Sunhouse SHD6014 2000W", "Sunhouse", "Bếp hồng ngoại"],
  ["Máy hút mùi Bosch DFS067A50 60cm", "Bosch", "Máy hút mùi"],
  ["Quạt đứng Senko DH1600", "Senko", "Quạt"],
  ["Máy giặt lồng đứng LG 9 kg T2109VSAB", "LG", "Máy giặt"],
  ["Máy giặt cửa trước Electrolux 9 kg EWF9024P5WB", "Electrolux", "Máy giặt"],
  ["Máy hút ẩm Edison 27 lít/ngày ED-27B", "Edison", "Máy hút ẩm"],
  ["Bếp từ đôi Kangaroo KG438I", "Kangaroo", "Bếp từ"],
  ["Máy sấy quần áo Electrolux 8 kg EDV804H3WC", "Electrolux", "Máy sấy"],
] as const;

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  const folder = await mkdtemp(join(tmpdir(), "foreign-"));
  const path = join(folder, "goods.csv");
  const rows = goods.map(([name, brand, type], at) => `hang-${at},${name},${brand},${type},H-${at},1990000,5`);
  await writeFile(
    path,
    `Handle,Title,Vendor,Type,Variant SKU,Variant Price,Variant Inventory Qty\n${rows.join("\n")}\n`,
  );
  const silent = { out: () => undefined, err: () => undefined };
  expect(await importCommand(shop.ctx(), [path], silent)).toBe(0);
  dropMemos(["catalogue"]); // as every process of the shop does when notified of an import
  await rm(folder, { recursive: true });
});
afterAll(() => shop.close());

async function first(typed: string) {
  const { data, understood, meta } = await shop.visitor().catalogue.products({ name: typed });
  return { name: data[0]?.name ?? "", understood, total: meta.total };
}

describe("searches that find imported products", () => {
  test.each([
    ["a brand in syllables", "sam sung", "UA55DU8000"],
    ["a loan word in syllables", "ti vi sam sung", "UA55DU8000"],
    ["an English name", "television samsung", "UA55DU8000"],
    ["a brand with a blank in it", "sun house", "SHD6014"],
    ["a brand with a letter too few, which also falls into syllables", "sunhose", "SHD6014"],
    ["a short brand with a letter too few", "may hut mui bosh", "DFS067A50"],
    ["a brand that ends in an abbreviation", "quat sen ko", "DH1600"],
    ["two words in one go, one of them a brand", "quatdungsenko", "DH1600"],
    ["a model with a blank", "sth 3010", "STH3010"],
    ["a model in four pieces", "ua 55 du 8000", "UA55DU8000"],
    ["a model within other words", "tivi ua 55 du 8000", "UA55DU8000"],
    ["horse power in one word", "máy lạnh 1.5hp", "ATKF35ZVMV"],
    ["horse power as it is said", "may lanh 1,5 ngựa", "ATKF35ZVMV"],
    ["a figure without its point", "máy lạnh 12000btu", "CU/CS-U9BKH-8"],
    ["a unit apart that the shop writes in one", "điều hòa 9000 btu", "GC-09IS35"],
    ["inches in short", "tivi 55in", "UA55DU8000"],
    ["inches as a sign", 'tivi 43"', "43LM5750"],
    ["what stands upright, as others say it", "máy giặt cửa trên lg", "LG 9 kg"],
    ["what opens in front, as others say it", "máy giặt lồng ngang electrolux", "EWF9024P5WB"],
    ["litres that are litres a day", "máy hút ẩm 27 lít", "ED-27B"],
    ["a hob by its two zones alone", "bếp đôi kangaroo", "KG438I"],
    ["one dryer and not the other", "máy sấy quần áo", "EDV804H3WC"],
  ])("%s: %s", async (_what, typed, wanted) => {
    expect((await first(typed)).name).toContain(wanted);
  });

  test.each([
    ["máy hút mùi bo", "DFS067A50"],
    ["may giat elec", "EWF9024P5WB"],
    ["máy lạnh pana", "CU/CS-U9BKH-8"],
  ])("while typing: %s", async (typed, wanted) => {
    const { products } = await shop.visitor().catalogue.suggest({ name: typed });
    expect(products.map(({ name }) => name).join()).toContain(wanted);
  });

  test("an unknown brand is not split into syllables; the rest of the query is searched, and the answer says so", async () => {
    const { name, understood } = await first("máy lọc nước cerave");
    expect(name).toContain("Máy lọc nước");
    expect(understood).toMatchObject({ partial: true, corrected: null });
  });

  test("a hair dryer is not a clothes dryer", async () => {
    const { name } = await first("hair dryer");
    expect(name).toContain("Máy sấy tóc");
  });

  test("a model found as typed gets no correction", async () => {
    const { name, understood } = await first("h 12"); // "H-12" is a SKU and "12" stands in many a name
    expect(name).not.toBe("");
    expect(understood?.did_you_mean).toBeNull();
    expect((await first("bosch dfs067")).understood).toMatchObject({ did_you_mean: null, corrected: null });
  });

  test("joined words are reported, and the query as typed can be searched", async () => {
    expect((await first("sam sung")).understood).toMatchObject({ corrected: "samsung" });
    const { meta } = await shop.visitor().catalogue.products({ name: "sam sung", exact: true });
    expect(meta.total).toBe(0);
  });
});

/**
 * Ambiguous queries in a catalogue of imported products: unfinished brands, short words, products before their parts.
 * rules/search
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importCommand } from "../../../scripts/commands/import.ts";
import { dropMemos } from "../../platform/memo.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { indexOutdated } from "../index/outdated.ts";

const brands =
  "Panasonic Philips Toshiba Hitachi Electrolux Kangaroo Sunhouse Bluestone Cuckoo Tefal Bosch Coway Karofi Daikin Lock&Lock Elmich Rapido Locknlock Supor Goldsun Hafele Malloca Xiaomi Ecovacs Midea Comet Sanaky Senko Trovit Chenghe".split(
    " ",
  );
type Sample = readonly [name: string, brand: string, type: string];
const goods: Sample[] = [
  ...brands.flatMap((brand): Sample[] => [
    [`Quạt đứng ${brand} Q1`, brand, "Quạt đứng"],
    [`Túi lọc bụi ${brand} T1`, brand, "Túi lọc"],
    [`Máy giặt ${brand} M9 9 kg`, brand, "Giặt ủi"],
    [`Nước giặt hương hoa ${brand} N3 cho máy giặt 3 kg`, brand, "Giặt ủi"],
  ]),
  ...Array.from({ length: 40 }, (_, at): Sample => [`Nồi áp suất Trovit NA${at} 5 lít`, "Trovit", "Nồi áp suất"]),
  ["Nồi áp suất Trovti XL 5 lít", "Trovti", "Nồi áp suất"],
  ["Loa kéo Comet SM-350K", "Comet", "Loa"],
  ["Bình nóng lạnh A.O. Smith B1", "A.O. Smith", "Bình nóng lạnh"],
  ...["RCA", "CSA", "DC"].map((brand): Sample => [`Loa kéo ${brand} L1`, brand, "Loa"]),
  ...Array.from({ length: 300 }, (_, at): Sample => [`Nước rửa cửa Trovit NR${at}`, "Trovit", "Nước rửa"]),
];

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  const folder = await mkdtemp(join(tmpdir(), "readings-"));
  const path = join(folder, "goods.csv");
  const rows = goods.map(([name, brand, type], at) => `hang-${at},${name},${brand},${type},H-${at},1990000,5`);
  const header = "Handle,Title,Vendor,Type,Variant SKU,Variant Price,Variant Inventory Qty";
  await writeFile(path, `${header}\n${rows.join("\n")}\n`);
  expect(await importCommand(shop.ctx(), [path], { out: () => undefined, err: () => undefined })).toBe(0);
  dropMemos(["catalogue"]); // as every process of the shop does when notified of an import
  await rm(folder, { recursive: true });
});
afterAll(() => shop.close());

const search = (name: string) => shop.visitor().catalogue.products({ name });
const suggest = (name: string) => shop.visitor().catalogue.suggest({ name });
const names = ({ data }: { data: readonly { name: string }[] }) => data.map(({ name }) => name);

describe("while a brand is typed", () => {
  test.each(brands)("%s is found and suggested from its fourth letter", async (brand) => {
    const { terms, products } = await suggest(brand.slice(0, 4));
    expect(products).not.toEqual([]);
    expect(
      terms.some((term) => term.startsWith(brand.slice(0, 4))),
      `${brand}: ${terms.join()}`,
    ).toBe(true);
  });

  test("Enter on an unfinished word finds words that begin with it", async () => {
    const list = await search("panas");
    expect(names(list)[0]).toContain("Panasonic");
    expect(list.understood).toMatchObject({ corrected: null });
  });

  test("the shop's own brand is not read as Telex keys of a Vietnamese word", async () => {
    const { products } = await suggest("sora");
    expect(products.map(({ name }) => name).join()).toContain("Sorami");
    expect((await search("sora")).meta.total).toBeGreaterThan(100);
  });

  test("an unfinished word of a known phrase is completed on Enter", async () => {
    const list = await search("may loc nuo");
    expect(list.data[0]?.category_slug).toMatch(/^may-loc-nuoc/);
    expect(list.understood?.corrected).toBe("máy lọc nước");
  });
});

describe("a brand with punctuation in its name", () => {
  test.each([
    ["lock&lock", "Lock&Lock"],
    ["lock & lock", "Lock&Lock"],
    ["locklock", "Lock&Lock"],
    ["a.o. smith", "A.O. Smith"],
    ["a.o.smith", "A.O. Smith"],
    ["ao smith", "A.O. Smith"],
    ["aosmith", "A.O. Smith"],
  ])("%s finds %s, and nothing else is found or suggested", async (typed, brand) => {
    const list = await search(typed);
    expect(list.data).not.toEqual([]);
    for (const name of names(list)) expect(name).toContain(brand);
    expect(list.understood).toMatchObject({ query: brand, corrected: null, did_you_mean: null });
    const { terms, products } = await suggest(typed);
    expect(terms).toContain(brand);
    for (const { name } of products) expect(name).toContain(brand);
  });

  test("the brand is found beside a product word, in any spelling", async () => {
    expect(names(await search("quat lock & lock")).join()).toContain("Quạt đứng Lock&Lock");
    expect(names(await search("bình nóng lạnh ao smith"))).toEqual(["Bình nóng lạnh A.O. Smith B1"]);
    expect((await suggest("ao sm")).terms).toContain("A.O. Smith");
  });
});

describe("a short word with many similar words", () => {
  test.each(["RCA", "csa", "DC"])("%s finds the brand of that name only", async (brand) => {
    const list = await search(brand);
    expect(names(list)).toContain(`Loa kéo ${brand.toUpperCase()} L1`);
    expect(list.understood).toMatchObject({ corrected: null, did_you_mean: null });
    expect(names({ data: (await suggest(brand)).products })[0]).toContain(brand.toUpperCase());
  });

  test.each(["rxa", "cqa"])("%s, which the shop does not have, is not corrected to it", async (typed) => {
    const list = await search(typed);
    expect(list.data).toEqual([]);
    expect(list.understood).toMatchObject({ corrected: null });
  });
});

describe("products rank before their parts", () => {
  test("a search for a brand shows products before parts", async () => {
    const [first, second, third] = names(await search("hitachi"));
    for (const name of [first, second]) expect(name).toMatch(/^(?:Quạt|Máy giặt)/);
    expect(third).toMatch(/^(?:Nước|Túi)/);
  });

  test("a search for the product shows it before its parts, also while typing", async () => {
    for (const name of names(await search("máy giặt")).slice(0, 10)) expect(name).toMatch(/^Máy giặt/);
    for (const { name } of (await suggest("may giat")).products) expect(name).toMatch(/^Máy giặt/);
  });

  test("a search for a part shows parts first", async () => {
    for (const name of names(await search("túi lọc bụi philips")).slice(0, 1))
      expect(name).toMatch(/^Túi lọc bụi Philips/);
  });
});

test("for a rare spelling beside a common one both are found, and a correction is offered", async () => {
  const list = await search("trovti");
  expect(names(list)[0]).toContain("Trovti");
  expect(list.understood?.did_you_mean?.toLowerCase()).toBe("trovit");
  expect(list.meta.total).toBeGreaterThan(20);
});

test("digits after letters are no price where a model is spelled so", async () => {
  const list = await search("sm 350k");
  expect(names(list)[0]).toContain("SM-350K");
  expect(list.understood).toMatchObject({ price_min: null, price_max: null });
  expect((await search("loa kéo 350k")).understood?.price_max).not.toBeNull();
});

describe("a facet with very many values", () => {
  const brandsOf = async (input = {}) =>
    (await shop.visitor().catalogue.products({ category: "quat-dung", ...input })).facets.find(
      ({ code }) => code === "brand",
    );

  test("a list shows twenty values, the number of others, and the chosen ones", async () => {
    const facet = await brandsOf();
    expect(facet?.options).toHaveLength(20);
    expect(facet?.rest).toBe(brands.length - 20);
    const hidden = brands
      .map((brand) => brand.toLowerCase())
      .find((code) => !facet?.options.some(({ value }) => value === code));
    const chosen = await brandsOf({ brand: [hidden ?? ""] });
    expect(chosen?.options.find(({ value }) => value === hidden)).toMatchObject({ selected: true, count: 1 });
  });

  test("the call returns all values by page, and those that contain a text", async () => {
    const asked = { category: "quat-dung", facet: "brand" };
    const first = await shop.visitor().catalogue.facetOptions({ ...asked, limit: 12 });
    const last = await shop.visitor().catalogue.facetOptions({ ...asked, limit: 12, page: 3 });
    expect(first.meta).toMatchObject({ total: brands.length, last_page: 3 });
    expect(first.data).toHaveLength(12);
    expect(last.data).toHaveLength(brands.length - 24);
    const found = await shop.visitor().catalogue.facetOptions({ ...asked, find: "PÁNA" });
    expect(found.data.map(({ label }) => label)).toEqual(["Panasonic"]);
    expect((await shop.visitor().catalogue.facetOptions({ ...asked, facet: "nothing" })).data).toEqual([]);
  });
});

test("rows of the listing index from an older version are rebuilt", async () => {
  await sql`update catalogue.shelf set version = 0, words = '' where product_id < 1010`.execute(shop.sql);
  await indexOutdated(shop.ctx());
  const { rows } = await sql<{ old: number }>`select count(*)::int as old from catalogue.shelf
    where version = 0 or words = ''`.execute(shop.sql);
  expect(rows).toEqual([{ old: 0 }]);
});

describe("a query one typo away from a category's name, all of whose words are known", () => {
  test.each([
    ["may gia", "may-giat"],
    ["may hot am", "may-hut-am"],
    ["may hut mu", "may-hut-mui"],
  ])("%s is read as %s", async (typed, category) => {
    const { data } = await search(typed);
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.slice(0, 3).map(({ category_slug }) => category_slug))).toEqual(new Set([category]));
  });

  test("a query that is a product's name is not corrected", async () => {
    expect(names(await search("may rua mat")).join()).toMatch(/rửa mặt/i);
  });
});

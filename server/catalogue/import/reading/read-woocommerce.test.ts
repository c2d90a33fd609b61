/** WooCommerce exports: variations, prices, stock, attributes and visibility. rules/import */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importCommand } from "../../../../scripts/commands/import.ts";
import { dropMemos } from "../../../platform/memo.ts";
import { type TestShop, testShop } from "../../../testing/test-shop.ts";
import type { Draft } from "../draft.ts";
import { recognise } from "./formats.ts";
import { type Mapping, readMapping } from "./mapping.ts";

const columns = [
  ...["ID", "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "Visibility in catalog"],
  ...["Short description", "Description", "Date sale price starts", "Date sale price ends", "In stock?", "Stock"],
  ...["Weight (kg)", "Length (cm)", "Sale price", "Regular price", "Categories", "Tags", "Images", "Parent"],
  ...["Upsells", "Cross-sells", "External URL", "Position", "Brands"],
  ...["Attribute 1 name", "Attribute 1 value(s)", "Attribute 1 visible", "Attribute 1 global"],
  ...["Attribute 2 name", "Attribute 2 value(s)", "Attribute 2 visible", "Attribute 2 global", "Attribute 2 default"],
  ...["Attribute 3 name", "Attribute 3 value(s)", "Attribute 3 visible", "Meta: _edit_lock"],
];

type Row = Readonly<Record<string, string>>;

function table(rows: readonly Row[], named = (column: string) => column): string {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const body = rows.map((row) => line(columns.map((column) => row[column] ?? "")));
  return `\ufeff${[line(columns.map(named)), ...body].join("\n")}\n`;
}

const usual = { Published: "1", "Visibility in catalog": "visible", "In stock?": "1", "Meta: _edit_lock": "1763:1" };
const simple = (ID: string, more: Row): Row => ({ ...usual, ID, Type: "simple", ...more });
const variable = (ID: string, more: Row): Row => ({ ...usual, ID, Type: "variable", ...more });
const variation = (ID: string, Parent: string, more: Row): Row => ({ ...simple(ID, more), Type: "variation", Parent });
const colour = (value: string) => ({ "Attribute 1 name": "Màu sắc", "Attribute 1 value(s)": value });
const capacity = (value: string) => ({ "Attribute 2 name": "Dung tích", "Attribute 2 value(s)": value });

const cooker = [
  variation("76", "NCD", {
    ...{ SKU: "NCD-18-T", Name: "Nồi cơm điện Sen - Trắng, 1\\,8 lít", "Regular price": "1290000", Stock: "4" },
    ...{ "GTIN, UPC, EAN, or ISBN": "8936012345678", "Weight (kg)": "3.5", Images: "https://a.example/trang.jpg" },
    ...{ ...colour("Trắng"), ...capacity("1\\,8 lít") },
  }),
  variable("44", {
    ...{
      SKU: "NCD",
      Name: "Nồi cơm điện Sen",
      Tags: "nồi cơm, quà tặng",
      Brands: "Gia dụng > Sen",
      "Weight (kg)": "4",
    },
    ...{ Categories: "Khuyến mãi, Nhà bếp > Nồi\\, chảo", Images: "https://a.example/1.jpg, https://a.example/2.jpg" },
    ...{ "Short description": "Cơm ngon.", Description: "<p>Lòng <b>dày</b></p>\\n<ul>\\n<li>Phủ gốm</li></ul>" },
    ...{ "Length (cm)": "32.5", Upsells: "AM-1, id:90", "Cross-sells": "MUOI-1" },
    ...{ ...colour("Trắng, Đỏ"), ...capacity("1\\,8 lít, 1 lít"), "Attribute 2 default": "1 lít" },
    ...{ "Attribute 3 name": "Công suất", "Attribute 3 value(s)": "700 W", "Attribute 3 visible": "1" },
  }),
  simple("50", { SKU: "AM-1", Name: "Ấm Sen", "Regular price": "390000.00", Stock: "7", Categories: "Nhà bếp > Ấm" }),
  variation("77", "NCD", {
    ...{ SKU: "NCD-18-D", "Regular price": "1290000", "Sale price": "1090000", Stock: "-1" },
    ...{ ...colour("Đỏ"), ...capacity("1\\,8 lít") },
  }),
  variation("78", "id:44", {
    ...{ SKU: "NCD-10-T", "Regular price": "990000", Stock: "parent", ...colour("Trắng"), ...capacity("1 lít") },
  }),
];

const rules = { currency: "VND", rates: {}, in_stock_pieces: 3 };

async function read(text: string, mapping?: Mapping): Promise<{ format: string; drafts: Draft[] }> {
  async function* chunks() {
    yield text;
  }
  const { format, drafts } = await recognise(chunks(), rules, mapping);
  return { format, drafts: await Array.fromAsync(drafts) };
}
const draftsOf = async (...rows: Row[]) => (await read(table(rows))).drafts;

describe("WooCommerce variations", () => {
  it("variations join their parent in any order: colours become variants, capacities products", async () => {
    const { format, drafts } = await read(table(cooker));
    expect(format).toBe("woocommerce");
    const [kettle, large, small, ...others] = drafts;
    expect(others).toEqual([]);
    expect(kettle).toMatchObject({ line: 4, problems: [], variants: [{ sku: "AM-1", price: 390_000, pieces: 7 }] });
    const shared = {
      line: 3,
      problems: [],
      status: "active",
      brand: "Sen",
      category_path: ["Nhà bếp", "Nồi, chảo"],
      tag_names: ["nồi cơm", "quà tặng"],
      length_mm: 325,
      accessories: ["MUOI-1"],
    };
    expect(large).toMatchObject({
      ...shared,
      weight_grams: 3500,
      properties: { "Công suất": "700 W", "Dung tích": "1,8 lít" },
      texts: {
        vi: {
          name: "Nồi cơm điện Sen, 1,8 lít",
          short_description: "Cơm ngon.",
          description: "Lòng **dày**\n\n- Phủ gốm",
        },
      },
      related: ["NCD-10-T", "AM-1"],
      variants: [
        {
          line: 2,
          sku: "NCD-18-T",
          colour: "Trắng",
          price: 1_290_000,
          sale_price: null,
          pieces: 4,
          barcode: "8936012345678",
        },
        { line: 5, sku: "NCD-18-D", colour: "Đỏ", price: 1_290_000, sale_price: 1_090_000, pieces: 0 },
      ],
    });
    expect(large?.pictures?.map(({ address }) => address)).toEqual([
      "https://a.example/1.jpg",
      "https://a.example/2.jpg",
    ]);
    expect(large?.variants.map(({ pictures }) => pictures?.length)).toEqual([1, undefined]);
    expect(small).toMatchObject({
      ...shared,
      weight_grams: 4000,
      texts: { vi: { name: "Nồi cơm điện Sen, 1 lít" } },
      related: ["NCD-18-T", "AM-1"],
      variants: [{ line: 6, sku: "NCD-10-T", colour: "Trắng", price: 990_000, pieces: 3 }],
    });
  });

  it("a variation without a choice is imported without it; an option no variation chooses becomes a property", async () => {
    const drafts = await draftsOf(
      variable("1", { Name: "Bình giữ nhiệt", ...colour("Xanh, Đỏ"), ...capacity("350 ml, 500 ml") }),
      variation("2", "id:1", {
        SKU: "B-X",
        "Regular price": "250000",
        ...colour("Xanh"),
        "Attribute 2 name": "Dung tích",
      }),
      variation("3", "id:1", { SKU: "B-0", "Regular price": "240000", "Attribute 1 name": "Màu sắc" }),
    );
    expect(drafts).toMatchObject([
      {
        texts: { vi: { name: "Bình giữ nhiệt" } },
        properties: { "Dung tích": "350 ml, 500 ml" },
        variants: [
          { sku: "B-X", colour: "Xanh" },
          { sku: "B-0", colour: undefined },
        ],
      },
    ]);
  });

  it("variations are hidden with their parent; an unpublished one is not sold", async () => {
    const drafts = await draftsOf(
      variable("1", { SKU: "AN", Name: "Quạt ẩn", Published: "0" }),
      variation("2", "AN", { SKU: "AN-1", "Regular price": "500000" }),
      variable("3", { SKU: "Q", Name: "Quạt đứng" }),
      variation("4", "Q", { SKU: "Q-D", "Regular price": "500000", Stock: "9", Published: "0", ...colour("Đen") }),
      variation("5", "Q", { SKU: "Q-T", "Regular price": "500000", Stock: "9", ...colour("Trắng") }),
      variation("6", "Q", { SKU: "Q-L", "Regular price": "700000", Stock: "9", Published: "0", ...capacity("Lớn") }),
    );
    expect(drafts.map(({ status, variants }) => [status, ...variants.map(({ sku, pieces }) => [sku, pieces])])).toEqual(
      [
        ["hidden", ["AN-1", 3]],
        ["active", ["Q-D", 0], ["Q-T", 9]],
        ["hidden", ["Q-L", 9]],
      ],
    );
  });

  it("variations without parent or price, parents without variations and other rows are refused with their lines", async () => {
    const drafts = await draftsOf(
      variation("1", "KHONG-CO", { SKU: "V-1", "Regular price": "500000" }),
      variable("2", { SKU: "P", Name: "Nồi không ai bán" }),
      { ...usual, ID: "3", Type: "grouped", SKU: "BO", Name: "Bộ nồi", Upsells: "AM-1" },
      {
        ...usual,
        ID: "4",
        Type: "external",
        Name: "Nồi",
        "Regular price": "500000",
        "External URL": "https://b.example",
      },
      variable("5", { SKU: "Q", Name: "Quạt" }),
      variation("6", "Q", { SKU: "Q-1", "Regular price": "500000", ...colour("Đen") }),
      variation("7", "Q", { ...colour("Trắng") }),
      simple("8", { SKU: "S-1", Name: "Ấm liên hệ" }),
      variation("9", "", { SKU: "V-9", "Regular price": "500000" }),
    );
    const problems = drafts.flatMap((draft) => draft.problems);
    expect(problems.map(({ line, field, reason }) => `${line} ${field}: ${reason}`)).toEqual([
      "4 Type: grouped products are not sold here",
      "5 Type: external products are not sold here",
      "3 Type: none of its variations is in the file",
      "8 Regular price: is missing",
      '2 Parent: "KHONG-CO" is no variable product of the file',
      '10 Parent: "" is no variable product of the file',
    ]);
    expect(drafts.flatMap(({ variants }) => variants.map(({ sku }) => sku))).toEqual(["S-1", "Q-1"]);
  });
});

describe("a product without variations", () => {
  const product = (more: Row) =>
    draftsOf(simple("9", { SKU: "S", Name: "Máy xay", "Regular price": "800000", ...more }));

  it.each([
    ["", "", null, null],
    ["2026-11-22 0:00:00", "2026-11-22 23:59:59", "2026-11-21T17:00:00.000Z", "2026-11-22T17:00:00.000Z"],
    ["2026-11-22", "2026-11-22", "2026-11-21T17:00:00.000Z", "2026-11-22T17:00:00.000Z"],
    ["2026-11-22 10:00:00", "", "2026-11-22T03:00:00.000Z", null],
    ["", "2026-11-22 8:59:59", null, "2026-11-22T02:00:00.000Z"],
  ])("has its sale price when it has it there: from %j to %j", async (starts, ends, sale_from, sale_until) => {
    const dates = { "Date sale price starts": starts, "Date sale price ends": ends };
    const [draft] = await product({ ...dates, "Sale price": "700000" });
    const sale = { sale_price: 700_000, sale_from, sale_until };
    expect(draft).toMatchObject({ problems: [], variants: [{ price: 800_000, ...sale }] });
  });

  it("a sale price with unreadable dates is ignored", async () => {
    const [draft] = await product({ "Sale price": "700000", "Date sale price ends": "31/12/2026" });
    expect(draft?.problems).toEqual([{ line: 2, field: "sale_ends", reason: '"31/12/2026" is not a date' }]);
  });

  it.each([
    ["5", "1", 5],
    ["-2", "0", 0],
    ["", "1", 3],
    ["", "0", 0],
    ["", "backorder", 0],
    ["", "", undefined],
  ])("stock %j with in stock %j gives the count WooCommerce has", async (stock, isThere, pieces) => {
    const [draft] = await product({ Stock: stock, "In stock?": isThere });
    expect(draft?.variants).toMatchObject([{ pieces }]);
  });

  it("visible attributes become properties, and a single colour the variant's colour", async () => {
    const [draft] = await product({
      ...{ Type: "simple, virtual", ...colour("Đen"), ...capacity("0\\,6 lít"), "Attribute 2 visible": "1" },
      ...{ "Attribute 3 name": "Nhà cung cấp", "Attribute 3 value(s)": "Kho Bình Tân", "Attribute 3 visible": "0" },
    });
    expect(draft).toMatchObject({ problems: [], variants: [{ colour: "Đen" }] });
    expect(draft?.properties).toEqual({ "Dung tích": "0,6 lít" });
  });

  it.each([
    [{ Published: "1", "Visibility in catalog": "hidden" }, "hidden"],
    [{ Published: "'-1" }, "hidden"],
    [{ Published: "2" }, "hidden"],
    [{ "Visibility in catalog": "search" }, "active"],
  ])("visibility %j gives status %s", async (more, status) => {
    expect(await product(more)).toMatchObject([{ status }]);
  });

  it("a backslash in a text stays, and data of other programs is dropped", async () => {
    const [draft] = await product({ Description: "Dòng một\\nDòng hai C:\\\\new" });
    expect(draft?.texts.vi?.description).toBe("Dòng một\nDòng hai C:\\new");
    expect(draft?.properties).toBeUndefined();
  });
});

it("sizes in pounds and inches are converted to grams and millimetres", async () => {
  const named = (column: string) => column.replace("(kg)", "(lbs)").replace("(cm)", "(in)");
  const row = simple("1", { SKU: "S", Name: "Nồi", "Weight (kg)": ".5", "Length (cm)": "24" });
  expect((await read(table([row], named))).drafts).toMatchObject([{ weight_grams: 227, length_mm: 610 }]);
});

it("an export in another language is read as the English one, once its columns are named", async () => {
  const names = [
    "Loại=Type, Mã sản phẩm=SKU, Tên=Name, Đã đăng=Published, Mô tả ngắn=Short description, Mô tả=Description, Gốc=Parent",
    "Còn hàng?=In stock?, Kho=Stock, Giá khuyến mãi=Sale price, Giá bán thường=Regular price, Danh mục=Categories",
  ].flatMap((line) => line.split(", ").map((each) => each.split("=")));
  const rename: Row = Object.fromEntries(names);
  const translated = new Map(Object.entries(rename).map(([theirs, english]) => [english, theirs]));
  const text = table(cooker, (column) => translated.get(column) ?? column);
  await expect(read(text)).rejects.toThrow("--map");
  expect(await read(text, readMapping(JSON.stringify({ rename })))).toEqual(await read(table(cooker)));
  expect(() => readMapping(JSON.stringify({ rename, options: ["Màu"] }))).toThrow('Unrecognized key: "options"');
  expect(() => readMapping("{}")).toThrow("columns");
});

describe("an import", () => {
  let shop: TestShop;
  let folder: string;
  beforeAll(async () => {
    shop = await testShop();
    folder = await mkdtemp(join(tmpdir(), "woocommerce-"));
  });
  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });

  /** How many were added, changed, as they were, refused. */
  async function take(rows: readonly Row[]) {
    const path = join(folder, "wc-product-export.csv");
    await writeFile(path, table(rows));
    let out = "";
    await importCommand(shop.ctx(), [path], { out: (text) => (out += text), err: () => undefined });
    dropMemos(["catalogue"]); // as every process of the shop does when notified of an import
    return [...out.matchAll(/(\d+) (?=were|was|are|is|refused)/g)].map(([, count]) => Number(count));
  }

  it("each capacity is found in the shop, and a repeated import changes nothing", async () => {
    expect(await take(cooker)).toEqual([3, 0, 0, 0]);
    const { catalogue } = shop.visitor();
    const { data } = await catalogue.products({ name: "nồi cơm điện sen 1,8 lít" });
    const product = await catalogue.productBySlug({ slug: data[0]?.slug ?? "" });
    expect(data[0]?.category_slug).toBe("noi-chao");
    expect(product).toMatchObject({ name: "Nồi cơm điện Sen, 1,8 lít", brand: "Sen" });
    expect(product.variants.map(({ code, colour, inventory }) => [code, colour?.label, inventory])).toEqual([
      ["NCD-18-T", "Trắng", 4],
      ["NCD-18-D", "Đỏ", 0],
    ]);
    expect(await take(cooker)).toEqual([0, 0, 3, 0]);
  });

  it("without SKUs a repeated import changes nothing, also with a new variation in between", async () => {
    const indexedProperty = [
      variable("201", { Name: "Kệ gia vị" }),
      variation("202", "id:201", { "Regular price": "150000", ...colour("Đen") }),
      variation("203", "id:201", { "Regular price": "160000", ...colour("Trắng") }),
      simple("204", { Name: "Kệ gia vị", "Regular price": "90000" }),
    ];
    expect(await take(indexedProperty)).toEqual([2, 0, 0, 0]);
    expect(await take(indexedProperty)).toEqual([0, 0, 2, 0]);
    const red = variation("209", "id:201", { "Regular price": "170000", ...colour("Đỏ") });
    expect(await take([red, ...indexedProperty])).toEqual([0, 1, 1, 0]);
    const { data } = await shop.visitor().catalogue.products({ name: "kệ gia vị" });
    const found = await Promise.all(data.map(({ slug }) => shop.visitor().catalogue.productBySlug({ slug })));
    const variants = found.flatMap(({ variants }) =>
      variants.map(({ code, colour, price }) => [code, colour?.label, price]),
    );
    expect(variants.sort()).toEqual([
      ["KE-GIA-VI-202", "Đen", 150_000],
      ["KE-GIA-VI-203", "Trắng", 160_000],
      ["KE-GIA-VI-204", undefined, 90_000],
      ["KE-GIA-VI-209", "Đỏ", 170_000],
    ]);
  });
});

/** Imports from the file to the pages: new products, changes, repeated runs and malformed files. rules/import */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportCommand } from "../../../scripts/commands/export.ts";
import { importCommand } from "../../../scripts/commands/import.ts";
import { dropMemos } from "../../platform/memo.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { allocateStock } from "../inventory/stock.ts";

let shop: TestShop;
let folder: string;
beforeAll(async () => {
  shop = await testShop();
  folder = await mkdtemp(join(tmpdir(), "import-"));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

async function take(content: string | Buffer, options = "", name = "file.txt") {
  const path = join(folder, name);
  await writeFile(path, content);
  return takeFile(path, options);
}

async function takeFile(path: string, options = "") {
  let [out, err] = ["", ""];
  const tags: string[] = [];
  const ctx = shop.ctx();
  const announce: typeof ctx.announce = async (inner, event, payload) => {
    if (event === "pages_changed") tags.push(...(payload as { tags: string[] }).tags);
    await ctx.announce(inner, event, payload);
    dropMemos(tags); // as every process of the shop does when notified of it
  };
  const words = [path, ...options.split(" ").filter(Boolean)];
  const voices = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const exitCode = await importCommand({ ...ctx, announce }, words, voices);
  const [, ...counts] =
    /(\d+) (?:was|were|would be) added, (\d+) \w+(?: be)? changed, (\d+) (?:is as it was|are as they were), (\d+) refused/.exec(
      out,
    ) ?? [];
  const [added, changed, unchanged, refused] = counts.map(Number);
  return { added, changed, unchanged, refused, exit_code: exitCode, out, err, tags: [...new Set(tags)] };
}

const header =
  "sku,slug,name,brand,category,price,sale_price,stock.HN,description,property.Công suất,property.Chế độ lạ";
const stew =
  "IMP-1,noi-ham-thu,Nồi hầm chậm Thử Nghiệm QX-77,Sunhome,noi-ap-suat,1990000,1490000,5,Hầm êm,1200 W,Xoay 3D";

describe("a first import", () => {
  it("an imported product is found by search, page, category and filters", async () => {
    const first = await take(`${header}\n${stew}\n`);
    expect(first).toMatchObject({ added: 1, refused: 0, exit_code: 0 });
    expect(first.out).toMatch(/^1 product: 1 was added, 0 were changed, 0 are as they were, 0 refused, \d notes?\n/m);
    const { catalogue } = shop.visitor();
    for (const name of ["nồi hầm chậm", "noi ham cham", "QX-77", "IMP-1", "sunhome"]) {
      const { data } = await catalogue.products({ name });
      expect(data[0]?.slug, name).toBe("noi-ham-thu");
    }
    const product = await catalogue.productBySlug({ slug: "noi-ham-thu" });
    expect(product).toMatchObject({ price: 1_490_000, list_price: 1_990_000, brand: "Sunhome", inventory: 5 });
    expect(product.properties).toEqual([
      { code: "power_w", label: "Công suất", value: "1,200 W" },
      { code: "che_do_la", label: "Chế độ lạ", value: "Xoay 3D" },
    ]);
    expect(product.variants[0]?.gallery).toEqual([
      { id: "kind/unpictured", alt: "Nồi hầm chậm Thử Nghiệm QX-77: chưa có ảnh" },
    ]);
    const listed = await catalogue.products({ category: "noi-ap-suat", brand: ["sunhome"] });
    expect(listed.data.map(({ code }) => code)).toEqual(["IMP-1"]);
  });

  it("a repeated import changes nothing and reports that", async () => {
    const again = await take(`${header}\n${stew}\n`);
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 1, refused: 0, exit_code: 0, tags: [] });
  });
});

it("no product and no category gets an address of the server's own, whatever the file says", async () => {
  const rows = "sku,slug,name,brand,category_path,price\nIMP-RS,quan-tri,Quản trị,Sunhome,Quản trị > Quản trị,100000\n";
  const { out } = await take(rows);
  const { rows: found } = await sql<{ slug: string }>`
    select slug from catalogue.products union all select slug from catalogue.categories`.execute(shop.ctx().sql);
  expect(out).not.toBe("");
  expect(found.map(({ slug }) => slug)).not.toContain("quan-tri");
});

describe("an import that changes a product", () => {
  it("a new price is on the page at once; the page and its lists are purged", async () => {
    const { changed, tags } = await take("sku,price\nIMP-1,1800000\n");
    expect(changed).toBe(1);
    expect(tags).toEqual(
      expect.arrayContaining(["product:noi-ham-thu", "category:noi-ap-suat", "category:nau-nuong", "category:all"]),
    );
    expect(tags.filter((tag) => tag.startsWith("product:"))).toEqual(["product:noi-ham-thu"]);
    const product = await shop.visitor().catalogue.productBySlug({ slug: "noi-ham-thu" });
    expect(product).toMatchObject({ price: 1_800_000, list_price: null, name: "Nồi hầm chậm Thử Nghiệm QX-77" });
  });

  it("a new slug keeps the old one as a redirect", async () => {
    expect((await take("sku,slug\nIMP-1,noi-ham-moi\n")).changed).toBe(1);
    const { catalogue } = shop.visitor();
    for (const slug of ["noi-ham-thu", "noi-ham-moi"]) {
      expect((await catalogue.productBySlug({ slug })).slug).toBe("noi-ham-moi");
    }
  });

  it("a new colour is added; a colour missing in the file stays", async () => {
    await take("sku,slug,colour,price\nIMP-1-R,noi-ham-moi,Đỏ,1850000\nIMP-1-X,noi-ham-moi,Tím mơ,1850000\n");
    const { variants } = await shop.visitor().catalogue.productBySlug({ slug: "noi-ham-moi" });
    expect(variants.map(({ code, colour }) => [code, colour?.label])).toEqual([
      ["IMP-1", undefined],
      ["IMP-1-R", "Đỏ"],
      ["IMP-1-X", "Tím mơ"],
    ]);
  });

  it("a product can be hidden and shown again", async () => {
    await take("sku,status\nIMP-1,hidden\n");
    await expect(shop.visitor().catalogue.productBySlug({ slug: "noi-ham-moi" })).rejects.toThrow();
    expect((await shop.visitor().catalogue.products({ name: "QX-77" })).data).toEqual([]);
    await take("sku,status\nIMP-1,active\n");
    expect((await shop.visitor().catalogue.products({ name: "QX-77" })).data).toHaveLength(1);
  });

  it("stock never goes below what is allocated to orders", async () => {
    const { variants } = await shop.visitor().catalogue.productBySlug({ slug: "noi-ham-moi" });
    await allocateStock(shop.ctx(), [{ variant_id: variants[0]?.product_id ?? 0, quantity: 3 }]);
    const below = await take("sku,price,stock.HN\nIMP-1,1700000,2\n");
    expect(below).toMatchObject({ changed: 0, refused: 1, exit_code: 1 });
    expect(below.err).toContain("line 2: stock: 2 in HN is fewer than the 3 promised to orders");
    const product = await shop.visitor().catalogue.productBySlug({ slug: "noi-ham-moi" });
    expect(product.price).toBe(1_800_000);
    expect((await take("sku,stock.HN\nIMP-1,3\n")).changed).toBe(1);
    expect((await shop.visitor().catalogue.productBySlug({ slug: "noi-ham-moi" })).variants[0]?.inventory).toBe(0);
  });
});

describe("the number of units in a JSON file", () => {
  const json = (element: object) => take(JSON.stringify([{ sku: "IMP-1", ...element }]), "", "file.json");
  const inventory = async () =>
    (await shop.visitor().catalogue.productBySlug({ slug: "noi-ham-moi" })).variants[0]?.inventory;

  it("the count is taken, or refused if it contradicts the warehouses or is meant for all variants", async () => {
    const promised = 3;
    expect(await json({ stock: 8 })).toMatchObject({ changed: 1, refused: 0 });
    expect(await inventory()).toBe(8 - promised);
    const contradicting = await json({ stock: 9, stock_by_warehouse: { HN: 5 } });
    expect(contradicting).toMatchObject({ changed: 0, refused: 1, exit_code: 1 });
    expect(contradicting.err).toContain("stock: 9 is not 5");
    expect((await json({ stock: 9, variants: [{ sku: "IMP-1" }] })).err).toContain("stock: is not divided");
    expect(await json({ stock: 5, stock_by_warehouse: { HN: 5 } })).toMatchObject({ changed: 1 });
    expect(await inventory()).toBe(5 - promised);
  });
});

describe("a Shopify file with long handles and many options", () => {
  it("all products are created, with or without SKUs, and a second run changes none", async () => {
    const handle = "op-lung-chong-soc-hoa-tiet-co-dien-danh-cho-dien-thoai-thong-minh-cao-cap-ban-moi";
    const file = (sku: (row: string) => string) =>
      [
        "Handle,Title,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price",
        `${handle}-a,Ốp lưng A,Phụ kiện,Kiểu,iPhone 16 Pro Max bóng,Màu,Đỏ,${sku("1")},300000`,
        `${handle}-a,,,,iPhone 16 Pro Max mờ,,Đỏ,${sku("2")},300000`,
        `${handle}-a,,,,红色,,Đỏ,${sku("3")},300000`,
        `${handle}-a,,,,黑色,,Đen,${sku("4")},300000`,
        `${handle}-b,Ốp lưng B,Phụ kiện,Kiểu,iPhone 16 Pro Max bóng,Màu,Đỏ,${sku("5")},300000`,
        `${handle}-c,Ốp lưng C,Phụ kiện,Title,Default Title,,,${sku("6")},300000`,
        `${handle}-c,,,,,,,,`,
        `${handle}-d,Ốp không giá,Phụ kiện,Title,Default Title,,,,`,
      ].join("\n");
    for (const sku of [(row: string) => `OP-${row}`, () => ""]) {
      const text = file(sku).replaceAll(handle, sku("") + handle);
      const first = await take(text);
      expect(first).toMatchObject({ added: 6, changed: 0, refused: 1 });
      expect(first.err).toContain("refused: line 9: price: is missing");
      expect(await take(text)).toMatchObject({ added: 0, changed: 0, unchanged: 6, refused: 1 });
    }
  });
});

describe("gaps of another shop's file", () => {
  it("products without a count, duplicates without a SKU and numbers out of range are reported", async () => {
    const table = (rows: string[]) => ["Handle,Title,Type,Variant SKU,Variant Price", ...rows].join("\n");
    const goods = table(["mo-a,Đồ mở A,Uncategorized,MO-A,300000", "mo-b,Đồ mở B,Khác,MO-B,300000"]);
    expect((await take(goods)).out).toContain(
      "2 new ones come without a number of pieces and are sold out: see --in-stock",
    );
    const counted = table(["mo-c,Đồ mở C,,MO-C,300000"]);
    expect((await take(counted, "--in-stock 6")).out).not.toContain("without a number of pieces");
    const noneLeft = await take("sku,name,price,stock\nMO-H,Đồ H,300000,0\n");
    expect(noneLeft.out).not.toContain("without a number of pieces");
    const { data } = await shop.visitor().catalogue.products({ name: "đồ mở" });
    expect(data.map(({ code, available, category_slug }) => [code, available, category_slug]).sort()).toEqual([
      ["MO-A", false, "chua-phan-loai"],
      ["MO-B", false, "chua-phan-loai"],
      ["MO-C", true, "chua-phan-loai"],
    ]);
    const { terms, categories } = await shop.visitor().catalogue.suggest({ name: "chưa phân" });
    expect([...terms, ...categories.map(({ slug }) => slug)]).toEqual([]);
    const doubled = await take(table(["mo-d,Đồ mở D,,,300000", "mo-e,Đồ mở E,,MO-E,300000", "mo-d,Đồ mở D,,,400000"]));
    expect(doubled.err).toContain("line 4: slug: the same handle stands on line 2 already, and there is no SKU");
    const figures = await take(
      "sku,name,price,warranty_months,popularity\nMO-F,Đồ F,300000,40000,1\nMO-G,Đồ G,300000,12,9000000000\n",
    );
    expect(figures).toMatchObject({ added: 0, refused: 2, exit_code: 1 });
  });
});

describe("malformed input", () => {
  it("malformed input is reported with line, field and reason, and that product is not changed", async () => {
    const file = [
      "sku,name,category,price,barcode",
      "D-1,Nồi tốt,noi-ap-suat,500000,",
      "D-2,Nồi không giá,noi-ap-suat,Liên hệ,",
      "D-3,Nồi đô,noi-ap-suat,79.99 USD,",
      "D-4,Nồi quá giá,noi-ap-suat,123456789012,",
      `D-5,${"x".repeat(256)},noi-ap-suat,500000,`,
      `D-6,${"ế".repeat(255)},noi-ap-suat,500000,`,
      "D-1,Nồi tốt,noi-ap-suat,600000,",
      ",,noi-ap-suat,500000,",
      "D-7,Nồi tốt,noi-ap-suat,500000,2091010609367",
      "D-8,,noi-ap-suat,500000,",
    ].join("\n");
    const { err, out, ...counts } = await take(file);
    expect(counts).toMatchObject({ added: 3, refused: 7, exit_code: 1 });
    for (const line of [
      'line 3: price: "Liên hệ" is not a price',
      'line 4: price: "79.99 USD" is in USD, and no rate is given for it',
      'line 5: price: "123456789012" is above 1000000000 đ',
      "line 6: name.vi: has more than 255 letters",
      'line 8: sku: "D-1" stands on line 2 already',
      "line 9: sku: is missing, and there is no name to make one of",
      "line 11: name: is missing",
    ]) {
      expect(err).toContain(`refused: ${line}`);
    }
    expect(out).toContain("note: line 10: barcode: 2091010609367 is that of SRM-RC06-WH: left out");
    const { data } = await shop.visitor().catalogue.products({ name: "Nồi tốt" });
    const slugs = data.filter(({ code }) => code.startsWith("D-")).map(({ code, slug, price }) => [code, slug, price]);
    expect(slugs.sort()).toEqual([
      ["D-1", "noi-tot", 500_000],
      ["D-7", "noi-tot-d-7", 500_000],
    ]);
    expect(await take(file)).toMatchObject({ added: 0, changed: 0, unchanged: 3, refused: 7 });
  });

  it("encodings and invisible characters are normalised: UTF-16, byte order marks, decomposed text", async () => {
    const text = `sku,name,category,price\nE-1,${"Nồi  ê\u200bm".normalize("NFD")},noi-ap-suat,500000\n`;
    expect(await take(Buffer.from(`\ufeff${text}`, "utf16le"))).toMatchObject({ added: 1 });
    for (const same of [
      `\ufeff${text}`,
      text.replaceAll("\n", "\r\n"),
      text.replaceAll("\n", "\r").replaceAll(",", ";"),
    ]) {
      expect(await take(same)).toMatchObject({ added: 0, changed: 0, unchanged: 1, exit_code: 0 });
    }
    const { data } = await shop.visitor().catalogue.products({ name: "nồi êm E-1" });
    expect(data[0]?.name).toBe("Nồi êm");
  });

  it("categories are found by a name of the path, created where allowed, refused otherwise", async () => {
    const file = (sku: string, path: string) => `sku,name,category_path,price\n${sku},Hàng ${sku},${path},500000\n`;
    expect(await take(file("C-1", "Bếp > Nấu > Nồi áp suất"))).toMatchObject({ added: 1 });
    expect(await take(file("C-2", "Gia dụng > Đồ lạ"), "--categories refuse")).toMatchObject({ added: 0, refused: 1 });
    expect(await take(file("C-2", "Gia dụng > Thấp > Đồ lạ"), "--dry-run")).toMatchObject({ added: 1, exit_code: 0 });
    const { catalogue } = shop.visitor();
    await expect(catalogue.category({ id: "do-la" })).rejects.toThrow();
    expect(await take(file("C-2", "Gia dụng > Thấp > Đồ lạ"))).toMatchObject({ added: 1 });
    expect(await take(file("C-3", "đồ lạ"))).toMatchObject({ added: 1 });
    const category = await shop.visitor().catalogue.category({ id: "do-la" });
    expect(category).toMatchObject({ name: "Đồ lạ", parent_slug: "gia-dung", product_count: 2 });
    const filled = ["Xanh", "Đỏ", "Đen"].flatMap((colour, row) =>
      [700_000, 900_000, 1_500_000, 3_000_000].map((price, at) => {
        return `F-${row}${at},Đèn ${row}${at},Gia dụng > Đèn,${price + row * 10_000},${colour},${10 * (at + 1)} W`;
      }),
    );
    await take(`sku,name,category_path,price,colour,property.power_w\n${filled.join("\n")}\n`);
    const lamps = await shop.visitor().catalogue.products({ category: "den" });
    const offered = lamps.facets.map(({ code, options }) => [code, options.map(({ count }) => count)]);
    expect(offered).toContainEqual(["power_w", [3, 3, 3, 3]]);
    expect(offered).toContainEqual(["colour", [4, 4, 4]]);
    expect(lamps.facets.find(({ code }) => code === "price")?.options.length).toBeGreaterThan(1);
    const pressure = await catalogue.products({ category: "noi-ap-suat", name: "Hàng C-1" });
    expect(pressure.data[0]?.code).toBe("C-1");
  });
});

it("any row is imported or refused, and a second run finds what the first imported", async () => {
  const odd = [
    "",
    " ",
    "0",
    "-1",
    "1e9",
    "\u0000",
    "\ufeff",
    "'",
    '"',
    "\\",
    "''=1",
    "<b>",
    "&nbsp;",
    "💧",
    "ế".normalize("NFD"),
  ];
  const cell = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: "binary", maxLength: 30 }), fc.nat().map(String));
  const names = [
    "name",
    "slug",
    "price",
    "sale_price",
    "barcode",
    "colour",
    "stock",
    "stock.HN",
    "weight",
    "category_path",
  ];
  const more = [
    "description",
    "tags",
    "brand",
    "model",
    "property.Lạ",
    "property.power_w",
    "warranty_months",
    "created_at",
  ];
  const columns = [...names, ...more];
  const rows = fc.sample(fc.array(cell, { minLength: columns.length, maxLength: columns.length }), {
    seed: 7,
    numRuns: 300,
  });
  const table = rows.map((row, at) => {
    const said = Object.fromEntries(columns.map((name, place) => [name, row[place] ?? ""]));
    const sound =
      at % 2 === 0
        ? { name: `Hàng lạ ${at}`, price: "500000", sale_price: "", stock: "", weight: "", "stock.HN": "1" }
        : {};
    const slug = said.slug === "" ? "" : `${said.slug} ${at}`; // rows that share one would be one product
    const cells = Object.values({ ...said, slug, ...sound, warranty_months: "", created_at: "" });
    return [`Z-${at}`, ...cells].map((text) => `"${text.replaceAll('"', '""')}"`).join(",");
  });
  const file = `sku,${columns.join(",")}\n${table.join("\n")}\n`;
  const first = await take(file);
  expect((first.added ?? 0) + (first.changed ?? 0) + (first.refused ?? 0)).toBe(300);
  expect(first.added).toBeGreaterThan(50);
  expect(first.refused).toBeGreaterThan(50);
  expect(await take(file)).toMatchObject({ added: 0, unchanged: first.added, refused: first.refused });
});

it("an unreadable file changes nothing and exits 2", async () => {
  expect(await take("nothing of ours\n1\n")).toMatchObject({ exit_code: 2 });
  expect(await take('[{"sku": "A"')).toMatchObject({ exit_code: 2 });
  expect(await takeFile(join(folder, "not-there.csv"))).toMatchObject({ exit_code: 2 });
  expect(await take(`${header}\n${stew}`, "--rate dollars")).toMatchObject({ exit_code: 2 });
  for (const [content, reason] of [
    ["\ufeff \n", "The file is empty."],
    ["<!DOCTYPE html><html><body>404</body></html>", "a web page"],
    ["<rss><channel><title>x</title></channel></rss>", "no <item>"],
    [Buffer.from("PK\u0003\u0004\u0014"), "an Excel workbook"],
    [
      `${header}\n${stew}\nIMP-2,"noi,x\n${"a,b\n".repeat(9)}`,
      "line 3: a quotation mark is opened here and never closed",
    ],
  ] as const) {
    expect(await take(content), reason).toMatchObject({ exit_code: 2, err: expect.stringContaining(reason) });
  }
});

it("Excel's line 'sep=;' sets the delimiter and is no product", async () => {
  const { err, ...counts } = await take(
    "sep=;\r\nsku;name;price\r\nSEP-1;Nồi, có dấu phẩy;500000\r\nSEP-2;Nồi;Liên hệ\r\n",
  );
  expect(counts).toMatchObject({ added: 1, refused: 1 });
  expect(err).toContain("line 4: price:");
});

it("an export imports without a change, as JSON and as CSV, whole and by category", async () => {
  const path = (name: string) => join(folder, name);
  const run = (words: string) => exportCommand(shop.ctx(), words.split(" "), process.stderr, () => undefined);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from catalogue.products`.execute(shop.sql);
  for (const name of ["all.json", "all.csv"]) {
    expect(await run(`--out ${path(name)}`)).toBe(0);
    const taken = await takeFile(path(name));
    expect(taken).toMatchObject({ added: 0, changed: 0, unchanged: rows[0]?.n, refused: 0, exit_code: 0, tags: [] });
  }
  expect(await run(`--out ${path("some.json")} --category nau-nuong`)).toBe(0);
  const some = JSON.parse(await readFile(path("some.json"), "utf8")) as { category: string }[];
  expect(new Set(some.map(({ category }) => category))).toContain("noi-com-dien");
  expect(some.length).toBeLessThan(rows[0]?.n ?? 0);
  expect(await run("--category nowhere")).toBe(2);
});

/** Files of other shops and of our own: which products and variants they become. rules/import */
import { expect, it } from "vitest";
import type { Draft } from "../draft.ts";
import { recognise } from "./formats.ts";
import { type Mapping, readMapping } from "./mapping.ts";

const rules = { currency: "VND", rates: {}, in_stock_pieces: 3 };

async function read(text: string, mapping?: Mapping): Promise<{ format: string; drafts: Draft[] }> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += 100) yield text.slice(at, at + 100);
  }
  const { format, drafts } = await recognise(chunks(), rules, mapping);
  return { format, drafts: await Array.fromAsync(drafts) };
}

const OLD_COLUMNS =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU," +
  "Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Alt Text," +
  "Status,Công suất (product.metafields.custom.cong_suat)";

it("Shopify's rows are products with their colours; other options make products of their own", async () => {
  const { format, drafts } = await read(
    [
      OLD_COLUMNS,
      `noi-x,"Nồi X","<p>Nồi <b>tốt</b></p>`,
      `<ul><li>Một</li></ul>",Sunhome,Nhà bếp > Nồi áp suất,"nồi, bếp",true,Màu sắc,Đỏ,Dung tích,5 lít,X-R5,3500,12,1990000.00,2490000.00,'8936012345678,https://a.example/1.jpg,Ảnh,active,1000 W`,
      "noi-x,,,,,,,,Đen,,5 lít,X-B5,3500,-2,1990000.00,,,https://a.example/2.jpg,,,",
      "noi-x,,,,,,,,Đỏ,,8 lít,X-R8,4500,4,2990000,0.00,,,,,",
      "noi-x,,,,,,,,,,,,,,,,,https://a.example/3.jpg,,,",
      "am,Ấm,,,,,false,Title,Default Title,,,AM-1,0,,390000,,,,,draft,",
    ].join("\n"),
  );
  expect(format).toBe("shopify");
  expect(drafts.map(({ problems }) => problems)).toEqual([[], [], []]);
  const [five, eight, kettle] = drafts;
  expect(five).toMatchObject({
    line: 2,
    slug: "noi-x",
    brand: "Sunhome",
    status: "active",
    category_path: ["Nhà bếp", "Nồi áp suất"],
    tag_names: ["nồi", "bếp"],
    weight_grams: 3500,
    properties: { "Công suất": "1000 W", "Dung tích": "5 lít" },
    texts: { vi: { name: "Nồi X, 5 lít", description: "Nồi **tốt**\n\n- Một" } },
    related: ["X-R8"],
    variants: [
      {
        line: 2,
        sku: "X-R5",
        colour: "Đỏ",
        price: 2_490_000,
        sale_price: 1_990_000,
        pieces: 12,
        barcode: "8936012345678",
      },
      { line: 4, sku: "X-B5", colour: "Đen", price: 1_990_000, sale_price: null, pieces: 0 },
    ],
  });
  expect(five?.pictures?.map(({ address }) => address.at(-5))).toEqual(["1", "2", "3"]);
  expect(eight).toMatchObject({
    slug: "noi-x-8-lit",
    texts: { vi: { name: "Nồi X, 8 lít" } },
    variants: [{ sku: "X-R8" }],
  });
  expect(kettle).toMatchObject({ line: 7, status: "hidden", variants: [{ sku: "AM-1", pieces: 3 }] });
});

it("Shopify's newer column names are read too", async () => {
  const { format, drafts } = await read(
    [
      "Title,URL handle,Description,Vendor,Product category,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Weight value (grams),Product image URL,Variant image URL",
      "Quạt,quat-y,<p>Êm</p>,Sunhome,Home & Garden > Fans,,TRUE,Active,Q-W,,Color,White,500000,600000,7,2100,https://a.example/q.jpg,https://a.example/w.jpg",
    ].join("\n"),
  );
  expect(format).toBe("shopify");
  expect(drafts).toMatchObject([
    {
      slug: "quat-y",
      weight_grams: 2100,
      category_path: ["Home & Garden", "Fans"],
      variants: [{ sku: "Q-W", colour: "White", price: 600_000, sale_price: 500_000, pieces: 7 }],
    },
  ]);
  expect(drafts[0]?.variants[0]?.pictures).toHaveLength(1);
});

it("an impossible price in Shopify's file refuses that product, naming line and column", async () => {
  const { drafts } = await read(`${OLD_COLUMNS}\na,A,,,,,true,Title,Default Title,,,A-1,,,Liên hệ,,,,,active,`);
  expect(drafts[0]?.problems).toEqual([
    { line: 2, field: "selling_price", reason: expect.stringContaining("not a price") },
  ]);
});

const item = (id: string, rest: string) =>
  `<item><g:id>${id}</g:id><title><![CDATA[Ấm ${id} & nắp]]></title><g:price>390000 VND</g:price>${rest}</item>`;

it("a Merchant feed in XML: items, groups, details, availability", async () => {
  const xml = `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
${item("A1", "<g:sale_price>350000 VND</g:sale_price><g:sale_price_effective_date>2026-12-01T08:00+0700/2026-12-05T20:00+0700</g:sale_price_effective_date><g:item_group_id>G</g:item_group_id><g:color>Đỏ</g:color><g:availability>in_stock</g:availability><g:product_type>Bếp &gt; Ấm</g:product_type>")}
${item("A2", "<g:item_group_id>G</g:item_group_id><g:color>Đen</g:color><g:availability>out of stock</g:availability>")}
${item("B1", "<g:product_detail><g:section_name>Chung</g:section_name><g:attribute_name>Công suất</g:attribute_name><g:attribute_value>2200 W</g:attribute_value></g:product_detail><g:image_link>https://a.example/b.jpg</g:image_link><g:description>A&nbsp;B</g:description>")}
</channel></rss>`;
  const { format, drafts } = await read(xml);
  expect(format).toBe("google");
  expect(drafts).toMatchObject([
    {
      line: 2,
      category_path: ["Bếp", "Ấm"],
      variants: [
        {
          ...{ sku: "A1", colour: "Đỏ", price: 390_000, sale_price: 350_000, pieces: 3 },
          sale_from: "2026-12-01T01:00:00.000Z",
          sale_until: "2026-12-05T13:00:01.000Z",
        },
        { sku: "A2", colour: "Đen", price: 390_000, sale_price: null, pieces: 0 },
      ],
    },
    {
      line: 4,
      properties: { "Công suất": "2200 W" },
      texts: { vi: { name: "Ấm B1 & nắp" } },
      variants: [{ sku: "B1" }],
    },
  ]);
  await expect(read("<rss><channel><item></channel>")).rejects.toThrow(SyntaxError);
});

it("in a feed each size and colour has its own name: no two products share one", async () => {
  const row = (id: string, name: string, colour: string, size: string) =>
    `${id}\t${name}\thttps://a.example/${id}\t390000 VND\tG\t${colour}\t${size}`;
  const { drafts } = await read(
    [
      "id\ttitle\tlink\tprice\titem_group_id\tcolor\tsize",
      row("S1", "Áo - Màu đỏ - Cỡ S", "Đỏ", "S"),
      row("L1", "Áo - Màu đỏ - Cỡ L", "Đỏ", "L"),
      row("S2", "Áo - Màu đen - Cỡ S", "Đen", "S"),
      row("L2", "Áo - Màu đen - Cỡ L", "Đen", "L"),
    ].join("\n"),
  );
  expect(drafts.map(({ texts, variants }) => [texts.vi?.name, ...variants.map(({ sku }) => sku)])).toEqual([
    ["Áo - Cỡ S", "S1", "S2"],
    ["Áo - Cỡ L", "L1", "L2"],
  ]);
});

it("a product of less than a gram is imported", async () => {
  const { drafts } = await read(
    "Handle,Title,Variant SKU,Variant Grams,Variant Price\nbong-tai,Bông tai,B-1,0.4,590000",
  );
  expect(drafts).toMatchObject([{ problems: [], weight_grams: 1 }]);
});

it("a Merchant feed as a table", async () => {
  const { format, drafts } = await read(
    "id\ttitle\tdescription\tlink\timage link\tavailability\tprice\tbrand\tgtin\tshipping weight\n" +
      'T1\tNồi 5" "to"\tMô tả\thttps://a.example/1\thttps://a.example/1.jpg\tin stock\t79.99 USD\tX\t8936012345678\t1.2 kg\n' +
      "T2\tChảo\t\thttps://a.example/2\t\tin stock\t250,000\tX\t8.93E+12\t\n",
  );
  expect(format).toBe("google");
  expect(drafts[0]?.problems).toEqual([
    { line: 2, field: "price", reason: '"79.99 USD" is in USD, and no rate is given for it' },
  ]);
  expect(drafts[1]).toMatchObject({ problems: [], variants: [{ sku: "T2", price: 250_000, barcode: undefined }] });
});

it("any other table by a mapping, which says what is wrong with itself", async () => {
  const mapping = readMapping(
    JSON.stringify({
      delimiter: ";",
      columns: { Mã: "sku", Tên: ["name", "model"], "Giá bán": "price", Loại: "category_path", "Tồn HN": "stock.HN" },
      constants: { brand: "Sunhome" },
      options: ["Màu"],
      other_columns: "properties",
      currency: "USD",
      rates: { USD: 26_000 },
    }),
  );
  const { format, drafts } = await read(
    "Mã;Tên;Giá bán;Loại;Tồn HN;Màu;Chất liệu\nM1;Nồi;10,5;Bếp;4;Đỏ;Inox\n",
    mapping,
  );
  expect(format).toBe("mapped");
  expect(drafts).toMatchObject([
    {
      brand: "Sunhome",
      model: "Nồi",
      properties: { "Chất liệu": "Inox" },
      variants: [{ sku: "M1", price: 273_000, stock: { HN: 4 }, colour: "Đỏ" }],
    },
  ]);
  expect(() => readMapping('{"columns":{"a":"preis"},"x":1}')).toThrow(/"preis" is not a field[\s\S]*|x/);
  await expect(read("a,b\n1,2\n")).rejects.toThrow("--map");
});

it("a table by a mapping: several paths in a cell, properties in pairs of columns", async () => {
  const mapping = readMapping(
    JSON.stringify({
      columns: { SKU: "sku", Name: "name", Published: "status", "Regular price": "price", Categories: "category_path" },
      category_separator: ",",
      property_pairs: [["Attribute 1 name", "Attribute 1 value(s)"]],
    }),
  );
  const { drafts } = await read(
    [
      "ID,Type,SKU,Name,Published,Regular price,Categories,Attribute 1 name,Attribute 1 value(s)",
      '1,simple,W-1,Đàn D-50,1,1895000,"Uncategorized, Nhạc cụ, Nhạc cụ > Đàn\\, phím",Số phím,61',
      "2,simple,W-2,Đàn D-20,-1,995000,Nhạc cụ,,",
    ].join("\n"),
    mapping,
  );
  expect(drafts).toMatchObject([
    { status: "active", category_path: ["Nhạc cụ", "Đàn, phím"], properties: { "Số phím": "61" } },
    { status: "hidden", category_path: ["Nhạc cụ"] },
  ]);
});

const columnsIn = async (text: string, mapping?: Mapping) => {
  async function* chunks() {
    yield text;
  }
  return (await recognise(chunks(), rules, mapping)).columns;
};

it("says which columns it reads, which it leaves, and what it finds no column for", async () => {
  expect(await columnsIn("sku,name,Preis,Menge\nA-1,Nồi,1,2\n")).toEqual({
    read: ["sku", "name"],
    ignored: ["Preis", "Menge"],
    missing: ["price", "stock", "category", "brand"],
  });
  expect(await columnsIn(`${OLD_COLUMNS},Template Suffix\nnoi-x,Nồi\n`)).toMatchObject({
    ignored: ["Template Suffix"],
    missing: [],
  });
  const woo =
    "ID,Type,SKU,Name,Regular price,Stock,Categories,Brands,Attribute 1 name,Attribute 1 value(s),Meta: x,Weight (kg)";
  expect(await columnsIn(`${woo}\n1,simple,A,B,1\n`)).toMatchObject({ ignored: ["Meta: x"], missing: [] });
  const feed = "id\ttitle\tprice\tlink\tbrand\tavailability\tproduct_type\n1\tA\t1\tx\n";
  expect(await columnsIn(feed)).toMatchObject({ ignored: ["link"], missing: [] });
});

it("texts of a foreign table with our column names are cleaned of HTML; those of our own export are taken as they are", async () => {
  const foreign = await read("sku,name,description,Preis\nA-1,Nồi,<p>Nồi <b>tốt</b></p>,1\n");
  expect(foreign.drafts[0]?.texts.vi?.description).toBe("Nồi **tốt**");
  const own = await read("sku,name,description\nA-1,Nồi,nhỏ <b> lớn\n");
  expect(own.drafts[0]?.texts.vi?.description).toBe("nhỏ <b> lớn");
});

it("a mapping that names a column the file does not have, or two for one field, or reads JSON, is refused", async () => {
  const mapping = readMapping('{"columns": {"Mã": "sku", "Tên": "name", "Giá": "price"}}');
  await expect(read("Mã,Tên\nA,B\n", mapping)).rejects.toThrow('does not have: "Giá"');
  await expect(read("A-1,Nồi,1990000\n", mapping)).rejects.toThrow('"Mã", "Tên", "Giá"');
  await expect(read('{"Mã": "A"}\n{"Mã": "B"}\n', mapping)).rejects.toThrow("This is JSON");
  expect(() => readMapping('{"columns": {"Giá": "price", "Giá bán": "price"}}')).toThrow(
    '"Giá" and "Giá bán" are both "price"',
  );
});

it("a category path may have another separator", async () => {
  const mapping = readMapping(
    '{"columns": {"Mã": "sku", "Tên": "name", "Giá": "price", "Nhóm": "category_path"}, "path_separator": "/"}',
  );
  const { drafts } = await read("Mã,Tên,Giá,Nhóm\nA-1,Nồi,1990000,Nhà bếp/Nồi/Nồi áp suất\n", mapping);
  expect(drafts[0]?.category_path).toEqual(["Nhà bếp", "Nồi", "Nồi áp suất"]);
});

it("blank rows are no products", async () => {
  const { drafts } = await read("sku,name,price\nA-1,Nồi,1990000\n,,\n , ,\n,,\n");
  expect(drafts).toHaveLength(1);
});

it("ten thousand variants of one product are refused before they are compared", async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => `noi,Nồi,Màu sắc,Màu ${at},SKU-${at},1990000,1`);
  const { drafts } = await read(
    `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\n${rows.join("\n")}\n`,
  );
  expect(drafts).toHaveLength(1);
  expect(drafts[0]).toMatchObject({
    variants: [],
    problems: [{ line: 2, reason: expect.stringContaining("more than 100") }],
  });
});

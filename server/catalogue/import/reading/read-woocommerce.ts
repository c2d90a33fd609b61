/**
 * Drafts of WooCommerce's product export: a row a product, and a row each variation, which names its parent by SKU or as
 * "id:44" and may stand anywhere in the file. So variable products and their variations wait for its end, packed; all
 * other products are passed on at once. woocommerce/woocommerce, class-wc-product-csv-exporter.php and
 * sample_products.csv, read 2026-11-22. docs/decisions/0181-goods-of-woocommerce.md
 */
import { type Draft, emptyDraft } from "../draft.ts";
import { type Counting, uncounted } from "../values/availability.ts";
import type { Currencies } from "../values/price-text.ts";
import type { CsvRow } from "./csv.ts";
import { deepestPath, type Fields, pathOf } from "./fields.ts";
import { draftsOfRows, isColourName, type ProductRow } from "./grouped-rows.ts";

type Cells = CsvRow["cells"];
type Rules = Currencies & Counting;

export function isWooCommerce(header: readonly string[]): boolean {
  return ["Type", "Name", "Regular price"].every((name) => header.includes(name));
}

/** What a column is read as. */
export function wooCommerceFields(column: string): string[] {
  if (/^Attribute \d+ (?:name|value\(s\)|visible)$/.test(column)) return ["property"];
  const weighed = /^(?:Weight|Length|Width|Height) \(/.test(column) ? "weight" : undefined;
  const field = columns[column] ?? weighed;
  return field === undefined ? [] : [field];
}

const columns: Readonly<Record<string, string>> = {
  ...{ ID: "number", Type: "kind", SKU: "sku", Name: "name", Published: "status", Parent: "parent" },
  ...{ "Visibility in catalog": "status", "Short description": "short_description", Description: "description" },
  ...{ Brands: "brand", Categories: "category_path", Tags: "tags", Images: "pictures" },
  ...{ Upsells: "related_skus", "Cross-sells": "accessory_skus", "GTIN, UPC, EAN, or ISBN": "barcode" },
  ...{ "Regular price": "price", "Sale price": "sale_price", Stock: "stock", "In stock?": "stock" },
  ...{ "Date sale price starts": "sale_starts", "Date sale price ends": "sale_ends" },
};

const kinds = ["variable", "variation", "grouped", "external"] as const;

export async function* readWooCommerce(rows: AsyncIterable<CsvRow>, rules: Rules): AsyncGenerator<Draft> {
  const parents: Packed[] = [];
  const variations = new Map<string, Packed[]>(); // by what they call their parent
  for await (const row of rows) {
    const { line, cells } = row;
    const types = (cells.Type ?? "").toLowerCase().split(/\s*,\s*/); // "simple, virtual"
    const kind = kinds.find((each) => types.includes(each));
    if (kind === "variable") parents.push(packed(row));
    else if (kind === "variation") {
      const parent = cells.Parent?.trim() ?? "";
      const known = variations.get(parent);
      if (known) known.push(packed(row));
      else variations.set(parent, [packed(row)]);
    } else if (kind) yield refused(line, "Type", `${kind} products are not sold here`);
    else yield* draftsOfRows([simpleRow(row, rules)], rules);
  }
  for (const waiting of parents) {
    const parent = unpacked(waiting);
    const own = namesOf(parent.cells).flatMap((name) => variations.get(name) ?? []);
    for (const name of namesOf(parent.cells)) variations.delete(name);
    if (own.length === 0) yield refused(parent.line, "Type", "none of its variations is in the file");
    yield* draftsOfVariable(parent, own.map(unpacked), rules);
  }
  for (const [parent, orphans] of variations)
    for (const { line } of orphans) yield refused(line, "Parent", `"${parent}" is no variable product of the file`);
}

const refused = (line: number, field: string, reason: string): Draft => ({
  ...emptyDraft(line),
  problems: [{ line, field, reason }],
});

/** A row that waits, as text outside of the heap. */
type Packed = { line: number; bytes: Buffer };

function packed({ line, cells }: CsvRow): Packed {
  const own = Object.entries(cells).filter(([column]) => !column.startsWith("Meta:")); // other programs' pages and settings
  return { line, bytes: Buffer.from(JSON.stringify(Object.fromEntries(own))) };
}

const unpacked = ({ line, bytes }: Packed): CsvRow => ({ line, cells: JSON.parse(bytes.toString()) });

/** What variations may call it. */
const namesOf = ({ SKU, ID }: Cells) => [...(SKU ? [SKU.trim()] : []), ...(ID ? [`id:${ID.trim()}`] : [])];

/** What all its variations share is the parent's; what they have of their own is price, stock, picture and size. */
function draftsOfVariable(parent: CsvRow, variations: readonly CsvRow[], rules: Rules): Draft[] {
  const product = productFields(parent.cells);
  const used = new Set(variations.flatMap(({ cells }) => attributesOf(cells).map(({ name }) => name)));
  const properties = propertiesOf(attributesOf(parent.cells).filter(({ name }) => !used.has(name)));
  const priced = variations.filter(({ cells }) => cells["Regular price"]);
  const unpriced = variations.filter(({ cells }) => !cells["Regular price"]);
  const rows = priced.map(({ line, cells }): ProductRow => {
    const own = { ...sizesOf(cells), ...variantFields(cells, rules), form_pictures: cells.Images };
    return {
      line,
      product_line: parent.line,
      fields: { ...productFields(cells), ...product, pictures: product.pictures, ...properties, ...own },
      options: attributesOf(cells).map(({ name, value }) => [name, value] as const),
    };
  });
  const withdrawn = new Set(variations.filter(isUnpublished).map(({ line }) => line));
  return [
    ...draftsOfRows(rows, rules).map((draft) => withoutVariants(draft, withdrawn)),
    ...unpriced.map(({ line }) => refused(line, "Regular price", "is missing")),
  ];
}

/** Variants are never removed: what is not to be sold has no stock, or is hidden where nothing else is left. */
function withoutVariants(draft: Draft, lines: ReadonlySet<number>): Draft {
  if (draft.variants.every(({ line }) => lines.has(line))) return { ...draft, status: "hidden" };
  return {
    ...draft,
    variants: draft.variants.map((variant) => (lines.has(variant.line) ? { ...variant, pieces: 0 } : variant)),
  };
}

function simpleRow({ line, cells }: CsvRow, rules: Rules): ProductRow {
  const attributes = attributesOf(cells);
  const colours = attributes.filter(({ name, value }) => isColourName(name) && !value.includes(","));
  const properties = propertiesOf(attributes.filter((attribute) => !colours.includes(attribute)));
  const fields = { ...productFields(cells), ...properties, ...variantFields(cells, rules) };
  return { line, fields, options: colours.map(({ name, value }) => [name, value] as const) };
}

/** Only what is said: the rest of a variation is its parent's. */
function productFields(cells: Cells): Fields {
  const brand = pathOf(deepestPath(cells.Brands ?? "", ","))?.at(-1);
  const fields: Fields = {
    name: cells.Name,
    status: isUnpublished({ cells }) || cells["Visibility in catalog"] === "hidden" ? "hidden" : cells.Published,
    short_description: unescaped(cells["Short description"]),
    description: unescaped(cells.Description),
    brand,
    category_path: deepestPath(cells.Categories ?? "", ","),
    tags: cells.Tags?.replaceAll("\\,", " "),
    related_skus: skusIn(cells.Upsells),
    accessory_skus: skusIn(cells["Cross-sells"]),
    pictures: cells.Images,
    ...sizesOf(cells),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

function variantFields(cells: Cells, rules: Counting): Fields {
  return {
    number: cells.ID,
    sku: cells.SKU,
    barcode: cells["GTIN, UPC, EAN, or ISBN"],
    price: cells["Regular price"],
    sale_price: cells["Sale price"],
    sale_starts: cells["Date sale price starts"],
    sale_ends: cells["Date sale price ends"],
    stock: stockOf(cells, rules),
  };
}

/** Drafts, private and pending ones. */
function isUnpublished({ cells }: { cells: Cells }): boolean {
  return ["-1", "0", "2"].includes(cells.Published ?? "");
}

/** "parent" is a number several variations share: of each it says only that there are some. */
function stockOf(cells: Cells, rules: Counting): string | undefined {
  const { Stock: counted = "parent", "In stock?": isThere } = cells;
  if (counted !== "parent") return counted.startsWith("-") ? "0" : counted; // oversold there is sold out here
  if (isThere === undefined) return undefined;
  return isThere === "1" ? uncounted(rules) : "0";
}

type Attribute = { name: string; value: string; is_shown: boolean };

/** Those that have a value: a variation without one is good for any. */
function attributesOf(cells: Cells): Attribute[] {
  return Object.entries(cells).flatMap(([column, name]): Attribute[] => {
    const [, number] = /^Attribute (\d+) name$/.exec(column) ?? [];
    const value = cells[`Attribute ${number} value(s)`]?.replaceAll("\\,", ",");
    return number && value ? [{ name, value, is_shown: cells[`Attribute ${number} visible`] !== "0" }] : [];
  });
}

/** What that shop does not show, this one does not either. */
function propertiesOf(attributes: readonly Attribute[]): Fields {
  return Object.fromEntries(
    attributes.flatMap(({ name, value, is_shown }) => (is_shown ? [[`property.${name}`, value]] : [])),
  );
}

/** In grams and millimetres. */
const units: Readonly<Record<string, number>> = {
  ...{ kg: 1000, g: 1, lbs: 453.592, oz: 28.3495 },
  ...{ mm: 1, cm: 10, m: 1000, in: 25.4, yd: 914.4 },
};
const sizes: Readonly<Record<string, string>> = {
  ...{ Weight: "weight_grams", Length: "length_mm", Width: "width_mm", Height: "height_mm" },
};

/** The unit is in the column's name: "Weight (kg)". */
function sizesOf(cells: Cells): Fields {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([column, written]) => {
      const [, name = "", unit = ""] = /^(\w+) \((\w+)\)$/.exec(column) ?? [];
      const [field, factor] = [sizes[name], units[unit]];
      const size = Number(written.replace(",", ".")) * (factor ?? 0);
      if (field === undefined || size === 0) return [];
      return [[field, size > 0 ? String(Math.max(1, Math.round(size))) : written]];
    }),
  );
}

/** Line ends are written as \n, and what was written so already as \\n. */
function unescaped(text: string | undefined): string | undefined {
  return text?.replace(/\\(\\n|n)/g, (_, sign: string) => (sign === "n" ? "\n" : sign));
}

/** Without those named as "id:44". */
function skusIn(written: string | undefined): string | undefined {
  return written
    ?.split(",")
    .filter((sku) => !sku.trim().startsWith("id:"))
    .join(",");
}

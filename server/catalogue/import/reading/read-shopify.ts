/**
 * Drafts of Shopify's product export: several rows a product, held together by the handle; the first has the product, each
 * with a price a variant, the others further pictures. Column names of before 2024 and since are both known; metafields
 * are properties. Shopify help "Using CSV files to import and export products", read 2026-11-21.
 */
import type { Draft } from "../draft.ts";
import { type Counting, uncounted } from "../values/availability.ts";
import type { Currencies } from "../values/price-text.ts";
import type { CsvRow } from "./csv.ts";
import { consecutive, draftsOfRows, type ProductRow } from "./grouped-rows.ts";
import { propertyOfColumn } from "./metafields.ts";

/** Column (lower case) to field. */
const columns: Readonly<Record<string, string>> = {
  title: "name",
  ...{ "body (html)": "description", "body html": "description", description: "description" },
  ...{ vendor: "brand", tags: "tags", status: "status" },
  ...{ "variant sku": "sku", sku: "sku", "variant barcode": "barcode", barcode: "barcode" },
  ...{ "variant price": "selling_price", price: "selling_price" },
  ...{ "variant compare at price": "compare_price", "compare-at price": "compare_price" },
  ...{ "variant grams": "weight", "weight value (grams)": "weight" },
  ...{ "variant image": "form_pictures", "variant image url": "form_pictures" },
};

/** Columns read in another way than into one field. */
const otherColumns: Readonly<Record<string, string>> = {
  ...{ handle: "slug", "url handle": "slug", type: "category_path", "product category": "category_path" },
  ...{ "variant inventory qty": "stock", "inventory quantity": "stock" },
  ...{ published: "status", "published on online store": "status" },
  ...{ "image src": "pictures", "product image url": "pictures", "image alt text": "pictures" },
};

/** What a column is read as. */
export function shopifyFields(column: string): string[] {
  const name = column.trim().toLowerCase();
  if (/^option[123] (?:name|value)$/.test(name)) return ["options"];
  const property = propertyOfColumn(column);
  const field = columns[name] ?? otherColumns[name];
  return [...(field === undefined ? [] : [field]), ...(property ? [`property.${property.label}`] : [])];
}

export function isShopify(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.trim().toLowerCase()));
  const isHeld = names.has("handle") || names.has("url handle");
  return isHeld && (names.has("variant price") || names.has("option1 value") || names.has("variant sku"));
}

type Rules = Currencies & Counting;

export async function* readShopify(rows: AsyncIterable<CsvRow>, rules: Rules): AsyncGenerator<Draft> {
  for await (const group of consecutive(keyed(rows, rules))) yield* draftsOfRows(group, rules);
}

async function* keyed(rows: AsyncIterable<CsvRow>, rules: Counting): AsyncGenerator<{ key: string; row: ProductRow }> {
  let names: string[] = [];
  let key = "";
  for await (const { line, cells } of rows) {
    const cell = new Map(Object.entries(cells).map(([name, value]) => [name.toLowerCase(), value]));
    const handle = cell.get("handle") ?? cell.get("url handle") ?? "";
    if (handle !== key) names = [];
    key = handle;
    const own = [1, 2, 3].map((place) => cell.get(`option${place} name`) ?? names[place - 1] ?? "");
    names = own; // only the first row of a product names its options
    const options = own.flatMap((name, at): [string, string][] => {
      const value = cell.get(`option${at + 1} value`) ?? "";
      return name === "" || value === "" || value === "Default Title" ? [] : [[name, value]];
    });
    yield { key: handle, row: { line, fields: fieldsOf(cells, cell, handle, rules), options } };
  }
}

function fieldsOf(
  cells: CsvRow["cells"],
  cell: ReadonlyMap<string, string>,
  handle: string,
  rules: Counting,
): ProductRow["fields"] {
  const fields: Record<string, string> = { slug: handle };
  for (const [name, value] of cell) {
    const field = columns[name];
    if (field) fields[field] = value;
  }
  for (const [name, value] of Object.entries(cells)) {
    const property = propertyOfColumn(name);
    const text = property?.read(value);
    if (property && text) fields[`property.${property.label}`] = text;
  }
  const path = cell.get("type") ?? cell.get("product category");
  if (path) fields.category_path = path;
  const pieces = cell.get("variant inventory qty") ?? cell.get("inventory quantity");
  // Oversold there is sold out here; what is not counted there is counted here only by a setting of the import.
  const stock = pieces === undefined ? uncounted(rules) : pieces.startsWith("-") ? "0" : pieces;
  if (stock !== undefined) fields.stock = stock;
  const published = cell.get("published") ?? cell.get("published on online store");
  if (published?.toLowerCase() === "false") fields.status = "hidden";
  const picture = cell.get("image src") ?? cell.get("product image url");
  if (picture) Object.assign(fields, { picture, picture_alt: cell.get("image alt text") ?? "" });
  if (fields.weight) fields.weight = `${fields.weight} g`;
  return fields;
}

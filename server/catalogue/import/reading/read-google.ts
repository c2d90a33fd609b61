/**
 * Drafts of a Google Merchant feed, as a table (TSV) or as XML (RSS or Atom, with or without the prefix `g:`). An item is a
 * variant; items that stand together with one `item_group_id` are one product. Google Merchant Center help "Product data
 * specification", read 2026-11-21.
 */
import { SaxesParser } from "saxes";
import type { Draft } from "../draft.ts";
import { type Counting, piecesOf } from "../values/availability.ts";
import type { Currencies } from "../values/price-text.ts";
import type { CsvRow } from "./csv.ts";
import { consecutive, draftsOfRows, type ProductRow } from "./grouped-rows.ts";

/** Values by attribute; an attribute may come several times. */
type Item = { line: number; values: ReadonlyMap<string, readonly string[]> };

export type FeedRules = Currencies & Counting;

export function isGoogle(header: readonly string[]): boolean {
  const names = new Set(header.map(nameOf));
  return names.has("id") && names.has("title") && names.has("price") && (names.has("link") || names.has("image_link"));
}

export async function* readGoogleTable(rows: AsyncIterable<CsvRow>, rules: FeedRules): AsyncGenerator<Draft> {
  async function* items(): AsyncGenerator<Item> {
    for await (const { line, cells } of rows) {
      yield { line, values: new Map(Object.entries(cells).map(([name, value]) => [nameOf(name), [value]])) };
    }
  }
  yield* draftsOf(items(), rules);
}

export async function* readGoogleXml(chunks: AsyncIterable<string>, rules: FeedRules): AsyncGenerator<Draft> {
  yield* draftsOf(xmlItems(chunks), rules);
}

async function* draftsOf(items: AsyncIterable<Item>, rules: FeedRules): AsyncGenerator<Draft> {
  async function* keyed(): AsyncGenerator<{ key: string; row: ProductRow }> {
    for await (const item of items) {
      yield { key: item.values.get("item_group_id")?.[0] ?? "", row: rowOf(item, rules) };
    }
  }
  for await (const group of consecutive(keyed())) yield* draftsOfRows(group, rules);
}

/** What a column is read as. */
export function googleFields(column: string): string[] {
  const field = columns[nameOf(column)];
  return field === undefined ? [] : [field];
}

const columns: Readonly<Record<string, string>> = {
  ...{ id: "sku", title: "name", description: "description", brand: "brand", mpn: "model", gtin: "barcode" },
  ...{
    price: "price",
    sale_price: "sale_price",
    sale_price_effective_date: "sale_starts",
    product_type: "category_path",
    google_product_category: "category_path",
  },
  ...{
    shipping_weight: "weight",
    quantity: "stock",
    inventory: "stock",
    availability: "stock",
    item_group_id: "group",
  },
  ...{ image_link: "pictures", additional_image_link: "pictures", color: "options", size: "options" },
  ...{ material: "property", product_detail: "property" },
};

function nameOf(written: string): string {
  return written.trim().toLowerCase().replace(/^g:/, "").replace(/\s+/g, "_");
}

function rowOf({ line, values }: Item, rules: FeedRules): ProductRow {
  const one = (name: string) => values.get(name)?.[0];
  const [starts, ends] = one("sale_price_effective_date")?.split("/") ?? [];
  const taxonomy = one("google_product_category");
  const pictures = [...(values.get("image_link") ?? []), ...(values.get("additional_image_link") ?? [])];
  const options = Object.entries(OPTION_NAMES).flatMap(([name, shown]): [string, string][] => {
    const value = one(name);
    return value ? [[shown, value]] : [];
  });
  const fields: Record<string, string | undefined> = {
    sku: one("id"),
    name: one("title"),
    description: one("description"),
    brand: one("brand"),
    model: one("mpn"),
    barcode: one("gtin"),
    price: one("price"),
    sale_price: one("sale_price"),
    sale_starts: starts,
    sale_ends: ends,
    category_path: one("product_type") ?? (taxonomy && /^\d+$/.test(taxonomy.trim()) ? undefined : taxonomy),
    weight: one("shipping_weight"),
    stock: one("quantity") ?? one("inventory") ?? piecesOf(one("availability"), rules),
    // In a group each item has its own pictures; alone they are the product's.
    [one("item_group_id") ? "form_pictures" : "pictures"]: pictures.flatMap((each) => each.split(",")).join(" "),
    ...(one("material") ? { "property.Chất liệu": one("material") } : {}),
    ...Object.fromEntries((values.get("product_detail") ?? []).flatMap(detailOf)),
  };
  return { line, fields, options };
}

const OPTION_NAMES: Readonly<Record<string, string>> = { color: "Màu sắc", size: "Kích thước" };

/** "Chung:Công suất:2200 W": section, name, value. */
function detailOf(written: string): [string, string][] {
  const [, name, ...value] = written.split(":");
  return name && value.length > 0 ? [[`property.${name.trim()}`, value.join(":").trim()]] : [];
}

async function* xmlItems(chunks: AsyncIterable<string>): AsyncGenerator<Item> {
  const parser = new SaxesParser();
  parser.ENTITIES.nbsp = "\u00a0"; // XML does not know it; feeds write it all the same
  let ready: Item[] = [];
  let item: { line: number; values: Map<string, string[]> } | undefined;
  let path: string[] = [];
  let text = "";
  parser.on("error", (error) => {
    throw new SyntaxError(error.message);
  });
  parser.on("opentag", ({ name }) => {
    const local = nameOf(name);
    if (!item && (local === "item" || local === "entry")) {
      item = { line: parser.line, values: new Map() };
      path = [];
    } else if (item) path.push(local);
    text = "";
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("cdata", (part) => {
    text += part;
  });
  parser.on("closetag", ({ name }) => {
    if (!item) return;
    if (path.length === 0 && (nameOf(name) === "item" || nameOf(name) === "entry")) {
      ready.push(item);
      item = undefined;
      return;
    }
    const [outer = "", inner] = path;
    if (inner === undefined && text.trim() !== "") keep(item.values, outer, text);
    if (outer === "product_detail" && inner !== undefined) keep(item.values, `detail_${inner}`, text);
    if (outer === "product_detail" && inner === undefined) foldDetail(item.values);
    path.pop();
    text = "";
  });
  let found = false;
  for await (const chunk of chunks) {
    parser.write(chunk);
    found ||= ready.length > 0;
    yield* ready;
    ready = [];
  }
  parser.close();
  if (!found && ready.length === 0)
    throw new SyntaxError("There is no <item> and no <entry> in it: this is no product feed.");
  yield* ready;
}

function keep(values: Map<string, string[]>, name: string, text: string): void {
  values.set(name, [...(values.get(name) ?? []), text.trim()]);
}

/** <product_detail> has its three parts in elements of their own. */
function foldDetail(values: Map<string, string[]>): void {
  const [name, value] = ["detail_attribute_name", "detail_attribute_value"].map((each) => values.get(each)?.[0]);
  if (name && value) keep(values, "product_detail", `:${name}:${value}`);
  for (const each of ["section_name", "attribute_name", "attribute_value"]) values.delete(`detail_${each}`);
}

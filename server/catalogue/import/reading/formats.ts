/** Which of the formats a file has: recognised by its first characters, never by its name alone. */
import type { Draft } from "../draft.ts";
import { type Columns, columnsOf } from "./columns.ts";
import { columnName, csvRows, delimiterOf, namedDelimiter } from "./csv.ts";
import { assertColumns, isOwn, type Mapping, mappedFields, ownMapping, readMapped } from "./mapping.ts";
import { type FeedRules, googleFields, isGoogle, readGoogleTable, readGoogleXml } from "./read-google.ts";
import { readJson } from "./read-json.ts";
import { isShopify, readShopify, shopifyFields } from "./read-shopify.ts";
import { isWooCommerce, readWooCommerce, wooCommerceFields } from "./read-woocommerce.ts";

export const formats = ["json", "shopify", "woocommerce", "google", "own", "mapped"] as const;
export type Format = (typeof formats)[number];

/** `columns`: of tables. `constants`: fields that a mapping, and no column of it, says of every row. */
export type Recognised = {
  format: Format;
  drafts: AsyncIterable<Draft>;
  columns?: Columns;
  constants?: readonly string[];
};

/** Throws SyntaxError where it is none of them and no mapping says what it is. */
export async function recognise(
  chunks: AsyncIterable<string>,
  rules: FeedRules,
  mapping?: Mapping,
): Promise<Recognised> {
  const { start, all } = await peek(chunks);
  const asked = {
    ...rules,
    currency: mapping?.currency ?? rules.currency,
    rates: { ...rules.rates, ...mapping?.rates },
  };
  if (!mapping && /^\s*[[{]/.test(start)) return { format: "json", drafts: readJson(all, asked) };
  if (mapping && /^\s*[[{]/.test(start))
    throw new SyntaxError("This is JSON, and a mapping reads tables: import it without --map.");
  if (start.trim() === "") throw new SyntaxError("The file is empty.");
  if (/^\s*<(?:!doctype html|html)/i.test(start)) throw new SyntaxError("This is a web page, not a file of products.");
  if (!mapping && /^\s*</.test(start)) return { format: "google", drafts: readGoogleXml(all, rules) };
  const named = namedDelimiter(firstLine(start));
  const lineOne = firstLine(named === undefined ? start : start.replace(/^.*\r?\n?/, ""));
  const delimiter = mapping?.delimiter ?? named ?? delimiterOf(lineOne);
  const rename = mapping && "rename" in mapping ? mapping.rename : {};
  const written = lineOne.split(delimiter).map((name) => columnName(name).replace(/^"|"$/g, ""));
  const header = written.map((name) => rename[name] ?? name);
  const rows = csvRows(all, { delimiter, allowQuotes: true, rename });
  if (mapping && "columns" in mapping) {
    assertColumns(header, mapping);
    const columns = columnsOf(header, mappedFields(mapping), Object.keys(mapping.constants));
    const said = new Set(Object.values(mapping.columns).flat());
    const constants = Object.keys(mapping.constants).filter((field) => !said.has(field));
    return { format: "mapped", drafts: readMapped(rows, mapping, asked), columns, constants };
  }
  if (isShopify(header))
    return { format: "shopify", drafts: readShopify(rows, asked), columns: columnsOf(header, shopifyFields) };
  if (isWooCommerce(header))
    return {
      format: "woocommerce",
      drafts: readWooCommerce(rows, asked),
      columns: columnsOf(header, wooCommerceFields),
    };
  if (isOwn(header)) {
    const own = ownMapping(header);
    return { format: "own", drafts: readMapped(rows, own, asked), columns: columnsOf(header, mappedFields(own)) };
  }
  if (isGoogle(header))
    return { format: "google", drafts: readGoogleTable(rows, rules), columns: columnsOf(header, googleFields) };
  const trouble = troubleOf(header);
  if (trouble !== undefined) throw new SyntaxError(`line 1: ${trouble}`);
  throw new SyntaxError(
    "This is neither JSON, nor an export of Shopify or WooCommerce, nor a Google Merchant feed, nor a file with our own " +
      "column names. Say with --map FILE which column is what; docs/import.md shows how.",
  );
}

/** What is plainly wrong with the first row, where something is. */
function troubleOf(header: readonly string[]): string | undefined {
  const shopify = header.filter((name) => shopifyFields(name).length > 0);
  if (shopify.length > 2 && header.some((name) => /^variant |^option1 /i.test(name)))
    return 'there is no column "Handle", which says which rows of Shopify\'s export are one product.';
  const isValue = (cell: string) => /^(?:https?:\/\/|<|[\d.,]+\s*(?:đ|vnd|₫)?$)/i.test(cell.trim());
  if (shopify.length === 0 && header.length > 1 && header.some((cell) => cell.trim() !== "" && isValue(cell)))
    return "this is a product and no header: the first row must be the names of the columns.";
  return undefined;
}

/** The first line with something on it. */
function firstLine(start: string): string {
  return start.split(/\r\n?|\n/).find((line) => line.trim() !== "") ?? "";
}

const ENOUGH_CHARACTERS = 64_000;

/** The start of a stream, and the whole of it all the same. */
async function peek(chunks: AsyncIterable<string>): Promise<{ start: string; all: AsyncIterable<string> }> {
  const source = chunks[Symbol.asyncIterator]();
  let start = "";
  while (start.length < ENOUGH_CHARACTERS) {
    const { value, done } = await source.next();
    if (done) break;
    start += value;
  }
  async function* all(): AsyncGenerator<string> {
    yield start;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  return { start, all: all() };
}

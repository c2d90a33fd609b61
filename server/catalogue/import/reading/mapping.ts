/**
 * A mapping file: which column of a foreign table is which field of ours, in JSON; or only what a format we know calls it.
 * Our own CSV is the mapping of every field to itself. docs/import.md shows one.
 */
import { z } from "zod";
import type { Draft } from "../draft.ts";
import { type Counting, piecesOf } from "../values/availability.ts";
import type { Currencies } from "../values/price-text.ts";
import type { FieldsOfColumn } from "./columns.ts";
import type { CsvRow } from "./csv.ts";
import { deepestPath, isField } from "./fields.ts";
import { consecutive, draftsOfRows, type ProductRow } from "./grouped-rows.ts";

const field = z.string().refine(isField, { error: (issue) => `"${String(issue.input)}" is not a field` });

const reading = {
  delimiter: z.string().length(1).optional(),
  encoding: z.string().optional(),
  currency: z.string().length(3).optional(),
  rates: z.record(z.string().length(3), z.number().positive()).optional(),
};

const Columns = z.strictObject({
  ...reading,
  /** Column to field, or to several. */
  columns: z.record(z.string(), z.union([field, z.array(field)])),
  /** What every row has. */
  constants: z.record(field, z.string()).default({}),
  /** Columns that are options of a variant: their names are the options'. */
  options: z.array(z.string()).default([]),
  /** The column that holds the rows of one product together; a row is a product where there is none. */
  group_by: z.string().optional(),
  /** Pairs of columns, one with a property's name and one with its value. */
  property_pairs: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** Parts several paths in one cell of `category_path`: the deepest is taken. */
  category_separator: z.string().min(1).optional(),
  /** Parts the names of one path in `category_path`, where that is not ">". */
  path_separator: z.string().min(1).optional(),
  /** Unmapped columns become properties. */
  other_columns: z.enum(["ignore", "properties"]).default("ignore"),
  /** Texts are taken as they are, and never for HTML. */
  plain_texts: z.boolean().default(false),
});

/** Column to what a format of formats.ts calls it: the table is then read as that format. */
const Renaming = z.strictObject({ ...reading, rename: z.record(z.string(), z.string()) });

export type Columns = z.output<typeof Columns>;
export type Mapping = Columns | z.output<typeof Renaming>;

/** Throws SyntaxError that names every wrong place. */
export function readMapping(text: string): Mapping {
  const written: unknown = JSON.parse(text);
  const isRenaming = typeof written === "object" && written !== null && "rename" in written;
  const read = (isRenaming ? Renaming : Columns).safeParse(written);
  if (!read.success) throw new SyntaxError(`The mapping is not right:\n${z.prettifyError(read.error)}`);
  if ("columns" in read.data) refuseDoubles(read.data.columns);
  return read.data;
}

/** Of two columns for one field the second would win unseen. */
function refuseDoubles(columns: Columns["columns"]): void {
  const columnOf = new Map<string, string>();
  for (const [column, fields] of Object.entries(columns)) {
    for (const field of [fields].flat()) {
      const before = columnOf.get(field);
      if (before !== undefined)
        throw new SyntaxError(`The mapping is not right: "${before}" and "${column}" are both "${field}".`);
      columnOf.set(field, column);
    }
  }
}

/** Every column the mapping names. */
export function namedColumns({ columns, options, group_by, property_pairs }: Columns): string[] {
  return [...Object.keys(columns), ...options, ...property_pairs.flat(), ...(group_by === undefined ? [] : [group_by])];
}

/** Throws SyntaxError where a column the mapping names is not in the file. */
export function assertColumns(header: readonly string[], mapping: Columns): void {
  const missing = namedColumns(mapping).filter((name) => !header.includes(name));
  if (missing.length === 0) return;
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");
  throw new SyntaxError(
    `The mapping names ${missing.length === 1 ? "a column" : "columns"} the file does not have: ${quoted(missing)}.\n` +
      `Its first line has: ${quoted(header.slice(0, 60))}.`,
  );
}

/** What a column is read as. */
export function mappedFields(mapping: Columns): FieldsOfColumn {
  const named = new Set(namedColumns(mapping));
  return (column) => {
    const fields = [mapping.columns[column] ?? []].flat();
    if (fields.length > 0 || !named.has(column))
      return fields.length === 0 && mapping.other_columns === "properties" ? [`property.${column}`] : fields;
    return ["options"];
  };
}

/** A CSV an export of this shop has written, or anything with our own column names. */
export function isOwn(header: readonly string[]): boolean {
  return header.includes("sku") && header.filter(isField).length > 1;
}

/** Every column that is a field is that field. A table with other columns too is another shop's: its texts may be HTML. */
export const ownMapping = (header: readonly string[]): Columns => ({
  columns: Object.fromEntries(header.filter(isField).map((name) => [name, name])),
  constants: {},
  options: [],
  property_pairs: [],
  group_by: header.includes("slug") ? "slug" : undefined,
  other_columns: "ignore",
  plain_texts: header.every(isField),
});

export async function* readMapped(
  rows: AsyncIterable<CsvRow>,
  mapping: Columns,
  rules: Currencies & Counting,
): AsyncGenerator<Draft> {
  for await (const group of consecutive(keyed(rows, mapping, rules))) yield* draftsOfRows(group, rules);
}

async function* keyed(
  rows: AsyncIterable<CsvRow>,
  mapping: Columns,
  rules: Counting,
): AsyncGenerator<{ key: string; row: ProductRow }> {
  const {
    columns,
    constants,
    options,
    group_by,
    other_columns,
    plain_texts,
    property_pairs,
    category_separator,
    path_separator,
  } = mapping;
  const named = new Set(namedColumns(mapping));
  for await (const { line, cells } of rows) {
    const fields: Record<string, string> = { ...constants };
    for (const [column, value] of Object.entries(cells)) {
      for (const field of [columns[column] ?? []].flat()) fields[field] = value;
      if (other_columns === "properties" && !named.has(column)) fields[`property.${column}`] = value;
    }
    for (const [name, value] of property_pairs) {
      if (cells[name] && cells[value]) fields[`property.${cells[name]}`] = cells[value];
    }
    if (fields.category_path && category_separator !== undefined)
      fields.category_path = deepestPath(fields.category_path, category_separator);
    if (fields.category_path && path_separator !== undefined)
      fields.category_path = fields.category_path.split(path_separator).join(" > ");
    const stock = piecesOf(fields.stock, rules);
    if (stock === undefined) delete fields.stock;
    else fields.stock = stock;
    const own = options.flatMap((name): [string, string][] => (cells[name] ? [[name, cells[name]]] : []));
    yield {
      key: group_by === undefined ? "" : (cells[group_by] ?? ""),
      row: { line, fields, options: own, is_plain: plain_texts },
    };
  }
}

/**
 * What an import makes of the columns of a table: which it reads, which it leaves, and what it finds no column for. Said of
 * every table, so that nothing is dropped without a word. Pure.
 */

export type Columns = { read: string[]; ignored: string[]; missing: string[] };

/** The fields a column is read as; empty for one that is not read. */
export type FieldsOfColumn = (column: string) => readonly string[];

/** What a shop cannot do without, or would rather not, each with the fields that say it. */
const wanted: readonly (readonly string[])[] = [
  ["sku"],
  ["name"],
  ["price", "selling_price"],
  ["stock"],
  ["category", "category_path"],
  ["brand"],
];

/** `constants`: fields that every row has. */
export function columnsOf(
  header: readonly string[],
  fieldsOf: FieldsOfColumn,
  constants: readonly string[] = [],
): Columns {
  const read = header.filter((column) => fieldsOf(column).length > 0);
  const fields = new Set(
    [...constants, ...read.flatMap(fieldsOf)].map((field) => field.replace(/^(name|stock)\..*/, "$1")),
  );
  return {
    read,
    ignored: header.filter((column) => column !== "" && !read.includes(column)),
    missing: wanted.filter((names) => !names.some((name) => fields.has(name))).map((names) => names[0] ?? ""),
  };
}

const MAX_LISTED = 40; // columns

/** One line each; nothing where there is nothing to say. */
export function columnLines({ read, ignored, missing }: Columns): string[] {
  const list = (names: readonly string[]) => {
    const shown = names.slice(0, MAX_LISTED).map((name) => `"${name}"`);
    return `${shown.join(", ")}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ""}`;
  };
  return [
    `columns read: ${list(read)}`,
    ...(ignored.length > 0 ? [`columns ignored: ${list(ignored)}`] : []),
    ...(missing.length > 0 ? [`no column for: ${missing.join(", ")}`] : []),
  ];
}

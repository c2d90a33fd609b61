/**
 * Rows of a CSV or TSV text while it streams by, each with its line and its cells by column name. It accepts what spreadsheets
 * and shops write: any line ends, quotes in the wrong place, rows too short or too long. What an export put before a
 * cell against formula injection is removed (cells.ts).
 */
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { readCell } from "./cells.ts";

export type CsvRow = { line: number; cells: Readonly<Record<string, string>> };

type Options = {
  delimiter: string;
  /** False: a quotation mark is a character like any other. */
  allowQuotes: boolean;
  /** The name of a column by the name it has in the file. */
  rename?: Readonly<Record<string, string>>;
};

const MAX_RECORD_CHARACTERS = 2_000_000;

/** The first line's names show the delimiter: the character that separates them most often. */
export function delimiterOf(firstLine: string): string {
  const count = (character: string) => firstLine.split(character).length;
  return ["\t", ";", "|"].reduce((best, character) => (count(character) > count(best) ? character : best), ",");
}

/** Every line ends in \n afterwards; files that went through several programs mix their line ends. */
async function* normaliseLineEndings(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const chunk of chunks) {
    const text = held + chunk;
    held = text.endsWith("\r") ? "\r" : "";
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, "\n");
  }
  if (held !== "") yield "\n";
}

/** Excel's own line before the header, which names the delimiter: "sep=;". */
export function namedDelimiter(firstLine: string): string | undefined {
  return /^"?sep=(.)"?$/i.exec(firstLine.trim())?.[1];
}

export function columnName(written: string): string {
  return written
    .normalize("NFC")
    .replace(/[\u200b\ufeff]/g, "")
    .trim();
}

/** Throws SyntaxError where the text cannot be read as rows. */
export async function* csvRows(
  chunks: AsyncIterable<string>,
  { delimiter, allowQuotes, rename = {} }: Options,
): AsyncGenerator<CsvRow> {
  let linesRead = 0; // of whole rows
  const parser = parse({
    on_record: (record: string[], { lines }) => {
      linesRead = lines;
      return record;
    },
    delimiter,
    record_delimiter: "\n",
    quote: allowQuotes ? '"' : null,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    info: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  const source = Readable.from(normaliseLineEndings(chunks));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let header: string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const startLine = info.lines - record.reduce((ends, cell) => ends + cell.split("\n").length - 1, 0);
      if (!header && record.length <= 2 && namedDelimiter(record.join(delimiter)) !== undefined) continue;
      if (!header) {
        header = record.map(columnName).map((name) => rename[name] ?? name);
        continue;
      }
      const cells: Record<string, string> = {};
      for (const [at, name] of header.entries()) {
        const cell = record[at];
        if (cell !== undefined && cell.trim() !== "") cells[name] = readCell(cell);
      }
      if (Object.keys(cells).length > 0) yield { line: startLine, cells }; // spreadsheets end in hundreds of blank rows
    }
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE")
      throw new SyntaxError(`line ${linesRead + 1}: a quotation mark is opened here and never closed`);
    if (code.startsWith("CSV_")) throw new SyntaxError((error as Error).message);
    throw error;
  }
}

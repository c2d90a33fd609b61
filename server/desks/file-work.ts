/**
 * The job that makes a file of a list: rows are read a thousand at a time, written by the library of the format, and stored
 * in parts. A long CSV file takes no more memory than a short one; the library of XLSX holds what it has not compressed. Text stays text: no cell is a formula.
 * rules/office#files
 */
import { once } from "node:events";
import { Writable } from "node:stream";
import type { Column } from "contract/desks/desk.ts";
import { isShopError } from "contract/errors.ts";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { type Ctx, enqueue } from "../kernel/context.ts";
import { holds } from "../platform/list/desk-caller.ts";
import { everyRow, type Query } from "../platform/list/desk-query.ts";
import { decrypt } from "../security/encryption.ts";
import { atWork } from "../staff/approvals/at-work.ts";
import { placeOfQuery } from "./files.ts";
import { type AskedDesk, askedDesk } from "./sources.ts";

const PART_BYTES = 512 * 1024;
/** A file without a sign of work for so long is begun again: its process has ended. */
const IDLE_SECONDS = 120;

type File = { id: number; desk: string; format: "csv" | "xlsx"; account_id: number; query: Buffer; attempt: number };
type Cell = string | number | boolean | null;
type Heading = { key: string; header: string; column: Column };
type Pages = AsyncGenerator<Readonly<Record<string, unknown>>[]>;

/** The job `make_list_file`. Safe to repeat: each begins anew, and the last one's parts count. */
export async function makeListFile(ctx: Ctx, { file: id }: { file: number }): Promise<void> {
  const { rows } = await sql<File>`
    update desks.files set attempt = attempt + 1, worked_at = clock_timestamp(), rows = 0, bytes = 0
    where id = ${id} and state = 'waiting' returning id, desk, format, account_id, query, attempt`.execute(ctx.sql);
  const file = rows[0];
  if (!file) return;
  await sql`delete from desks.file_parts where file_id = ${id} and attempt < ${file.attempt}`.execute(ctx.sql);
  const { ctx: own } = await atWork(ctx, file.account_id, { caller: `file ${id}`, call: "desks.makeFile" });
  try {
    const asked = await askedDesk(own, file.desk);
    const query = JSON.parse(decrypt(ctx.config, file.query, placeOfQuery(id))) as Query;
    const headings = headingsOf(own, asked);
    const pages = counted(ctx, file, everyRow(own, asked.source, query, asked.caller));
    const parts = partsOf(ctx, file);
    await (file.format === "csv" ? writeCsv : writeXlsx)(pages, headings, parts);
    await ended(ctx, file, "done");
  } catch (error) {
    if (!isShopError(error)) throw error;
    await ended(ctx, file, "failed"); // the right to the list is gone
  }
}

/** Columns the maker may see, by their names in the maker's language. */
function headingsOf({ locale }: Ctx, { source: { desk }, caller }: AskedDesk): Heading[] {
  const said: Readonly<Record<string, unknown>> = locale === "vi" ? vi : en;
  const { columns = {} } = (said[desk.name] ?? {}) as { columns?: Readonly<Record<string, string>> };
  return Object.entries(desk.columns).flatMap(([key, column]) =>
    column.right && !holds(caller, column.right) ? [] : [{ key, column, header: columns[key] ?? key }],
  );
}

/** Says how far it is, page by page; ends where another worker has begun the file. */
async function* counted(ctx: Ctx, { id, attempt }: File, pages: Pages): Pages {
  for await (const page of pages) {
    const { numAffectedRows } =
      await sql`update desks.files set rows = rows + ${page.length}, worked_at = clock_timestamp()
      where id = ${id} and attempt = ${attempt} and state = 'waiting'`.execute(ctx.sql);
    if (numAffectedRows === 0n) return;
    yield page;
  }
}

/** What is written into it lies in parts; it takes more only when the last part is stored. */
function partsOf(ctx: Ctx, { id, attempt }: File): Writable {
  let held: Buffer[] = [];
  let size = 0;
  let part = 0;
  async function store(): Promise<void> {
    if (size === 0) return;
    const content = Buffer.concat(held);
    [held, size] = [[], 0];
    await ctx.sql.insertInto("desks.file_parts").values({ file_id: id, attempt, part, content }).execute();
    part += 1;
  }
  const after = (done: (error?: Error) => void) => (work: Promise<void>) => work.then(() => done(), done);
  return new Writable({
    write(chunk: Buffer, _, done) {
      held.push(chunk);
      size += chunk.length;
      if (size < PART_BYTES) return done();
      after(done)(store());
    },
    final: (done) => void after(done)(store()),
  });
}

async function writeCsv(pages: Pages, headings: readonly Heading[], out: Writable): Promise<void> {
  let isFirst = true;
  const lines = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    stringify([...rows], {
      columns: headings.map(({ key, header }) => ({ key, header })),
      header: isFirst,
      bom: isFirst,
      escape_formulas: true,
      record_delimiter: "windows",
      cast: { boolean: (value) => (value ? "1" : "0") },
    });
  for await (const page of pages) {
    await take(out, Buffer.from(lines(page)));
    isFirst = false;
  }
  out.end();
  await once(out, "finish");
}

async function take(out: Writable, bytes: Buffer): Promise<void> {
  if (!out.write(bytes)) await once(out, "drain");
}

/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

async function writeXlsx(pages: Pages, headings: readonly Heading[], out: Writable): Promise<void> {
  const { default: exceljs } = await import("exceljs");
  const written = once(out, "finish");
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream: out, useStyles: false, useSharedStrings: false });
  const sheet = book.addWorksheet("1", { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.addRow(headings.map(({ header }) => header)).commit();
  for await (const page of pages)
    for (const row of page) sheet.addRow(headings.map(({ key }) => cellOf(row[key]))).commit();
  sheet.commit();
  await book.commit();
  await written;
}

/** A figure is a figure, everything else is text as it stands: times by ISO, no formula. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return String(value).replaceAll(NO_XML, "");
}

async function ended(ctx: Ctx, { id, attempt }: File, state: "done" | "failed"): Promise<void> {
  await sql`update desks.files set state = ${state}, ended_at = ${ctx.now},
      bytes = coalesce((select sum(length(p.content)) from desks.file_parts p where p.file_id = ${id} and p.attempt = ${attempt}), 0)
    where id = ${id} and attempt = ${attempt} and state = 'waiting'`.execute(ctx.sql);
}

/** Part of the job `resume_bulk`: begins again what a process left when it ended. Safe to repeat. */
export async function resumeFiles(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from desks.files where state = 'waiting'
    and worked_at < clock_timestamp() - make_interval(secs => ${IDLE_SECONDS})`.execute(ctx.sql);
  for (const { id } of rows) await enqueue(ctx, "make_list_file", { file: id }, { key: `list file ${id}` });
}

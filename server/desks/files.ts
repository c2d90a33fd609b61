/**
 * Files of lists: asked for here, made by a job, fetched in parts. A file is its maker's alone, for a day, and only while
 * they may read the list. rules/office#files
 */
import { deskFilters } from "contract/desks/desk-call.ts";
import type { DeskExport } from "contract/desks/files.ts";
import { ShopError } from "contract/errors.ts";
import { businessDay, formatNumber } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { countDesk, type Query } from "../platform/list/desk-query.ts";
import { encrypt } from "../security/encryption.ts";
import { noteSecurity } from "../security/security-events.ts";
import { askedDesk } from "./sources.ts";

/** A CSV file is written as it is read. Of XLSX the library holds about 0.7 MB for a thousand rows. */
const MAX_ROWS = { csv: 500_000, xlsx: 100_000 } as const;
const RETAINED_HOURS = 24;
const OWN_FILES = 24;

export const placeOfQuery = (id: number): string => `list file ${id}`;

type Row = Omit<DeskExport, "asked_at" | "expires_at" | "name"> & {
  attempt: number;
  asked_at: Date;
  ended_at: Date | null;
};
type NewFile = { desk: string; format: DeskExport["format"]; query: Query };

/** Throws not_found, invalid, above_maximum. */
export async function makeFile(ctx: Ctx, { desk, format, query }: NewFile): Promise<DeskExport> {
  const { source, caller } = await askedDesk(ctx, desk);
  if (!deskFilters(source.desk, { search: true }).safeParse(query).success)
    throw new ShopError("invalid", { fields: { query: [{ key: "malformed_value" }] } });
  const { rows } = await countDesk(ctx, source, query, caller);
  const maximum = MAX_ROWS[format];
  if (rows > maximum)
    throw new ShopError("above_maximum", { message_key: "file_too_long", params: { maximum: formatNumber(maximum) } });
  const id = await inTransaction(ctx, async (tx) => {
    const made = await tx.sql
      .insertInto("desks.files")
      .values({ desk, format, account_id: caller.account_id, query: Buffer.alloc(0), asked_at: tx.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    const encrypted = encrypt(tx.config, JSON.stringify(query), placeOfQuery(made.id));
    await tx.sql.updateTable("desks.files").set({ query: encrypted }).where("id", "=", made.id).execute();
    await enqueue(tx, "make_list_file", { file: made.id }, { key: `list file ${made.id}` });
    return made.id;
  });
  await noteSecurity(ctx, "list_exported", {
    by: await ctx.actor(),
    desk,
    rows,
    filter: JSON.stringify({ ...query, ...(query.q && { q: "…" }) }),
  });
  return shown((await own(ctx, sql`f.id = ${id}`))[0]);
}

/** The caller's own that are not over. */
async function own(ctx: Ctx, which: RawBuilder<unknown>): Promise<Row[]> {
  const { account_id } = await deskCaller(ctx);
  const { rows } = await sql<Row>`
    select f.id, f.desk, f.format, f.state, f.rows, f.bytes, f.attempt, f.asked_at, f.ended_at from desks.files f
    where f.account_id = ${account_id} and ${which}
      and (f.ended_at is null or f.ended_at > ${ctx.now}::timestamptz - make_interval(hours => ${RETAINED_HOURS}))
    order by f.id desc limit ${OWN_FILES}`.execute(ctx.sql);
  return rows;
}

/** Throws not_found. */
function shown(row: Row | undefined): DeskExport {
  if (!row) throw new ShopError("not_found");
  const { attempt: _, asked_at, ended_at, ...rest } = row;
  return {
    ...rest,
    name: `${row.desk}-${businessDay(asked_at)}.${row.format}`,
    asked_at: asked_at.toISOString(),
    expires_at: ended_at && new Date(ended_at.getTime() + RETAINED_HOURS * 3_600_000).toISOString(),
  };
}

export const ownFiles = async (ctx: Ctx) => ({ files: (await own(ctx, sql`true`)).map(shown) });

/** Throws not_found, also where the caller may no longer read the list. */
export async function fileInfo(ctx: Ctx, { id }: { id: number }) {
  const [row] = await own(ctx, sql`f.id = ${id}`);
  const file = shown(row);
  await askedDesk(ctx, file.desk);
  const { rows } = await sql<{ parts: number }>`select count(*)::int as parts from desks.file_parts
    where file_id = ${id} and attempt = ${row?.attempt ?? 0}`.execute(ctx.sql);
  return { ...file, parts: file.state === "done" ? (rows[0]?.parts ?? 0) : 0 };
}

/** Throws not_found. */
export async function filePart(ctx: Ctx, { id, part }: { id: number; part: number }): Promise<{ content: string }> {
  const [file] = await own(ctx, sql`f.id = ${id} and f.state = 'done'`);
  if (!file) throw new ShopError("not_found");
  await askedDesk(ctx, file.desk);
  const { rows } = await sql<{ content: Buffer }>`select content from desks.file_parts
    where file_id = ${id} and attempt = ${file.attempt} and part = ${part}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return { content: rows[0].content.toString("base64") };
}

/** Reaction to person_erased: a file may hold them. Files are made again in minutes. */
export async function dropFiles(ctx: Ctx): Promise<void> {
  await sql`delete from desks.files`.execute(ctx.sql);
}

/** Part of the job `sweep`. */
export async function sweepFiles(ctx: Ctx): Promise<void> {
  await sql`delete from desks.files where ended_at <= ${ctx.now}::timestamptz - make_interval(hours => ${RETAINED_HOURS})`.execute(
    ctx.sql,
  );
}

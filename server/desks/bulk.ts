/**
 * One act on many rows. What is chosen is frozen with the version of each row; the job does each in a transaction with its
 * own mark, so that nothing is done twice and a run that was cut off goes on. A row that has changed since is skipped.
 * Whatever the account lost meanwhile is refused at the rows that follow. rules/office#bulk
 */
import type { BulkRecord, BulkRun, bulkStates } from "contract/desks/bulk.ts";
import { MAX_BULK_ROWS } from "contract/desks/bulk.ts";
import { ShopError } from "contract/errors.ts";
import { unchecked } from "contract/unchecked.ts";
import { formatNumber } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import { errorText } from "messages/error-text.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { type ChosenRow, chosenRows } from "../platform/list/desk-query.ts";
import { askedAct, askedDesk } from "./sources.ts";

/** A list that was read longer ago is to be read again. */
const LIST_MS = 30 * 60_000;
const SHOWN_ROWS = 100;
const OWN_RUNS = 24;

type NewRun = {
  desk: string;
  act: string;
  keys?: readonly string[] | undefined;
  query?: Readonly<Record<string, string>> | undefined;
  count: number;
  as_of: string;
  note: string;
};

/** Throws not_found, invalid; conflict where other rows fit by now, and then nothing starts. */
export async function startBulk(
  ctx: Ctx,
  { desk, act: name, keys, query, count, as_of, note }: NewRun,
): Promise<BulkRun> {
  const asked = await askedDesk(ctx, desk);
  const act = askedAct(asked, name);
  if ((keys === undefined) === (query === undefined))
    throw new ShopError("invalid", { fields: { keys: [{ key: "required" }] } });
  if (act.note === "required" && note.trim() === "")
    throw new ShopError("invalid", { fields: { note: [{ key: "required" }] } });
  const read = new Date(as_of);
  if (read > ctx.now || ctx.now.getTime() - read.getTime() > LIST_MS)
    throw new ShopError("conflict", { message_key: "list_too_old" });
  const most = act.most ?? MAX_BULK_ROWS;
  if (count > most)
    throw new ShopError("invalid", { fields: { count: [{ key: "bulk_most", params: { maximum: most } }] } });
  const id = await inTransaction(ctx, async (tx) => {
    const which = keys ? { keys } : { query: query ?? {} };
    const rows = await chosenRows(tx, asked.source, which, { caller: asked.caller, most: most + 1 });
    if (rows.length !== count) {
      const now = rows.length > most ? `> ${formatNumber(most)}` : formatNumber(rows.length);
      throw new ShopError("conflict", { message_key: "list_changed", params: { before: formatNumber(count), now } });
    }
    return freeze(tx, rows, { desk, act: name, account_id: asked.caller.account_id, note: note.trim(), as_of: read });
  });
  return one(ctx, id);
}

type Run = { desk: string; act: string; account_id: number; note: string; as_of: Date };

async function freeze(tx: Ctx, rows: readonly ChosenRow[], run: Run): Promise<number> {
  const { id } = await tx.sql
    .insertInto("desks.bulk_runs")
    .values({ ...run, started_at: tx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const changed = JSON.stringify({ code: "conflict", message_key: "row_changed", params: {} });
  const frozen = rows.map(({ key, version, changed_at }) => ({ key, version, changed: changed_at > run.as_of }));
  await sql`insert into desks.bulk_rows (run_id, place, key, version, state, why, at)
    select ${id}, place, key, version, case when changed then 'skipped' else 'waiting' end,
      case when changed then ${changed}::jsonb end, case when changed then ${tx.now}::timestamptz end
    from rows from (jsonb_to_recordset(${JSON.stringify(frozen)}::jsonb) as (key text, version int, changed boolean))
      with ordinality as chosen (key, version, changed, place)`.execute(tx.sql);
  await enqueue(tx, "work_bulk", { run: id }, { key: `bulk ${id}` });
  return id;
}

type Row = Omit<BulkRun, "as_of" | "started_at" | "finished_at"> & {
  as_of: Date;
  started_at: Date;
  finished_at: Date | null;
};

/** The caller's own. */
async function runs(ctx: Ctx, which: RawBuilder<unknown>): Promise<BulkRun[]> {
  const { account_id } = await deskCaller(ctx);
  const { rows } = await sql<Row>`
    select r.id, r.desk, r.act, r.state, r.as_of, r.started_at, r.finished_at,
      (select jsonb_build_object('waiting', count(*) filter (where b.state = 'waiting'), 'done', count(*) filter (where b.state = 'done'),
        'skipped', count(*) filter (where b.state = 'skipped'), 'failed', count(*) filter (where b.state = 'failed'))
        from desks.bulk_rows b where b.run_id = r.id) as counts
    from desks.bulk_runs r where r.account_id = ${account_id} and ${which} order by r.id desc limit ${OWN_RUNS}`.execute(
    ctx.sql,
  );
  return rows.map((row) => ({
    ...row,
    as_of: row.as_of.toISOString(),
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
}

/** Throws not_found, also for another person's. */
async function one(ctx: Ctx, id: number): Promise<BulkRun> {
  const [run] = await runs(ctx, sql`r.id = ${id}`);
  if (!run) throw new ShopError("not_found");
  return run;
}

export const ownBulks = async (ctx: Ctx) => ({ runs: await runs(ctx, sql`true`) });

/** What of a refusal is stored at its row. */
export type Why = { code: string; message_key: string; params: Record<string, string | number> };

function whyText({ locale }: Ctx, { message_key, params }: Why): string {
  const { rights } = locale === "vi" ? vi : en;
  const { decided_by } = params;
  const named =
    typeof decided_by === "string"
      ? { ...params, decided_by: rights.names[unchecked<"orders:read">(decided_by)] }
      : params;
  return errorText(locale, message_key, named);
}

/** Throws not_found. */
export async function bulkRecord(ctx: Ctx, { id }: { id: number }): Promise<BulkRecord> {
  const run = await one(ctx, id);
  const { rows } = await sql<{ key: string; state: BulkRecord["rows"][number]["state"]; why: Why | null }>`
    select key, state, why from desks.bulk_rows where run_id = ${id}
    order by array_position(array['failed', 'skipped', 'waiting', 'done'], state), place limit ${SHOWN_ROWS}`.execute(
    ctx.sql,
  );
  return { ...run, rows: rows.map(({ why, ...row }) => ({ ...row, why: why && whyText(ctx, why) })) };
}

/** Throws not_found, conflict where nothing has failed. */
export async function retryBulk(ctx: Ctx, { id }: { id: number }): Promise<BulkRun> {
  const { desk, act } = await one(ctx, id);
  askedAct(await askedDesk(ctx, desk), act);
  await inTransaction(ctx, async (tx) => {
    await lockRun(tx, id, ["done", "stopped"]);
    const { numAffectedRows = 0n } = await sql`
      update desks.bulk_rows set state = 'waiting', why = null, at = null where run_id = ${id} and state = 'failed'`.execute(
      tx.sql,
    );
    if (numAffectedRows === 0n) throw new ShopError("conflict", { message_key: "nothing_to_retry" });
    await sql`update desks.bulk_runs set state = 'running', finished_at = null, worked_at = clock_timestamp()
      where id = ${id}`.execute(tx.sql);
    await enqueue(tx, "work_bulk", { run: id }, { key: `bulk ${id}` });
  });
  return one(ctx, id);
}

/** Throws not_found, conflict where it is over. */
export async function stopBulk(ctx: Ctx, { id }: { id: number }): Promise<BulkRun> {
  await one(ctx, id);
  await inTransaction(ctx, async (tx) => {
    await lockRun(tx, id, ["running"]);
    await sql`update desks.bulk_runs set state = 'stopped', finished_at = ${tx.now} where id = ${id}`.execute(tx.sql);
  });
  return one(ctx, id);
}

async function lockRun(tx: Ctx, id: number, states: readonly (typeof bulkStates)[number][]): Promise<void> {
  const { rows } = await sql`select from desks.bulk_runs where id = ${id} and state = any (${[...states]}::text[])
    for update`.execute(tx.sql);
  if (rows.length === 0) throw new ShopError("conflict", { message_key: "bulk_state" });
}

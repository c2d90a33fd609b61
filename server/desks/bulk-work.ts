/** The job of an act on many rows: row by row, by as many workers as take it up. rules/office#bulk */
import { isShopError, ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { SecondPersonNeeded } from "../kernel/second-person.ts";
import { atWork } from "../staff/approvals/at-work.ts";
import type { Why } from "./bulk.ts";
import { askedAct, askedDesk } from "./sources.ts";

/** Rights are read again after so many rows. */
const BATCH = 20;
/** A run without a sign of work for so long is taken up again: its process has ended. */
const IDLE_SECONDS = 60;
const RETAINED_DAYS = 30;

type Run = { id: number; desk: string; act: string; account_id: number; note: string };

/** The job `work_bulk`. Safe to repeat, and at the same time. */
export async function workBulk(ctx: Ctx, { run: id }: { run: number }): Promise<void> {
  for (;;) {
    const { rows } = await sql<Run>`
      update desks.bulk_runs set worked_at = clock_timestamp() where id = ${id} and state = 'running'
      returning id, desk, act, account_id, note`.execute(ctx.sql);
    const run = rows[0];
    if (!run || !(await workBatch(ctx, run))) break;
  }
  await sql`update desks.bulk_runs r set state = 'done', finished_at = ${ctx.now} where r.id = ${id} and r.state = 'running'
    and not exists (select from desks.bulk_rows b where b.run_id = r.id and b.state = 'waiting')`.execute(ctx.sql);
}

/** False once no row waits for this worker. */
async function workBatch(ctx: Ctx, run: Run): Promise<boolean> {
  const said = { caller: `bulk ${run.id}`, call: `${run.desk}.${run.act}`, reason: run.note };
  const { ctx: own } = await atWork(ctx, run.account_id, said);
  for (let left = BATCH; left > 0; left -= 1) if (!(await workRow(own, run))) return false;
  return true;
}

/** The act and its mark in one transaction; a refusal undoes the act, and is marked in another. */
async function workRow(ctx: Ctx, run: Run): Promise<boolean> {
  let taken: { place: number } | undefined;
  try {
    return await inTransaction(ctx, async (tx) => {
      const row = await nextRow(tx, run);
      taken = row;
      if (!row) return false;
      const { run: act } = askedAct(await askedDesk(tx, run.desk), run.act);
      await act(tx, row, run.note);
      await mark(tx, run, row.place, "done", null);
      return true;
    });
  } catch (error) {
    if (!taken) throw error;
    const why = whyOf(ctx, error);
    await mark(ctx, run, taken.place, why.code === "conflict" ? "skipped" : "failed", why);
    return true;
  }
}

async function nextRow(tx: Ctx, { id }: Run) {
  const { rows } = await sql<{ place: number; key: string; version: number }>`
    select b.place, b.key, b.version from desks.bulk_rows b
    where b.run_id = ${id} and b.state = 'waiting'
      and exists (select from desks.bulk_runs r where r.id = b.run_id and r.state = 'running')
    order by b.place limit 1 for update of b skip locked`.execute(tx.sql);
  return rows[0];
}

async function mark(ctx: Ctx, { id }: Run, place: number, state: "done" | "skipped" | "failed", why: Why | null) {
  await sql`update desks.bulk_rows set state = ${state}, why = ${why && JSON.stringify(why)}::jsonb, at = ${ctx.now}
    where run_id = ${id} and place = ${place} and state = 'waiting'`.execute(ctx.sql);
}

/** A bug fails its row and is logged; the rest goes on. */
function whyOf(ctx: Ctx, error: unknown): Why {
  if (error instanceof SecondPersonNeeded)
    return { code: "approval_needed", message_key: "approval_needed", params: {} };
  // An account that lost the right finds neither desk nor act.
  if (isShopError(error) && error.code === "not_found" && error.message_key === "not_found")
    return whyOf(ctx, new ShopError("forbidden"));
  if (isShopError(error)) {
    const { code, message_key, params } = error;
    return { code, message_key, params };
  }
  ctx.log.error({ err: error, request_id: ctx.request_id }, "a row of an act on many failed");
  return { code: "internal", message_key: "internal", params: {} };
}

/** The job `resume_bulk`: takes up what a process left when it ended. Safe to repeat. */
export async function resumeBulk(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from desks.bulk_runs where state = 'running'
      and worked_at < clock_timestamp() - make_interval(secs => ${IDLE_SECONDS})`.execute(ctx.sql);
  for (const { id } of rows) await enqueue(ctx, "work_bulk", { run: id }, { key: `bulk ${id}` });
}

/** Part of the job `sweep`. */
export async function sweepBulk(ctx: Ctx): Promise<void> {
  await sql`delete from desks.bulk_runs where state <> 'running'
    and finished_at < ${ctx.now}::timestamptz - make_interval(days => ${RETAINED_DAYS})`.execute(ctx.sql);
}

/** Jobs as the office sees them: what waits, what failed for good, run again, dropped. rules/platform#jobs */
import type { JobRow } from "contract/platform/platform.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { noteSecurity } from "../../security/security-events.ts";

type State = JobRow["state"];
type Row = Omit<JobRow, "created_at" | "updated_at" | "run_at"> & { created_at: Date; updated_at: Date; run_at: Date };

const state = sql<State>`case
  when j.locked_at is not null then 'running'
  when j.attempts >= j.max_attempts then 'failed'
  when j.attempts > 0 then 'retrying'
  when j.run_at <= now() then 'waiting'
  else 'scheduled' end`;

/** Failed ones first, then by what is due. */
export async function listJobs(ctx: Ctx, asked: { state?: State | undefined; limit?: number | undefined }) {
  const { rows } = await sql<Row>`
    select * from (
      select j.id::text as id, j.task_identifier as name, ${state} as state, j.attempts::int as attempts,
        j.max_attempts::int as max_attempts, j.last_error, j.created_at, j.updated_at, j.run_at
      from graphile_worker.jobs j) listed
    where ${asked.state ?? null}::text is null or state = ${asked.state ?? null}
    order by array_position(array['failed', 'retrying', 'running', 'waiting', 'scheduled'], state), run_at, id
    limit ${asked.limit ?? 50}`.execute(ctx.sql);
  const counts = await sql<{ waiting: number; failed: number; delay_seconds: number }>`
    select count(*) filter (where state in ('waiting', 'retrying') and run_at <= now())::int as waiting,
      count(*) filter (where state = 'failed')::int as failed,
      greatest(0, coalesce(extract(epoch from now() - min(run_at)
        filter (where state in ('waiting', 'retrying') and run_at <= now())), 0))::int as delay_seconds
    from (select j.run_at, ${state} as state from graphile_worker.jobs j) counted`.execute(ctx.sql);
  return {
    ...(counts.rows[0] ?? { waiting: 0, failed: 0, delay_seconds: 0 }),
    jobs: rows.map((row) => ({
      ...row,
      last_error: row.last_error && withoutValues(row.last_error),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      run_at: row.run_at.toISOString(),
    })),
  };
}

const LONGEST = 300;

/** The first line, without addresses and numbers that might be a person's. */
function withoutValues(error: string): string {
  const [line = ""] = error.split("\n");
  return line
    .replace(/[^\s"'<>(]+@[^\s"'<>)]+/g, "…@…")
    .replace(/\+?\d{6,}/g, "…")
    .slice(0, LONGEST);
}

type Handled = { done: string[]; not_done: string[] };

/** Those that failed, or wait for their next try, with all their tries anew. One that runs at this moment is left. */
export async function runJobs(ctx: Ctx, { ids }: { ids: string[] }): Promise<Handled> {
  return act(ctx, ids, "jobs_run_again", null, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select j.id::text as id from graphile_worker.reschedule_jobs(
        array(select id from graphile_worker.jobs where id = any (${ids}::bigint[]) and attempts > 0),
        run_at => now(), attempts => 0) j`.execute(tx.sql);
    return rows.map(({ id }) => id);
  });
}

/** Only what failed for good: what is still tried ends by itself. */
export async function dropJobs(ctx: Ctx, { ids, reason }: { ids: string[]; reason: string }): Promise<Handled> {
  return act(ctx, ids, "jobs_dropped", reason, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select j.id::text as id from graphile_worker.complete_jobs(
        array(select id from graphile_worker.jobs where id = any (${ids}::bigint[]) and attempts >= max_attempts)) j`.execute(
      tx.sql,
    );
    return rows.map(({ id }) => id);
  });
}

async function act(
  ctx: Ctx,
  ids: readonly string[],
  event: string,
  reason: string | null,
  change: (tx: Ctx) => Promise<string[]>,
): Promise<Handled> {
  return inTransaction(ctx, async (tx) => {
    const done = await change(tx);
    if (done.length > 0) await noteSecurity(tx, event, { by: await tx.actor(), jobs: done.join(" "), reason });
    return { done, not_done: ids.filter((id) => !done.includes(id)) };
  });
}

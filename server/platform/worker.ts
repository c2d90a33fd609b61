/**
 * Works the jobs of the list. They are rows in the same PostgreSQL, recorded by `enqueue` in the transaction that wants
 * them, worked by every process, each job by one. rules/platform#jobs
 */
import { unchecked } from "contract/unchecked.ts";
import type { Runner, TaskList } from "graphile-worker";
import type pg from "pg";
import { actingSql } from "../database/acting.ts";
import type { Ctx } from "../kernel/context.ts";
import type { JobList } from "../kernel/jobs.ts";
import type { Log } from "../kernel/log.ts";

/** Starts working in this process. `stop` lets running jobs finish. */
export async function startWorker(options: {
  pool: pg.Pool;
  log: Log;
  jobs: JobList;
  ctxOf: () => Ctx;
}): Promise<{ stop(): Promise<void> }> {
  const { Logger, parseCronItems, run } = await import("graphile-worker");
  const jobs = Object.entries(options.jobs);
  const taskList: TaskList = {};
  for (const [name, { run, moves_money }] of jobs) {
    taskList[name] = async (payload) => {
      const ctx = options.ctxOf();
      const acting = { actor: await ctx.actor(), call: name, request_id: ctx.request_id };
      // `enqueue` wrote it, with the type of this very job.
      await run(moves_money ? { ...ctx, sql: actingSql(ctx.sql, acting) } : ctx, unchecked(payload));
    };
  }
  const scheduled = jobs.flatMap(([task, { schedule }]) =>
    schedule === undefined ? [] : [{ task, match: schedule, options: { backfillPeriod: 0, jobKey: task } }],
  );
  const runner: Runner = await run({
    pgPool: options.pool,
    taskList,
    parsedCronItems: parseCronItems(scheduled),
    concurrency: 2,
    pollInterval: 5_000,
    noHandleSignals: true,
    logger: new Logger((scope) => (level, message, meta) => {
      if (level === "error" || level === "warning") options.log.warn({ scope, meta }, message);
    }),
  });
  return { stop: () => runner.stop() };
}

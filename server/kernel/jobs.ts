/**
 * What may be enqueued: job name → payload. A domain's `jobs.ts` adds its own by declaration merging, so that a
 * lower domain can enqueue by name without knowing who does the work; server/jobs.ts joins the lists.
 */
import type { Ctx } from "./context.ts";

type NoPayload = Record<string, never>;

/** Job → its payload. Every domain's jobs.ts adds its own here. */
export interface Jobs {
  /** Deletes what is no longer needed. Every domain gives its parts: see `SweepPart`. */
  sweep: NoPayload;
}
export type JobName = keyof Jobs;

/**
 * A job may run twice (a process died): `run` is safe to repeat. `schedule` is a cron line in UTC. What one writes that
 * moves money or stock stands in the audit log.
 */
type Job<P> = { run: (ctx: Ctx, payload: P) => Promise<unknown>; schedule?: string; moves_money?: true };
/** The jobs of one domain. */
export type DomainJobs = Readonly<Record<string, Job<never>>>;
/** Their payloads: what `run` takes beside the context. */
export type Payloads<T extends DomainJobs> = {
  [J in keyof T]: T[J] extends { run: (ctx: Ctx, payload: infer P) => unknown }
    ? unknown extends P
      ? NoPayload
      : P
    : never;
};
/** What server/jobs.ts joins: all of them. */
export type JobList = { readonly [J in JobName]: Job<Jobs[J]> };

/** What one domain deletes in the job `sweep`. Safe to repeat. */
export type SweepPart = (ctx: Ctx) => Promise<unknown>;

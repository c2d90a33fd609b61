/** Jobs of storage, and what the platform's own tables delete. */

import { integrityViolations } from "../database/integrity.ts";
import type { Ctx } from "../kernel/context.ts";
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { sweepKernel } from "./cleanup.ts";
import { storageOf } from "./storage.ts";

export const platformJobs = {
  /** Takes a file out of the storage, once nothing names it any more. */
  remove_file: { run: (ctx: Ctx, { key }: { key: string }) => storageOf(ctx.config).remove(key) },
  check_books: { run: checkBooks, schedule: "30 19 * * *" },
} satisfies DomainJobs;

/** Fails where stock, orders, payments, refunds and the ledger do not agree, so that the desk of the jobs shows it. */
async function checkBooks(ctx: Ctx): Promise<void> {
  const found = await integrityViolations(ctx.sql);
  if (found.length === 0) return;
  ctx.log.error(
    { event: "books_disagree", count: found.length, faults: found.slice(0, 100) },
    "the books do not agree",
  );
  const [first] = found;
  throw new Error(`Faults: ${found.length}, the first: ${first?.fault}: ${first?.about}`);
}

export const platformSweep: readonly SweepPart[] = [sweepKernel];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof platformJobs> {}
}

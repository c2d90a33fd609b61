/** Jobs of storage, and what the platform's own tables delete. */

import type { Ctx } from "../kernel/context.ts";
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { sweepKernel } from "./cleanup.ts";
import { storageOf } from "./storage.ts";

export const platformJobs = {
  /** Takes a file out of the storage, once nothing names it any more. */
  remove_file: { run: (ctx: Ctx, { key }: { key: string }) => storageOf(ctx.config).remove(key) },
} satisfies DomainJobs;

export const platformSweep: readonly SweepPart[] = [sweepKernel];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof platformJobs> {}
}

/** The jobs of lists: acts on many rows. */

import type { Ctx } from "../kernel/context.ts";
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { resumeBulk, sweepBulk, workBulk } from "./bulk-work.ts";
import { makeListFile, resumeFiles } from "./file-work.ts";
import { sweepFiles } from "./files.ts";

/** What a process left when it ended. Safe to repeat. */
async function resume(ctx: Ctx): Promise<void> {
  await resumeBulk(ctx);
  await resumeFiles(ctx);
}

export const desksJobs = {
  work_bulk: { run: workBulk },
  make_list_file: { run: makeListFile },
  resume_bulk: { run: resume, schedule: "* * * * *" },
} satisfies DomainJobs;

export const desksSweep: readonly SweepPart[] = [sweepBulk, sweepFiles];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof desksJobs> {}
}

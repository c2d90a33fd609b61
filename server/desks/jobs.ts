/** The jobs of lists: acts on many rows. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { resumeBulk, sweepBulk, workBulk } from "./bulk-work.ts";

export const desksJobs = {
  work_bulk: { run: workBulk },
  resume_bulk: { run: resumeBulk, schedule: "* * * * *" },
} satisfies DomainJobs;

export const desksSweep: readonly SweepPart[] = [sweepBulk];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof desksJobs> {}
}

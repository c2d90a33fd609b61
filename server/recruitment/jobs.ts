/** Jobs of applications: the scan of a file, and their end. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { sweepApplications } from "./retention.ts";
import { scanCv } from "./scan.ts";

export const recruitmentJobs = {
  scan_cv: { run: scanCv },
} satisfies DomainJobs;

export const recruitmentSweep: readonly SweepPart[] = [sweepApplications];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof recruitmentJobs> {}
}

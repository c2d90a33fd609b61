/** What messages delete in the job `sweep`. */
import type { SweepPart } from "../kernel/jobs.ts";
import { sweepMessages } from "./messages.ts";

export const contactSweep: readonly SweepPart[] = [sweepMessages];

/** What partners delete in the job `sweep`. */
import type { SweepPart } from "../kernel/jobs.ts";
import { sweepRentGrounds } from "./retention.ts";

export const partnersSweep: readonly SweepPart[] = [sweepRentGrounds];

/** What identity deletes in the job `sweep`. Its codes are sent by notifications: `send_otp`. */
import type { SweepPart } from "../kernel/jobs.ts";
import { sweepSessions } from "./sessions.ts";
import { sweepAttempts } from "./signing-in/attempts.ts";
import { sweepDevices } from "./signing-in/devices.ts";
import { sweepCodes } from "./signing-in/otp.ts";

export const identitySweep: readonly SweepPart[] = [sweepSessions, sweepAttempts, sweepDevices, sweepCodes];

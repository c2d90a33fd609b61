/** What staff deletes in the job `sweep`. Its e-mails are sent by notifications: `mail_encrypted`. */
import type { SweepPart } from "../kernel/jobs.ts";
import { sweepStaffSessions } from "./sessions.ts";

export const staffSweep: readonly SweepPart[] = [sweepStaffSessions];

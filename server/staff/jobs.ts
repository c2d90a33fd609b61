/** The jobs of the audit log, and what staff deletes in the job `sweep`. E-mails are sent by notifications: `mail_encrypted`. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { runApprovals } from "./approvals/decide.ts";
import { sweepLimitedActs } from "./approvals/limited.ts";
import { chainAudit, makeAuditMonths } from "./audit/entries.ts";
import { sweepStaffSessions } from "./sessions.ts";

export const staffJobs = {
  chain_audit: { run: chainAudit, schedule: "* * * * *" },
  run_approvals: { run: runApprovals, schedule: "* * * * *", moves_money: true },
  make_audit_months: { run: makeAuditMonths, schedule: "41 2 * * *" },
} satisfies DomainJobs;

export const staffSweep: readonly SweepPart[] = [sweepStaffSessions, sweepLimitedActs];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof staffJobs> {}
}

/** Jobs of exports and erasure. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { eraseAccounts } from "./erasure.ts";
import { exportData } from "./export.ts";
import { sweepExports } from "./requests.ts";
import { findUnusedAccounts, warnUnusedAccount } from "./unused.ts";

export const privacyJobs = {
  export_data: { run: exportData },
  erase_accounts: { run: eraseAccounts, schedule: "37 * * * *" },
  find_unused_accounts: { run: findUnusedAccounts, schedule: "51 2 * * *" }, // 09:51 on the shop's clock
  warn_unused_account: { run: warnUnusedAccount },
} satisfies DomainJobs;

export const privacySweep: readonly SweepPart[] = [sweepExports];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof privacyJobs> {}
}

/** Jobs of the listing index, and what search deletes in the job `sweep`. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { indexOutdated } from "./index/outdated.ts";
import { recountSales } from "./inventory/sales.ts";
import { forgetMissedSearches } from "./query/missed-searches.ts";

export const catalogueJobs = {
  shelve_outdated: { run: indexOutdated, schedule: "*/10 * * * *" },
  recount_sales: { run: recountSales, schedule: "11 17 * * *" }, // 00:11 on the shop's clock
} satisfies DomainJobs;

export const catalogueSweep: readonly SweepPart[] = [forgetMissedSearches];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof catalogueJobs> {}
}

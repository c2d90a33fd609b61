/** Jobs of the listing index and of prices, and what search deletes in the job `sweep`. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { indexOutdated } from "./index/outdated.ts";
import { turnSalePrices } from "./index/prices.ts";
import { recountSales } from "./inventory/sales.ts";
import { forgetMissedSearches } from "./query/missed-searches.ts";

export const catalogueJobs = {
  shelve_outdated: { run: indexOutdated, schedule: "*/10 * * * *" },
  sale_prices_turn: { run: turnSalePrices, schedule: "* * * * *" },
  recount_sales: { run: recountSales, schedule: "11 17 * * *" }, // 00:11 on the shop's clock
} satisfies DomainJobs;

export const catalogueSweep: readonly SweepPart[] = [forgetMissedSearches];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof catalogueJobs> {}
}

/** Jobs of the listing index and of prices, and what search deletes in the job `sweep`. */

import { type Ctx, inTransaction } from "../kernel/context.ts";
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { unhurried } from "./import/import.ts";
import { refreshWordCounts } from "./index/listing-index.ts";
import { indexOutdated } from "./index/outdated.ts";
import { turnSalePrices } from "./index/prices.ts";
import { recountSales } from "./inventory/sales.ts";
import { forgetMissedSearches } from "./query/missed-searches.ts";

export const catalogueJobs = {
  shelve_outdated: { run: indexOutdated, schedule: "*/10 * * * *" },
  sale_prices_turn: { run: turnSalePrices, schedule: "* * * * *" },
  count_words: { run: countAllWords, schedule: "31 19 * * *" }, // 02:31 on the shop's clock
  recount_sales: { run: recountSales, schedule: "11 17 * * *" }, // 00:11 on the shop's clock
} satisfies DomainJobs;

/** Reads the whole index, however long it takes. */
function countAllWords(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await unhurried(ctx.sql);
    await refreshWordCounts(ctx.sql);
  });
}

export const catalogueSweep: readonly SweepPart[] = [forgetMissedSearches];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof catalogueJobs> {}
}

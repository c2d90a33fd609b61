/** Jobs of the listing index, of prices and of stock notices, and what is deleted in the job `sweep`. */

import { type Ctx, inTransaction } from "../kernel/context.ts";
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { unhurried } from "./import/import.ts";
import { refreshWordCounts } from "./index/listing-index.ts";
import { indexOutdated } from "./index/outdated.ts";
import { turnSalePrices } from "./index/prices.ts";
import { recountSales } from "./inventory/sales.ts";
import { forgetMissedSearches } from "./query/missed-searches.ts";
import { sendStockNotices, sweepStockNotices } from "./saved/stock-notices.ts";

export const catalogueJobs = {
  shelve_outdated: { run: indexOutdated, schedule: "*/10 * * * *" },
  sale_prices_turn: { run: turnSalePrices, schedule: "* * * * *" },
  send_stock_notices: { run: sendStockNotices, schedule: "*/5 * * * *" },
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

export const catalogueSweep: readonly SweepPart[] = [forgetMissedSearches, sweepStockNotices];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof catalogueJobs> {}
}

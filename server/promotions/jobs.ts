/** The jobs that follow the prices of flash sales and programmes, give vouchers, and make codes. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { makeCodes, sweepBatches } from "./desk/batches.ts";
import { giveVouchers } from "./given-vouchers.ts";
import { turnDealPrices } from "./price-turns.ts";

export const promotionsJobs = {
  flash_sale_turns: { run: turnDealPrices, schedule: "* * * * *" },
  give_vouchers: { run: giveVouchers, schedule: "14 17 * * *", moves_money: true }, // 00:14 on the shop's clock, after the ranks
  make_codes: { run: makeCodes },
} satisfies DomainJobs;

export const promotionsSweep: readonly SweepPart[] = [sweepBatches];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof promotionsJobs> {}
}

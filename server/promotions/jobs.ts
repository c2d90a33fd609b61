/** The jobs that follow the prices of flash sales and programmes, and give vouchers. */
import type { DomainJobs, Payloads } from "../kernel/jobs.ts";
import { giveVouchers } from "./given-vouchers.ts";
import { turnDealPrices } from "./price-turns.ts";

export const promotionsJobs = {
  flash_sale_turns: { run: turnDealPrices, schedule: "* * * * *" },
  give_vouchers: { run: giveVouchers, schedule: "14 17 * * *", moves_money: true }, // 00:14 on the shop's clock, after the ranks
} satisfies DomainJobs;

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof promotionsJobs> {}
}

/** The job that follows the prices of flash sales and programmes. */
import type { DomainJobs, Payloads } from "../kernel/jobs.ts";
import { turnDealPrices } from "./price-turns.ts";

export const promotionsJobs = {
  flash_sale_turns: { run: turnDealPrices, schedule: "* * * * *" },
} satisfies DomainJobs;

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof promotionsJobs> {}
}

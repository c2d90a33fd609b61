/** The night of the programme, a few minutes after midnight in Việt Nam. */
import type { DomainJobs, Payloads } from "../kernel/jobs.ts";
import { reviewLoyalty } from "./night.ts";

export const loyaltyJobs = {
  review_loyalty: { run: reviewLoyalty, schedule: "4 17 * * *", moves_money: true },
} satisfies DomainJobs;

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof loyaltyJobs> {}
}

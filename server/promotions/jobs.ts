/** The job that opens and closes flash sales. */
import type { DomainJobs, Payloads } from "../kernel/jobs.ts";
import { turnFlashSales } from "./flash-sales.ts";

export const promotionsJobs = {
  flash_sale_turns: { run: turnFlashSales, schedule: "* * * * *" },
} satisfies DomainJobs;

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof promotionsJobs> {}
}

/** The job that completes delivered orders, and what orders delete in the job `sweep`. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { completeOrders } from "./orders.ts";
import { sweepUnproven } from "./ownership/unproven.ts";

export const ordersJobs = {
  complete_orders: { run: completeOrders, schedule: "7 * * * *", moves_money: true },
} satisfies DomainJobs;

export const ordersSweep: readonly SweepPart[] = [sweepUnproven];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof ordersJobs> {}
}

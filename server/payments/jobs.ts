/** The job that ends overdue payments, and what payments delete in the job `sweep`. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { sweepForgedIpns } from "./ipn.ts";
import { expirePayments } from "./payments.ts";

export const paymentsJobs = {
  expire_payments: { run: expirePayments, schedule: "* * * * *" },
} satisfies DomainJobs;

export const paymentsSweep: readonly SweepPart[] = [sweepForgedIpns];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof paymentsJobs> {}
}

/** The jobs that end overdue payments and ask providers, and what payments delete in the job `sweep`. */
import type { Ctx } from "../kernel/context.ts";
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { forgetTokens } from "./card/saved-cards.ts";
import { applyReceived, sweepForgedIpns } from "./ipn/ipn.ts";
import { expirePayments } from "./payments.ts";
import { reconcileRefunds } from "./settlement/provider-refunds.ts";
import { askLast, reconcile } from "./settlement/reconcile.ts";

export const paymentsJobs = {
  expire_payments: { run: (ctx: Ctx) => expirePayments(ctx, askLast), schedule: "* * * * *", moves_money: true },
  reconcile_refunds: { run: reconcileRefunds, schedule: "* * * * *", moves_money: true },
  forget_card_tokens: { run: forgetTokens, schedule: "* * * * *" },
  apply_received: { run: applyReceived, schedule: "* * * * *", moves_money: true },
  reconcile: { run: reconcile, schedule: "* * * * *", moves_money: true },
} satisfies DomainJobs;

export const paymentsSweep: readonly SweepPart[] = [sweepForgedIpns];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof paymentsJobs> {}
}

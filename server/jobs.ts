/**
 * Work that is done later or again and again: job name → function, and when. Jobs are rows in the same PostgreSQL,
 * recorded by `enqueue` in the transaction that wants them, worked by every process, each job by one. A job may run
 * twice (a process died): every function here is safe to repeat. docs/decisions: the job queue.
 */
import type { Runner, TaskList } from "graphile-worker";
import type pg from "pg";
import { indexOutdated } from "./catalogue/index/outdated.ts";
import { recountSales } from "./catalogue/inventory/sales.ts";
import { forgetMissedSearches } from "./catalogue/query/missed-searches.ts";
import { sweepSessions } from "./identity/sessions.ts";
import { sweepAttempts } from "./identity/signing-in/attempts.ts";
import { sweepDevices } from "./identity/signing-in/devices.ts";
import { sweepCodes } from "./identity/signing-in/otp.ts";
import type { Ctx } from "./kernel/context.ts";
import type { JobName, Jobs } from "./kernel/events.ts";
import type { Log } from "./kernel/log.ts";
import { mailNotification } from "./notifications/emails.ts";
import { sweepNotifications } from "./notifications/notifications.ts";
import { notifyOldPhone } from "./notifications/old-phone.ts";
import { sweepOutbox } from "./notifications/outbox.ts";
import { pushToDevice } from "./notifications/push.ts";
import { sendOtp } from "./notifications/send-otp.ts";
import { completeOrders } from "./orders/orders.ts";
import { sweepUnproven } from "./orders/unproven.ts";
import { sweepForgedIpns } from "./payments/ipn.ts";
import { expirePayments } from "./payments/payments.ts";
import { sweepKernel } from "./platform/cleanup.ts";
import { storageOf } from "./platform/storage.ts";
import { eraseAccounts } from "./privacy/erasure.ts";
import { exportData } from "./privacy/export.ts";
import { sweepExports } from "./privacy/requests.ts";
import { findUnusedAccounts, warnUnusedAccount } from "./privacy/unused.ts";
import { turnFlashSales } from "./promotions/flash-sales.ts";

const jobs: { [J in JobName]: (ctx: Ctx, payload: Jobs[J]) => Promise<unknown> } = {
  expire_payments: expirePayments,
  complete_orders: completeOrders,
  flash_sale_turns: turnFlashSales,
  recount_sales: recountSales,
  shelve_outdated: indexOutdated,
  push_to_device: pushToDevice,
  mail_notification: mailNotification,
  export_data: exportData,
  remove_file: (ctx, { key }) => storageOf(ctx.config).remove(key),
  erase_accounts: eraseAccounts,
  find_unused_accounts: findUnusedAccounts,
  warn_unused_account: warnUnusedAccount,
  send_otp: sendOtp,
  tell_old_phone: notifyOldPhone,
  sweep: async (ctx) => {
    await sweepSessions(ctx);
    await sweepAttempts(ctx);
    await sweepDevices(ctx);
    await sweepNotifications(ctx);
    await sweepExports(ctx);
    await sweepCodes(ctx);
    await sweepOutbox(ctx);
    await sweepForgedIpns(ctx);
    await sweepUnproven(ctx);
    await sweepKernel(ctx);
    await forgetMissedSearches(ctx);
  },
};

const schedule: readonly { task: JobName; match: string }[] = [
  { task: "expire_payments", match: "* * * * *" },
  { task: "complete_orders", match: "7 * * * *" },
  { task: "flash_sale_turns", match: "* * * * *" },
  { task: "shelve_outdated", match: "*/10 * * * *" },
  { task: "recount_sales", match: "11 17 * * *" }, // 00:11 on the shop's clock
  { task: "sweep", match: "23 * * * *" },
  { task: "erase_accounts", match: "37 * * * *" },
  { task: "find_unused_accounts", match: "51 2 * * *" }, // 09:51 on the shop's clock
];

/** Starts working in this process. `stop` lets running jobs finish. */
export async function startJobs(options: {
  pool: pg.Pool;
  log: Log;
  ctxOf: () => Ctx;
}): Promise<{ stop(): Promise<void> }> {
  const { Logger, parseCronItems, run } = await import("graphile-worker");
  const taskList: TaskList = {};
  for (const [name, work] of Object.entries(jobs)) {
    taskList[name] = async (payload) => {
      await work(options.ctxOf(), payload as never);
    };
  }
  const runner: Runner = await run({
    pgPool: options.pool,
    taskList,
    parsedCronItems: parseCronItems(
      schedule.map((each) => ({ ...each, options: { backfillPeriod: 0, jobKey: each.task } })),
    ),
    concurrency: 2,
    pollInterval: 5_000,
    noHandleSignals: true,
    logger: new Logger((scope) => (level, message, meta) => {
      if (level === "error" || level === "warning") options.log.warn({ scope, meta }, message);
    }),
  });
  return { stop: () => runner.stop() };
}

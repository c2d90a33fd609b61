/** The payments of the demo's orders: opened as at placement, and tried again where it failed. */
import type { Dong } from "contract/values/money.ts";
import type { Ctx } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { openAttempt, providerOf } from "./attempts.ts";
import { creditPayment } from "./payments.ts";

type Opening = { order_code: string; method: string; amount: Dong; rounding: Dong };

export async function openDemoPayment(ctx: Ctx, { order_code, method, amount, rounding }: Opening): Promise<void> {
  const provider = providerOf(method);
  if (!provider) throw new Error(`nobody takes ${method}`);
  const minutes = provider.deadlineMinutes(await setting(ctx, "limits"));
  const deadline = minutes === null ? null : new Date(ctx.now.getTime() + minutes * 60_000);
  const status = provider.is_local ? "pending" : "created";
  const { id: payment_id } = await ctx.sql
    .insertInto("payments.payments")
    .values({ order_code, amount, rounding, deadline, status, created_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await openAttempt(ctx, provider, { payment_id, order_code, n: 1, amount, expires_at: deadline });
}

export type DemoAttempt = { n: number; method: string; state: string; reason?: string; received?: Dong };

/** The first try was opened with the payment. */
export async function tryDemoPayment(ctx: Ctx, order_code: string, attempt: DemoAttempt): Promise<void> {
  const { n, state, reason = null } = attempt;
  const payment = await ctx.sql
    .selectFrom("payments.payments")
    .select(["id", "amount", "deadline"])
    .where("order_code", "=", order_code)
    .executeTakeFirstOrThrow();
  const { id: payment_id, amount, deadline: expires_at } = payment;
  const provider = providerOf(attempt.method);
  if (n > 1 && provider) await openAttempt(ctx, provider, { payment_id, order_code, n, amount, expires_at });
  if (state === "failed")
    await ctx.sql
      .updateTable("payments.attempts")
      .set({ state, reason })
      .where("payment_id", "=", payment_id)
      .where("n", "=", n)
      .execute();
  const brought = attempt.received ?? (state === "success" ? amount : 0);
  if (brought > 0) await creditPayment(ctx, { order_code }, brought);
}

/**
 * The ways out of money that cannot count by itself, as a person decides them: kept as the customer's credit, counted to
 * another order, dropped, the lapsed order reopened; and a transfer of no order given to one, or given back. Each in the
 * caller's transaction, with the payable locks of the orders it names held. rules/payments#late-money
 */
import { randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { type Opener, openAttempt, providerNamed, senderAt } from "../attempts.ts";
import { applyEvent, canCredit, locked, type Money } from "../payments.ts";
import { providers } from "../providers/index.ts";
import { dueOf } from "../start.ts";
import { noteStatus, type RefundStatus } from "./refunds.ts";

export type RefundRow = {
  id: number;
  payment_id: number | null;
  attempt_id: number | null;
  amount: Dong;
  status: RefundStatus;
  counted_to: number | null;
};

/** Kept money pays for another order by an attempt of this name, which no shopper chooses. */
const kept: Opener = { name: "credit", method: "credit", is_local: true, makeReference: (code, n) => `${code}-${n}` };

const REOPENED_HOURS = 24; // rules/payments#deadlines

const refuse = (message_key?: string): never => {
  throw new ShopError("state_conflict", message_key === undefined ? {} : { message_key });
};

/** One status becomes another, with who decided it and why. */
export async function decide(
  ctx: Ctx,
  { id, status }: Pick<RefundRow, "id" | "status">,
  to: RefundStatus,
  note: string,
): Promise<void> {
  const { numUpdatedRows } = await ctx.sql
    .updateTable("payments.refunds")
    .set({ status: to })
    .where("id", "=", id)
    .where("status", "=", status)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ShopError("conflict");
  await noteStatus(ctx, [{ id }], to, note);
}

/**
 * What of a refund pays for another order of the same person: an attempt of its own there, which is paid at once. What is
 * beyond the amount due is proposed to go back there. Throws not_found, state_conflict.
 */
export async function countElsewhere(ctx: Ctx, refund: RefundRow, order_code: string, note: string): Promise<void> {
  const money = await locked(ctx, order_code);
  const { row } = money;
  if (row.id === refund.payment_id) refuse("same_order");
  if (row.ended_as !== null || row.settled_at !== null || dueOf(row) <= 0) refuse("order_awaits_no_money");
  if (!(await isOfOnePerson(ctx, refund.payment_id, row.id))) refuse("order_of_another_person");
  if (!(await canCredit(ctx, { order_code }, refund.amount))) refuse();
  const attempt_id = await openBeside(ctx, kept, money, refund.amount);
  if (refund.status !== "credited") await decide(ctx, refund, "credited", note);
  await ctx.sql.updateTable("payments.refunds").set({ counted_to: attempt_id }).where("id", "=", refund.id).execute();
  await applyEvent(ctx, await locked(ctx, order_code), { type: "credit", amount: refund.amount }, attempt_id);
}

/** The orders of both have one account or one phone number. */
async function isOfOnePerson(ctx: Ctx, one: number | null, other: number): Promise<boolean> {
  const { rows } = await sql`
    select from payments.payments p join orders.orders a on a.code = p.order_code,
      payments.payments q join orders.orders b on b.code = q.order_code
    where p.id = ${one} and q.id = ${other}
      and (a.customer_id = b.customer_id or a.receiver_phone = b.receiver_phone)`.execute(ctx.sql);
  return rows.length > 0;
}

/** A further attempt that no page shows as the way that was chosen. Answers its id. */
async function openBeside(ctx: Ctx, opener: Opener, { row, attempts }: Money, amount: Dong): Promise<number> {
  const n = Math.max(0, ...attempts.map((each) => each.n)) + 1;
  const { id } = await openAttempt(ctx, opener, {
    ...{ payment_id: row.id, order_code: row.order_code, n, amount },
    expires_at: row.deadline,
  });
  const first = Math.min(row.created_at.getTime(), ...attempts.map(({ chosen_at }) => chosen_at.getTime()));
  await ctx.sql
    .updateTable("payments.attempts")
    .set({ chosen_at: new Date(first - 1) })
    .where("id", "=", id)
    .execute();
  return id;
}

/**
 * The lapsed order of a payment goes on: all that is proposed of it counts. Where that is the whole, it is settled; else
 * the rest is due within 24 hours. The order has its goods again, or throws what is missing: nothing is changed then.
 * Throws not_found, state_conflict.
 */
export async function reopenPayment(ctx: Ctx, order_code: string, note: string): Promise<void> {
  if ((await locked(ctx, order_code)).row.ended_as !== "expired") refuse("order_not_lapsed");
  await ctx.announce(ctx, "payment_reopened", { order_code });
  const counting = await ctx.sql
    .updateTable("payments.refunds as r")
    .from("payments.payments as p")
    .set({ status: "counted" })
    .whereRef("p.id", "=", "r.payment_id")
    .where("p.order_code", "=", order_code)
    .where("r.status", "=", "proposed")
    .returning(["r.id", "r.amount"])
    .execute();
  const amount = counting.reduce((sum, each) => sum + each.amount, 0);
  if (amount === 0) refuse("nothing_proposed");
  await noteStatus(ctx, counting, "counted", note);
  const deadline = new Date(ctx.now.getTime() + REOPENED_HOURS * 3_600_000);
  await ctx.sql.updateTable("payments.payments").set({ deadline }).where("order_code", "=", order_code).execute();
  const money = await locked(ctx, order_code);
  await applyEvent(ctx, money, { type: "reopened", amount }, null);
  // A transfer that was short is awaited again: its text is in the shopper's hands.
  const local = providers.filter((each) => each.is_local).map(({ name }) => name);
  await ctx.sql
    .updateTable("payments.attempts as a")
    .from("payments.payments as p")
    .set({ state: "pending", expires_at: deadline })
    .whereRef("p.id", "=", "a.payment_id")
    .where("p.order_code", "=", order_code)
    .where("p.settled_at", "is", null)
    .where("a.state", "=", "expired")
    .where("a.provider", "in", local)
    .execute();
}

/** A transfer that waits is given to an order, by the attempt of its kind there or a new one. Throws not_found, state_conflict. */
export async function giveCredit(
  ctx: Ctx,
  credit: { id: number; source: string; amount: Dong },
  order_code: string,
): Promise<void> {
  const money = await locked(ctx, order_code);
  const from = senderAt(credit.source);
  if (!from || !(await canCredit(ctx, { order_code }, credit.amount))) throw new ShopError("state_conflict");
  const { provider } = from;
  const known = money.attempts.findLast((each) => each.provider === provider.name);
  const due = dueOf(money.row);
  const attempt_id = known?.id ?? (await openBeside(ctx, provider, money, due > 0 ? due : credit.amount));
  const { numUpdatedRows } = await ctx.sql
    .updateTable("payments.credits")
    .set({ state: "manual", attempt_id, actor: await ctx.actor() })
    .where("id", "=", credit.id)
    .where("state", "=", "unmatched")
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ShopError("conflict");
  await applyEvent(ctx, await locked(ctx, order_code), { type: "credit", amount: credit.amount }, attempt_id);
}

/** A transfer that belongs to no order went back by hand. Throws conflict. */
export async function giveBackCredit(
  ctx: Ctx,
  credit: { id: number; amount: Dong },
  { reference, note }: { reference: string; note: string },
): Promise<void> {
  const { numUpdatedRows } = await ctx.sql
    .updateTable("payments.credits")
    .set({ state: "returned" })
    .where("id", "=", credit.id)
    .where("state", "=", "unmatched")
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ShopError("conflict");
  const refund = await ctx.sql
    .insertInto("payments.refunds")
    .values({
      ...{ credit_id: credit.id, amount: credit.amount, reason: "unmatched", status: "success" },
      ...{ bank_reference: reference, created_at: ctx.now, recorded_at: ctx.now },
      refund_ref: randomBytes(12).toString("hex"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await noteStatus(ctx, [refund], "success", note);
}

/** Whether a provider gives refunds of this size back by itself. */
export function goesByProvider(provider: string, amount: Dong): "yes" | "by_hand_only" | "below_minimum" {
  const known = providerNamed(provider);
  if (known?.can.refund !== true) return "by_hand_only";
  return amount >= (known.min_refund ?? 0) ? "yes" : "below_minimum";
}

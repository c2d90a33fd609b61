/**
 * What staff decide about money, from the office or by the command: each act names what was read, is judged again with the
 * order locked, is summed against the limits, and goes through the same functions as every other change of money.
 * rules/payments#late-money, rules/staff#four-eyes
 */
import { ShopError } from "contract/errors.ts";
import type { CreditRecord, RefundRecord } from "contract/payments/desk/desk-payments.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { deskCaller } from "../../platform/list/desk-caller.ts";
import { setting } from "../../platform/settings.ts";
import { limitedAct } from "../../staff/approvals/limited.ts";
import { lockPayable } from "../attempts.ts";
import { sendRefund } from "../settlement/provider-refunds.ts";
import {
  countElsewhere,
  decide,
  giveBackCredit,
  giveCredit,
  type RefundRow,
  reopenPayment,
} from "../settlement/ways-out.ts";
import { creditRecord, historyOf, refundRecord } from "./refund-record.ts";

type Read = { id: number; version: number; reason: string };
type ActName = keyof RefundRecord["acts"];
type Found = RefundRow & { order_code: string; method: string };

/** Throws not_found, also for what belongs to no order: nothing but its record is to be had of that. */
async function refundOf(ctx: Ctx, id: number): Promise<Found> {
  const { rows } = await sql<Found>`
    select r.id, r.payment_id, r.attempt_id, r.amount, r.status, r.counted_to, p.order_code, a.method
    from payments.refunds r join payments.payments p on p.id = r.payment_id
      join payments.attempts a on a.id = r.attempt_id
    where r.id = ${id}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/** With the payable locks of its order and of `other` held, by code, and only where nothing has happened to it since. */
async function act(
  ctx: Ctx,
  { id, version, name, other }: Pick<Read, "id" | "version"> & { name: ActName; other?: string },
  change: (tx: Ctx, refund: Found) => Promise<unknown>,
): Promise<RefundRecord> {
  const before = await refundOf(ctx, id);
  await inTransaction(ctx, async (tx) => {
    const codes = new Set([before.order_code, ...(other === undefined ? [] : [other])]);
    for (const code of [...codes].sort()) await lockPayable(tx, code);
    await change(tx, await judged(tx, { id, version, name }));
  });
  return refundRecord(ctx, id);
}

/** Throws conflict where it was changed since it was read, state_conflict where it cannot be done. */
async function judged(tx: Ctx, { id, version, name }: { id: number; version: number; name: ActName }): Promise<Found> {
  if ((await historyOf(tx, id)).length !== version) throw new ShopError("conflict");
  const found = (await refundRecord(tx, id)).acts[name];
  if (!found) throw new ShopError("forbidden");
  if (!found.possible) throw new ShopError("state_conflict", { message_key: `money_${found.why}` });
  return refundOf(tx, id);
}

/** Throws as `limitedAct`. What staff made owed before is paid without being judged again. */
async function limitRefund(tx: Ctx, refund: Found, way: "provider" | "by_hand"): Promise<void> {
  if (refund.status === "owed" && (await wasOwedByStaff(tx, refund.id))) return;
  const { refund_single, refunds_a_day } = await setting(tx, "approval_limits");
  await limited(tx, {
    kind: "refund",
    right: "refunds:record",
    subject: `refund:${refund.id}`,
    ...{ order_code: refund.order_code, amount: refund.amount, limit: refund_single, times: refunds_a_day },
    figures: { refund: String(refund.id), way: `${way} ${refund.method}` },
  });
}

async function wasOwedByStaff(ctx: Ctx, refund_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from payments.refund_history where refund_id = ${refund_id} and status = 'owed' and actor like 'staff:%'
    limit 1`.execute(ctx.sql);
  return rows.length > 0;
}

/** Of matching, keeping, counting elsewhere and reopening: they share one limit and one sum. */
async function limitMatch(tx: Ctx, asked: { act: string; amount: number; order_code: string; of: string }) {
  const { match_single } = await setting(tx, "approval_limits");
  const { act: name, amount, order_code, of } = asked;
  await limited(tx, {
    kind: "money_match",
    right: "payments:match",
    ...{ subject: of, order_code, amount, limit: match_single, times: Number.POSITIVE_INFINITY },
    figures: { act: name, [of.split(":")[0] ?? ""]: of.split(":")[1] ?? "" },
  });
}

type Limited = {
  kind: "refund" | "money_match";
  right: "refunds:record" | "payments:match";
  subject: string;
  order_code: string | null;
  amount: number;
  limit: number;
  times: number;
  figures: Readonly<Record<string, string>>;
};

async function limited(tx: Ctx, asked: Limited): Promise<void> {
  const { kind, right, subject, order_code, amount, limit, times } = asked;
  const { grants } = await deskCaller(tx);
  const figures = { ...(order_code !== null && { order: order_code }), ...asked.figures, amount: String(amount) };
  await limitedAct(tx, {
    ask: {
      ...{ kind, subject, amount, needs: right, label: order_code ?? subject },
      figures: Object.entries(figures).map(([name, after]) => ({ name, before: null, after })),
    },
    modes: grants.filter(({ name }) => name === right).map(({ mode }) => mode),
    limit,
    times,
    sums: order_code === null ? [subject] : await sumsOf(tx, order_code),
  });
}

/** An order, its phone number and its account: by each of them small acts add up. Throws not_found. */
async function sumsOf(ctx: Ctx, order_code: string): Promise<string[]> {
  const order = await ctx.sql
    .selectFrom("orders.orders")
    .select(["id", "receiver_phone", "customer_id"])
    .where("code", "=", order_code)
    .executeTakeFirst();
  if (!order) throw new ShopError("not_found", { message_key: "order_not_found" });
  const own = order.customer_id === null ? [] : [`customer ${order.customer_id}`];
  return [`order ${order.id}`, `phone ${order.receiver_phone}`, ...own];
}

/** Throws not_found, conflict, state_conflict; SecondPersonNeeded above the limit. */
export async function sendAtDesk(ctx: Ctx, { reason, ...read }: Read): Promise<RefundRecord> {
  await refundOf(ctx, read.id);
  await sendRefund(ctx, read.id, {
    note: reason,
    assertAllowed: async (tx) => limitRefund(tx, await judged(tx, { ...read, name: "send" }), "provider"),
  });
  return refundRecord(ctx, read.id);
}

/** As `sendAtDesk`. */
export function oweAtDesk(ctx: Ctx, { reason, ...read }: Read): Promise<RefundRecord> {
  return act(ctx, { ...read, name: "owe" }, async (tx, refund) => {
    await limitRefund(tx, refund, "by_hand");
    await decide(tx, refund, "owed", reason);
    const { order_code, id, amount } = refund;
    if (refund.status === "credited") await tx.announce(tx, "refund_owed", { order_code, refund: id, amount });
  });
}

/** As `sendAtDesk`. */
export function keepAtDesk(ctx: Ctx, { reason, ...read }: Read): Promise<RefundRecord> {
  return act(ctx, { ...read, name: "keep" }, async (tx, refund) => {
    await limitMatch(tx, { ...refund, act: "keep", of: `refund:${refund.id}` });
    await decide(tx, refund, "credited", reason);
  });
}

/** As `sendAtDesk`. */
export function countAtDesk(ctx: Ctx, asked: Read & { order_code: string }): Promise<RefundRecord> {
  const { reason, order_code: other, ...read } = asked;
  return act(ctx, { ...read, name: "count", other }, async (tx, refund) => {
    await limitMatch(tx, { ...refund, order_code: other, act: "count", of: `refund:${refund.id}` });
    await countElsewhere(tx, refund, other, reason);
  });
}

/** Throws not_found, conflict, state_conflict. */
export function dropAtDesk(ctx: Ctx, { reason, ...read }: Read): Promise<RefundRecord> {
  return act(ctx, { ...read, name: "drop" }, (tx, refund) => decide(tx, refund, "dropped", reason));
}

/** As `sendAtDesk`; also throws where its goods cannot be had any more. */
export function reopenAtDesk(ctx: Ctx, { reason, ...read }: Read): Promise<RefundRecord> {
  return act(ctx, { ...read, name: "reopen" }, async (tx, refund) => {
    const { amount } = await tx.sql
      .selectFrom("payments.refunds")
      .select((eb) => eb.cast<number>(eb.fn.sum("amount"), "bigint").as("amount"))
      .where("payment_id", "=", refund.payment_id)
      .where("status", "=", "proposed")
      .executeTakeFirstOrThrow();
    await limitMatch(tx, { ...refund, amount, act: "reopen", of: `refund:${refund.id}` });
    await reopenPayment(tx, refund.order_code, reason);
  });
}

type CreditAct = { id: number; reason: string };

/** Throws not_found, state_conflict; SecondPersonNeeded above the limit. */
export async function matchAtDesk(ctx: Ctx, asked: CreditAct & { order_code: string }): Promise<CreditRecord> {
  const { id, order_code } = asked;
  await creditRecord(ctx, id);
  await inTransaction(ctx, async (tx) => {
    await lockPayable(tx, order_code);
    const credit = await waiting(tx, id, "match");
    await limitMatch(tx, { amount: credit.amount, order_code, act: "match", of: `credit:${id}` });
    await giveCredit(tx, credit, order_code);
  });
  return creditRecord(ctx, id);
}

/** As `matchAtDesk`. */
export async function giveBackAtDesk(ctx: Ctx, asked: CreditAct & { reference: string }): Promise<CreditRecord> {
  const { id, reference, reason } = asked;
  await inTransaction(ctx, async (tx) => {
    const credit = await waiting(tx, id, "give_back");
    const { refund_single, refunds_a_day } = await setting(tx, "approval_limits");
    await limited(tx, {
      ...{ kind: "refund", right: "refunds:record", subject: `credit:${id}`, order_code: null },
      ...{ amount: credit.amount, limit: refund_single, times: refunds_a_day },
      figures: { credit: String(id), way: "by_hand" },
    });
    await giveBackCredit(tx, credit, { reference, note: reason });
  });
  return creditRecord(ctx, id);
}

/** Locks its row. */
async function waiting(tx: Ctx, id: number, name: keyof CreditRecord["acts"]) {
  const credit = await tx.sql
    .selectFrom("payments.credits")
    .select(["id", "source", "amount"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!credit) throw new ShopError("not_found");
  const found = (await creditRecord(tx, id)).acts[name];
  if (!found) throw new ShopError("forbidden");
  if (!found.possible) throw new ShopError("state_conflict", { message_key: `money_${found.why}` });
  return credit;
}

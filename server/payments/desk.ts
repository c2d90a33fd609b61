/** What staff read of money: what arrived for no order, and each transfer in and out of one order. */
import type { Dong } from "contract/values/money.ts";
import { isOrderCode, normaliseCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { candidates, TRANSFER_PREFIX } from "./ipn/transfer-text.ts";

/**
 * Money on the shop's account that belongs to no order yet, newest first; a page of it, and how much there is. `names` is
 * the order that its content names all the same: one paid in cash, say, whose transfer nothing waits for.
 */
export async function unmatchedCredits(ctx: Ctx, { page, limit }: { page: number; limit: number }) {
  const waiting = ctx.sql.selectFrom("payments.credits").where("state", "=", "unmatched");
  const { total } = await waiting.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const found = await waiting
    .select(["txn", "bank_reference", "account_number", "amount", "content", "booked_at"])
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const codes = found.map(({ content }) => codesIn(content));
  const named = await ctx.sql
    .selectFrom("payments.payments")
    .select("order_code")
    .where((eb) => eb("order_code", "=", eb.fn.any(eb.val(codes.flat()))))
    .execute();
  const known = new Set(named.map(({ order_code }) => order_code));
  const rows = found.map((row, at) => ({ ...row, names: codes[at]?.find((code) => known.has(code)) }));
  return { rows, total };
}

/** Everything in a transfer's text that may be an order's code, with our prefix or without. */
export function codesIn(content: string): string[] {
  const words = content.split(/\s+/).slice(0, 50).map(normaliseCode);
  return [...candidates(content).map((text) => text.slice(TRANSFER_PREFIX.length)), ...words].filter(isOrderCode);
}

/** One transfer of an order: in by the bank's booking, out as it was recorded, or owed and not gone yet. */
export type Transfer = { kind: "in" | "out" | "owed"; at: Date; amount: Dong; reference: string; content: string };

/** Oldest first. Cash is no transfer. */
export async function transfersOf(ctx: Ctx, order_code: string): Promise<Transfer[]> {
  const { rows } = await sql<Transfer>`
    with paid as (select id from payments.payments where order_code = ${order_code})
    select 'in' as kind, booked_at as at, amount, coalesce(nullif(bank_reference, ''), txn) as reference, content
      from payments.credits where attempt_id in (
        select id from payments.attempts where payment_id in (select id from paid))
    union all
    select case status when 'success' then 'out' else 'owed' end, coalesce(recorded_at, created_at), amount, bank_reference, ''
      from payments.refunds
      where payment_id in (select id from paid) and status in ('proposed', 'owed', 'sent', 'success')
    order by at`.execute(ctx.sql);
  return rows;
}

/**
 * Who takes part in the programme, with which rank and rate. Every account does, from sixteen on; one without a birthday too.
 * rules/loyalty#who
 */
import type { Rank } from "contract/loyalty/ranks.ts";
import { businessDay } from "contract/values/locale.ts";
import type { RateBp } from "contract/values/money.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { ageOn } from "../ledger/periods.ts";
import { setting } from "../platform/settings.ts";

// Civil Code, Article 20: from fifteen on a person buys alone; the programme asks for a year more.
const MIN_AGE = 16; // ASSUMED(0371)

/** Whether a birthday allows points on the day of a moment. */
export function isOldEnough(birthday: string | null, at: Date): boolean {
  return birthday === null || ageOn(birthday, businessDay(at)) >= MIN_AGE;
}

export type Terms = { rank: Rank; earn_rate_bp: RateBp };

/** What an order placed now earns; a guest's at the rate of the first rank. */
export async function termsOf(ctx: Ctx, customer_id: number | null): Promise<Terms> {
  const rank = customer_id === null ? "member" : await rankOf(ctx, customer_id);
  const ranks = await setting(ctx, "membership_ranks");
  return { rank, earn_rate_bp: ranks[rank].earn_rate_bp };
}

/** The first rank where the account has none yet. */
export async function rankOf(ctx: Ctx, customer_id: number): Promise<Rank> {
  const row = await ctx.sql
    .selectFrom("loyalty.accounts")
    .select("rank")
    .where("customer_id", "=", customer_id)
    .executeTakeFirst();
  return (row?.rank ?? "member") as Rank;
}

/** What an account may spend now: nothing under sixteen. One statement. */
export async function usablePoints(ctx: Ctx, customer_id: number): Promise<number> {
  const { rows } = await sql<{ birthday: string | null; usable: number }>`
    select c.birthday::text, a.usable - coalesce((select sum(l.usable) from ledger.lots l
      where l.account_id = a.id and l.usable > 0 and l.ends_at <= ${ctx.now}), 0)::points as usable
    from ledger.accounts a join identity.customers c on c.id = a.customer_id
    where a.kind = 'points' and a.customer_id = ${customer_id}`.execute(ctx.sql);
  const [row] = rows;
  return row && isOldEnough(row.birthday, ctx.now) ? row.usable : 0;
}

export async function takesPart(ctx: Ctx, customer_id: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ birthday: string | null; status: string }>`
    select birthday::text, status from identity.customers where id = ${customer_id}`.execute(ctx.sql);
  const [row] = rows;
  return row !== undefined && row.status !== "deleted" && isOldEnough(row.birthday, at);
}

/** Reaction to person_erased. */
export async function eraseMembership(ctx: Ctx, customer_id: number): Promise<void> {
  await ctx.sql.deleteFrom("loyalty.earnings").where("customer_id", "=", customer_id).execute();
  const own = ctx.sql.updateTable("loyalty.reward_uses").where("customer_id", "=", customer_id);
  await own.set({ customer_id: null }).execute();
  await ctx.sql.deleteFrom("loyalty.accounts").where("customer_id", "=", customer_id).execute();
}

/**
 * The night of the programme: what has ended is written off, whose points end soon is told, then ranks go up, then down. Each
 * step may be repeated. rules/loyalty#ranks
 */
import { ranks } from "contract/loyalty/ranks.ts";
import { businessDay } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { expireEnded } from "../ledger/accounts.ts";
import { endOfDays, startOfDay } from "../ledger/periods.ts";
import { notify } from "../notifications/notifications.ts";
import { setting } from "../platform/settings.ts";
import { RANK_MONTHS, spendWindow } from "./overview.ts";

/** Days before the end of points on which their owner is told. */
const WARN_DAYS = [30, 7]; // ASSUMED(0371)

/** The job `review_loyalty`. */
export async function reviewLoyalty(ctx: Ctx): Promise<void> {
  await expireEnded(ctx);
  await warnOfEnds(ctx);
  await reviewRanks(ctx);
}

/** Of what is not held, once for each end and each of the days. */
async function warnOfEnds(ctx: Ctx): Promise<void> {
  for (const [index, days] of WARN_DAYS.entries()) {
    const until = endOfDays(ctx.now, days);
    const after = index + 1 < WARN_DAYS.length ? endOfDays(ctx.now, WARN_DAYS[index + 1] ?? 0) : ctx.now;
    const { rows } = await sql<{ customer_id: number; points: number; ends_at: Date }>`
      select a.customer_id, sum(l.usable)::points as points, l.ends_at
      from ledger.lots l join ledger.accounts a on a.id = l.account_id join identity.customers c on c.id = a.customer_id
      where l.usable > 0 and l.ends_at > ${after} and l.ends_at <= ${until} and a.kind = 'points' and c.status = 'active'
        and not exists (select from notifications.notifications n where n.customer_id = a.customer_id
          and n.kind = 'points_ending' and n.subject = extract(epoch from l.ends_at)::bigint || ':' || ${String(days)})
      group by a.customer_id, l.ends_at`.execute(ctx.sql);
    for (const { customer_id, points, ends_at } of rows) {
      const day = new Date(ends_at.getTime() - 1000).toISOString();
      const subject = `${ends_at.getTime() / 1000}:${days}`;
      await notify(ctx, { customer_id, kind: "points_ending", subject, facts: { points, day } });
    }
  }
}

/** By what counts within the months before today, whole days. One statement each way. */
async function reviewRanks(ctx: Ctx): Promise<void> {
  const settings = await setting(ctx, "membership_ranks");
  const today = businessDay(ctx.now);
  const { from, before } = spendWindow(ctx.now);
  const steps = JSON.stringify(ranks.map((rank, step) => ({ rank, step, min_spend: settings[rank].min_spend })));
  const spend = sql`spend as (select customer_id, sum(kept_base)::dong as spend from loyalty.earnings
      where completed_at >= ${from} and completed_at < ${before} group by customer_id),
    steps as (select * from jsonb_to_recordset(${steps}::jsonb) as s (rank text, step int, min_spend dong))`;
  await sql`
    with ${spend},
      reached as (select s.customer_id, max(t.step) as step from spend s join steps t on t.min_spend <= s.spend group by 1)
    insert into loyalty.accounts as a (customer_id, rank, since)
    select r.customer_id, t.rank, ${startOfDay(today)}::timestamptz from reached r join steps t using (step) where r.step > 0
    on conflict (customer_id) do update set rank = excluded.rank, since = excluded.since
    where (select step from steps where rank = excluded.rank) > (select step from steps where rank = a.rank)`.execute(
    ctx.sql,
  );
  await sql`
    with ${spend}
    update loyalty.accounts a set since = ${startOfDay(today)}::timestamptz,
      rank = case when coalesce((select s.spend from spend s where s.customer_id = a.customer_id), 0) < own.min_spend
        then below.rank else a.rank end
    from steps own join steps below on below.step = own.step - 1
    where own.rank = a.rank
      and ((a.since at time zone 'Asia/Ho_Chi_Minh')::date + make_interval(months => ${RANK_MONTHS}))::date < ${today}::date`.execute(
    ctx.sql,
  );
}

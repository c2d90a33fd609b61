/** The points and the rank of an account as their owner sees them. rules/loyalty#ranks */
import type { MembershipRank, PointsOverview } from "contract/loyalty/loyalty.ts";
import { type Rank, ranks } from "contract/loyalty/ranks.ts";
import { businessDay, formatNumber, type Locale } from "contract/values/locale.ts";
import type { Dong, RateBp } from "contract/values/money.ts";
import { pointsEarned } from "contract/values/points.ts";
import { sql } from "kysely";
import { loyalty as en } from "messages/en/loyalty/loyalty.ts";
import { loyalty as ja } from "messages/ja/loyalty/loyalty.ts";
import { loyalty as vi } from "messages/vi/loyalty/loyalty.ts";
import type { Ctx } from "../kernel/context.ts";
import { addMonths, startOfDay } from "../ledger/periods.ts";
import { setting } from "../platform/settings.ts";
import { isOldEnough } from "./accounts.ts";
import { lastSecond } from "./history.ts";

/** Months that a rank lasts, and within which the spend counts. */
export const RANK_MONTHS = 12; // ASSUMED(0371)

const loyaltyWords: Record<Locale, typeof vi> = { vi, en, ja };

export async function listRanks(ctx: Ctx): Promise<MembershipRank[]> {
  const settings = await setting(ctx, "membership_ranks");
  const words = loyaltyWords[ctx.locale];
  return ranks.map((rank) => {
    const { min_spend, earn_rate_bp } = settings[rank];
    const benefits = [words.earns({ percent: formatNumber(earn_rate_bp / 100) })];
    return { rank, name: words.ranks[rank], min_spend, earn_rate_bp, benefits };
  });
}

/** Whole days of Việt Nam, without today. */
export function spendWindow(now: Date): { from: Date; before: Date } {
  const today = businessDay(now);
  return { from: startOfDay(addMonths(today, -RANK_MONTHS)), before: startOfDay(today) };
}

type Row = {
  birthday: string | null;
  usable: number;
  held: number;
  debt: number;
  ending: { points: number; ends_at: string } | null;
  rank: Rank;
  since: Date | null;
  spend: Dong;
  open: { placed_at: string; base: Dong; rate_bp: RateBp }[];
};

/** One statement beside the setting. */
export async function pointsOverview(ctx: Ctx, customer_id: number): Promise<PointsOverview> {
  const { from, before } = spendWindow(ctx.now);
  const { rows } = await sql<Row>`
    select c.birthday::text, coalesce(a.usable, 0)::points - coalesce(over.points, 0)::points as usable,
      coalesce(a.held, 0)::points as held, coalesce(a.debt, 0)::points as debt,
      (select jsonb_build_object('points', sum(l.usable), 'ends_at', l.ends_at) from ledger.lots l
        where l.account_id = a.id and l.usable > 0 and l.ends_at > ${ctx.now} group by l.ends_at order by l.ends_at limit 1) as ending,
      coalesce(m.rank, 'member') as rank, m.since,
      (select coalesce(sum(e.kept_base), 0)::dong from loyalty.earnings e where e.customer_id = c.id
        and e.completed_at >= ${from} and e.completed_at < ${before}) as spend,
      (select coalesce(jsonb_agg(jsonb_build_object('placed_at', o.placed_at, 'rate_bp', o.earn_rate_bp,
          'base', o.goods - o.discount - o.voucher - o.trade_in - o.points_amount
            - coalesce((select sum(r.base) from loyalty.returns r where r.order_code = o.code), 0))), '[]')
        from orders.orders o where o.customer_id = c.id and o.earn_rate_bp is not null
          and o.status in ('waiting_approval', 'confirmed', 'delivering', 'delivered')) as open
    from identity.customers c
      left join ledger.accounts a on a.kind = 'points' and a.customer_id = c.id
      left join lateral (select sum(l.usable) as points from ledger.lots l
        where l.account_id = a.id and l.usable > 0 and l.ends_at <= ${ctx.now}) over on true
      left join loyalty.accounts m on m.customer_id = c.id
    where c.id = ${customer_id}`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new Error(`customer ${customer_id} of a living session is not there`);
  const { birthday, usable, held, debt, ending, rank, since, spend, open } = row;
  const earning = open.filter(({ placed_at }) => isOldEnough(birthday, new Date(placed_at)));
  return {
    ...{ balance: usable + held - debt, usable, held, debt, rank, spend },
    pending: earning.reduce((all, { base, rate_bp }) => all + pointsEarned(base, rate_bp), 0),
    ending: ending && { points: ending.points, ends_at: lastSecond(new Date(ending.ends_at)) ?? "" },
    rank_until: rank === "member" || since === null ? null : addMonths(businessDay(since), RANK_MONTHS),
    next: nextOf(rank, spend, await setting(ctx, "membership_ranks")),
    is_too_young: !isOldEnough(birthday, ctx.now),
  };
}

function nextOf(rank: Rank, spend: Dong, settings: Readonly<Record<Rank, { min_spend: Dong }>>) {
  const next = ranks[ranks.indexOf(rank) + 1];
  if (next === undefined) return null;
  const { min_spend } = settings[next];
  return { rank: next, min_spend, missing: Math.max(0, min_spend - spend) };
}

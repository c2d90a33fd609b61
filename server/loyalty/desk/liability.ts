/** What the shop owes to its customers in points and gift cards. rules/loyalty#desk */
import type { Liability } from "contract/loyalty/desk-loyalty.ts";
import { pointsValue } from "contract/values/points.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";

type Month = { month: string | null; usable: number; held: number };

/** Of this moment. Two statements. Debts stand apart: they lower nothing. */
export async function liability(ctx: Ctx): Promise<Liability> {
  const { rows } = await sql<Month>`
    select to_char((l.ends_at - interval '1 second') at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM') as month,
      sum(l.usable)::points as usable, sum(l.held)::points as held
    from ledger.lots l join ledger.accounts a on a.id = l.account_id and a.kind = 'points'
    where (l.usable > 0 and (l.ends_at is null or l.ends_at > ${ctx.now})) or l.held > 0
    group by 1 order by 1`.execute(ctx.sql);
  const { rows: others } = await sql<{ debt: number; customers: number; cards: number; amount: number }>`
    select coalesce(sum(debt) filter (where kind = 'points'), 0)::points as debt,
      (count(*) filter (where kind = 'points' and debt > 0))::int as customers,
      (count(*) filter (where kind = 'gift_card' and usable + held > 0))::int as cards,
      coalesce(sum(usable + held) filter (where kind = 'gift_card'), 0)::dong as amount
    from ledger.accounts where has_lots`.execute(ctx.sql);
  const points = rows.reduce((all, { usable, held }) => all + usable + held, 0);
  const { debt = 0, customers = 0, cards = 0, amount = 0 } = others[0] ?? {};
  return {
    as_of: ctx.now.toISOString(),
    months: rows.map((row) => ({ ...row, amount: pointsValue(row.usable + row.held) })),
    points,
    amount: pointsValue(points),
    debts: { points: debt, customers },
    gift_cards: { cards, amount },
  };
}

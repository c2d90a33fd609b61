/** What moved the points of an account, from the ledger. What is held or pending is not in it. rules/loyalty#history */
import type { Meta } from "contract/call.ts";
import type { PointEntry } from "contract/loyalty/loyalty.ts";
import type { PointKind, PointReason } from "contract/loyalty/point-kinds.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { findPointsAccount } from "../ledger/accounts.ts";

/** With what stands at the entry for staff alone: words of a reason, and who of the staff it was. */
export type Movement = PointEntry & { said: string; by: string | null };
/** Without an entry: the total of a page that is empty. */
type Row = Omit<Movement, "at" | "ends_at"> & { at: Date | null; ends_at: Date | null; total: number };
type Lookup = { kind?: PointKind | null | undefined; page: number; limit: number };
type Found<T> = { data: T[]; meta: Meta };

/** What earning, promotions and their taking back are called alike. */
const REASONS: Record<string, PointReason> = { earn_extra: "earn", take_back_extra: "take_back" };

/** As its owner sees it. */
export async function pointsHistory(ctx: Ctx, customer_id: number, lookup: Lookup): Promise<Found<PointEntry>> {
  const { data, meta } = await pointsMovements(ctx, customer_id, lookup);
  return { data: data.map(({ said: _said, by: _by, ...entry }) => entry), meta };
}

/** Newest first. Two statements. A page after the last is empty. */
export async function pointsMovements(
  ctx: Ctx,
  customer_id: number,
  { kind = null, page, limit }: Lookup,
): Promise<Found<Movement>> {
  const account = await findPointsAccount(ctx, customer_id);
  const { rows } = await sql<Row>`
    with moved as (
      select t.id, t.code, t.at, t.hold_id, t.source, t.reason as said, t.actor, sum(e.amount)::points as points,
        min(l.ends_at) as ends_at
      from ledger.entries e join ledger.transfers t on t.id = e.transfer_id left join ledger.lots l on l.id = e.lot_id
      where e.account_id = ${account} and t.from_account <> t.to_account group by t.id),
    summed as (select m.*, sum(points) over (order by at, id)::points as balance from moved m),
    chosen as (select * from summed where ${kind}::text is null or (points > 0) = (${kind} = 'accumulated'))
    select (select count(*) from chosen) as total, c.code as reason, c.at, c.points, c.balance, c.ends_at, c.said,
      s.full_name as by, substring(coalesce(h.purpose, c.source) from '^order:([0-9A-Z]+)') as order_code
    from (select 1) one
      left join (select * from chosen order by at desc, id desc limit ${limit} offset ${(page - 1) * limit}) c on true
      left join ledger.holds h on h.id = c.hold_id
      left join staff.accounts s on c.actor = 'staff:' || s.id
    order by c.at desc, c.id desc`.execute(ctx.sql);
  const total = rows[0]?.total ?? 0;
  return {
    data: rows.flatMap(({ total: _total, at, ends_at, reason, ...row }) =>
      at === null
        ? []
        : { ...row, reason: REASONS[reason] ?? reason, at: at.toISOString(), ends_at: lastSecond(ends_at) },
    ),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
  };
}

/** An end is the first moment that is over; people read the last second that is not. */
export const lastSecond = (end: Date | null): string | null =>
  end === null ? null : new Date(end.getTime() - 1000).toISOString();

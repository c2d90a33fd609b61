/**
 * Exchange orders as their owner sees them: an order with its gifts, where its points are, and the codes of its vouchers.
 * rules/loyalty#exchange-shop
 */
import type { Meta } from "contract/call.ts";
import type { ExchangeCard, ExchangedGift, ExchangeOrder } from "contract/orders/exchange.ts";
import type { Points } from "contract/values/points.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { lastSecond } from "../../loyalty/history.ts";
import { findRewards } from "../../loyalty/rewards.ts";
import { sayTitle, type Words } from "../../platform/settings.ts";
import { orderNotThere } from "../ownership/proof.ts";
import { findOrder, viewOrder } from "../view.ts";

type Use = {
  reward_id: number;
  key: string;
  name: Words;
  points: Points;
  quantity: number;
  codes: string[];
  codes_end_at: string | null;
};

/** Every gift of an order, in the order of the shop, as JSON. */
const usesOf = sql`(select coalesce(jsonb_agg(jsonb_build_object('reward_id', u.reward_id, 'key', u.key, 'name', u.name,
      'points', u.points, 'quantity', u.quantity,
      'codes', (select coalesce(jsonb_agg(c.code order by c.id), '[]') from loyalty.reward_vouchers i
        join promotions.codes c on c.id = i.code_id where i.order_ref = u.order_ref and i.reward_id = u.reward_id),
      'codes_end_at', (select min(c.ends_at) from loyalty.reward_vouchers i
        join promotions.codes c on c.id = i.code_id where i.order_ref = u.order_ref and i.reward_id = u.reward_id))
      order by r.position, r.id), '[]')
    from loyalty.reward_uses u join loyalty.rewards r on r.id = u.reward_id where u.order_ref = o.code)`;

/** What came back of the points of an order, and the first end of what was taken or came back. */
const pointsOf = sql`(select jsonb_build_object(
      'held', coalesce(sum(t.amount) filter (where t.code = 'hold'), 0)
        - coalesce(sum(t.amount) filter (where t.code in ('release', 'spend')), 0),
      'back', coalesce(sum(t.amount) filter (where t.code in ('release', 'give_back')), 0),
      'taken_end', (select min(l.ends_at) from ledger.entries e join ledger.lots l on l.id = e.lot_id
        join ledger.transfers x on x.id = e.transfer_id join ledger.holds y on y.id = x.hold_id
        where y.purpose in ('order:' || o.code, 'order:' || o.code || ' vouchers') and x.code = 'hold'),
      'back_end', (select min(l.ends_at) from ledger.entries e join ledger.lots l on l.id = e.lot_id
        join ledger.transfers x on x.id = e.transfer_id join ledger.holds y on y.id = x.hold_id
        where y.purpose in ('order:' || o.code, 'order:' || o.code || ' vouchers')
          and x.code in ('release', 'give_back') and e.amount > 0 and e.hold_id is null))
    from ledger.holds h join ledger.transfers t on t.hold_id = h.id
    where h.purpose in ('order:' || o.code, 'order:' || o.code || ' vouchers'))`;

type LedgerPart = { held: Points; back: Points; taken_end: string | null; back_end: string | null };

function pointsFrom(total: Points, { held, back, taken_end, back_end }: LedgerPart): ExchangeCard["points"] {
  const state = held > 0 ? "held" : back > 0 ? "returned" : "spent";
  const end = state === "returned" ? back_end : taken_end;
  return {
    state,
    total,
    back: state === "returned" ? back : 0,
    ends_at: lastSecond(end === null ? null : new Date(end)),
  };
}

/** Throws not_found for what is not an exchange of this customer. Four statements. */
export async function exchangeOrder(ctx: Ctx, customer_id: number, code: string): Promise<ExchangeOrder> {
  const order = await findOrder(ctx, code);
  if (order?.kind !== "exchange" || order.customer_id !== customer_id) throw orderNotThere();
  const { rows } = await sql<{ uses: Use[]; points: LedgerPart }>`
    select ${usesOf} as uses, ${pointsOf} as points from orders.orders o where o.id = ${order.id}`.execute(ctx.sql);
  const { uses = [], points } = rows[0] ?? {};
  const found = await findRewards(
    ctx,
    customer_id,
    uses.map(({ reward_id }) => reward_id),
  );
  const gifts = uses.flatMap((use): ExchangedGift[] => {
    const reward = found.find(({ facts }) => facts.product_id === use.reward_id);
    if (!reward) return [];
    const { product_id, kind, image, product } = reward.facts;
    const { key, quantity, codes } = use;
    return [
      {
        ...{ product_id, kind, image, product, key, quantity, codes },
        ...namedIn(ctx, use.name),
        line_points: quantity * use.points,
        codes_end_at: lastSecond(use.codes_end_at === null ? null : new Date(use.codes_end_at)),
      },
    ];
  });
  const none = { held: 0, back: 0, taken_end: null, back_end: null };
  return {
    ...(await viewOrder(ctx, order, { full: true })),
    gifts,
    points: pointsFrom(order.points, points ?? none),
  };
}

const namedIn = (ctx: Ctx, name: Words) => {
  const { title, lang } = sayTitle(name, ctx.locale);
  return { name: title, lang };
};

type CardRow = Omit<ExchangeCard, "placed_at" | "gifts" | "points" | "pay_before"> & {
  placed_at: Date;
  deadline: Date | null;
  spent: Points;
  uses: Use[];
  points: LedgerPart;
};

/** Newest first. Two statements. A page after the last is empty. */
export async function listExchanges(
  ctx: Ctx,
  customer_id: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: ExchangeCard[]; meta: Meta }> {
  const counted = await sql<{ total: number }>`select count(*) as total from orders.orders
    where customer_id = ${customer_id} and kind = 'exchange'`.execute(ctx.sql);
  const { rows } = await sql<CardRow>`
    select o.code as order_code, o.placed_at, o.status, o.total, o.points as spent, p.status as payment_status, p.deadline,
      coalesce(p.uid_payment, (select a.uid_payment from payments.attempts a where a.payment_id = p.id
        order by a.id desc limit 1)) as uid_payment,
      ${usesOf} as uses, ${pointsOf} as points
    from orders.orders o join payments.payments p on p.order_code = o.code
    where o.customer_id = ${customer_id} and o.kind = 'exchange'
    order by o.placed_at desc, o.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.sql);
  const total = counted.rows[0]?.total ?? 0;
  return {
    data: rows.map(
      ({ order_code, placed_at, status, total, payment_status, uid_payment, deadline, spent, ...row }) => ({
        ...{ order_code, status, total, payment_status, uid_payment },
        placed_at: placed_at.toISOString(),
        pay_before: payment_status === "pending" && deadline ? deadline.toISOString() : null,
        gifts: row.uses.map(({ key, name, quantity }) => ({ key, quantity, ...namedIn(ctx, name) })),
        points: pointsFrom(spent, row.points),
      }),
    ),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
  };
}

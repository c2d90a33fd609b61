/**
 * Machines of orders: the delivered order makes a card for each piece, with its clock running; the owner's click, else the
 * order's completion, activates it. Safe to repeat. Locks: the cards. rules/warranty#orders
 */
import { type Rank, ranks } from "contract/loyalty/ranks.ts";
import { businessDay } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { type Card, cardsWhere, noteAct, refreshEnd } from "./cards.ts";
import { newAddress, newCode } from "./codes.ts";
import { tellOwner } from "./messages.ts";
import { addMonths } from "./periods/periods.ts";

type Piece = {
  line_id: number;
  piece: number;
  product_id: number;
  term_months: number;
  parts: Card["parts"];
  serial: string | null;
  customer_id: number | null;
  phone: string;
  full_name: string;
  place: string;
  locale: string;
};

/** Reaction to order_delivered. */
export async function makeOrderCards(ctx: Ctx, order_code: string): Promise<void> {
  const { rows } = await sql<Piece>`
    select l.id as line_id, n.piece, p.id as product_id, p.warranty_months as term_months, p.warranty_parts as parts, s.serial,
      o.customer_id, coalesce(c.phone, o.receiver_phone) as phone, coalesce(nullif(c.full_name, ''), o.receiver_name) as full_name,
      left(coalesce(nullif(substring(o.address_text from ', (.*)$'), ''), o.address_text), 200) as place, o.locale
    from orders.orders o join orders.lines l on l.order_id = o.id join catalogue.variants v on v.id = l.variant_id
      join catalogue.products p on p.id = v.product_id and p.warranty_months > 0
      cross join lateral generate_series(1, l.quantity) as n (piece)
      left join warranty.serials s on s.order_line_id = l.id and s.piece = n.piece
      left join identity.customers c on c.id = o.customer_id
    where o.code = ${order_code}`.execute(ctx.sql);
  const today = businessDay(ctx.now);
  const cards = rows.map(({ parts, ...piece }) => ({
    ...piece,
    ...{
      parts,
      start_on: today,
      end_on: addMonths(today, piece.term_months),
      code: newCode("BH"),
      public_id: newAddress(),
    },
  }));
  if (cards.length === 0) return;
  const { rows: made } = await sql<{ id: number }>`
    insert into warranty.cards (code, public_id, serial, product_id, term_months, parts, origin, start_kind, start_on, end_on,
      order_line_id, piece, customer_id, phone, full_name, place, locale, bought_on, made_at)
    select code, public_id, serial, product_id, term_months, parts, 'order', 'delivered', start_on, end_on, line_id, piece,
      customer_id, phone, full_name, place, locale, start_on, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as w (code text, public_id text, serial text, product_id integer,
      term_months smallint, parts jsonb, start_on date, end_on date, line_id bigint, piece smallint, customer_id bigint, phone text,
      full_name text, place text, locale text)
    on conflict (order_line_id, piece) do nothing returning id`.execute(ctx.sql);
  const actor = await ctx.actor();
  await sql`insert into warranty.history (card_id, at, actor, act)
    select unnest(${made.map(({ id }) => id)}::bigint[]), ${ctx.now}, ${actor}, 'made'`.execute(ctx.sql);
}

/** Reaction to order_completed. */
export async function activateOrderCards(ctx: Ctx, order_code: string): Promise<void> {
  for (const { id } of await activateDelivered(ctx, order_code)) await tellOwner(ctx, id, "warranty_activated");
}

/** Without telling anybody. Answers the cards that were not activated before. */
export async function activateDelivered(ctx: Ctx, order_code: string): Promise<Card[]> {
  await sql`select from warranty.cards c join orders.lines l on l.id = c.order_line_id join orders.orders o on o.id = l.order_id
    where o.code = ${order_code} order by c.id for update of c`.execute(ctx.sql);
  const cards = await cardsWhere(ctx, sql`o.code = ${order_code} and c.activated_at is null and c.ended is null`);
  for (const card of cards) await activateCard(ctx, card, "completion");
  return cards;
}

/** The card is locked. The rank of the order's placement adds its months. */
export async function activateCard(tx: Ctx, card: Card, by: "owner" | "completion"): Promise<void> {
  await sql`update warranty.cards set activated_at = ${tx.now}, activated_by = ${by}, version = version + 1
    where id = ${card.id} and activated_at is null`.execute(tx.sql);
  const months = await setting(tx, "rank_warranty_months");
  const rank = await rankOf(tx, card);
  if (rank !== null && months[rank] > 0)
    await sql`insert into warranty.extensions (card_id, source, code, months, booked_at)
      values (${card.id}, 'rank', ${rank}, ${months[rank]}, ${tx.now}) on conflict do nothing`.execute(tx.sql);
  await refreshEnd(tx, card.id);
  await noteAct(tx, card.id, "activated");
}

/** Of the account that ordered, at placement. */
async function rankOf(tx: Ctx, { order_code }: Card): Promise<Rank | null> {
  const { rows } = await sql<{ rank: string | null }>`
    select rank from orders.orders where code = ${order_code} and customer_id is not null`.execute(tx.sql);
  return ranks.find((rank) => rank === rows[0]?.rank) ?? null;
}

/** Reaction to phone_proved and signed_in: what a guest's phone owns becomes the account's. */
export async function attachCards(ctx: Ctx, customer_id: number): Promise<void> {
  await sql`update warranty.cards c set customer_id = a.id from identity.customers a
    where a.id = ${customer_id} and c.customer_id is null and c.phone <> '' and c.phone = a.phone`.execute(ctx.sql);
}

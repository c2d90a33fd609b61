/** Tickets: reading them, moving them, and their history. docs/rules/service.md */
import { ShopError } from "contract/errors.ts";
import {
  CONFIRM_DAYS,
  finalStates,
  MAX_CUSTOMER_MOVES,
  type QuoteState,
  type ServiceKind,
  type ServiceSlot,
  type TicketAct,
  type TicketMover,
  type TicketState,
} from "contract/service/service-words.ts";
import type { OwnTicket, Ticket } from "contract/service/tickets.ts";
import type { Locale } from "contract/values/locale.ts";
import { givenName } from "contract/values/person-name.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { inWords } from "../warranty/cards.ts";
import { closesAt } from "./states/slots.ts";
import { movesFrom } from "./states/states.ts";

type Words = Partial<Record<Locale, string>> & { vi: string };

export type StoredQuote = {
  number: number;
  reason: string;
  lines: { name: string; quantity: number; price: number }[];
  total: number;
  state: QuoteState;
  made_at: string;
  until: string;
};

export type TicketRow = {
  id: number;
  code: string;
  kind: ServiceKind;
  category_slug: string;
  card_id: number | null;
  fault: string | null;
  fault_text: string;
  state: TicketState;
  customer_id: number | null;
  full_name: string;
  phone: string;
  address: string;
  area_code: string | null;
  locale: Locale;
  is_covered: boolean | null;
  at_centre_on: string | null;
  moved_times: number;
  not_home_times: number;
  agreed: number | null;
  due_at: Date | null;
  created_at: Date;
  version: number;
  /** The product of the card, else the category. */
  names: Words;
  fault_names: Words | null;
  response_hours: number | null;
  visit: { public_id: string; day: string; slot: ServiceSlot; technician_code: string; technician: string } | null;
  quotes: StoredQuote[];
  parts: { name: string; quantity: number; price: number; warranty_months: number }[];
  pictures: string[];
};

const columns = sql`t.id, t.code, t.kind, t.category_slug, t.card_id, t.fault, t.fault_text, t.state, t.customer_id, t.full_name,
  t.phone, t.address, t.area_code, t.locale, t.is_covered, t.at_centre_on::text as at_centre_on, t.moved_times, t.not_home_times, t.agreed, t.due_at,
  t.created_at, t.version, a.response_hours,
  coalesce((select jsonb_object_agg(p.locale, p.name) from warranty.cards c join catalogue.product_texts p on p.product_id = c.product_id
      where c.id = t.card_id),
    (select jsonb_object_agg(x.locale, x.name) from catalogue.categories k join catalogue.category_texts x on x.category_id = k.id
      where k.slug = t.category_slug), jsonb_build_object('vi', t.category_slug)) as names,
  (select f.names from service.faults f where f.code = t.fault and f.category_slug in (t.category_slug, '*')
    order by f.category_slug = '*' limit 1) as fault_names,
  (select jsonb_build_object('public_id', v.public_id, 'day', v.day, 'slot', v.slot, 'technician_code', v.technician_code,
      'technician', h.full_name)
    from service.visits v join service.technicians h on h.code = v.technician_code
    where v.ticket_id = t.id and v.freed_at is null) as visit,
  coalesce((select jsonb_agg(jsonb_build_object('number', q.number, 'reason', q.reason, 'lines', q.lines, 'total', q.total,
      'state', q.state, 'made_at', q.made_at, 'until', q.until) order by q.number) from service.quotes q where q.ticket_id = t.id),
    '[]') as quotes,
  coalesce((select jsonb_agg(jsonb_build_object('name', r.name, 'quantity', r.quantity, 'price', r.price,
      'warranty_months', r.warranty_months) order by r.id) from service.parts r where r.ticket_id = t.id), '[]') as parts,
  coalesce((select array_agg(i.key order by i.stored_at, i.key) from service.pictures i where i.ticket_id = t.id), '{}') as pictures`;

export async function ticketsWhere(
  ctx: Pick<Ctx, "sql">,
  condition: RawBuilder<unknown>,
  { limit = 100, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<TicketRow[]> {
  const { rows } =
    await sql<TicketRow>`select ${columns} from service.tickets t left join service.areas a on a.code = t.area_code
    where ${condition} order by t.id desc limit ${limit} offset ${offset}`.execute(ctx.sql);
  return rows;
}

/** Throws not_found. With `lock` the ticket is locked first. */
export async function ticketWhere(ctx: Ctx, condition: RawBuilder<unknown>, lock = false): Promise<TicketRow> {
  if (lock) await sql`select from service.tickets t where ${condition} for update`.execute(ctx.sql);
  const [ticket] = await ticketsWhere(ctx, condition, { limit: 1 });
  if (!ticket) throw new ShopError("not_found");
  return ticket;
}

export const waitingQuote = ({ quotes }: TicketRow): StoredQuote | undefined =>
  quotes.find(({ state }) => state === "waiting");

const visitOf = ({ visit }: TicketRow): OwnTicket["visit"] =>
  visit && { day: visit.day, slot: visit.slot, technician: givenName(visit.technician) };

export const machineName = (row: Pick<TicketRow, "names">, locale: Locale): string => inWords(row.names, locale);

export function ownTicket(ctx: Pick<Ctx, "locale">, row: TicketRow): OwnTicket {
  return {
    code: row.code,
    kind: row.kind,
    category_slug: row.category_slug,
    machine: machineName(row, ctx.locale),
    state: row.state,
    visit: visitOf(row),
    created_at: row.created_at.toISOString(),
    agreed: row.agreed,
    is_asked: waitingQuote(row) !== undefined,
  };
}

/** With a visit to come: up to two hours before it. */
export const isInTime = ({ state, visit }: TicketRow, now: Date): boolean =>
  state !== "booked" || visit === null || now < closesAt(visit.day, visit.slot);

export async function shownTicket(ctx: Ctx, row: TicketRow): Promise<Ticket> {
  const to = movesFrom(row.state, ["customer"]);
  const early = isInTime(row, ctx.now);
  const left = MAX_CUSTOMER_MOVES - row.moved_times;
  return {
    ...ownTicket(ctx, row),
    fault: row.fault_names && inWords(row.fault_names, ctx.locale),
    fault_text: row.fault_text,
    full_name: row.full_name,
    phone: row.phone,
    address: row.address,
    is_covered: row.is_covered,
    pictures: row.pictures,
    quotes: row.quotes.map(shownQuote),
    parts: row.parts.map(({ price: _, ...part }) => part),
    moves: await movesOf(ctx, row.id),
    call_by: row.state === "received" && row.visit === null ? (row.due_at?.toISOString() ?? null) : null,
    can: {
      move: to.includes("booked") && early && left > 0 && row.area_code !== null,
      cancel: to.includes("cancelled") && early,
      confirm: row.state === "ready" && to.includes("done"),
    },
    moves_left: left,
    lang: row.locale,
  };
}

export const shownQuote = (quote: StoredQuote) => ({
  ...quote,
  made_at: new Date(quote.made_at).toISOString(),
  until: new Date(quote.until).toISOString(),
});

async function movesOf(ctx: Ctx, ticket_id: number): Promise<Ticket["moves"]> {
  const { rows } = await sql<{ at: Date; by: TicketMover; state: TicketState; note: string }>`
    select at, by_kind as by, state, case when by_kind = 'care' then '' else note end as note from service.history
    where ticket_id = ${ticket_id} and act = 'moved' order by id`.execute(ctx.sql);
  return rows.map(({ at, ...move }) => ({ ...move, at: at.toISOString() }));
}

const HOUR_MS = 3_600_000;
/** [K] consumer law: diagnosis, repair, repair that waits for parts. Hours. */
const DUE_HOURS: Partial<Record<TicketState, number>> = {
  arrived: 48,
  at_centre: 48,
  working: 7 * 24,
  waiting_parts: 14 * 24,
  ready: CONFIRM_DAYS * 24,
};

/** By when the next step is due; of a call by the area's promise. */
export function dueAfter(state: TicketState, now: Date, response_hours: number | null): Date | null {
  if (finalStates.has(state)) return null;
  const hours = state === "received" || state === "not_home" ? (response_hours ?? 72) : DUE_HOURS[state];
  return hours === undefined ? null : new Date(now.getTime() + hours * HOUR_MS);
}

/** The ticket is locked, and the move is one of its state. */
export async function writeMove(
  tx: Ctx,
  row: TicketRow,
  { to, by, note = "" }: { to: TicketState; by: TicketMover; note?: string },
): Promise<void> {
  const done = finalStates.has(to) ? tx.now : null;
  await sql`update service.tickets set state = ${to}, state_at = ${tx.now}, due_at = ${dueAfter(to, tx.now, row.response_hours)},
      done_at = ${done}, version = version + 1 where id = ${row.id}`.execute(tx.sql);
  await noteHistory(tx, row.id, { by, act: "moved", state: to, note });
}

export async function noteHistory(
  tx: Ctx,
  ticket_id: number,
  { by, act, state, note = "" }: { by: TicketMover; act: TicketAct; state: TicketState; note?: string },
): Promise<void> {
  await tx.sql
    .insertInto("service.history")
    .values({ ticket_id, at: tx.now, actor: await tx.actor(), by_kind: by, act, state, note })
    .execute();
}

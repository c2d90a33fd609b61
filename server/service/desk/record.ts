/** One ticket as staff see it: inside an open one name, phone and address stand in full, for that is its purpose. docs/rules/service.md#desk */
import { ShopError } from "contract/errors.ts";
import type { TicketRecord } from "contract/service/desk-tickets.ts";
import { finalStates, type TicketAct, type TicketMover, type TicketState } from "contract/service/service-words.ts";
import { businessDay } from "contract/values/locale.ts";
import { maskPhone } from "contract/values/phone.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { storageOf } from "../../platform/storage.ts";
import { shortName } from "../../reviews/shown.ts";
import { noteAudit } from "../../staff/audit/entries.ts";
import { inWords } from "../../warranty/cards.ts";
import { shownSerial } from "../../warranty/serials/serials.ts";
import { moverOf, movesFrom, STAFF } from "../states/states.ts";
import { AT_WORK, isOpen } from "../technician.ts";
import { machineName, shownQuote, type TicketRow, ticketWhere } from "../tickets.ts";

export const ticketByCode = (ctx: Ctx, code: string, lock = false): Promise<TicketRow> =>
  ticketWhere(ctx, sql`t.code = ${code}`, lock);

/** Staff do not accept in the owner's place without their word: `quoted` is left by the owner's answer or to `ready` and `done`. */
const NOT_BY_MOVE: ReadonlySet<TicketState> = new Set(["booked", "quoted"]);

export const staffMoves = (state: TicketState): TicketState[] =>
  movesFrom(state, STAFF).filter((to) => !NOT_BY_MOVE.has(to) && !(state === "quoted" && to === "working"));

/** Throws not_found. */
export async function ticketRecord(ctx: Ctx, code: string): Promise<TicketRecord> {
  const row = await ticketByCode(ctx, code);
  await noteAudit(ctx, "viewed", { about: `service:${code}` });
  const isOver = finalStates.has(row.state);
  const [card, same_fault, history, technicians, area] = await Promise.all([
    cardOf(ctx, row),
    sameFault(ctx, row),
    historyOf(ctx, row.id),
    fitTechnicians(ctx, row),
    areaName(ctx, row),
  ]);
  return {
    ...{ code, card, same_fault, history, technicians, area },
    version: row.version,
    kind: row.kind,
    machine: machineName(row, ctx.locale),
    fault: row.fault_names && inWords(row.fault_names, ctx.locale),
    fault_text: row.fault_text,
    state: row.state,
    full_name: isOver ? shortName(row.full_name) : row.full_name,
    phone: isOver ? row.phone && maskPhone(row.phone) : row.phone,
    address: isOver ? "" : row.address,
    is_covered: row.is_covered,
    agreed: row.agreed,
    due_at: row.due_at?.toISOString() ?? null,
    is_late: row.due_at !== null && row.due_at < ctx.now,
    created_at: row.created_at.toISOString(),
    visit: row.visit && {
      ...{ day: row.visit.day, slot: row.visit.slot, technician: row.visit.technician },
      technician_code: row.visit.technician_code,
      link: isOpen(row.visit, ctx.now) || row.visit.day >= businessDay(ctx.now) ? `/tho/${row.visit.public_id}` : null,
    },
    pictures: row.pictures,
    quotes: row.quotes.map(shownQuote),
    parts: row.parts,
    to: staffMoves(row.state),
    can: {
      assign: moverOf(row.state, "booked", STAFF) !== null,
      quote: moverOf(row.state, "quoted", STAFF) !== null,
      cover: row.kind === "repair" && !isOver,
      parts: AT_WORK.has(row.state),
    },
  };
}

async function cardOf(ctx: Ctx, { card_id }: TicketRow): Promise<TicketRecord["card"]> {
  if (card_id === null) return null;
  const { rows } = await sql<{ code: string; serial: string | null; end_on: string }>`
    select code, serial, end_on::text as end_on from warranty.cards where id = ${card_id}`.execute(ctx.sql);
  const [card] = rows;
  return card ? { ...card, serial: card.serial && shownSerial(card.serial) } : null;
}

async function sameFault(ctx: Ctx, { card_id, fault, id }: TicketRow): Promise<number> {
  if (card_id === null || fault === null) return 0;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from service.tickets t
    join warranty.cards c on c.id = t.card_id
    where t.card_id = ${card_id} and t.fault = ${fault} and t.kind = 'repair' and t.id < ${id} and t.state = 'done'
      and t.created_at <= c.end_on + 1`.execute(ctx.sql);
  return rows[0]?.count ?? 0;
}

async function historyOf(ctx: Ctx, ticket_id: number): Promise<TicketRecord["history"]> {
  type Row = { at: Date; by_kind: TicketMover; by: string | null; act: TicketAct; state: TicketState; note: string };
  const { rows } = await sql<Row>`
    select h.at, h.by_kind, a.full_name as by, h.act, h.state, h.note from service.history h
    left join staff.accounts a on h.actor = 'staff:' || a.id where h.ticket_id = ${ticket_id} order by h.id`.execute(
    ctx.sql,
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

async function fitTechnicians(ctx: Ctx, row: TicketRow): Promise<TicketRecord["technicians"]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select h.code, h.full_name as name from service.technicians h where h.is_active
      and h.skills && (select coalesce(array_agg(k.code), '{}') from service.skills k
        where k.categories @> ${[row.category_slug]}::text[])
    order by h.area_code is distinct from ${row.area_code}, h.code`.execute(ctx.sql);
  return rows;
}

async function areaName(ctx: Ctx, { area_code }: TicketRow): Promise<string | null> {
  if (area_code === null) return null;
  const { rows } = await sql<{ name: string }>`
    select coalesce(names ->> ${ctx.locale}, names ->> 'vi') as name from service.areas where code = ${area_code}`.execute(
    ctx.sql,
  );
  return rows[0]?.name ?? null;
}

/** Each opening stands in the audit log. Throws not_found. */
export async function ticketPicture(ctx: Ctx, { code, key }: { code: string; key: string }) {
  const { pictures } = await ticketByCode(ctx, code);
  const bytes = pictures.includes(key) ? await storageOf(ctx.config).get(key) : null;
  if (!bytes) throw new ShopError("not_found");
  await noteAudit(ctx, "revealed", { about: `service:${code}`, after: { field: "picture" } });
  return { content: Buffer.from(bytes).toString("base64") };
}

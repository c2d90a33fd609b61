/** What staff do with a ticket: each act names the version that was read and is judged again with the ticket locked. docs/rules/service.md#desk */
import { ShopError } from "contract/errors.ts";
import type { TicketRecord } from "contract/service/desk-tickets.ts";
import { finalStates, type ServiceSlot, type TicketState } from "contract/service/service-words.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { freeSlot, takeTechnician } from "../free-slots.ts";
import { tellTicket } from "../messages.ts";
import { moveTicket } from "../moving.ts";
import { makeQuote } from "../quotes.ts";
import { recordOnCard } from "../repair-record.ts";
import { moverOf, STAFF } from "../states/states.ts";
import { AT_WORK, addPart } from "../technician.ts";
import { noteHistory, type TicketRow, ticketWhere, writeMove } from "../tickets.ts";
import { ticketByCode, ticketRecord } from "./record.ts";

type Read = { code: string; version: number };

/** Throws not_found, conflict where it was changed since it was read. */
async function act(
  ctx: Ctx,
  { code, version }: Read,
  change: (tx: Ctx, row: TicketRow) => Promise<unknown>,
): Promise<TicketRecord> {
  const actor = await ctx.actor();
  await inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    const row = await ticketByCode(tx, code, true);
    if (row.version !== version) throw new ShopError("conflict");
    await change(tx, row);
  });
  return ticketRecord(ctx, code);
}

/** Throws not_found, conflict, state_conflict. */
export const moveByStaff = (
  ctx: Ctx,
  { to, reason, ...read }: Read & { to: TicketState; reason: string },
): Promise<TicketRecord> => act(ctx, read, (tx, row) => moveTicket(tx, row, { to, movers: STAFF, note: reason }));

/** Throws not_found, conflict, state_conflict, slot_taken, invalid at `technician` and `day`. */
export const assignVisit = (
  ctx: Ctx,
  { technician, day, slot, ...read }: Read & { technician: string; day: string; slot: ServiceSlot },
): Promise<TicketRecord> =>
  act(ctx, read, async (tx, row) => {
    const by = moverOf(row.state, "booked", STAFF);
    if (by === null) throw new ShopError("state_conflict");
    await freeSlot(tx, row.id);
    const { id: ticket_id, area_code, category_slug } = row;
    await takeTechnician(tx, { ticket_id, area_code, category_slug, day, slot, technician });
    await writeMove(tx, row, { to: "booked", by });
    await noteHistory(tx, row.id, { by, act: "assigned", state: "booked", note: technician });
    await tellTicket(tx, row.id, "service_booked");
  });

/** Throws not_found, conflict, state_conflict, invalid at `lines`. */
export const quoteByStaff = (
  ctx: Ctx,
  { reason, lines, ...read }: Read & { reason: string; lines: string },
): Promise<TicketRecord> => act(ctx, read, (tx, row) => makeQuote(tx, row, { reason, lines, movers: STAFF }));

type Part = { name: string; quantity: number; price: number; warranty_months: number };

/** Throws not_found, conflict, state_conflict. */
export const addPartByStaff = (ctx: Ctx, { code, version, ...part }: Read & Part): Promise<TicketRecord> =>
  act(ctx, { code, version }, async (tx, row) => {
    if (!AT_WORK.has(row.state)) throw new ShopError("state_conflict");
    await addPart(tx, row, part);
    await noteHistory(tx, row.id, { by: "centre", act: "parts", state: row.state, note: part.name });
  });

/** Throws not_found, conflict, state_conflict for what is over or no repair. */
export const coverRepair = (
  ctx: Ctx,
  { covered, reason, ...read }: Read & { covered: boolean; reason: string },
): Promise<TicketRecord> =>
  act(ctx, read, async (tx, row) => {
    if (row.kind !== "repair" || finalStates.has(row.state)) throw new ShopError("state_conflict");
    await sql`update service.tickets set is_covered = ${covered}, version = version + 1 where id = ${row.id}`.execute(
      tx.sql,
    );
    await noteHistory(tx, row.id, { by: "care", act: "covered", state: row.state, note: reason });
    const now = await ticketWhere(tx, sql`t.id = ${row.id}`);
    await recordOnCard(tx, now, now.state);
  });

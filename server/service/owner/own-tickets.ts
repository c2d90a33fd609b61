/** What the owner of a ticket sees and does: list, one, move, cancel, costs, "done". docs/rules/service.md#owner */
import { ShopError } from "contract/errors.ts";
import { MAX_CUSTOMER_MOVES, type ServiceSlot } from "contract/service/service-words.ts";
import type { OwnTicket, Ticket } from "contract/service/tickets.ts";
import { sql } from "kysely";
import { useCodes } from "../../identity/signing-in/otp.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { callerOf } from "../../warranty/cards.ts";
import { daysOf, freeSlot, takeSlot } from "../free-slots.ts";
import { tellTicket } from "../messages.ts";
import { moveTicket } from "../moving.ts";
import { ticketOfCaller, ticketsOf } from "../owner.ts";
import { answerQuote } from "../quotes.ts";
import { recordOnCard } from "../repair-record.ts";
import { moverOf } from "../states/states.ts";
import { isInTime, ownTicket, shownTicket, type TicketRow, ticketsWhere, ticketWhere, writeMove } from "../tickets.ts";

export async function ownTickets(ctx: Ctx, { page, limit }: { page: number; limit: number }) {
  const owned = ticketsOf(await callerOf(ctx));
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total from service.tickets t where ${owned}`.execute(ctx.sql);
  const total = rows[0]?.total ?? 0;
  const tickets = await ticketsWhere(ctx, owned, { limit, offset: (page - 1) * limit });
  const meta = { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total };
  return { data: tickets.map((row) => ownTicket(ctx, row)), meta };
}

/** Throws not_found. */
export const ticketAt = async (ctx: Ctx, code: string): Promise<Ticket> =>
  shownTicket(ctx, await ticketOfCaller(ctx, code));

/** Throws not_found. */
export async function timesFor(ctx: Ctx, code: string) {
  const row = await ticketOfCaller(ctx, code);
  const days = row.area_code === null ? null : await daysOf(ctx, row.area_code, row.category_slug);
  return { days: days ?? [] };
}

/** Throws otp_wrong, otp_expired. */
export async function proveTickets(ctx: Ctx, { phone, otp }: { phone: string; otp: string }): Promise<OwnTicket[]> {
  await useCodes(ctx, [{ field: "otp", target: phone, purpose: "warranty", code: otp }]);
  const rows = await ticketsWhere(ctx, sql`t.phone = ${phone}`);
  return rows.map((row) => ownTicket(ctx, row));
}

async function act(ctx: Ctx, code: string, change: (tx: Ctx, row: TicketRow) => Promise<unknown>): Promise<Ticket> {
  const [caller, actor] = [await callerOf(ctx), await ctx.actor()];
  return inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    const row = await ticketWhere(tx, sql`t.code = ${code} and ${ticketsOf(caller)}`, true);
    await change(tx, row);
    return shownTicket(tx, await ticketWhere(tx, sql`t.id = ${row.id}`));
  });
}

/** Throws not_found, state_conflict, too_late, slot_taken, invalid at `day`. Locks the ticket, then the area's day. */
export async function moveVisit(
  ctx: Ctx,
  { code, day, slot }: { code: string; day: string; slot: ServiceSlot },
): Promise<Ticket> {
  return act(ctx, code, async (tx, row) => {
    if (moverOf(row.state, "booked", ["customer"]) === null) throw new ShopError("state_conflict");
    if (!isInTime(row, tx.now)) throw new ShopError("too_late");
    const isMoved = row.visit !== null;
    if (isMoved && row.moved_times >= MAX_CUSTOMER_MOVES)
      throw new ShopError("too_late", { message_key: "moved_often" });
    await freeSlot(tx, row.id);
    await takeSlot(tx, { ticket_id: row.id, area_code: row.area_code, category_slug: row.category_slug, day, slot });
    if (isMoved)
      await sql`update service.tickets set moved_times = moved_times + 1 where id = ${row.id}`.execute(tx.sql);
    await writeMove(tx, row, { to: "booked", by: "customer" });
    await tellTicket(tx, row.id, "service_booked");
  });
}

/** Throws not_found, state_conflict, too_late. */
export async function cancelTicket(ctx: Ctx, { code, reason }: { code: string; reason: string }): Promise<Ticket> {
  return act(ctx, code, async (tx, row) => {
    if (moverOf(row.state, "cancelled", ["customer"]) !== null && !isInTime(row, tx.now))
      throw new ShopError("too_late");
    await moveTicket(tx, row, { to: "cancelled", movers: ["customer"], note: reason });
  });
}

/** Throws not_found, state_conflict, quote_changed. */
export async function answerOwnQuote(
  ctx: Ctx,
  { code, number, accept }: { code: string; number: number; accept: boolean },
): Promise<Ticket> {
  return act(ctx, code, async (tx, row) => {
    await answerQuote(tx, row, { number, accept, by: "customer" });
    const now = await ticketWhere(tx, sql`t.id = ${row.id}`);
    await recordOnCard(tx, now, now.state);
  });
}

/** Throws not_found, state_conflict. */
export const confirmDone = (ctx: Ctx, code: string): Promise<Ticket> =>
  act(ctx, code, (tx, row) => {
    if (row.state !== "ready") throw new ShopError("state_conflict");
    return moveTicket(tx, row, { to: "done", movers: ["customer"] });
  });

/** One move of a ticket with everything that follows from it. The ticket is locked by the caller. docs/rules/service.md#states */
import { ShopError } from "contract/errors.ts";
import type { TicketMover, TicketState } from "contract/service/service-words.ts";
import { businessDay } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { freeSlot } from "./free-slots.ts";
import { tellTicket } from "./messages.ts";
import { decide } from "./quotes.ts";
import { recordOnCard } from "./repair-record.ts";
import { moverOf } from "./states/states.ts";
import { type TicketRow, ticketWhere, writeMove } from "./tickets.ts";

/** Two times nobody was home: the third visit is not made. */
const MAX_NOT_HOME = 2;
/** They end with an act of their own. */
const BY_ACT: ReadonlySet<TicketState> = new Set(["booked", "quoted"]);

/** Throws state_conflict for a move that is none, or not theirs. */
export async function moveTicket(
  tx: Ctx,
  row: TicketRow,
  { to, movers, note = "" }: { to: TicketState; movers: readonly TicketMover[]; note?: string },
): Promise<void> {
  const by = moverOf(row.state, to, movers);
  if (by === null || BY_ACT.has(to)) throw new ShopError("state_conflict");
  if (row.state === "quoted" && to === "working") throw new ShopError("state_conflict", { message_key: "quote_first" });
  if (row.state === "quoted") await decide(tx, row, by === "system" ? "lapsed" : "refused");
  if (to === "at_centre")
    await sql`update service.tickets set at_centre_on = ${businessDay(tx.now)}::date where id = ${row.id}`.execute(
      tx.sql,
    );
  await writeMove(tx, row, { to, by, note });
  await recordOnCard(tx, await ticketWhere(tx, sql`t.id = ${row.id}`), to);
  if (to === "not_home") return notHome(tx, row);
  if (to === "cancelled" || to === "refused") await freeSlot(tx, row.id);
  if (to === "ready") await tellTicket(tx, row.id, "service_ready");
  if (to === "cancelled" || to === "refused") await tellTicket(tx, row.id, "service_cancelled");
}

async function notHome(tx: Ctx, row: TicketRow): Promise<void> {
  await freeSlot(tx, row.id);
  await sql`update service.tickets set not_home_times = not_home_times + 1 where id = ${row.id}`.execute(tx.sql);
  if (row.not_home_times + 1 < MAX_NOT_HOME) return;
  const now = await ticketWhere(tx, sql`t.id = ${row.id}`);
  await moveTicket(tx, now, { to: "cancelled", movers: ["system"] });
}

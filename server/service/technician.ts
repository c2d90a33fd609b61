/**
 * A technician's page: the visits of one day, behind the link of one of them and a code to the technician's own phone. It opens 12
 * hours before the visit and 24 hours after its end names and addresses are gone from it. docs/rules/service.md#technician
 */
import { ShopError } from "contract/errors.ts";
import type { CodeSent } from "contract/identity/identity.ts";
import { type ServiceSlot, slotTimes, type TicketState } from "contract/service/service-words.ts";
import type { Visits, Work } from "contract/service/technician.ts";
import { givenName } from "contract/values/person-name.ts";
import { sql } from "kysely";
import { issueCode, phonesProved, useCodes } from "../identity/signing-in/otp.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { inWords } from "../warranty/cards.ts";
import { shownSerial } from "../warranty/serials/serials.ts";
import { moveTicket } from "./moving.ts";
import { makeQuote } from "./quotes.ts";
import { startOf } from "./states/slots.ts";
import { movesFrom } from "./states/states.ts";
import { machineName, noteHistory, type TicketRow, ticketsWhere, ticketWhere, waitingQuote } from "./tickets.ts";

const HOUR_MS = 3_600_000;
const OPENS_HOURS = 12;
const OPEN_HOURS_AFTER = 24;
/** The proof of a technician's phone holds for a working day. */
const PROOF_SECONDS = 12 * 3600;

type Visit = {
  ticket_id: number;
  technician_code: string;
  full_name: string;
  phone: string;
  day: string;
  slot: ServiceSlot;
};

/** Throws not_found outside its hours. */
async function openVisit(ctx: Ctx, id: string): Promise<Visit> {
  await ctx.session(); // an ended one is refused before anything is looked up
  const { rows } = await sql<Visit>`
    select v.ticket_id, v.technician_code, h.full_name, h.login_phone as phone, v.day::text as day, v.slot
    from service.visits v join service.technicians h on h.code = v.technician_code
    where v.public_id = ${id} and v.freed_at is null and h.is_active`.execute(ctx.sql);
  const [visit] = rows;
  if (!visit || !isOpen(visit, ctx.now)) throw new ShopError("not_found");
  return visit;
}

/** From 12 hours before the slot until 24 hours after it. */
export function isOpen({ day, slot }: { day: string; slot: ServiceSlot }, now: Date): boolean {
  const end = new Date(`${day}T${slotTimes[slot][1]}:00+07:00`).getTime();
  return (
    now.getTime() >= startOf(day, slot).getTime() - OPENS_HOURS * HOUR_MS &&
    now.getTime() < end + OPEN_HOURS_AFTER * HOUR_MS
  );
}

/** Throws not_found; unauthenticated until the technician's phone is proved. */
async function provedVisit(ctx: Ctx, id: string): Promise<Visit> {
  const visit = await openVisit(ctx, id);
  const session = await ctx.session();
  const phones = session === null ? [] : await phonesProved(ctx, session.id, PROOF_SECONDS);
  if (!phones.includes(visit.phone)) throw new ShopError("phone_unconfirmed");
  return visit;
}

/** Codes of technicians whose phone this session has proved. */
export async function techniciansProved(ctx: Ctx): Promise<string[]> {
  const session = await ctx.session();
  if (session === null) return [];
  const phones = await phonesProved(ctx, session.id, PROOF_SECONDS);
  const { rows } = await sql<{ code: string }>`select code from service.technicians
    where is_active and login_phone = any (${phones}::text[])`.execute(ctx.sql);
  return rows.map(({ code }) => code);
}

/** Throws not_found, phone_unconfirmed. */
export const visitTicket = async (ctx: Ctx, id: string): Promise<TicketRow> =>
  ticketWhere(ctx, sql`t.id = ${(await provedVisit(ctx, id)).ticket_id}`);

/** Throws not_found, too_many, captcha_required, otp_unavailable. */
export async function sendVisitCode(
  ctx: Ctx,
  { id, captcha }: { id: string; captcha?: string | undefined },
): Promise<CodeSent> {
  const { phone } = await openVisit(ctx, id);
  return issueCode(ctx, { target: phone, purpose: "warranty", captcha });
}

/** Throws not_found, otp_wrong, otp_expired. */
export async function proveVisit(ctx: Ctx, { id, otp }: { id: string; otp: string }): Promise<Visits> {
  const { phone } = await openVisit(ctx, id);
  await useCodes(ctx, [{ field: "otp", target: phone, purpose: "warranty", code: otp }]);
  return visitsOf(ctx, id);
}

type Placed = { id: number; public_id: string; day: string; slot: ServiceSlot; serial: string | null };

/** Throws not_found, phone_unconfirmed. */
export async function visitsOf(ctx: Ctx, id: string): Promise<Visits> {
  const { technician_code, day, full_name } = await provedVisit(ctx, id);
  const { rows } = await sql<Placed>`
    select v.ticket_id as id, v.public_id, v.day::text as day, v.slot, c.serial from service.visits v
      join service.tickets t on t.id = v.ticket_id left join warranty.cards c on c.id = t.card_id
    where v.technician_code = ${technician_code} and v.day = ${day}::date and v.freed_at is null order by v.slot`.execute(
    ctx.sql,
  );
  const tickets = await ticketsWhere(ctx, sql`t.id = any (${rows.map((row) => row.id)}::bigint[])`);
  const { rows: moves } = await sql<{ ticket_id: number; at: Date; state: TicketState; note: string }>`
    select ticket_id, at, state, note from service.history
    where ticket_id = any (${rows.map((row) => row.id)}::bigint[]) and act = 'moved' order by id`.execute(ctx.sql);
  return {
    technician: givenName(full_name),
    visits: rows.flatMap((placed) => {
      const ticket = tickets.find((row) => row.id === placed.id);
      if (!ticket) return [];
      const history = moves.filter(({ ticket_id }) => ticket_id === placed.id);
      return [workOf(ctx, placed, ticket, history)];
    }),
  };
}

function workOf(
  ctx: Ctx,
  placed: Placed,
  row: TicketRow,
  moves: { at: Date; state: TicketState; note: string }[],
): Work {
  return {
    id: placed.public_id,
    code: row.code,
    day: placed.day,
    slot: placed.slot,
    kind: row.kind,
    machine: machineName(row, ctx.locale),
    serial: placed.serial && shownSerial(placed.serial),
    fault: row.fault_names && inWords(row.fault_names, ctx.locale),
    fault_text: row.fault_text,
    state: row.state,
    full_name: row.full_name,
    address: row.address,
    is_covered: row.is_covered,
    pictures: row.pictures,
    moves: moves.map(({ at, state, note }) => ({ at: at.toISOString(), state, note })),
    parts: row.parts.map(({ name, quantity }) => ({ name, quantity })),
    asked: waitingQuote(row)?.total ?? null,
    agreed: row.agreed,
    to: movesFrom(row.state, ["technician"]).filter((to) => to !== "quoted"),
  };
}

async function act(ctx: Ctx, id: string, change: (tx: Ctx, row: TicketRow) => Promise<unknown>): Promise<Visits> {
  const { ticket_id } = await provedVisit(ctx, id);
  const actor = await ctx.actor();
  await inTransaction({ ...ctx, actor: async () => actor }, async (tx) =>
    change(tx, await ticketWhere(tx, sql`t.id = ${ticket_id}`, true)),
  );
  return visitsOf(ctx, id).catch((error: unknown) => {
    // Nobody home: the visit is over, and what is left of the day is shown by another link.
    if (error instanceof ShopError && error.code === "not_found") return { technician: "", visits: [] };
    throw error;
  });
}

/** Throws not_found, phone_unconfirmed, state_conflict also where it is no longer in `from`. */
export const moveVisitTicket = (
  ctx: Ctx,
  { id, from, to, note }: { id: string; from: TicketState; to: TicketState; note: string },
): Promise<Visits> =>
  act(ctx, id, (tx, row) => {
    if (row.state !== from) throw new ShopError("state_conflict");
    return moveTicket(tx, row, { to, movers: ["technician"], note });
  });

/** States in which a machine is worked on. */
export const AT_WORK: ReadonlySet<TicketState> = new Set(["arrived", "at_centre", "working", "waiting_parts", "ready"]);

/** Throws not_found, phone_unconfirmed, state_conflict. */
export const addVisitPart = (
  ctx: Ctx,
  { id, name, quantity }: { id: string; name: string; quantity: number },
): Promise<Visits> =>
  act(ctx, id, async (tx, row) => {
    if (!AT_WORK.has(row.state)) throw new ShopError("state_conflict");
    await addPart(tx, row, { name, quantity, price: 0, warranty_months: 0 });
    await noteHistory(tx, row.id, { by: "technician", act: "parts", state: row.state, note: name });
  });

export async function addPart(
  tx: Ctx,
  { id }: Pick<TicketRow, "id">,
  part: { name: string; quantity: number; price: number; warranty_months: number },
): Promise<void> {
  await tx.sql
    .insertInto("service.parts")
    .values({ ticket_id: id, added_at: tx.now, ...part })
    .execute();
  await sql`update service.tickets set version = version + 1 where id = ${id}`.execute(tx.sql);
}

/** Throws not_found, phone_unconfirmed, state_conflict, invalid at `lines`. */
export const quoteVisit = (
  ctx: Ctx,
  { id, reason, lines }: { id: string; reason: string; lines: string },
): Promise<Visits> => act(ctx, id, (tx, row) => makeQuote(tx, row, { reason, lines, movers: ["technician"] }));

/**
 * A request: what is asked for, by whom and when. With a time it takes its slot in the same transaction. Locks: the area's day, then
 * the pictures of the session. docs/rules/service.md#requests
 */
import { ShopError } from "contract/errors.ts";
import { MIN_FAULT_TEXT, type ServiceKind, type ServiceSlot } from "contract/service/service-words.ts";
import type { Ticket } from "contract/service/tickets.ts";
import { sql } from "kysely";
import { currentWard, placeText } from "../../fulfilment/addresses.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { callerOf, cardByAddress, isOwner, stateOf } from "../../warranty/cards.ts";
import { provedPhone } from "../../warranty/proof.ts";
import { hashOf, newTicketCode } from "../codes.ts";
import { takeSlot } from "../free-slots.ts";
import { tellTicket } from "../messages.ts";
import { areaOf, isCovering } from "../options.ts";
import { takePictures } from "../pictures/pictures.ts";
import { dueAfter, noteHistory, shownTicket, ticketWhere } from "../tickets.ts";

export type Requested = {
  kind: ServiceKind;
  category_slug: string;
  warranty_id?: string | undefined;
  fault?: string | undefined;
  text: string;
  full_name: string;
  phone: string;
  otp?: string | undefined;
  city_code: string;
  ward_code: string;
  street: string;
  day?: string | undefined;
  slot?: ServiceSlot | undefined;
  consent: boolean;
};

/**
 * Throws invalid at the field, slot_taken, open_ticket with its code, otp_wrong, otp_expired, phone_unconfirmed.
 */
export async function requestService(ctx: Ctx, sent: Requested): Promise<Ticket> {
  const ward = currentWard(sent.city_code, sent.ward_code);
  const area = await areaOf(ctx, ward);
  const fault = await faultOf(ctx, sent);
  const phone = await provedPhone(ctx, sent);
  const caller = await callerOf(ctx);
  const card = sent.warranty_id ? await ownCardOf(ctx, sent) : null;
  const actor = await ctx.actor();
  const isBooked = sent.day !== undefined && sent.slot !== undefined;
  const state = isBooked ? "booked" : "received";
  return inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    if (card && sent.kind === "repair") await refuseSecond(tx, card.id);
    const { rows } = await sql<{ id: number }>`
      insert into service.tickets (code, kind, category_slug, card_id, fault, fault_text, state, state_at, customer_id, full_name,
        phone, city_code, ward_code, street, address, area_code, locale, is_covered, due_at, consent_hash, made_by, created_at)
      values (${newTicketCode()}, ${sent.kind}, ${sent.category_slug}, ${card?.id ?? null}, ${fault}, ${sent.text}, ${state}, ${tx.now},
        ${caller.customer_id}, ${sent.full_name}, ${phone}, ${sent.city_code}, ${sent.ward_code}, ${sent.street},
        ${`${sent.street}, ${placeText(ward, "vi")}`}, ${area?.code ?? null}, ${tx.locale},
        ${sent.kind === "repair" && card ? (isCovering(stateOf(card, tx.now)) ? null : false) : null},
        ${dueAfter(state, tx.now, area?.response_hours ?? null)}, ${hashOf(CONSENT)}, ${actor}, ${tx.now}) returning id`.execute(
      tx.sql,
    );
    const id = rows[0]?.id ?? 0;
    if (sent.day !== undefined && sent.slot !== undefined)
      await takeSlot(tx, {
        ...{ ticket_id: id, area_code: area?.code ?? null, category_slug: sent.category_slug },
        ...{ day: sent.day, slot: sent.slot },
      });
    await noteHistory(tx, id, { by: "customer", act: "moved", state });
    if (caller.session_id !== null) await takePictures(tx, caller.session_id, id);
    await tellTicket(tx, id, isBooked ? "service_booked" : "service_received");
    return shownTicket(tx, await ticketWhere(tx, sql`t.id = ${id}`));
  });
}

/** The sentence beside the tick, by its version. */
const CONSENT = "service request 1";

/** A fault of the list, or a text of five characters. */
async function faultOf(ctx: Ctx, { kind, category_slug, fault, text }: Requested): Promise<string | null> {
  const { rows } = await sql<{ is_served: boolean; fault: string | null }>`
    select exists (select from service.skills k where k.categories @> ${[category_slug]}::text[]) as is_served,
      (select f.code from service.faults f where f.code = ${fault ?? null}::text and f.category_slug in (${category_slug}, '*') limit 1) as fault`.execute(
    ctx.sql,
  );
  const [found] = rows;
  const at = (field: string, key: string) => new ShopError("invalid", { fields: { [field]: [{ key }] } });
  if (!found?.is_served) throw at("category_slug", "category_not_served");
  if (fault && found.fault === null) throw at("fault", "malformed_value");
  const isLong = [...text].length >= MIN_FAULT_TEXT;
  if (text !== "" && !isLong) throw at("text", "fault_text_short");
  if (kind === "repair" && found.fault === null && text === "") throw at("text", "fault_missing");
  return found.fault;
}

/** Throws invalid at `warranty_id` for what is another's, or of another category. */
async function ownCardOf(ctx: Ctx, { warranty_id = "", category_slug }: Requested) {
  const refused = () => new ShopError("invalid", { fields: { warranty_id: [{ key: "malformed_value" }] } });
  const card = await cardByAddress(ctx, warranty_id).catch((cause: unknown) => {
    throw cause instanceof ShopError ? refused() : cause; // what is not there and what is another's are one
  });
  if (!isOwner(card, await callerOf(ctx)) || card.product.category_slug !== category_slug) throw refused();
  return card;
}

/** Locks the card: of two at once the second finds the first's ticket. */
async function refuseSecond(tx: Ctx, card_id: number): Promise<void> {
  await sql`select from warranty.cards where id = ${card_id} for update`.execute(tx.sql);
  const { rows } = await sql<{ code: string }>`select code from service.tickets
    where card_id = ${card_id} and kind = 'repair' and done_at is null`.execute(tx.sql);
  const [open] = rows;
  if (open) throw new ShopError("open_ticket", { params: { code: open.code } });
}

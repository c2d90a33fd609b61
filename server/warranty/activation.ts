/**
 * Activation: what a serial allows, and the card it makes or the owner it gives. One activation of each serial: of many at once
 * one makes the row, the others meet the unique index. Locks: the serial, then the card. rules/warranty#activation
 */
import { ShopError } from "contract/errors.ts";
import { businessDay } from "contract/values/locale.ts";
import type { CheckedSerial, OwnWarranty } from "contract/warranty/warranty.ts";
import { sql } from "kysely";
import { currentWard, placeText } from "../fulfilment/addresses.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import {
  type Caller,
  type Card,
  callerOf,
  cardByAddress,
  cardOfSerial,
  cardWhere,
  hasOwner,
  isFree,
  isOwner,
  noteAct,
  ownCard,
  shownCard,
} from "./cards.ts";
import { hashOf, newAddress, newCode } from "./codes.ts";
import { openConfirmation } from "./confirmations.ts";
import { heldInvoice, takeInvoice } from "./invoices/invoices.ts";
import { tellOwner } from "./messages.ts";
import { activateCard } from "./order-cards.ts";
import { addMonths, endOf, isLate, startElsewhere } from "./periods/periods.ts";
import { machineOfProduct } from "./products.ts";
import { provedPhone } from "./proof.ts";
import { countSerial, type KnownSerial, knownSerial, serialRefused, typedSerial } from "./serials/known-serials.ts";
import { producedIn, shownSerial } from "./serials/serials.ts";

type State = CheckedSerial["state"];

/** Throws invalid at `serial`, captcha_required, too_many. */
export async function checkSerial(
  ctx: Ctx,
  asked: { serial: string; captcha?: string | undefined },
): Promise<CheckedSerial> {
  const serial = await typedSerial(ctx, asked.serial);
  await countSerial(ctx, serial, asked.captcha);
  const caller = await callerOf(ctx);
  const { state, card, known } = await stateFor(ctx, serial, caller);
  const product = state === "none" || !known ? null : await machineOfProduct(ctx, known.product_id);
  return {
    serial: shownSerial(serial),
    state,
    product: product?.shown ?? null,
    months: card && state === "yours" ? shownCard(ctx, card).months : (product?.term_months ?? 0),
    id: card && state === "yours" ? card.public_id : null,
    has_invoice: (await heldInvoice(ctx, caller.session_id, serial)) !== null,
  };
}

type Found = { state: State; card: Card | null; known: KnownSerial | null };

/** What is unknown and what was never sold are one. */
async function stateFor(ctx: Ctx, serial: string, caller: Caller): Promise<Found> {
  const known = await knownSerial(ctx, serial);
  const card = await cardOfSerial(ctx, serial);
  return { state: stateOfSerial(known, card, caller), card, known };
}

function stateOfSerial(known: KnownSerial | null, card: Card | null, caller: Caller): State {
  if (!known || known.state === "unsold") return "none";
  if (card && isOwner(card, caller)) return "yours";
  if (card && card.activated_at === null) return "order";
  if (card) return isFree(card) && !card.is_unconfirmed ? "can_activate" : "active";
  return known.state === "order" ? "order" : "can_activate";
}

type Activation = {
  serial: string;
  phone?: string | undefined;
  otp?: string | undefined;
  for_phone?: string | undefined;
  full_name: string;
  city_code: string;
  ward_code: string;
  bought_on?: string | undefined;
  bought_at: string;
  invoice?: string | undefined;
  consent: boolean;
  captcha?: string | undefined;
};

/** What is written of a new owner. */
type NewOwner = { customer_id: number | null; phone: string; full_name: string; place: string };

/**
 * Throws invalid at the field (`serial` also for another's order), already_active, otp_wrong, otp_expired, phone_unconfirmed,
 * captcha_required, too_many; forbidden where who activates for another phone is no agent.
 */
export async function activate(ctx: Ctx, sent: Activation): Promise<OwnWarranty> {
  const serial = await typedSerial(ctx, sent.serial);
  await countSerial(ctx, serial, sent.captcha);
  const ward = currentWard(sent.city_code, sent.ward_code);
  const before = await stateFor(ctx, serial, await callerOf(ctx));
  if (before.state === "none") throw serialRefused("serial_none");
  if (before.state === "active") throw new ShopError("already_active");
  const bought = before.card || before.state === "order" ? null : purchaseOf(ctx, sent, serial);
  const agent_id = sent.for_phone === undefined ? null : await agentHere(ctx);
  const invoice = bought?.is_late ? await invoiceFor(ctx, serial, sent.invoice || undefined) : null;
  const phone = agent_id === null ? await provedPhone(ctx, sent) : (sent.for_phone ?? "");
  const caller = await callerOf(ctx);
  const actor = await ctx.actor();
  const customer_id = caller.phone === phone ? caller.customer_id : null;
  const owner: NewOwner = { customer_id, phone, full_name: sent.full_name, place: placeText(ward, "vi") };
  const id = await inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    const known = await knownSerial(tx, serial, true);
    if (!known || known.state === "unsold") throw serialRefused("serial_none");
    const card = await cardOfSerial(tx, serial);
    if (card) return takeCard(tx, await cardWhere(tx, sql`c.id = ${card.id}`, true), owner, agent_id);
    if (known.state === "order" || !bought) throw serialRefused("serial_of_order");
    return makeCard(tx, known, { owner, bought, invoice, agent_id, bought_at: sent.bought_at });
  });
  const card = await cardWhere(ctx, sql`c.id = ${id}`);
  return ownCard(ctx, card);
}

/** A machine that has a card: of an order, or one that has no owner. */
async function takeCard(tx: Ctx, card: Card, owner: NewOwner, agent_id: number | null): Promise<number> {
  if (card.ended !== null) throw new ShopError("already_active");
  if (card.activated_at === null) {
    const isBuyer = agent_id === null && (card.phone === owner.phone || card.receiver_phone === owner.phone);
    const isAccount = card.customer_id !== null && card.customer_id === owner.customer_id;
    if (!isBuyer && !isAccount) throw serialRefused("serial_of_order");
    await activateCard(tx, card, "owner");
    await tellOwner(tx, card.id, "warranty_activated");
    if (card.full_name === "" || card.place === "")
      await sql`update warranty.cards set full_name = ${owner.full_name}, place = ${owner.place} where id = ${card.id}`.execute(
        tx.sql,
      );
    return card.id;
  }
  const isOwn = card.customer_id !== null ? card.customer_id === owner.customer_id : card.phone === owner.phone;
  if (isOwn && hasOwner(card)) return card.id; // sent twice
  const waiting = await confirmationPhone(tx, card.id);
  if (!isFree(card) || agent_id !== null || (waiting !== null && waiting !== owner.phone))
    throw new ShopError("already_active");
  await sql`update warranty.confirmations set state = 'confirmed', decided_at = ${tx.now}
    where card_id = ${card.id} and state = 'waiting'`.execute(tx.sql);
  await giveOwner(tx, card.id, owner);
  await noteAct(tx, card.id, "confirmed");
  return card.id;
}

async function confirmationPhone(tx: Ctx, card_id: number): Promise<string | null> {
  const { rows } = await sql<{ phone: string }>`
    select phone from warranty.confirmations where card_id = ${card_id} and state = 'waiting'`.execute(tx.sql);
  return rows[0]?.phone ?? null;
}

/** The card is locked. */
async function giveOwner(tx: Ctx, card_id: number, owner: NewOwner): Promise<void> {
  const { customer_id, phone, full_name, place } = owner;
  await sql`update warranty.cards set customer_id = ${customer_id}, phone = ${phone}, full_name = ${full_name},
      place = ${place}, erased_at = null, version = version + 1 where id = ${card_id}`.execute(tx.sql);
}

type Purchase = { bought_on: string; is_late: boolean };

/** Throws invalid at `bought_on`. */
function purchaseOf(ctx: Ctx, { bought_on }: Activation, serial: string): Purchase {
  const refuse = (key: string) => new ShopError("invalid", { fields: { bought_on: [{ key }] } });
  const today = businessDay(ctx.now);
  if (bought_on === undefined || bought_on === "") throw refuse("required");
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(bought_on) ||
    Number.isNaN(Date.parse(bought_on)) ||
    addMonths(bought_on, 0) !== bought_on
  )
    throw refuse("malformed_value");
  if (bought_on > today) throw refuse("bought_later");
  if (bought_on < `${producedIn(serial)}-01`) throw refuse("bought_before_production");
  return { bought_on, is_late: isLate(bought_on, today) };
}

/** Throws invalid at `invoice` where none was sent. */
async function invoiceFor(ctx: Ctx, serial: string, named: string | undefined): Promise<string> {
  const session = await ctx.session();
  const held = await heldInvoice(ctx, session?.id ?? null, serial, named);
  if (held === null) throw new ShopError("invalid", { fields: { invoice: [{ key: "invoice_missing" }] } });
  return held;
}

/** Throws forbidden. */
async function agentHere(ctx: Ctx): Promise<number> {
  const session = await ctx.session();
  if (session?.active_role !== "agent" || session.customer_id === null) throw new ShopError("forbidden");
  return session.customer_id;
}

type New = {
  owner: NewOwner;
  bought: Purchase;
  invoice: string | null;
  agent_id: number | null;
  bought_at: string;
};

/** Throws already_active where another was faster. */
async function makeCard(tx: Ctx, known: KnownSerial, made: New): Promise<number> {
  const { owner, bought, invoice, agent_id, bought_at } = made;
  const { serial, product_id } = known;
  const { term_months, parts } = await machineOfProduct(tx, product_id);
  const purchase = {
    produced: producedIn(serial),
    bought_on: bought.bought_on,
    activated_on: businessDay(tx.now),
    is_proved: false,
  };
  const { kind, start_on } = startElsewhere(purchase);
  const end_on = endOf({ start_on, term_months, parts: [], extra_months: 0, repairs: [] });
  const isAgents = agent_id !== null;
  const { rows } = await sql<{ id: number }>`
    insert into warranty.cards (code, public_id, serial, product_id, term_months, parts, origin, start_kind, start_on, end_on,
      customer_id, phone, full_name, place, locale, bought_on, bought_at, invoice_key, proof, consent_hash, made_at,
      activated_at, activated_by)
    values (${newCode("BH")}, ${newAddress()}, ${serial}, ${product_id}, ${term_months}, ${JSON.stringify(parts)}, 'elsewhere',
      ${kind}, ${start_on}::date, ${end_on}::date, ${isAgents ? null : owner.customer_id}, ${isAgents ? "" : owner.phone},
      ${owner.full_name}, ${owner.place}, ${tx.locale}, ${bought.bought_on}::date, ${bought_at}, ${invoice},
      ${invoice === null ? "none" : "pending"}, ${hashOf(`warranty consent ${tx.locale}`)}, ${tx.now}, ${tx.now},
      ${isAgents ? "agent" : "owner"})
    on conflict (serial) where ended is distinct from 'returned' do nothing returning id`.execute(tx.sql);
  const [row] = rows;
  if (!row) throw new ShopError("already_active");
  if (invoice !== null) await takeInvoice(tx, invoice);
  await noteAct(tx, row.id, "activated");
  if (agent_id === null) await tellOwner(tx, row.id, "warranty_activated");
  else await openConfirmation(tx, row.id, { phone: owner.phone, agent_id });
  return row.id;
}

/** The owner's click on a delivered machine; a repeat answers the same. Throws not_found, state_conflict. */
export async function activateOwn(ctx: Ctx, public_id: string): Promise<OwnWarranty> {
  const caller = await callerOf(ctx);
  const actor = await ctx.actor();
  await inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    const card = await cardByAddress(tx, public_id, true);
    if (!isOwner(card, caller)) throw new ShopError("not_found");
    if (card.ended !== null) throw new ShopError("state_conflict", { message_key: "warranty_over" });
    if (card.activated_at !== null) return;
    await activateCard(tx, card, "owner");
    await tellOwner(tx, card.id, "warranty_activated");
  });
  return ownCard(ctx, await cardByAddress(ctx, public_id));
}

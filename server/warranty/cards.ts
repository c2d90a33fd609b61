/**
 * Warranty cards: reading them, whose they are, and their terms. The owner is the account of the card; of a card without one
 * its phone, proved in this session within 30 minutes or the phone of the caller's account. rules/warranty#owner
 */
import { ShopError } from "contract/errors.ts";
import { pictureImageId } from "contract/values/images.ts";
import { businessDay, type Locale } from "contract/values/locale.ts";
import type { OwnWarranty, ShownWarranty } from "contract/warranty/warranty.ts";
import type {
  ExtensionSource,
  StartKind,
  VoidReason,
  WarrantyAct,
  WarrantyMark,
  WarrantyState,
} from "contract/warranty/warranty-words.ts";
import { type RawBuilder, sql } from "kysely";
import { findAccount } from "../identity/customers.ts";
import { phonesProved } from "../identity/signing-in/otp.ts";
import type { Ctx } from "../kernel/context.ts";
import { endOf, isInRepair, type Machine, type Repair, stateOn } from "./periods/periods.ts";
import { shownSerial } from "./serials/serials.ts";

/** rules/warranty#owner */
export const PROOF_SECONDS = 30 * 60;

type Words = Partial<Record<Locale, string>> & { vi: string };
export type StoredRepair = Omit<Repair, "parts"> & {
  code: string;
  fault: Words;
  done: Words;
  technician: string;
  parts: { part: Words; months: number }[];
};

export type Card = {
  id: number;
  code: string;
  public_id: string;
  serial: string | null;
  product_id: number;
  term_months: number;
  parts: { part: Words; months: number }[];
  origin: "order" | "elsewhere" | "replacement";
  start_kind: StartKind;
  start_on: string;
  end_on: string;
  customer_id: number | null;
  phone: string;
  full_name: string;
  place: string;
  locale: Locale;
  bought_on: string | null;
  bought_at: string;
  invoice_key: string | null;
  proof: "none" | "pending" | "accepted" | "refused";
  made_at: Date;
  activated_at: Date | null;
  activated_by: "owner" | "completion" | "agent" | null;
  ended: "void" | "replaced" | "returned" | null;
  ended_at: Date | null;
  void_reason: VoidReason | null;
  void_text: string;
  voided_by: number | null;
  objection: string;
  objected_at: Date | null;
  version: number;
  order_code: string | null;
  /** Of the order's receiver. */
  receiver_phone: string | null;
  is_unconfirmed: boolean;
  /** Its person was erased: only a change of owner gives it one. */
  is_erased: boolean;
  extensions: { source: ExtensionSource; code: string; months: number }[];
  repairs: StoredRepair[];
  product: {
    slug: string;
    category_slug: string;
    names: Words;
    picture: string | null;
    kind: string;
    body: string;
    sku: string;
  };
};

/** Everything of a card in one statement; `c` is the card. */
const columns = sql`c.id, c.code, c.public_id, c.serial, c.product_id, c.term_months, c.parts, c.origin, c.start_kind,
  c.start_on::text as start_on, c.end_on::text as end_on, c.customer_id, c.phone, c.full_name, c.place, c.locale,
  c.bought_on::text as bought_on, c.bought_at, c.invoice_key, c.proof, c.made_at, c.activated_at, c.activated_by, c.ended, c.ended_at,
  c.void_reason, c.void_text, c.voided_by, c.objection, c.objected_at, c.version, c.erased_at is not null as is_erased, o.code as order_code, o.receiver_phone,
  exists (select from warranty.confirmations n where n.card_id = c.id and n.state = 'waiting') as is_unconfirmed,
  coalesce((select jsonb_agg(jsonb_build_object('source', e.source, 'code', e.code, 'months', e.months) order by e.booked_at, e.source)
    from warranty.extensions e where e.card_id = c.id), '[]') as extensions,
  coalesce((select jsonb_agg(jsonb_build_object('code', r.code, 'handed_in', r.handed_in, 'handed_back', r.handed_back,
      'is_covered', r.is_covered, 'fault', r.fault, 'done', r.done, 'technician', r.technician, 'parts', r.parts) order by r.handed_in)
    from warranty.repairs r where r.card_id = c.id), '[]') as repairs,
  jsonb_build_object('slug', p.slug, 'category_slug', k.slug, 'kind', p.art_kind, 'body', v.art_body, 'sku', v.sku,
    'picture', (v.pictures || p.pictures)[1],
    'names', (select jsonb_object_agg(t.locale, t.name) from catalogue.product_texts t where t.product_id = p.id)) as product`;

const joined = sql`warranty.cards c join catalogue.products p on p.id = c.product_id
  join catalogue.categories k on k.id = p.category_id
  left join orders.lines l on l.id = c.order_line_id left join orders.orders o on o.id = l.order_id
  join lateral (select v.* from catalogue.variants v where v.product_id = p.id and (l.variant_id is null or v.id = l.variant_id)
    order by v.is_default desc, v.id limit 1) v on true`;

/** Cards where `condition` holds, newest first. With `lock` they are locked by id. */
export async function cardsWhere(
  ctx: Pick<Ctx, "sql">,
  condition: RawBuilder<unknown>,
  { limit = 500, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<Card[]> {
  const { rows } = await sql<Card>`select ${columns} from ${joined} where ${condition}
    order by c.made_at desc, c.id desc limit ${limit} offset ${offset}`.execute(ctx.sql);
  return rows;
}

/** Throws not_found. With `lock` the card is locked first. */
export async function cardWhere(ctx: Ctx, condition: RawBuilder<unknown>, lock = false): Promise<Card> {
  if (lock) await sql`select from warranty.cards c where ${condition} for update`.execute(ctx.sql);
  const [card] = await cardsWhere(ctx, condition, { limit: 1 });
  if (!card) throw new ShopError("not_found");
  return card;
}

/** By the id of its address. Throws not_found. */
export const cardByAddress = (ctx: Ctx, public_id: string, lock = false): Promise<Card> =>
  cardWhere(ctx, sql`c.public_id = ${public_id}`, lock);

/** The card of a serial that stands, whatever its state but returned. */
export async function cardOfSerial(ctx: Ctx, serial: string): Promise<Card | null> {
  const [card] = await cardsWhere(ctx, sql`c.serial = ${serial} and c.ended is distinct from 'returned'`, { limit: 1 });
  return card ?? null;
}

export type Caller = {
  session_id: number | null;
  customer_id: number | null;
  phone: string | null;
  proved: readonly string[];
};

export async function callerOf(ctx: Ctx): Promise<Caller> {
  const session = await ctx.session();
  if (!session) return { session_id: null, customer_id: null, phone: null, proved: [] };
  const account = session.customer_id === null ? null : await findAccount(ctx, session.customer_id);
  return {
    session_id: session.id,
    customer_id: session.customer_id,
    phone: account?.phone ?? null,
    proved: await phonesProved(ctx, session.id, PROOF_SECONDS),
  };
}

export function isOwner(card: Pick<Card, "customer_id" | "phone">, caller: Caller): boolean {
  if (card.customer_id !== null && card.customer_id === caller.customer_id) return true;
  if (card.phone === "") return false;
  return caller.proved.includes(card.phone) || (card.customer_id === null && card.phone === caller.phone);
}

/** As `isOwner`, of cards `c` in SQL. */
export const ownedBy = ({ customer_id, phone, proved }: Caller): RawBuilder<boolean> =>
  sql`(c.customer_id = ${customer_id}::bigint or (c.phone <> '' and c.phone = any (${[...proved]}::text[]))
    or (c.customer_id is null and c.phone <> '' and c.phone = ${phone}::text))`;

export const hasOwner = ({ customer_id, phone }: Pick<Card, "customer_id" | "phone">): boolean =>
  customer_id !== null || phone !== "";

/** A phone's proof with the serial is enough: an agent activated it, and nobody said that it is theirs. */
export const isFree = (card: Card): boolean => !hasOwner(card) && !card.is_erased && card.ended === null;

export const inWords = (words: Words, locale: Locale): string => words[locale] ?? words.vi;

export function machineOf(card: Card): Machine {
  return {
    start_on: card.start_on,
    term_months: card.term_months,
    extra_months: card.extensions.reduce((sum, { months }) => sum + months, 0),
    parts: card.parts.map(({ part, months }) => ({ part: part.vi, months })),
    repairs: card.repairs.map((repair) => ({
      ...repair,
      parts: repair.parts.map(({ part, months }) => ({ part: part.vi, months })),
    })),
  };
}

export function stateOf(card: Card, now: Date): WarrantyState {
  const known = {
    end_on: card.end_on,
    is_activated: card.activated_at !== null,
    is_in_repair: isInRepair(machineOf(card)),
    ended: card.ended,
  };
  return stateOn(known, businessDay(now));
}

export function shownProduct({ product }: Pick<Card, "product">, locale: Locale): ShownWarranty["product"] {
  const name = inWords(product.names, locale);
  const { slug, category_slug, picture, kind, body, sku } = product;
  return { name, slug, category_slug, image: { id: pictureImageId(picture, { kind, body }, sku), alt: name } };
}

export function shownCard(ctx: Ctx, card: Card): ShownWarranty {
  return {
    product: shownProduct(card, ctx.locale),
    months: card.term_months + card.extensions.reduce((sum, { months }) => sum + months, 0),
    start_on: card.start_on,
    end_on: card.end_on,
    state: stateOf(card, ctx.now),
  };
}

export function marksOf(card: Card): WarrantyMark[] {
  return [
    ...(card.is_unconfirmed ? (["unconfirmed"] as const) : []),
    ...(card.proof === "pending" ? (["pending"] as const) : []),
  ];
}

export function ownCard(ctx: Ctx, card: Card): OwnWarranty {
  const shown = shownCard(ctx, card);
  return {
    ...shown,
    id: card.public_id,
    code: card.code,
    serial: card.serial && shownSerial(card.serial),
    marks: marksOf(card),
    can_activate: shown.state === "not_activated",
  };
}

/** After a change of start, months or repairs: the stored end follows. The card is locked. */
export async function refreshEnd(ctx: Pick<Ctx, "sql">, card_id: number): Promise<void> {
  const [card] = await cardsWhere(ctx, sql`c.id = ${card_id}`);
  if (!card) return;
  await sql`update warranty.cards set end_on = ${endOf(machineOf(card))}::date where id = ${card_id}`.execute(ctx.sql);
}

export async function noteAct(ctx: Ctx, card_id: number, act: WarrantyAct, note = ""): Promise<void> {
  await ctx.sql
    .insertInto("warranty.history")
    .values({ card_id, at: ctx.now, actor: await ctx.actor(), act, note })
    .execute();
}

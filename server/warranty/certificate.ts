/** The certificate of a machine: in full for its owner, name and phone masked until the phone was proved. rules/warranty#certificate */
import { ShopError } from "contract/errors.ts";
import type { CodeSent } from "contract/identity/user.ts";
import { businessDay } from "contract/values/locale.ts";
import { maskPhone } from "contract/values/phone.ts";
import type { Certificate } from "contract/warranty/warranty.ts";
import type { Exclusion } from "contract/warranty/warranty-words.ts";
import { sql } from "kysely";
import { findAccount } from "../identity/customers.ts";
import { issueCode, useCodes } from "../identity/signing-in/otp.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { shortName } from "../reviews/shown.ts";
import {
  type Card,
  callerOf,
  cardByAddress,
  hasOwner,
  inWords,
  isOwner,
  machineOf,
  noteAct,
  ownCard,
  shownCard,
} from "./cards.ts";
import { repairDays, termsOf } from "./periods/periods.ts";
import { waitingTransfers } from "./transfers.ts";

/** After it was void. Consumer protection: the owner is heard. ASSUMED(0387) */
const OBJECTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** Throws not_found. */
export async function cardAt(ctx: Ctx, public_id: string) {
  const caller = await callerOf(ctx); // first: a dead token is refused, whatever was asked for
  const card = await cardByAddress(ctx, public_id);
  return {
    shown: shownCard(ctx, card),
    certificate: isOwner(card, caller) ? await certificateOf(ctx, card, caller.proved.includes(card.phone)) : null,
    has_phone: (await phoneOf(ctx, card)) !== null,
  };
}

/** Of a card whose account has another number now, that number. */
async function phoneOf(ctx: Ctx, card: Card): Promise<string | null> {
  if (!hasOwner(card)) return null;
  if (card.phone !== "") return card.phone;
  return card.customer_id === null ? null : ((await findAccount(ctx, card.customer_id))?.phone ?? null);
}

/** Throws not_found (also for a card without a phone), too_many, captcha_required, otp_unavailable. */
export async function sendCardCode(ctx: Ctx, public_id: string, captcha: string | undefined): Promise<CodeSent> {
  await ctx.session();
  const phone = await phoneOf(ctx, await cardByAddress(ctx, public_id));
  if (phone === null) throw new ShopError("not_found");
  return issueCode(ctx, { target: phone, purpose: "warranty", captcha });
}

/** Throws not_found, otp_wrong, otp_expired. */
export async function proveCard(ctx: Ctx, { id, otp }: { id: string; otp: string }): Promise<Certificate> {
  await ctx.session();
  const card = await cardByAddress(ctx, id);
  const phone = await phoneOf(ctx, card);
  if (phone === null) throw new ShopError("not_found");
  await useCodes(ctx, [{ field: "otp", target: phone, purpose: "warranty", code: otp }]);
  return certificateOf(ctx, card, true);
}

type Policy = { exclusions: Exclusion[]; note: Card["product"]["names"] };

async function policyOf(ctx: Ctx, { product }: Card): Promise<Policy | undefined> {
  const { rows } = await sql<Policy>`
    select exclusions, note from warranty.policies where category_slug = ${product.category_slug}`.execute(ctx.sql);
  return rows[0];
}

export async function certificateOf(ctx: Ctx, card: Card, in_full: boolean): Promise<Certificate> {
  const machine = machineOf(card);
  const policy = await policyOf(ctx, card);
  return {
    ...ownCard(ctx, card),
    ...factsOf(ctx, card),
    start_kind: card.start_kind,
    owner: {
      full_name: in_full ? card.full_name : shortName(card.full_name),
      phone: in_full ? card.phone : card.phone && maskPhone(card.phone),
      in_full,
    },
    term_months: card.term_months,
    extensions: card.extensions,
    repair_days: repairDays(machine),
    exclusions: policy?.exclusions ?? [],
    note: policy ? inWords(policy.note, ctx.locale) : "",
    void: voidOf(card, ctx.now),
    transfers: await waitingTransfers(ctx, card.id),
  };
}

/** What owner and staff see alike. */
export function factsOf(ctx: Ctx, card: Card) {
  const names = new Map(
    [...card.parts, ...card.repairs.flatMap(({ parts }) => parts)].map(({ part }) => [
      part.vi,
      inWords(part, ctx.locale),
    ]),
  );
  return {
    place: card.place,
    bought_on: card.bought_on,
    bought_at: card.bought_at,
    order_code: card.order_code,
    activated_on: card.activated_at && businessDay(card.activated_at),
    terms: termsOf(machineOf(card)).map((term) => ({
      ...term,
      part: term.part && (names.get(term.part) ?? term.part),
    })),
    repairs: card.repairs.map(({ parts: _, fault, done, ...repair }) => ({
      ...repair,
      ...{ fault: inWords(fault, ctx.locale), done: inWords(done, ctx.locale) },
    })),
  };
}

function voidOf(card: Card, now: Date): Certificate["void"] {
  const { void_reason, void_text, ended_at, objection } = card;
  if (void_reason === null || ended_at === null) return null;
  const until = new Date(ended_at.getTime() + OBJECTION_DAYS * DAY_MS);
  return {
    reason: void_reason,
    text: void_text,
    object_until: objection === "" && now <= until ? businessDay(until) : null,
    objection,
  };
}

/** Throws not_found, state_conflict where it is not void or too late, already_objected. Locks the card. */
export async function objectToVoid(ctx: Ctx, { id, text }: { id: string; text: string }): Promise<Certificate> {
  const caller = await callerOf(ctx);
  const actor = await ctx.actor();
  await inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    const card = await cardByAddress(tx, id, true);
    if (!isOwner(card, caller)) throw new ShopError("not_found");
    const told = voidOf(card, tx.now);
    if (told?.objection) throw new ShopError("already_objected");
    if (!told?.object_until) throw new ShopError("state_conflict", { message_key: "warranty_objection_over" });
    await sql`update warranty.cards set objection = ${text}, objected_at = ${tx.now}, version = version + 1
      where id = ${card.id}`.execute(tx.sql);
    await noteAct(tx, card.id, "objection");
  });
  const card = await cardByAddress(ctx, id);
  return certificateOf(ctx, card, caller.proved.includes(card.phone));
}

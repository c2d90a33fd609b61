/** Look-ups: by serial without anything of a person, by phone with a code. rules/warranty#look-up */
import { ShopError } from "contract/errors.ts";
import type { CodeSent } from "contract/identity/user.ts";
import { businessDay } from "contract/values/locale.ts";
import type { OwnWarranty, ShownWarranty } from "contract/warranty/warranty.ts";
import type { WarrantyState } from "contract/warranty/warranty-words.ts";
import { sql } from "kysely";
import { issueCode } from "../identity/signing-in/otp.ts";
import type { Ctx } from "../kernel/context.ts";
import { callerOf, cardOfSerial, cardsWhere, ownCard, ownedBy, shownCard, stateOf } from "./cards.ts";
import { endOf, productionStart, stateOn } from "./periods/periods.ts";
import { machineOfProduct } from "./products.ts";
import { provedPhone } from "./proof.ts";
import { countSerial, knownSerial, typedSerial } from "./serials/known-serials.ts";
import { producedIn } from "./serials/serials.ts";

type LookUp = { serial?: string | undefined; phone?: string | undefined; captcha?: string | undefined };

/** Throws invalid at `serial`, not_found, captcha_required, too_many, otp_unavailable. */
export async function lookUp(ctx: Ctx, asked: LookUp): Promise<ShownWarranty | CodeSent> {
  if (asked.phone) return sendPhoneCode(ctx, asked.phone, asked.captcha);
  const serial = await typedSerial(ctx, asked.serial ?? "");
  await countSerial(ctx, serial, asked.captcha);
  const card = await cardOfSerial(ctx, serial);
  if (card) return shownCard(ctx, card);
  const known = await knownSerial(ctx, serial);
  if (known?.state !== "sold") throw new ShopError("not_found", { message_key: "warranty_not_found" });
  const { shown, term_months } = await machineOfProduct(ctx, known.product_id);
  const start_on = productionStart(producedIn(serial));
  const end_on = endOf({ start_on, term_months, parts: [], extra_months: 0, repairs: [] });
  const nothing = { is_activated: false, is_in_repair: false, ended: null };
  const state = stateOn({ end_on, ...nothing }, businessDay(ctx.now));
  return { product: shown, months: term_months, start_on, end_on, state };
}

/** The same statements for every phone; a code goes out only where there are machines. */
async function sendPhoneCode(ctx: Ctx, phone: string, captcha: string | undefined): Promise<CodeSent> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from warranty.cards c left join identity.customers a on a.id = c.customer_id
      where c.phone = ${phone} or a.phone = ${phone}) as is_known`.execute(ctx.sql);
  return issueCode(ctx, { target: phone, purpose: "warranty", captcha, has_recipient: rows[0]?.is_known ?? false });
}

/** Throws otp_wrong, otp_expired. */
export async function confirmLookUp(ctx: Ctx, { phone, otp }: { phone: string; otp: string }): Promise<OwnWarranty[]> {
  await provedPhone(ctx, { phone, otp });
  const cards = await cardsWhere(ctx, sql`c.phone = ${phone}`);
  return cards.map((card) => ownCard(ctx, card));
}

type Wanted = { state?: WarrantyState | undefined; page: number; limit: number };

/** None for who is neither signed in nor has proved a phone. */
export async function ownWarranties(ctx: Ctx, { state, page, limit }: Wanted) {
  const caller = await callerOf(ctx);
  // A person's machines are few: the state follows from the day, and is not stored.
  const all = await cardsWhere(ctx, ownedBy(caller));
  const wanted = state === undefined ? all : all.filter((card) => stateOf(card, ctx.now) === state);
  const total = wanted.length;
  return {
    data: wanted.slice((page - 1) * limit, page * limit).map((card) => ownCard(ctx, card)),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
  };
}

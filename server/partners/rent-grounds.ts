/**
 * Premises offered to the shop: what was typed is judged, counted and stored with its pictures, once for the same proposal of a
 * day. Pictures are stored before the transaction that takes them. rules/partners#proposal
 */
import { createHash } from "node:crypto";
import { workingDaysAfter } from "contract/contact/working-time.ts";
import { type ErrorOptions, type FieldError, ShopError } from "contract/errors.ts";
import { RentGroundForm } from "contract/partners/rent-ground-form.ts";
import type { SentRentGround } from "contract/partners/rent-grounds.ts";
import { PICTURES, type RentGroundState } from "contract/partners/rent-grounds-desk.ts";
import { businessDay } from "contract/values/locale.ts";
import { CODE_ALPHABET } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { mailIn } from "messages/partner-mails.ts";
import { parseFields } from "../calls/handle.ts";
import { takeLimit } from "../calls/limits.ts";
import { currentWard } from "../fulfilment/addresses.ts";
import { countAttempt, stateOf } from "../identity/signing-in/attempts.ts";
import { passCaptcha } from "../identity/signing-in/captcha.ts";
import { ipOf } from "../kernel/client-address.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { fixedPage } from "../pages/pages.ts";
import { setting } from "../platform/settings.ts";
import { dayNextYear } from "../recruitment/applications.ts";
import { encrypt } from "../security/encryption.ts";
import type { PictureProblem, Taken, Typed } from "./forms.ts";

const ANSWER_WORKING_DAYS = 10;
const PER_PHONE = { times: 3, seconds: 86_400, per: "everyone" } as const;
const PER_SESSION = { times: 5, seconds: 3_600, per: "session" } as const;
const PER_ADDRESS = { name: "rent_ground", times: 20, seconds: 86_400 };
/** From the next on a captcha is asked for. */
const FREE_PER_ADDRESS = 2;

/** What was typed, as the form is stored. Throws invalid with every field that is wrong, the pictures among them. */
export function readRentGround(ctx: Ctx, typed: Typed, taken: readonly Taken[], problem: PictureProblem | null) {
  const {
    area_m2 = "",
    monthly_rent = "",
    ...rest
  } = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
  const fields = {
    ...rest,
    ...(area_m2 !== "" && { area_m2: figures(area_m2, /[\s,]|m2|m²/gi) }),
    ...(monthly_rent !== "" && { monthly_rent: figures(monthly_rent, /[\s.,đ₫]|vnd/gi) }),
  };
  const wrong = { ...picturesWrong(taken.length, problem), ...dayOver(ctx, typed.available_from) };
  const form = parseFields(RentGroundForm, fields, wrong);
  currentWard(form.city_code, form.ward_code);
  return form;
}

/** The digits of a figure as people group them; what is none stays, and is refused as it was typed. */
const figures = (typed: string, marks: RegExp): string => typed.replaceAll(marks, "") || typed;

function picturesWrong(count: number, problem: PictureProblem | null): NonNullable<ErrorOptions["fields"]> {
  const isCountWrong = count < PICTURES.least || count > PICTURES.most;
  const key = problem ?? (isCountWrong ? "premises_pictures" : null);
  if (key === null) return {};
  const wrong: FieldError =
    key === "premises_pictures" ? { key, params: { minimum: PICTURES.least, maximum: PICTURES.most } } : { key };
  return { pictures: [wrong] };
}

function dayOver({ now }: Ctx, day = ""): NonNullable<ErrorOptions["fields"]> {
  const isOver = /^\d{4}-\d{2}-\d{2}$/.test(day) && day < businessDay(now);
  return isOver ? { available_from: [{ key: "day_over" }] } : {};
}

/** All that was said on one day: the same again is the first one. */
export function requestHash({ now }: Ctx, form: RentGroundForm, pictures: readonly Taken[]): Buffer {
  const hashes = pictures.map(({ sent_hash }) => sent_hash.toString("base64url")).sort();
  return createHash("sha256")
    .update(JSON.stringify([businessDay(now), form, hashes]))
    .digest();
}

export type Stored = SentRentGround & { id: number };

/** The proposal that was sent so before. */
export async function rentGroundBy(ctx: Ctx, request_hash: Buffer): Promise<Stored | null> {
  const { rows } = await sql<{ id: number; code: string; answer_by: Date; delete_on: string }>`
    select id, code, answer_by, delete_on::text as delete_on from partners.rent_grounds
    where request_hash = ${request_hash}`.execute(ctx.sql);
  const [row] = rows;
  return row ? { ...row, answer_by: row.answer_by.toISOString() } : null;
}

/** Counted outside a transaction, once the form is right. Throws too_many, captcha_required. */
export async function countRentGround(ctx: Ctx, phone: string, captcha: string | undefined): Promise<void> {
  const limit = { ...PER_ADDRESS, subject: ipOf(ctx.client) };
  const { used } = await stateOf(ctx, limit);
  if (used >= FREE_PER_ADDRESS * ctx.config.limit_factor)
    await passCaptcha(ctx, { action: "rent_ground", subject: limit.subject, answer: captcha });
  await takeLimit(ctx, `rent_ground:${phone}`, PER_PHONE);
  await takeLimit(ctx, "rent_ground", PER_SESSION);
  await countAttempt(ctx, limit);
}

/** Throws conflict where a picture was taken by another proposal meanwhile. Safe to repeat: one proposal for one hash. */
export async function createRentGround(
  ctx: Ctx,
  { form, pictures, request_hash }: { form: RentGroundForm; pictures: readonly Taken[]; request_hash: Buffer },
): Promise<Stored> {
  const holidays = await setting(ctx, "public_holidays");
  const answer_by = workingDaysAfter(ctx.now, ANSWER_WORKING_DAYS, holidays);
  const delete_on = dayNextYear(businessDay(ctx.now));
  const session = await ctx.session();
  const consent_hash = createHash("sha256")
    .update(await consentOf(ctx))
    .digest();
  const { consent: _agreed, front_m: front_dm, ...said } = form;
  const row = {
    ...{ ...said, front_dm, consent_hash, request_hash, customer_id: session?.customer_id ?? null },
    ...{ locale: ctx.locale, received_at: ctx.now, answer_by, delete_on, changed_at: ctx.now },
  };
  return inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ id: number; code: string }>`
      insert into partners.rent_grounds (code, ${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${newCode()}, ${sql.join(Object.values(row))})
      on conflict (request_hash) do nothing returning id, code`.execute(tx.sql);
    const [created] = rows;
    if (!created) {
      const known = await rentGroundBy(tx, request_hash);
      if (known) return known;
      throw new ShopError("conflict");
    }
    await takePictures(tx, created.id, pictures);
    await addEvent(tx, created.id, "received");
    await writeReceipt(tx, form.full_name, created.code);
    return { ...created, answer_by: answer_by.toISOString(), delete_on };
  });
}

async function takePictures(ctx: Ctx, id: number, pictures: readonly Taken[]): Promise<void> {
  const keys = pictures.map(({ key }) => key);
  const { numAffectedRows } = await sql`
    update partners.pictures p set rent_ground_id = ${id}, position = k.position, token_hash = null, held_until = null
    from unnest(${keys}::text[]) with ordinality as k(key, position)
    where p.key = k.key and p.held_until > ${ctx.now}`.execute(ctx.sql);
  if (Number(numAffectedRows ?? 0) !== keys.length) throw new ShopError("conflict");
}

/** Six of 32 signs; the unique index refuses a repeat, and the form is sent again. */
function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `HT-${Array.from(bytes, (byte) => CODE_ALPHABET[byte & 31]).join("")}`;
}

/** What the box says that a sender ticks: it is written on the page. Empty while the page has no such form. */
async function consentOf(ctx: Ctx): Promise<string> {
  try {
    const { blocks } = await fixedPage(ctx, "cooperation");
    const form = blocks.find((block) => block.type === "form");
    return form?.consent ?? "";
  } catch (error) {
    if (error instanceof ShopError && error.code === "not_found") return ""; // the page is not published
    throw error;
  }
}

export async function addEvent(ctx: Ctx, id: number, state: RentGroundState | null, text = ""): Promise<void> {
  await sql`insert into partners.rent_ground_events (rent_ground_id, at, actor, state, text)
    values (${id}, ${ctx.now}, ${await ctx.actor()}, ${state}, ${text})`.execute(ctx.sql);
}

/** To the account that is signed in, where its address is proved: the form asks for none. */
async function writeReceipt(ctx: Ctx, name: string, code: string): Promise<void> {
  const customer_id = (await ctx.session())?.customer_id ?? null;
  if (customer_id === null) return;
  const { rows } = await sql<{ email: string }>`
    select email from identity.customers where id = ${customer_id} and email_verified_at is not null and email <> ''`.execute(
    ctx.sql,
  );
  const to = rows[0]?.email;
  if (to === undefined) return;
  const { title, text } = mailIn(ctx.locale)({ name, code });
  await enqueue(ctx, "mail_encrypted", { to, title, text: encrypt(ctx.config, text, `mail ${to}`).toString("base64") });
}

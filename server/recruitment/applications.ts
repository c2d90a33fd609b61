/**
 * Applications: sending, their state for who sent them, withdrawing, and letters. A file is stored before the transaction
 * that takes it. rules/recruitment#application
 */
import { createHash } from "node:crypto";
import { workingDaysAfter } from "contract/contact/working-time.ts";
import { type ErrorOptions, ShopError } from "contract/errors.ts";
import { ApplicationForm } from "contract/recruitment/application-form.ts";
import type { ApplicationStatus, SentApplication } from "contract/recruitment/recruitment.ts";
import { type ApplicationState, mayWithdraw } from "contract/recruitment/states.ts";
import { businessDay, formatDate, type Locale, localisedPath } from "contract/values/locale.ts";
import { CODE_ALPHABET, normaliseCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { consentIn, mailsIn } from "messages/recruitment-mails.ts";
import { parseFields } from "../calls/handle.ts";
import { takeLimit } from "../calls/limits.ts";
import { countAttempt, stateOf } from "../identity/signing-in/attempts.ts";
import { passCaptcha } from "../identity/signing-in/captcha.ts";
import { ipOf } from "../kernel/client-address.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { encrypt } from "../security/encryption.ts";
import type { HeldCv } from "./forms.ts";
import { scannerOf } from "./scanner.ts";
import { isOpen, languageOf } from "./vacancies.ts";

const CODE_LENGTH = 6;
const CODE_TRIES = 5;
const ANSWER_WORKING_DAYS = 10;
const PER_PHONE = { times: 3, seconds: 86_400, per: "everyone" } as const;
const PER_SESSION = { times: 5, seconds: 3_600, per: "session" } as const;
const PER_ADDRESS = { name: "application", times: 20, seconds: 86_400 };
/** From the next on a captcha is asked for. */
const FREE_PER_ADDRESS = 2;

export type Typed = Readonly<Record<string, string>>;

/** Throws not_found for a vacancy that is none, vacancy_closed. */
export async function assertOpen(ctx: Ctx, vacancy_id: number): Promise<void> {
  const { rows } = await sql<{ is_open: boolean }>`select ${isOpen(ctx)} as is_open from recruitment.vacancies v
    where v.id = ${vacancy_id} and v.published_at is not null`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  if (!rows[0].is_open) throw new ShopError("vacancy_closed");
}

/** What was typed, as the form is stored. Throws invalid with every field that is wrong, the file's among them. */
export function readApplication(typed: Typed, cv: HeldCv): ApplicationForm {
  const { expected_salary = "", ...rest } = Object.fromEntries(
    Object.entries(typed).filter(([, value]) => value !== ""),
  );
  const figures = expected_salary.replaceAll(/[\s.,đ₫]|vnd/gi, "");
  const fields = { ...rest, ...(expected_salary !== "" && { expected_salary: figures || expected_salary }) };
  const wrong: ErrorOptions["fields"] = "problem" in cv ? { cv_file: [{ key: cv.problem }] } : {};
  return parseFields(ApplicationForm, fields, wrong);
}

/** Counted outside a transaction, once the form is right. Throws too_many, captcha_required. */
export async function countApplication(ctx: Ctx, phone: string, captcha: string | undefined): Promise<void> {
  const limit = { ...PER_ADDRESS, subject: ipOf(ctx.client) };
  const { used } = await stateOf(ctx, limit);
  if (used >= FREE_PER_ADDRESS * ctx.config.limit_factor)
    await passCaptcha(ctx, { action: "apply", subject: limit.subject, answer: captcha });
  await takeLimit(ctx, `application:${phone}`, PER_PHONE);
  await takeLimit(ctx, "application", PER_SESSION);
  await countAttempt(ctx, limit);
}

/** Throws not_found, vacancy_closed, and invalid for a file that another application has. Locks the vacancy against closing. */
export async function sendApplication(
  ctx: Ctx,
  vacancy_id: number,
  form: ApplicationForm,
  cv_key: string,
): Promise<SentApplication & { id: number }> {
  const holidays = await setting(ctx, "public_holidays");
  const answer_by = workingDaysAfter(ctx.now, ANSWER_WORKING_DAYS, holidays);
  const delete_on = dayNextYear(businessDay(ctx.now));
  const session = await ctx.session();
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ is_open: boolean; title: string }>`
      select ${isOpen(ctx)} as is_open, v.title ->> ${languageOf(ctx)} as title from recruitment.vacancies v
      where v.id = ${vacancy_id} and v.published_at is not null for share`.execute(ctx.sql);
    const [vacancy] = rows;
    if (!vacancy) throw new ShopError("not_found");
    if (!vacancy.is_open) throw new ShopError("vacancy_closed");
    const { numAffectedRows } = await sql`update recruitment.cvs set held_until = null
      where key = ${cv_key} and held_until is not null`.execute(ctx.sql);
    // It belongs to an application that was sent: another form needs a file of its own.
    if (numAffectedRows === 0n) throw new ShopError("invalid", { fields: { cv_file: [{ key: "cv_missing" }] } });
    const row = {
      vacancy_id,
      state: "received",
      customer_id: session?.customer_id ?? null,
      ...{ full_name: form.full_name, phone: form.phone, email: form.email, birthday: form.birthday ?? null },
      province_code: form.province_code ?? null,
      expected_salary: form.expected_salary ?? null,
      ...{ introduction: form.introduction, cv_key, answer_by, delete_on, locale: ctx.locale },
      consent_hash: createHash("sha256").update(consentIn(ctx.locale)).digest(),
      ...{ sent_at: ctx.now, changed_at: ctx.now },
    };
    const { id, code } = await withNewCode(ctx, row);
    await addEvent(ctx, id, "received");
    if (scannerOf(ctx.config)) await enqueue(ctx, "scan_cv", { key: cv_key });
    await letter(ctx, form.email, ctx.locale, "received", {
      ...{ name: form.full_name, code, job: vacancy.title, message: "" },
      until: formatDate(new Date(answer_by.getTime() - 1), ctx.locale),
      delete_on: formatDate(delete_on, ctx.locale),
      link: statusAddress(ctx, ctx.locale),
    });
    return { id, code, answer_by: answer_by.toISOString(), delete_on };
  });
}

type NewRow = Record<string, unknown>;

async function withNewCode(ctx: Ctx, row: NewRow): Promise<{ id: number; code: string }> {
  const columns = Object.keys(row);
  for (let tries = 0; tries < CODE_TRIES; tries += 1) {
    const { rows } = await sql<{ id: number; code: string }>`
      insert into recruitment.applications (code, ${sql.join(columns.map((name) => sql.ref(name)))})
      values (${newCode()}, ${sql.join(Object.values(row))}) on conflict (code) do nothing returning id, code`.execute(
      ctx.sql,
    );
    if (rows[0]) return rows[0];
  }
  throw new Error("no free code for an application");
}

function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  return `HS-${Array.from(bytes, (byte) => CODE_ALPHABET[byte & 31]).join("")}`;
}

/** The same day of the next year; of 29 February the last day before. */
export function dayNextYear(day: string): string {
  const wanted = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  return wanted.endsWith("02-29") ? `${wanted.slice(0, 4)}-02-28` : wanted;
}

export async function addEvent(ctx: Ctx, application_id: number, state: ApplicationState | null, text = "") {
  await sql`insert into recruitment.application_events (application_id, at, actor, state, text)
    values (${application_id}, ${ctx.now}, ${await ctx.actor()}, ${state}, ${text})`.execute(ctx.sql);
}

export type LetterKind = "received" | "interview" | "offer" | "refused" | "new_file";
export type LetterBlanks = {
  name: string;
  code: string;
  job: string;
  message: string;
  until: string;
  delete_on: string;
  link: string;
};

/** Leaves after the transaction, by the job that sends what only its reader may see. */
export async function letter(ctx: Ctx, to: string, locale: Locale, kind: LetterKind, blanks: LetterBlanks) {
  const { subject, text } = mailsIn(locale)[kind];
  const body = encrypt(ctx.config, text(blanks), `mail ${to}`).toString("base64");
  await enqueue(ctx, "mail_encrypted", { to, title: subject(blanks), text: body });
}

export const statusAddress = (ctx: Ctx, locale: Locale): string =>
  ctx.config.public_url + localisedPath("/tuyen-dung/ho-so", locale);

type StatusRow = {
  id: number;
  code: string;
  state: ApplicationState;
  sent_at: Date;
  delete_on: string;
  cv_key: string | null;
  title: string;
  lang: Locale;
  category_slug: string;
  slug: string;
};

type Proof = { code: string; phone: string };

async function proved(ctx: Ctx, { code, phone }: Proof): Promise<StatusRow> {
  const read = normaliseCode(code).replace(/^HS/, "");
  const { rows } = await sql<StatusRow>`
    select a.id, a.code, a.state, a.sent_at, a.delete_on::text as delete_on, a.cv_key, v.category_slug, v.slug,
      ${languageOf(ctx)} as lang, v.title ->> ${languageOf(ctx)} as title
    from recruitment.applications a join recruitment.vacancies v on v.id = a.vacancy_id
    where a.code = ${`HS-${read}`} and a.phone = ${phone}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

function shown(row: StatusRow): ApplicationStatus {
  const { title, lang, category_slug, slug, code, state, sent_at, delete_on, cv_key } = row;
  const vacancy = { title, lang, category_slug, slug };
  return { code, vacancy, state, sent_on: sent_at.toISOString(), delete_on, has_cv: cv_key !== null };
}

/** Throws not_found for a code and a phone that do not belong together, whichever is wrong. */
export async function applicationStatus(ctx: Ctx, proof: Proof): Promise<ApplicationStatus> {
  return shown(await proved(ctx, proof));
}

/** The file goes at once, the rest within a day. Safe to repeat. Throws not_found, state_conflict. Locks the application. */
export async function withdrawApplication(ctx: Ctx, proof: Proof): Promise<ApplicationStatus> {
  return inTransaction(ctx, async (ctx) => {
    const row = await proved(ctx, proof);
    await sql`select from recruitment.applications where id = ${row.id} for update`.execute(ctx.sql);
    const now = await proved(ctx, proof);
    if (now.state === "withdrawn") return shown(now);
    if (!mayWithdraw(now.state)) throw new ShopError("state_conflict");
    await sql`update recruitment.applications set state = 'withdrawn', withdrawn_at = ${ctx.now}, changed_at = ${ctx.now}
      where id = ${row.id}`.execute(ctx.sql);
    await addEvent(ctx, row.id, "withdrawn");
    await dropCv(ctx, row.id);
    return { ...shown(now), state: "withdrawn" as const, has_cv: false };
  });
}

/** Takes the file from an application and out of the storage. */
export async function dropCv(ctx: Ctx, application_id: number): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    with old as (select cv_key from recruitment.applications where id = ${application_id}),
      parted as (update recruitment.applications set cv_key = null where id = ${application_id} returning 1)
    select cv_key as key from old, parted where cv_key is not null`.execute(ctx.sql);
  const key = rows[0]?.key;
  if (key === undefined) return;
  await sql`delete from recruitment.cvs where key = ${key}`.execute(ctx.sql);
  await enqueue(ctx, "remove_file", { key });
}

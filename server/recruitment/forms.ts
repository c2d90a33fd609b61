/**
 * The form of an application between its sending and its next showing: what was typed and what was wrong, and a file that was
 * taken, for the browser that has the token. 24 hours; of one that was sent, as long as the application stands.
 * rules/recruitment#returned-forms
 */
import { createHash, randomBytes } from "node:crypto";
import { type ErrorParams, type FieldError, ShopError } from "contract/errors.ts";
import type { SentApplication } from "contract/recruitment/recruitment.ts";
import { sql } from "kysely";
import { errorToWire } from "../calls/failures.ts";
import { takeLimit } from "../calls/limits.ts";
import type { Ctx } from "../kernel/context.ts";
import { newKey, storageOf } from "../platform/storage.ts";
import { decrypt, encrypt } from "../security/encryption.ts";
import type { Typed } from "./applications.ts";
import { cvName, kindOfCv } from "./cv.ts";

export const HELD_HOURS = 24;
/** Files taken from one address, whatever becomes of their forms. ASSUMED(0385) */
const FILES = { times: 40, seconds: 3_600, per: "client" } as const;

/** A file that was taken, now or before; or why there is none. A message key. */
export type HeldCv = { key: string } | { problem: string };
export type SentFile = { bytes: Buffer; name: string; is_cut: boolean };

export const newToken = (): string => randomBytes(16).toString("base64url");
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const inHours = (ctx: Ctx, hours: number): Date => new Date(ctx.now.getTime() + hours * 3_600_000);

/** Stores the file that came, or finds the one that is held for this browser and vacancy. Throws too_many. */
export async function holdCv(
  ctx: Ctx,
  { file, token, vacancy_id }: { file: SentFile | undefined; token: string | undefined; vacancy_id: number },
): Promise<HeldCv> {
  if (file?.is_cut) return { problem: "cv_too_large" };
  if (!file || file.bytes.length === 0) return (await heldFor(ctx, token, vacancy_id)) ?? { problem: "cv_missing" };
  await takeLimit(ctx, "application.file", FILES);
  const kind = await kindOfCv(file.bytes);
  if (kind !== "pdf" && kind !== "docx") return { problem: kind };
  const key = newKey("cvs", kind);
  // First its row: a file without one would never be swept.
  await sql`insert into recruitment.cvs (key, name, kind, bytes, stored_at, held_until)
    values (${key}, ${cvName(file.name, kind)}, ${kind}, ${file.bytes.length}, ${ctx.now}, ${inHours(ctx, HELD_HOURS)})`.execute(
    ctx.sql,
  );
  await storageOf(ctx.config).put(key, file.bytes, "application/octet-stream");
  return { key };
}

/** The file that waits for this browser; of a form that was sent, its file, so that the same form again is the same. */
async function heldFor(ctx: Ctx, token: string | undefined, vacancy_id: number): Promise<HeldCv | null> {
  if (token === undefined) return null;
  const { rows } = await sql<{ key: string }>`
    select c.key from recruitment.forms f
      left join recruitment.applications a on a.id = f.application_id and a.state <> 'withdrawn'
      join recruitment.cvs c on c.key = coalesce(f.cv_key, a.cv_key)
    where f.token_hash = ${hashOf(token)} and f.vacancy_id = ${vacancy_id}
      and (c.held_until > ${ctx.now} or a.id is not null)`.execute(ctx.sql);
  return rows[0] ?? null;
}

type Problem = {
  code: ShopError["code"];
  message_key: string;
  params: ErrorParams;
  fields: Readonly<Record<string, readonly FieldError[]>>;
  retry_after_seconds: number | undefined;
};
type Stored = { values: Typed; problem: Problem };

type Form = { token: string; vacancy_id: number };
const place = (vacancy_id: number): string => `application form ${vacancy_id}`;

/** The form comes back to its page with what was typed. The newest of a vacancy replaces the one before. */
export async function keepForm(ctx: Ctx, { token, vacancy_id }: Form, typed: Typed, refusal: ShopError, cv: HeldCv) {
  const { code, message_key, params, fields, retry_after_seconds } = refusal;
  const stored: Stored = { values: typed, problem: { code, message_key, params, fields, retry_after_seconds } };
  const sealed = encrypt(ctx.config, JSON.stringify(stored), place(vacancy_id));
  const key = "key" in cv ? cv.key : null;
  await write(
    ctx,
    { token, vacancy_id },
    { typed: sealed, cv_key: key, application_id: null },
    inHours(ctx, HELD_HOURS),
  );
}

/** The browser that sent it is shown that it did, until the application is deleted. */
export async function keepSent(ctx: Ctx, form: Form, application_id: number, until: Date): Promise<void> {
  await write(ctx, form, { typed: null, cv_key: null, application_id }, until);
}

/** As `keepSent` for a browser whose form was a repeat. False where the application does not stand any more. */
export async function keepRepeated(ctx: Ctx, form: Form, code: string): Promise<boolean> {
  const { rows } = await sql<{ id: number; delete_on: string }>`
    select id, delete_on::text as delete_on from recruitment.applications
    where code = ${code} and state <> 'withdrawn'`.execute(ctx.sql);
  const [row] = rows;
  if (row) await keepSent(ctx, form, row.id, new Date(`${row.delete_on}T00:00:00+07:00`));
  return row !== undefined;
}

type Content = { typed: Buffer | null; cv_key: string | null; application_id: number | null };

async function write(ctx: Ctx, { token, vacancy_id }: Form, content: Content, expires_at: Date): Promise<void> {
  const { typed, cv_key, application_id } = content;
  await sql`
    insert into recruitment.forms (token_hash, vacancy_id, typed, cv_key, application_id, expires_at)
    values (${hashOf(token)}, ${vacancy_id}, ${typed}, ${cv_key}, ${application_id}, ${expires_at})
    on conflict (token_hash, vacancy_id) do update set typed = excluded.typed, cv_key = excluded.cv_key,
      application_id = excluded.application_id, expires_at = excluded.expires_at`.execute(ctx.sql);
}

type Row = {
  typed: Buffer | null;
  name: string | null;
  bytes: number | null;
  application: SentApplication | null;
};

/** Nothing of an unknown token, and of one that expired. */
export async function ownForm(ctx: Ctx, { vacancy_id, token }: { vacancy_id: string; token: string }) {
  const nothing = { sent: null, returned: null, cv: null };
  if (!/^\d{1,9}$/.test(vacancy_id)) return nothing;
  const { rows } = await sql<Row & { code: string | null; answer_by: Date | null; delete_on: string | null }>`
    select f.typed, c.name, c.bytes, a.code, a.answer_by, a.delete_on::text as delete_on
    from recruitment.forms f left join recruitment.cvs c on c.key = f.cv_key and c.held_until > ${ctx.now}
      left join recruitment.applications a on a.id = f.application_id and a.state <> 'withdrawn'
    where f.token_hash = ${hashOf(token)} and f.vacancy_id = ${Number(vacancy_id)} and f.expires_at > ${ctx.now}`.execute(
    ctx.sql,
  );
  const [row] = rows;
  if (!row) return nothing;
  const { typed, name, bytes, code, answer_by, delete_on } = row;
  if (code && answer_by && delete_on)
    return { ...nothing, sent: { code, answer_by: answer_by.toISOString(), delete_on } };
  const cv = name !== null && bytes !== null ? { name, bytes } : null;
  return { sent: null, returned: typed && returnedOf(ctx, Number(vacancy_id), typed), cv };
}

function returnedOf(ctx: Ctx, vacancy_id: number, typed: Buffer) {
  const { values, problem } = JSON.parse(decrypt(ctx.config, typed, place(vacancy_id))) as Stored;
  const { code, ...options } = problem;
  const { retry_after_seconds, ...said } = options;
  const refusal = new ShopError(code, { ...said, ...(retry_after_seconds !== undefined && { retry_after_seconds }) });
  const { body } = errorToWire(ctx, refusal);
  const { errors = {}, message } = body;
  return { values, errors, message, code, retry_after_seconds: retry_after_seconds ?? null };
}

/** Part of the job `sweep`: forms past their time, and files that no form holds any more. Safe to repeat. */
export async function sweepForms(ctx: Ctx): Promise<string[]> {
  await sql`delete from recruitment.forms where expires_at <= ${ctx.now}`.execute(ctx.sql);
  const { rows } = await sql<{ key: string }>`
    delete from recruitment.cvs where held_until <= ${ctx.now} returning key`.execute(ctx.sql);
  return rows.map(({ key }) => key);
}

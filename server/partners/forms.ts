/**
 * The form of premises between its sending and its next showing: what was typed and what was wrong, and pictures that were
 * taken, for the browser that has the token. 24 hours; of one that was sent, as long as the proposal stands. rules/partners#returned-forms
 */
import { createHash, randomBytes } from "node:crypto";
import { type ErrorParams, type FieldError, ShopError } from "contract/errors.ts";
import type { HeldPicture, SentRentGround } from "contract/partners/rent-grounds.ts";
import { PICTURES } from "contract/partners/rent-grounds-desk.ts";
import { visibleText } from "contract/values/text.ts";
import { sql } from "kysely";
import { errorToWire } from "../calls/failures.ts";
import { takeLimit } from "../calls/limits.ts";
import type { Ctx } from "../kernel/context.ts";
import { redrawn } from "../platform/sent-pictures.ts";
import { newKey, storageOf } from "../platform/storage.ts";
import { decrypt, encrypt } from "../security/encryption.ts";

export const HELD_HOURS = 24;
/** Pictures taken from one address, whatever becomes of their forms: three whole proposals and their repeats. ASSUMED(0381) */
const FILES = { times: 60, seconds: 3_600, per: "client" } as const;
const SIDE_PX = 1_600;
const MAX_NAME = 120; // characters
const PLACE = "rent ground form";

export type Typed = Readonly<Record<string, string>>;
export type SentPicture = { bytes: Buffer; name: string; is_cut: boolean };
/** A picture that was taken, now or before. */
export type Taken = { key: string; sent_hash: Buffer };
/** Message keys. */
export type PictureProblem = "picture_unreadable" | "picture_too_large" | "premises_pictures";

export const newToken = (): string => randomBytes(16).toString("base64url");
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const inHours = (ctx: Ctx, hours: number): Date => new Date(ctx.now.getTime() + hours * 3_600_000);

/** Draws the picture anew and stores it. Throws too_many. */
export async function holdPicture(
  ctx: Ctx,
  token: string,
  { bytes, name, is_cut }: SentPicture,
): Promise<Taken | PictureProblem> {
  if (is_cut) return "picture_too_large";
  await takeLimit(ctx, "rent_ground.picture", FILES);
  const inside = { width: SIDE_PX, height: SIDE_PX, fit: "inside", withoutEnlargement: true } as const;
  const unreadable = new ShopError("unsupported_media");
  const drawn = await redrawn(bytes, inside, () => unreadable).catch((error: unknown) => {
    if (error === unreadable) return null; // said at the field
    throw error;
  });
  if (drawn === null) return "picture_unreadable";
  const key = newKey("premises", "webp");
  const sent_hash = createHash("sha256").update(bytes).digest();
  const shown = [...visibleText(name)].slice(0, MAX_NAME).join("") || "1";
  // First its row: a file without one would never be swept.
  await sql`insert into partners.pictures (key, name, sent_hash, stored_at, token_hash, held_until)
    values (${key}, ${shown}, ${sent_hash}, ${ctx.now}, ${hashOf(token)}, ${inHours(ctx, HELD_HOURS)})`.execute(
    ctx.sql,
  );
  await storageOf(ctx.config).put(key, drawn, "image/webp");
  return { key, sent_hash };
}

/** Those of `keys` that wait for this browser, in the order in which they came. */
export async function heldPictures(ctx: Ctx, token: string, keys: readonly string[]): Promise<Taken[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Taken>`select key, sent_hash from partners.pictures
    where token_hash = ${hashOf(token)} and key = any (${[...keys]}::text[]) and held_until > ${ctx.now}
    order by stored_at, key`.execute(ctx.sql);
  return rows;
}

type Problem = {
  code: ShopError["code"];
  message_key: string;
  params: ErrorParams;
  fields: Readonly<Record<string, readonly FieldError[]>>;
  retry_after_seconds: number | undefined;
};
/** Without a problem: the sender asked for the wards of a province. */
type Stored = { values: Typed; keys: readonly string[]; problem: Problem | null };

/** The form comes back to its page with what was typed and its pictures. The newest replaces the one before. */
export async function keepForm(
  ctx: Ctx,
  token: string,
  { typed, pictures, refusal }: { typed: Typed; pictures: readonly Taken[]; refusal: ShopError | null },
): Promise<void> {
  const problem = refusal && {
    ...{ code: refusal.code, message_key: refusal.message_key, params: refusal.params, fields: refusal.fields },
    retry_after_seconds: refusal.retry_after_seconds,
  };
  const stored: Stored = { values: typed, keys: pictures.map(({ key }) => key), problem };
  const sealed = encrypt(ctx.config, JSON.stringify(stored), PLACE);
  await write(ctx, token, { typed: sealed, rent_ground_id: null }, inHours(ctx, HELD_HOURS));
}

/** The browser that sent it is shown that it did, until the proposal is deleted. */
export async function keepSent(ctx: Ctx, token: string, rent_ground_id: number, until: Date): Promise<void> {
  await write(ctx, token, { typed: null, rent_ground_id }, until);
}

type Content = { typed: Buffer | null; rent_ground_id: number | null };

async function write(ctx: Ctx, token: string, { typed, rent_ground_id }: Content, expires_at: Date): Promise<void> {
  await sql`insert into partners.forms (token_hash, typed, rent_ground_id, expires_at)
    values (${hashOf(token)}, ${typed}, ${rent_ground_id}, ${expires_at})
    on conflict (token_hash) do update set typed = excluded.typed, rent_ground_id = excluded.rent_ground_id,
      expires_at = excluded.expires_at`.execute(ctx.sql);
}

type Row = { typed: Buffer | null; code: string | null; answer_by: Date | null; delete_on: string | null };

/** Nothing of an unknown token, and of one that expired. */
export async function ownForm(ctx: Ctx, { token }: { token: string }) {
  const { rows } = await sql<Row>`
    select f.typed, g.code, g.answer_by, g.delete_on::text as delete_on
    from partners.forms f left join partners.rent_grounds g on g.id = f.rent_ground_id
    where f.token_hash = ${hashOf(token)} and f.expires_at > ${ctx.now}`.execute(ctx.sql);
  const [row] = rows;
  const sent = row && sentOf(row);
  if (sent) return { sent, returned: null, pictures: [] };
  if (!row?.typed) return { sent: null, returned: null, pictures: [] };
  const stored = JSON.parse(decrypt(ctx.config, row.typed, PLACE)) as Stored;
  return { sent: null, returned: returnedOf(ctx, stored), pictures: await named(ctx, token, stored.keys) };
}

function sentOf({ code, answer_by, delete_on }: Row): SentRentGround | null {
  return code && answer_by && delete_on ? { code, answer_by: answer_by.toISOString(), delete_on } : null;
}

async function named(ctx: Ctx, token: string, keys: readonly string[]): Promise<HeldPicture[]> {
  const { rows } = await sql<HeldPicture>`select key, name from partners.pictures
    where token_hash = ${hashOf(token)} and key = any (${[...keys]}::text[]) and held_until > ${ctx.now}
    order by stored_at, key limit ${PICTURES.most}`.execute(ctx.sql);
  return rows;
}

function returnedOf(ctx: Ctx, { values, problem }: Stored) {
  if (problem === null) return { values, errors: {}, message: "", code: "", retry_after_seconds: null };
  const { code, retry_after_seconds, ...said } = problem;
  const wait = retry_after_seconds === undefined ? {} : { retry_after_seconds };
  const { errors = {}, message } = errorToWire(ctx, new ShopError(code, { ...said, ...wait })).body;
  return { values, errors, message, code, retry_after_seconds: retry_after_seconds ?? null };
}

/** Part of the job `sweep`: forms past their time, and pictures that no form holds any more. Safe to repeat. */
export async function sweepForms(ctx: Ctx): Promise<string[]> {
  await sql`delete from partners.forms where expires_at <= ${ctx.now}`.execute(ctx.sql);
  const { rows } = await sql<{ key: string }>`
    delete from partners.pictures where held_until <= ${ctx.now} returning key`.execute(ctx.sql);
  return rows.map(({ key }) => key);
}

/**
 * One submission, one effect: an unsafe call with an Idempotency-Key runs once, and a repeat gets the first answer.
 * Keys belong to a customer, a session or, before there is one, to the caller's IP address; no caller reads another's
 * answer: the database stores only a hash of the key and the answer encrypted with it, so a copy of the database reads
 * none either (the answer to a first cart write names the visitor's session). Only answers are stored: a refused or
 * failed call may be tried again under the same key. rules/wire#idempotency
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { ipOf } from "../kernel/client-address.ts";
import { type Ctx, inTransaction, type Session } from "../kernel/context.ts";

const RETAINED_HOURS = 24;
/**
 * 128 random bits in base64url: behind one IP address are many clients, and without a session only the key
 * distinguishes them.
 */
export const KEY_CHARACTERS = 22;
export const LONGEST_KEY = 255;
/** A run that neither answered nor failed after this long died with its process. */
const ABANDONED_SECONDS = 60;
/** How long a caller that waits for the answer to the first does so, and how often it looks. Milliseconds. ASSUMED(0264) */
const LONGEST_WAIT = 10_000;
const pause = 250;

type Request = { key: string; call: string; input: unknown; awaits_first?: boolean };
type Claim = { scope: string; key: string; call: string; hash: Buffer };

/**
 * The effect and the stored answer are one transaction, so a lost process leaves both or neither. `prepare` runs before
 * it, for the first request only. Throws in_progress while the first is still running (`awaits_first`: after 10 seconds
 * of it), idempotency_mismatch when the key came with another request.
 */
export async function answerOnce(
  ctx: Ctx,
  request: Request,
  run: (ctx: Ctx) => Promise<unknown>,
  prepare?: () => Promise<unknown>,
): Promise<unknown> {
  const staff = await ctx.staff();
  const session = staff ? null : await ctx.session();
  const shortest = staff || session ? 1 : KEY_CHARACTERS;
  if (request.key.length > LONGEST_KEY || request.key.length < shortest) {
    throw new ShopError("malformed", {
      message_key: "idempotency_key",
      params: { minimum: shortest, maximum: LONGEST_KEY },
    });
  }
  const scope = staff?.caller ?? callerOf(ctx, session);
  const hash = createHash("sha256")
    .update(`${request.call}\n${JSON.stringify(request.input)}`)
    .digest();
  const key = createHash("sha256").update(request.key).digest("hex");
  const wait = request.awaits_first ? LONGEST_WAIT : 0;
  const earlier = await claimUntil(Date.now() + wait, ctx, { scope, key, call: request.call, hash });
  if (earlier) return opened(earlier.body, request.key);
  try {
    await prepare?.();
    return await inTransaction(ctx, async (tx) => {
      const answer = await run(tx);
      // A first write has opened a session: a client that has its cookie, but not the answer, repeats inside that session.
      const begun = session === null && !staff ? await tx.session() : null;
      await sql`
        with done as (
          update kernel.idempotency set state = 'done', status = 200, body = ${sealed(answer, request.key)}
          where scope = ${scope} and key = ${key} returning *)
        insert into kernel.idempotency (scope, key, call, request_hash, state, status, body, created_at, expires_at)
        select ${begun && callerOf(tx, begun)}, key, call, request_hash, state, status, body, created_at, expires_at
        from done where ${begun !== null} on conflict do nothing`.execute(tx.sql);
      return answer;
    });
  } catch (error) {
    await sql`delete from kernel.idempotency where scope = ${scope} and key = ${key} and state = 'running'`
      .execute(ctx.sql)
      .catch((lost) => ctx.log.warn({ err: lost, request_id: ctx.request_id }, "idempotency key not given back"));
    throw error;
  }
}

/**
 * Whose repeats are repeats of each other: the customer's on any device, else the session's, else those from one IP address.
 */
export function callerOf(ctx: Ctx, session: Pick<Session, "id" | "customer_id"> | null): string {
  if (session === null) return `client ${ipOf(ctx.client)}`;
  return session.customer_id === null ? `session ${session.id}` : `customer ${session.customer_id}`;
}

/** Holds no connection while it waits: the first needs one to come to its end. */
async function claimUntil(time: number, ctx: Ctx, request: Claim): Promise<{ body: Buffer } | null> {
  for (;;) {
    try {
      return await claim(ctx, request);
    } catch (error) {
      const isRunning = error instanceof ShopError && error.code === "in_progress";
      if (!isRunning || Date.now() >= time) throw error;
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

/** Null when the key is now ours to run; the first answer when there is one. */
async function claim(ctx: Ctx, { scope, key, call, hash }: Claim): Promise<{ body: Buffer } | null> {
  const claimed = await sql`
    insert into kernel.idempotency as i (scope, key, call, request_hash, state, expires_at)
    values (${scope}, ${key}, ${call}, ${hash}, 'running', now() + make_interval(hours => ${RETAINED_HOURS}))
    on conflict (scope, key) do update set
      call = excluded.call, request_hash = excluded.request_hash, state = 'running', status = null, body = null,
      created_at = now(), expires_at = excluded.expires_at
    where i.expires_at < now()
       or (i.state = 'running' and i.created_at < now() - make_interval(secs => ${ABANDONED_SECONDS}))
    returning 1`.execute(ctx.sql);
  if (claimed.rows.length > 0) return null;
  const { rows } = await sql<{ state: string; body: Buffer | null; same: boolean }>`
    select state, body, call = ${call} and request_hash = ${hash} as same
    from kernel.idempotency where scope = ${scope} and key = ${key}`.execute(ctx.sql);
  const first = rows[0];
  if (!first) throw new ShopError("in_progress", { retry_after_seconds: 1 });
  if (!first.same) throw new ShopError("idempotency_mismatch");
  if (first.body === null) throw new ShopError("in_progress", { retry_after_seconds: 1 });
  return { body: first.body };
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (key: string): Uint8Array => new Uint8Array(hkdfSync("sha256", key, "", "kept answer", 32));

function sealed(answer: unknown, key: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(key), iv);
  const body = Buffer.concat([cipher.update(JSON.stringify(answer ?? null)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function opened(kept: Buffer, key: string): unknown {
  const decipher = createDecipheriv("aes-256-gcm", keyOf(key), kept.subarray(0, IV_BYTES));
  decipher.setAuthTag(kept.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = Buffer.concat([decipher.update(kept.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(body.toString());
}

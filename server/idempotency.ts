/**
 * One submission, one effect: an unsafe call with an Idempotency-Key runs once, and whoever repeats it gets the first
 * answer. Keys belong to a session (or, before there is one, to the caller's address), so nobody reads another's answer.
 * Only answers are kept: a refused or failed call may be tried again under the same key. Facts: reliability 3.3.
 */
import { createHash } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "./context.ts";

const kept_hours = 24;
/** A run that neither answered nor failed after this long died with its process. */
const abandoned_seconds = 60;

type Request = { key: string; call: string; input: unknown };

/**
 * The effect and the kept answer are one transaction, so a lost process leaves both or neither. `prepare` runs before it,
 * for the first request only.
 * Throws in_progress while the first is still running, idempotency_mismatch when the key came with another request.
 */
export async function answerOnce(
  ctx: Ctx,
  request: Request,
  run: (ctx: Ctx) => Promise<unknown>,
  prepare?: () => Promise<unknown>,
): Promise<unknown> {
  if (request.key.length > 255) throw new ShopError("malformed");
  const session = await ctx.session();
  const scope = session ? `session ${session.id}` : `client ${ctx.client}`;
  const hash = createHash("sha256")
    .update(`${request.call}\n${JSON.stringify(request.input)}`)
    .digest();
  const earlier = await claim(ctx, scope, request, hash);
  if (earlier) return earlier.body;
  try {
    await prepare?.();
    return await inTransaction(ctx, async (tx) => {
      const answer = await run(tx);
      await sql`
        update kernel.idempotency set state = 'done', status = 200, body = ${JSON.stringify(answer ?? null)}::jsonb
        where scope = ${scope} and key = ${request.key}`.execute(tx.sql);
      return answer;
    });
  } catch (error) {
    await sql`delete from kernel.idempotency where scope = ${scope} and key = ${request.key} and state = 'running'`
      .execute(ctx.sql)
      .catch((lost) => ctx.log.warn({ err: lost, request_id: ctx.request_id }, "idempotency key not given back"));
    throw error;
  }
}

/** Null when the key is now ours to run; the first answer when there is one. */
async function claim(ctx: Ctx, scope: string, request: Request, hash: Buffer): Promise<{ body: unknown } | null> {
  const claimed = await sql`
    insert into kernel.idempotency as i (scope, key, call, request_hash, state, expires_at)
    values (${scope}, ${request.key}, ${request.call}, ${hash}, 'running', now() + make_interval(hours => ${kept_hours}))
    on conflict (scope, key) do update set
      call = excluded.call, request_hash = excluded.request_hash, state = 'running', status = null, body = null,
      created_at = now(), expires_at = excluded.expires_at
    where i.expires_at < now()
       or (i.state = 'running' and i.created_at < now() - make_interval(secs => ${abandoned_seconds}))
    returning 1`.execute(ctx.sql);
  if (claimed.rows.length > 0) return null;
  const { rows } = await sql<{ state: string; body: unknown; same: boolean }>`
    select state, body, call = ${request.call} and request_hash = ${hash} as same
    from kernel.idempotency where scope = ${scope} and key = ${request.key}`.execute(ctx.sql);
  const first = rows[0];
  if (!first) throw new ShopError("in_progress", { retry_after_seconds: 1 });
  if (!first.same) throw new ShopError("idempotency_mismatch");
  if (first.state === "running") throw new ShopError("in_progress", { retry_after_seconds: 1 });
  return { body: first.body };
}

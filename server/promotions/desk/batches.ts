/**
 * Batches of codes, up to 100,000 each. A code is the prefix and twelve letters and digits that follow from the secret of its batch, so
 * that a job that was interrupted goes on with the same ones; the database holds digests. The file is fetched once, and with it
 * the secret is gone. rules/promotions#batches
 */
import { createHmac, randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { CodeBatch } from "contract/promotions/desk-promotions.ts";
import { sql } from "kysely";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";
import { decrypt, encrypt } from "../../security/encryption.ts";
import { codeDigest } from "../codes.ts";
import { isFlash, promotionRow } from "./reading.ts";

/** Of one statement, and of one transaction. */
const CHUNK = 5_000;
/** Read aloud and typed without a doubt: neither 0 and O nor 1 and I. 60 bits cannot be guessed. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 12;
/** A file waits so long from its end on. As files of lists. */
const FILE_HOURS = 24;
const HINT = 4;

const placeOf = (id: number): string => `code batch ${id}`;

/** The code with this number of a batch. */
export function batchCode(secret: string, prefix: string, number: number): string {
  const bytes = createHmac("sha256", Buffer.from(secret, "base64")).update(String(number)).digest();
  const characters = [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]);
  return prefix + characters.join("");
}

type NewBatch = { code: string; prefix: string; count: number; max_uses?: number | undefined };

/** Throws not_found, state_conflict for what has no codes or is over. The promotion is locked against a change. */
export async function makeBatch(ctx: Ctx, { code, prefix, count, max_uses }: NewBatch): Promise<CodeBatch> {
  const id = await inTransaction(ctx, async (tx) => {
    const row = await promotionRow(tx, code);
    const isOn = row.state === "running" || row.state === "scheduled";
    if (isFlash(code) || row.kind === "programme" || !isOn) throw new ShopError("state_conflict");
    await sql`select from promotions.promotions where id = ${row.id} for key share`.execute(tx.sql);
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('promotions.code_batches', 'id'))::int as id`.execute(tx.sql);
    const batch = rows[0]?.id ?? 0;
    const secret = encrypt(tx.config, randomBytes(32).toString("base64"), placeOf(batch));
    await tx.sql
      .insertInto("promotions.code_batches")
      .values({ id: batch, promotion_id: row.id, prefix, count, max_uses: max_uses ?? null, secret, asked_at: tx.now })
      .execute();
    await enqueue(tx, "make_codes", { batch_id: batch });
    return batch;
  });
  const found = (await batchesOf(ctx, code)).find((each) => each.id === id);
  if (!found) throw new ShopError("not_found");
  return found;
}

type Stored = {
  promotion_id: number;
  prefix: string;
  count: number;
  made: number;
  max_uses: number | null;
  secret: Buffer | null;
};

/** The job `make_codes`. Goes on where it was interrupted; two at once write each code once. Locks the batch, a chunk at a time. */
export async function makeCodes(ctx: Ctx, { batch_id }: { batch_id: number }): Promise<void> {
  let isDone = false;
  while (!isDone) isDone = await inTransaction(ctx, (tx) => makeChunk(tx, batch_id));
}

async function makeChunk(tx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql<Stored>`
    select promotion_id, prefix, count, made, max_uses, secret from promotions.code_batches where id = ${id} for update`.execute(
    tx.sql,
  );
  const [batch] = rows;
  if (!batch?.secret || batch.made === batch.count) return true;
  const { promotion_id, prefix, count, made, max_uses } = batch;
  const secret = decrypt(tx.config, batch.secret, placeOf(id));
  const codes = Array.from({ length: Math.min(CHUNK, count - made) }, (_, at) => batchCode(secret, prefix, made + at));
  const digests = codes.map((code) => codeDigest(code)?.toString("hex") ?? "");
  const hints = codes.map((code) => `…${code.slice(-HINT)}`);
  const written = await sql`
    insert into promotions.codes (promotion_id, digest, hint, max_uses, batch_id)
    select ${promotion_id}, decode(digest, 'hex'), hint, ${max_uses}::int, ${id}::int
    from unnest(${digests}::text[], ${hints}::text[]) as made (digest, hint)`.execute(tx.sql);
  if (Number(written.numAffectedRows) !== codes.length) throw new Error(`batch ${id} wrote fewer codes than it made`);
  const next = made + codes.length;
  await sql`update promotions.code_batches set made = ${next}, finished_at = ${next === count ? tx.now : null}::timestamptz
    where id = ${id}`.execute(tx.sql);
  return next === count;
}

/** Of a promotion, the newest first. One statement. */
export async function batchesOf(ctx: Ctx, code: string): Promise<CodeBatch[]> {
  if (isFlash(code)) return [];
  const { rows } = await sql<Omit<CodeBatch, "asked_at"> & { asked_at: Date }>`
    select b.id, b.prefix, b.count, b.made, b.max_uses, b.asked_at,
      (select count(*)::int from promotions.codes c where c.batch_id = b.id and c.used > 0) as used,
      case when b.fetched_at is not null then 'fetched' when b.finished_at is null then 'making'
        when b.secret is null then 'lapsed' else 'ready' end as state
    from promotions.code_batches b where b.promotion_id = ${Number(code.slice(3))} order by b.id desc`.execute(ctx.sql);
  return rows.map((row) => ({ ...row, asked_at: row.asked_at.toISOString() }));
}

/** The codes of a batch as a file, in groups of four, once. Throws not_found, state_conflict. Locks the batch. */
export function fetchBatch(
  ctx: Ctx,
  { code, batch }: { code: string; batch: number },
): Promise<{ name: string; content: string }> {
  return inTransaction(ctx, async (tx) => {
    const { rows } = await sql<Stored & { is_ready: boolean }>`
      select promotion_id, prefix, count, made, max_uses, secret, finished_at is not null and fetched_at is null as is_ready
      from promotions.code_batches where id = ${batch} and 'KM-' || promotion_id = ${code} for update`.execute(tx.sql);
    const [found] = rows;
    if (!found) throw new ShopError("not_found");
    if (!found.is_ready || !found.secret) throw new ShopError("state_conflict", { message_key: "batch_fetched" });
    const secret = decrypt(tx.config, found.secret, placeOf(batch));
    const { prefix, count } = found;
    const lines = Array.from({ length: count }, (_, at) => {
      const groups = batchCode(secret, "", at).match(/.{4}/g) ?? [];
      return [...(prefix ? [prefix] : []), ...groups].join("-");
    });
    await sql`update promotions.code_batches set fetched_at = ${tx.now}, secret = null where id = ${batch}`.execute(
      tx.sql,
    );
    return { name: `${code}-${batch}.csv`, content: `code\r\n${lines.join("\r\n")}\r\n` };
  });
}

/** Part of the job `sweep`: a file that nobody fetched is gone with its time; its codes stay unknown and unused. */
export async function sweepBatches(ctx: Ctx): Promise<void> {
  await sql`update promotions.code_batches set secret = null
    where secret is not null and finished_at < ${ctx.now}::timestamptz - make_interval(hours => ${FILE_HOURS})`.execute(
    ctx.sql,
  );
}

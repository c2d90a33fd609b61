/**
 * What may change of a published promotion: it stops, runs again in the window it had, ends later, has more uses. A stopped one
 * has a window that is over, so that nothing else has to ask. Locks: the promotion. rules/promotions#desk
 */
import { ShopError } from "contract/errors.ts";
import type { PromotionRecord } from "contract/promotions/desk-promotions.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import type { Read } from "./drafts.ts";
import { assess, candidateOf, minuteOf } from "./judgement.ts";
import { assertAllowed, turnPrices } from "./publish.ts";
import { isFlash, type PromotionRow, promotionRow } from "./reading.ts";
import { promotionRecord } from "./record.ts";
import { extraOf, formOf, minuteText } from "./stored-form.ts";

const tableOf = (code: string) =>
  isFlash(code) ? sql.table("promotions.flash_sales") : sql.table("promotions.promotions");

/** Throws not_found, state_conflict for a draft, conflict where it was changed since it was read. */
async function lockPublished(tx: Ctx, { code, version }: Read): Promise<PromotionRow> {
  await sql`select from ${tableOf(code)} where id = ${Number(code.slice(3))} for update`.execute(tx.sql);
  const row = await promotionRow(tx, code);
  if (row.state === "draft") throw new ShopError("state_conflict");
  if (row.version !== version) throw new ShopError("conflict");
  return row;
}

async function changed(
  ctx: Ctx,
  read: Read,
  change: (tx: Ctx, row: PromotionRow) => Promise<void>,
): Promise<PromotionRecord> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockPublished(tx, read);
    await change(tx, row);
    await turnPrices(tx, row.code, (await extraOf(tx, row)).slug);
  });
  return promotionRecord(ctx, read.code);
}

/** Throws not_found, conflict, state_conflict for one that is over. */
export function stopPromotion(ctx: Ctx, read: Read): Promise<PromotionRecord> {
  return changed(ctx, read, async (tx, { code, id, state }) => {
    if (state !== "running" && state !== "scheduled") throw new ShopError("state_conflict");
    await sql`update ${tableOf(code)} set stopped_at = ${tx.now}, planned_starts_at = starts_at, planned_ends_at = ends_at,
        starts_at = least(starts_at, ${tx.now}::timestamptz - interval '1 millisecond'), ends_at = ${tx.now}, version = version + 1
      where id = ${id}`.execute(tx.sql);
  });
}

/** Throws not_found, conflict, state_conflict where its window is over. */
export function resumePromotion(ctx: Ctx, read: Read): Promise<PromotionRecord> {
  return changed(ctx, read, async (tx, { code, id, state, planned_ends_at }) => {
    if (state !== "stopped" || !planned_ends_at) throw new ShopError("state_conflict");
    if (planned_ends_at <= tx.now) throw new ShopError("state_conflict", { message_key: "promotion_window_over" });
    await sql`update ${tableOf(code)} set starts_at = planned_starts_at, ends_at = planned_ends_at, stopped_at = null,
        planned_starts_at = null, planned_ends_at = null, version = version + 1 where id = ${id}`.execute(tx.sql);
  });
}

type Extended = Read & { ends?: string | undefined; max_uses?: number | undefined };

/** Throws not_found, conflict, state_conflict, SecondPersonNeeded: judged as a whole, as if it were published now. */
export function extendPromotion(ctx: Ctx, { ends, max_uses, ...read }: Extended): Promise<PromotionRecord> {
  return changed(ctx, read, async (tx, row) => {
    const { code, id, state } = row;
    if (state !== "running" && state !== "scheduled") throw new ShopError("state_conflict");
    const ends_at = minuteOf(ends) ?? row.ends_at;
    const uses = isFlash(code) ? null : (max_uses ?? row.max_uses);
    const isLater = ends_at !== null && row.ends_at !== null && ends_at > row.ends_at;
    const isMore = uses !== null && row.max_uses !== null && uses > row.max_uses;
    const isLess =
      (ends_at !== null && row.ends_at !== null && ends_at < row.ends_at) ||
      (max_uses !== undefined && !isFlash(code) && (row.max_uses === null || max_uses < row.max_uses));
    if (isLess || (!isLater && !isMore)) throw new ShopError("state_conflict", { message_key: "promotion_only_more" });
    const form = {
      ...(await formOf(tx, row)),
      max_uses: uses ?? undefined,
      ...(ends_at && { ends: minuteText(ends_at) }),
    };
    const candidate = await candidateOf(tx, form);
    await assertAllowed(tx, code, candidate, await assess(tx, candidate, code));
    await sql`update ${tableOf(code)} set ends_at = ${ends_at}, version = version + 1 where id = ${id}`.execute(tx.sql);
    if (uses !== null) await sql`update promotions.promotions set max_uses = ${uses} where id = ${id}`.execute(tx.sql);
  });
}

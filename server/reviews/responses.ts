/** What readers do with a comment: like it, report it; and its author's one objection. rules/reviews#likes */
import { ShopError } from "contract/errors.ts";
import type { ReportReason } from "contract/reviews/review-words.ts";
import type { OwnComment } from "contract/reviews/reviews.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { ownCommentOf } from "./reading.ts";
import { announceProduct, publishedComment, takeDaily } from "./writing.ts";

/** So many accounts hold a published text until a person has examined it; once. */
const REPORTS_THAT_HOLD = 3;

/** Sets, never toggles: a repeat changes nothing. Throws not_found, own_comment, daily_limit. Locks the account, then the comment. */
export async function likeComment(
  ctx: Ctx,
  customer_id: number,
  { id, liked }: { id: number; liked: boolean },
): Promise<{ liked: boolean; likes: number }> {
  return inTransaction(ctx, async (ctx) => {
    const found = await publishedComment(ctx, id);
    if (found.customer_id === customer_id) throw new ShopError("own_comment");
    if (liked) {
      await takeDaily(ctx, customer_id, "like");
      await sql`insert into reviews.likes (comment_id, customer_id, at) values (${id}, ${customer_id}, ${ctx.now})
        on conflict do nothing`.execute(ctx.sql);
    } else
      await sql`delete from reviews.likes where comment_id = ${id} and customer_id = ${customer_id}`.execute(ctx.sql);
    const now = ctx.sql.selectFrom("reviews.comments").select(["likes", "product_id"]).where("id", "=", id);
    const { likes } = await now.executeTakeFirstOrThrow();
    return { liked, likes };
  });
}

/** The same person twice is once. Throws not_found, own_comment, daily_limit. Locks the account, then the comment. */
export async function reportComment(
  ctx: Ctx,
  customer_id: number,
  { id, reason }: { id: number; reason: ReportReason },
): Promise<{ reported: true }> {
  return inTransaction(ctx, async (ctx) => {
    const found = await publishedComment(ctx, id);
    if (found.customer_id === customer_id) throw new ShopError("own_comment");
    await takeDaily(ctx, customer_id, "report");
    await sql`select id from reviews.comments where id = ${id} for update`.execute(ctx.sql);
    await sql`insert into reviews.reports (comment_id, customer_id, reason, at) values (${id}, ${customer_id}, ${reason}, ${ctx.now})
      on conflict do nothing`.execute(ctx.sql);
    const held = await sql`update reviews.comments set state = 'pending', was_reported = true, version = version + 1,
        held_for = array_append(held_for, 'reported')
      where id = ${id} and state = 'published' and not was_reported and not is_shop
        and (select count(*) from reviews.reports where comment_id = ${id}) >= ${REPORTS_THAT_HOLD}`.execute(ctx.sql);
    if (Number(held.numAffectedRows ?? 0) > 0) await announceProduct(ctx, found.product_id);
    return { reported: true as const };
  });
}

/** Throws not_found for what is not hidden, already_objected. */
export async function objectToHiding(
  ctx: Ctx,
  customer_id: number,
  { id, text }: { id: number; text: string },
): Promise<OwnComment> {
  const own = await ownCommentOf(ctx, customer_id, id);
  if (own.state !== "hidden") throw new ShopError("not_found");
  const { numUpdatedRows } = await ctx.sql
    .updateTable("reviews.comments")
    .set({ objection: text, objected_at: ctx.now })
    .where("id", "=", id)
    .where("state", "=", "hidden")
    .where("objection", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ShopError("already_objected");
  return ownCommentOf(ctx, customer_id, id);
}

/**
 * Pictures of ratings: drawn again without anything the camera wrote, stored under a random name, and kept with what the
 * person has begun to write until it is sent. rules/reviews#pictures
 */
import { ShopError } from "contract/errors.ts";
import { type Hashtag, hashtags, MAX_HASHTAGS, MAX_PICTURES, MAX_TEXT } from "contract/reviews/review-words.ts";
import { visibleText } from "contract/values/text.ts";
import { sql } from "kysely";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { redrawn } from "../platform/sent-pictures.ts";
import { newKey, storageOf } from "../platform/storage.ts";
import { productOf } from "./reading.ts";

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const SIDE_PX = 1600;

export type PictureProblem = "picture_missing" | "picture_unreadable" | "picture_too_large";

export function pictureRefused(problem: PictureProblem, cause?: unknown): ShopError {
  const code =
    problem === "picture_too_large" ? "too_large" : problem === "picture_missing" ? "invalid" : "unsupported_media";
  return new ShopError(code, { message_key: problem, fields: { picture: [{ key: problem }] }, cause });
}

/** What of the form came with the pictures: it is kept, so that nothing typed is lost. */
export type DraftFields = { stars?: string; text?: string; hashtags: readonly string[]; show_name?: string };

/**
 * Adds pictures to the draft of a product, and keeps what was typed. Throws not_found, unsupported_media, invalid. Locks
 * the draft.
 */
export async function saveDraft(
  ctx: Ctx,
  customer_id: number,
  variant_id: number,
  fields: DraftFields,
  sent: readonly Buffer[],
): Promise<string[]> {
  const { id: product_id } = await productOf(ctx, variant_id);
  const drawn: Buffer[] = [];
  const inside = { width: SIDE_PX, height: SIDE_PX, fit: "inside", withoutEnlargement: true } as const;
  for (const each of sent)
    drawn.push(await redrawn(each, inside, (cause) => pictureRefused("picture_unreadable", cause)));
  const keys = drawn.map(() => newKey("comments", "webp"));
  for (const [at, bytes] of drawn.entries()) await storageOf(ctx.config).put(keys[at] ?? "", bytes, "image/webp");
  const stars = /^[1-5]$/.test(fields.stars ?? "") ? Number(fields.stars) : null;
  const text = [...visibleText(fields.text ?? "")].slice(0, MAX_TEXT).join("");
  const tags = hashtags.filter((each: Hashtag) => fields.hashtags.includes(each)).slice(0, MAX_HASHTAGS);
  return inTransaction(ctx, async (ctx) => {
    const values = { stars, text, hashtags: tags, show_name: fields.show_name === "1", updated_at: ctx.now };
    await ctx.sql
      .insertInto("reviews.drafts")
      .values({ customer_id, product_id, ...values })
      .onConflict((conflict) => conflict.columns(["customer_id", "product_id"]).doUpdateSet(values))
      .execute();
    const { rows } = await sql<{
      pictures: string[];
      standing: string[];
    }>`select d.pictures, coalesce((select c.pictures
        from reviews.comments c where c.customer_id = d.customer_id and c.product_id = d.product_id and c.kind = 'rating'
        and c.state <> 'deleted'), '{}') as standing
      from reviews.drafts d where d.customer_id = ${customer_id} and d.product_id = ${product_id} for update of d`.execute(
      ctx.sql,
    );
    const pictures = [...(rows[0]?.pictures ?? []), ...keys];
    if (pictures.length + (rows[0]?.standing.length ?? 0) > MAX_PICTURES.rating) {
      for (const key of keys) await storageOf(ctx.config).remove(key);
      throw new ShopError("invalid", {
        message_key: "pictures_few",
        params: { maximum: MAX_PICTURES.rating },
        fields: { picture: [{ key: "pictures_few", params: { maximum: MAX_PICTURES.rating } }] },
      });
    }
    await ctx.sql
      .updateTable("reviews.drafts")
      .set({ pictures })
      .where("customer_id", "=", customer_id)
      .where("product_id", "=", product_id)
      .execute();
    return keys;
  });
}

/** Safe to repeat. The file goes once the change stands. */
export async function removeDraftPicture(ctx: Ctx, customer_id: number, key: string): Promise<{ removed: true }> {
  await inTransaction(ctx, async (ctx) => {
    const taken = await sql`update reviews.drafts set pictures = array_remove(pictures, ${key})
      where customer_id = ${customer_id} and pictures @> ${[key]}::text[]`.execute(ctx.sql);
    if (Number(taken.numAffectedRows ?? 0) > 0) await enqueue(ctx, "remove_file", { key });
  });
  return { removed: true as const };
}

/**
 * Who may see a stored picture: everybody, of what is published; its author, of all they sent. Null: nobody, or no such
 * picture.
 */
export async function pictureFor(
  ctx: Ctx,
  key: string,
  reader: number | null,
): Promise<{ bytes: Buffer; is_public: boolean } | null> {
  const { rows } = await sql<{ is_public: boolean }>`
    select c.state = 'published' as is_public from reviews.comments c
      where c.pictures @> ${[key]}::text[] and (c.state = 'published' or c.customer_id = ${reader}::bigint)
    union all select false from reviews.drafts d where d.customer_id = ${reader}::bigint and d.pictures @> ${[key]}::text[]
    order by 1 desc limit 1`.execute(ctx.sql);
  const [row] = rows;
  const bytes = row && (await storageOf(ctx.config).get(key));
  return row && bytes ? { bytes: Buffer.from(bytes), is_public: row.is_public } : null;
}

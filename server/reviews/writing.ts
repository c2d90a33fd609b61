/**
 * Writing, changing and deleting ratings, questions and replies. Who bought is read from the orders, never claimed. What
 * the rules do not hold is shown at once, in the same transaction as what its stars add up to. rules/reviews#who
 */
import { createHash } from "node:crypto";
import type { CallInput } from "contract/call.ts";
import { type FieldError, ShopError } from "contract/errors.ts";
import { MAX_PICTURES } from "contract/reviews/review-words.ts";
import type { OwnComment, reviews } from "contract/reviews/reviews.ts";
import type { Locale } from "contract/values/locale.ts";
import { foldToAlphanumeric } from "contract/values/text.ts";
import { sql } from "kysely";
import { type Ctx, enqueueEach, inTransaction } from "../kernel/context.ts";
import { isSeller, ownCommentOf, productOf } from "./reading.ts";
import { examine, tooShort, type Verdict } from "./rules.ts";
import { bought } from "./shown.ts";

/** Of an account, within a day of Việt Nam. rules/reviews#limits */
export const DAILY = { rating: 10, question: 5, reply: 20, report: 20, like: 200, edit: 3 } as const;

/** Of the text as it reads: the same words with other signs between them are the same text. */
export const digestOf = (text: string): Buffer => createHash("sha256").update(foldToAlphanumeric(text)).digest();

/** Mostly kana or Han is Japanese, with Vietnamese letters Vietnamese, else what the page was in. */
export function languageOf(text: string, locale: Locale): Locale {
  const letterCount = text.match(/\p{L}/gu)?.length ?? 0;
  const signs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  if (signs * 2 > letterCount) return "ja";
  if (/[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i.test(text)) return "vi";
  return locale === "ja" ? "en" : locale;
}

export const dayOf = (now: Date) =>
  sql`(date_trunc('day', ${now}::timestamptz at time zone 'Asia/Ho_Chi_Minh') at time zone 'Asia/Ho_Chi_Minh')`;

/** Throws daily_limit. Locks the account, so that of many at once no more than so many are taken. */
export async function takeDaily(
  ctx: Ctx,
  customer_id: number,
  what: keyof typeof DAILY,
  comment_id = 0,
): Promise<void> {
  await sql`select id from identity.customers where id = ${customer_id} for no key update`.execute(ctx.sql);
  const since = dayOf(ctx.now);
  const counted = {
    rating: sql`reviews.comments where customer_id = ${customer_id} and kind = 'rating' and created_at >= ${since}`,
    question: sql`reviews.comments where customer_id = ${customer_id} and kind = 'question' and created_at >= ${since}`,
    reply: sql`reviews.comments where customer_id = ${customer_id} and kind = 'reply' and created_at >= ${since}`,
    report: sql`reviews.reports where customer_id = ${customer_id} and at >= ${since}`,
    like: sql`reviews.likes where customer_id = ${customer_id} and at >= ${since}`,
    edit: sql`reviews.versions where comment_id = ${comment_id} and replaced_at >= ${since}`,
  }[what];
  const { rows } = await sql<{ taken: number }>`select count(*)::int as taken from ${counted}`.execute(ctx.sql);
  if ((rows[0]?.taken ?? 0) >= DAILY[what] * Math.max(1, ctx.config.limit_factor))
    throw new ShopError("daily_limit", { params: { maximum: DAILY[what] } });
}

const refuse = (field: string, error: FieldError) => new ShopError("invalid", { fields: { [field]: [error] } });

/** Throws invalid for a text that is too short, or that the same person sent within a day. */
async function examined(ctx: Ctx, customer_id: number, text: string, own = 0): Promise<Verdict & { digest: Buffer }> {
  const digest = digestOf(text);
  const { rows } = await sql<{ is_repeated: boolean; is_known_spam: boolean }>`select
    exists (select from reviews.comments where digest = ${digest} and customer_id = ${customer_id} and id <> ${own}
      and state <> 'deleted' and created_at > ${ctx.now}::timestamptz - interval '24 hours') as is_repeated,
    exists (select from reviews.comments where digest = ${digest} and state = 'hidden' and hide_reason = 'spam') as is_known_spam`.execute(
    ctx.sql,
  );
  const { is_repeated = false, is_known_spam = false } = rows[0] ?? {};
  if (is_repeated) throw refuse("text", { key: "text_repeated" });
  return { ...examine(text, { is_known_spam }), digest };
}

/** Its page shows another text or other stars. */
export async function announceProduct(ctx: Ctx, product_id: number): Promise<void> {
  const product = ctx.sql.selectFrom("catalogue.products").select("slug").where("id", "=", product_id);
  const { slug } = await product.executeTakeFirstOrThrow();
  await ctx.announce(ctx, "pages_changed", { tags: [`product:${slug}`, `reviews:${product_id}`, "category:all"] });
}

type Writing = CallInput<typeof reviews.write>;

/** Throws not_found, not_bought, seller_cannot_rate, already_rated, daily_limit, invalid. Locks the account. */
export async function writeComment(ctx: Ctx, customer_id: number, input: Writing): Promise<OwnComment> {
  const { kind, text, stars, show_name } = input;
  const { id: product_id } = await productOf(ctx, input.product_id);
  const short = tooShort(text);
  if (short) throw refuse("text", short);
  if (kind === "rating" && stars === undefined) throw refuse("stars", { key: "required_choice" });
  return inTransaction(ctx, async (ctx) => {
    await takeDaily(ctx, customer_id, kind);
    if (kind === "rating") await assertMayRate(ctx, customer_id, product_id);
    const pictures = await takePictures(ctx, customer_id, product_id, kind, input.pictures);
    const { state, held_for, hide_reason, is_safety, digest } = await examined(ctx, customer_id, text);
    const { id } = await ctx.sql
      .insertInto("reviews.comments")
      .values({
        ...{
          kind,
          product_id,
          customer_id,
          text,
          digest,
          state,
          held_for,
          is_safety,
          show_name,
          pictures,
          hide_reason,
        },
        variant_id: input.product_id,
        stars: kind === "rating" ? (stars ?? null) : null,
        hashtags: kind === "rating" ? [...new Set(input.hashtags ?? [])] : [],
        hidden_by: state === "hidden" ? "system" : null,
        lang: languageOf(text, ctx.locale),
        created_at: ctx.now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (kind === "rating")
      await ctx.sql
        .deleteFrom("reviews.drafts")
        .where("customer_id", "=", customer_id)
        .where("product_id", "=", product_id)
        .execute();
    await announceProduct(ctx, product_id);
    return ownCommentOf(ctx, customer_id, id);
  });
}

async function assertMayRate(ctx: Ctx, customer_id: number, product_id: number): Promise<void> {
  const { rows } = await sql<{ is_bought: boolean; is_seller: boolean; rated: number | null }>`
    select ${bought(sql`${customer_id}::bigint`, sql`${product_id}::integer`)} as is_bought, ${isSeller(customer_id)} as is_seller,
      (select id from reviews.comments where customer_id = ${customer_id} and product_id = ${product_id} and kind = 'rating'
        and state <> 'deleted') as rated`.execute(ctx.sql);
  const row = rows[0];
  if (row?.is_seller) throw new ShopError("seller_cannot_rate");
  if (!row?.is_bought) throw new ShopError("not_bought");
  if (row.rated !== null) throw new ShopError("already_rated", { params: { id: row.rated } });
}

/** Those of the draft, or of what stands already; each key must have been sent by this person for this product. */
async function takePictures(
  ctx: Ctx,
  customer_id: number,
  product_id: number,
  kind: "rating" | "question",
  wanted: readonly string[] | undefined,
  standing: readonly string[] = [],
): Promise<string[]> {
  const { rows } = await sql<{ pictures: string[] }>`select pictures from reviews.drafts
    where customer_id = ${customer_id} and product_id = ${product_id} for update`.execute(ctx.sql);
  const known = [...new Set([...standing, ...(rows[0]?.pictures ?? [])])];
  if (kind === "question" && wanted === undefined) return [];
  const taken = wanted === undefined ? known : [...new Set(wanted)];
  if (taken.some((key) => !known.includes(key))) throw refuse("pictures", { key: "picture_unknown" });
  if (taken.length > MAX_PICTURES[kind])
    throw refuse("pictures", { key: "pictures_few", params: { maximum: MAX_PICTURES[kind] } });
  return taken;
}

type StoredComment = {
  id: number;
  kind: "rating" | "question" | "reply";
  product_id: number;
  stars: number | null;
  text: string;
  hashtags: string[];
  pictures: string[];
  version: number;
  state: "pending" | "published" | "hidden" | "deleted";
  hide_reason: string | null;
  hidden_by: string | null;
};

/** Locks one's own comment. Throws not_found. */
async function lockOwn(ctx: Ctx, customer_id: number, id: number): Promise<StoredComment> {
  const { rows } =
    await sql<StoredComment>`select id, kind, product_id, stars, text, hashtags, pictures, version, state, hide_reason, hidden_by
    from reviews.comments where id = ${id} and customer_id = ${customer_id} and state <> 'deleted' for update`.execute(
      ctx.sql,
    );
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/**
 * The text before stays as a version. What a person of the shop hid waits for a person again; else the rules decide anew.
 * Throws not_found, daily_limit, invalid. Locks the account, then the comment.
 */
export async function editComment(
  ctx: Ctx,
  customer_id: number,
  input: CallInput<typeof reviews.edit>,
): Promise<OwnComment> {
  return inTransaction(ctx, async (ctx) => {
    await takeDaily(ctx, customer_id, "edit", input.id);
    const before = await lockOwn(ctx, customer_id, input.id);
    const short = before.kind === "reply" ? null : tooShort(input.text);
    if (short) throw refuse("text", short);
    const { text, show_name } = input;
    const isRating = before.kind === "rating";
    const pictures =
      before.kind === "reply"
        ? []
        : await takePictures(
            ctx,
            customer_id,
            before.product_id,
            before.kind,
            input.pictures ?? before.pictures,
            before.pictures,
          );
    const verdict = await examined(ctx, customer_id, text, before.id);
    const held = before.state === "hidden" && before.hidden_by !== "system" ? "pending" : verdict.state;
    await ctx.sql
      .insertInto("reviews.versions")
      .values({
        ...{ comment_id: before.id, version: before.version, stars: before.stars, text: before.text },
        ...{ hashtags: before.hashtags, pictures: before.pictures, replaced_at: ctx.now },
      })
      .execute();
    await ctx.sql
      .updateTable("reviews.comments")
      .set({
        ...{ text, show_name, pictures, digest: verdict.digest, state: held, held_for: verdict.held_for },
        is_safety: verdict.is_safety,
        hide_reason: held === "hidden" ? verdict.hide_reason : null,
        hide_note: "",
        hidden_by: held === "hidden" ? "system" : null,
        stars: isRating ? (input.stars ?? before.stars) : null,
        hashtags: isRating ? [...new Set(input.hashtags ?? [])] : [],
        lang: languageOf(text, ctx.locale),
        edited_at: ctx.now,
        version: before.version + 1,
      })
      .where("id", "=", before.id)
      .execute();
    await announceProduct(ctx, before.product_id);
    return ownCommentOf(ctx, customer_id, before.id);
  });
}

/** Text and pictures go with the stars. Replies below it are shown no more. Throws not_found. Locks the comment. */
export async function deleteComment(ctx: Ctx, customer_id: number, id: number): Promise<{ deleted: true }> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockOwn(ctx, customer_id, id);
    const { rows } = await sql<{
      pictures: string[];
    }>`delete from reviews.versions where comment_id = ${id} returning pictures`.execute(ctx.sql);
    const keys = new Set([...before.pictures, ...rows.flatMap(({ pictures }) => pictures)]);
    await ctx.sql
      .updateTable("reviews.comments")
      .set({
        state: "deleted",
        text: "",
        pictures: [],
        hashtags: [],
        hide_reason: null,
        hide_note: "",
        hidden_by: null,
        objection: null,
      })
      .set({ objected_at: null, objection_by: null, is_upheld: null, digest: digestOf(`deleted ${id}`) })
      .where("id", "=", id)
      .execute();
    await enqueueEach(
      ctx,
      "remove_file",
      [...keys].map((key) => ({ key })),
    );
    await announceProduct(ctx, before.product_id);
    return { deleted: true as const };
  });
}

/** Throws not_found for what is not published or is a reply itself, daily_limit, invalid. Locks the account. */
export async function writeReply(
  ctx: Ctx,
  customer_id: number,
  { id, text }: { id: number; text: string },
): Promise<OwnComment> {
  return inTransaction(ctx, async (ctx) => {
    await takeDaily(ctx, customer_id, "reply");
    const parent = await publishedComment(ctx, id);
    if (parent.kind === "reply") throw new ShopError("not_found");
    const { state, held_for, hide_reason, is_safety, digest } = await examined(ctx, customer_id, text);
    const { id: own } = await ctx.sql
      .insertInto("reviews.comments")
      .values({
        ...{
          kind: "reply" as const,
          product_id: parent.product_id,
          parent_id: id,
          customer_id,
          text,
          digest,
          state,
          hide_reason,
        },
        ...{ held_for, is_safety, hidden_by: state === "hidden" ? "system" : null, created_at: ctx.now },
        lang: languageOf(text, ctx.locale),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await announceProduct(ctx, parent.product_id);
    return ownCommentOf(ctx, customer_id, own);
  });
}

/** Throws not_found. */
export async function publishedComment(ctx: Ctx, id: number) {
  const { rows } = await sql<{ id: number; kind: string; product_id: number; customer_id: number | null }>`
    select id, kind, product_id, customer_id from reviews.comments where id = ${id} and state = 'published'`.execute(
    ctx.sql,
  );
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/** What staff do with ratings, questions and replies: show, hide for a reason, decide an objection, answer. rules/reviews#desk */
import type { CallInput } from "contract/call.ts";
import { ShopError } from "contract/errors.ts";
import type { CommentRecord, moderation } from "contract/reviews/moderation.ts";
import type { HoldRule } from "contract/reviews/review-words.ts";
import type { Reply } from "contract/reviews/reviews.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { reasonOf } from "./rules.ts";
import { type CommentRow, commentColumns, pictureAddress, replyOf, shortName } from "./shown.ts";
import { announceProduct, digestOf, languageOf } from "./writing.ts";

type Row = CommentRow & {
  version: number;
  state: CommentRecord["state"];
  product_id: number;
  variant_id: number;
  name: string;
  slug: string;
  category_slug: string;
  answers: CommentRecord["answers"];
  held_for: HoldRule[];
  is_safety: boolean;
  reports: CommentRecord["reports"];
  hide_reason: CommentRecord["hide_reason"];
  hide_note: string;
  hidden_by: string | null;
  objection: string | null;
  objected_at: Date | null;
  is_upheld: boolean | null;
  answer: (CommentRow["replies"][number] & { by: string }) | null;
  versions: (Omit<CommentRecord["versions"][number], "until"> & { until: string })[];
};

/** Throws not_found. */
export async function commentRecord(ctx: Ctx, { id }: { id: number }): Promise<CommentRecord> {
  const { rows } =
    await sql<Row>`select ${commentColumns(null, true)}, c.version, c.state, c.product_id, c.held_for, c.is_safety,
      c.hide_reason, c.hide_note, c.hidden_by, c.objection, c.objected_at, c.is_upheld, p.slug, k.slug as category_slug,
      coalesce((select t.name from catalogue.product_texts t where t.product_id = p.id and t.locale = 'vi'), p.model) as name,
      coalesce(c.variant_id, (select v.id from catalogue.variants v where v.product_id = p.id order by v.is_default desc limit 1)) as variant_id,
      (select jsonb_build_object('id', b.id, 'text', b.text) from reviews.comments b where b.id = c.parent_id) as answers,
      (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', n) order by n desc), '[]') from
        (select reason, count(*) as n from reviews.reports where comment_id = c.id group by 1) r) as reports,
      (select to_jsonb(a) from (select r.id, r.text, r.lang, r.is_shop, r.show_name, r.created_at, r.edited_at, null as full_name,
        false as is_collaborator, coalesce(s.full_name, '') as by from reviews.comments r left join staff.accounts s on s.id = r.staff_id
        where r.parent_id = c.id and r.is_shop and r.state <> 'deleted') a) as answer,
      (select coalesce(jsonb_agg(jsonb_build_object('version', w.version, 'stars', w.stars, 'text', w.text, 'until', w.replaced_at)
        order by w.version desc), '[]') from reviews.versions w where w.comment_id = c.id) as versions
    from reviews.comments c join catalogue.products p on p.id = c.product_id join catalogue.categories k on k.id = p.category_id
    where c.id = ${id} and not c.is_shop`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new ShopError("not_found");
  return shownRecord(row, await ctx.actor());
}

function shownRecord(row: Row, actor: string): CommentRecord {
  const { id, version, kind, state, stars, text, lang, hashtags, answers, held_for, is_safety, reports, hide_reason } =
    row;
  const { hide_note, likes, hidden_by, objection, objected_at, is_upheld, answer } = row;
  const marks = [
    ...(row.is_bought ? (["verified"] as const) : []),
    ...(row.is_collaborator ? (["collaborator"] as const) : []),
    ...(row.is_returned ? (["returned"] as const) : []),
  ];
  const decision = is_upheld === null ? null : is_upheld ? "upheld" : "refused";
  const first = held_for[0];
  return {
    ...{ id, version, kind, state, stars, text, lang, hashtags, answers, held_for, is_safety, reports, hide_reason },
    ...{ hide_note, likes },
    pictures: row.pictures.map(pictureAddress),
    author: { name: row.full_name === null ? null : shortName(row.full_name), marks },
    product: { product_id: row.variant_id, name: row.name, slug: row.slug, category_slug: row.category_slug },
    proposed_reason: first ? reasonOf[first] : null,
    hidden_by: hidden_by === null ? null : hidden_by === "system" ? "rule" : hidden_by === actor ? "you" : "another",
    objection: objection === null ? null : { text: objection, at: new Date(objected_at ?? 0).toISOString(), decision },
    answer: answer && { ...replyOf(answer), by: answer.by },
    versions: row.versions.map((each) => ({ ...each, until: new Date(each.until).toISOString() })),
    created_at: new Date(row.created_at).toISOString(),
    edited_at: row.edited_at === null ? null : new Date(row.edited_at).toISOString(),
  };
}

type Locked = {
  id: number;
  product_id: number;
  state: string;
  hidden_by: string | null;
  objection: string | null;
  is_upheld: boolean | null;
};

/** Locks a comment as it was seen. Throws not_found, conflict. */
async function lockSeen(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<Locked> {
  const { rows } = await sql<
    Locked & { version: number }
  >`select id, product_id, state, hidden_by, objection, is_upheld, version
    from reviews.comments where id = ${id} and not is_shop and state <> 'deleted' for update`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  if (rows[0].version !== version) throw new ShopError("conflict", { message_key: "comment_changed" });
  return rows[0];
}

const unhidden = { hide_reason: null, hide_note: "", hidden_by: null } as const;

/** Throws not_found, conflict. Locks the comment. */
export async function publishComment(ctx: Ctx, seen: CallInput<typeof moderation.publish>): Promise<CommentRecord> {
  await inTransaction(ctx, async (ctx) => {
    const { id, product_id } = await lockSeen(ctx, seen);
    await ctx.sql
      .updateTable("reviews.comments")
      .set({ state: "published", ...unhidden, version: seen.version + 1 })
      .where("id", "=", id)
      .execute();
    await announceProduct(ctx, product_id);
  });
  return commentRecord(ctx, seen);
}

/** Throws not_found, conflict. Locks the comment. */
export async function hideComment(ctx: Ctx, input: CallInput<typeof moderation.hide>): Promise<CommentRecord> {
  const actor = await ctx.actor();
  await inTransaction(ctx, async (ctx) => {
    const { id, product_id } = await lockSeen(ctx, input);
    const hidden = { hide_reason: input.hide_reason, hide_note: input.note ?? "", hidden_by: actor };
    await ctx.sql
      .updateTable("reviews.comments")
      .set({ state: "hidden", ...hidden, version: input.version + 1 })
      .where("id", "=", id)
      .execute();
    await announceProduct(ctx, product_id);
  });
  return commentRecord(ctx, input);
}

/** Throws not_found where there is no objection to decide, conflict, own_request for who hid the text. Locks the comment. */
export async function decideObjection(
  ctx: Ctx,
  input: CallInput<typeof moderation.decideObjection>,
): Promise<CommentRecord> {
  const actor = await ctx.actor();
  await inTransaction(ctx, async (ctx) => {
    const { id, product_id, state, hidden_by, objection, is_upheld } = await lockSeen(ctx, input);
    if (state !== "hidden" || objection === null || is_upheld !== null) throw new ShopError("not_found");
    if (hidden_by === actor) throw new ShopError("own_request", { message_key: "hidden_by_same" });
    const decided = { objection_by: actor, is_upheld: input.uphold, version: input.version + 1 };
    await ctx.sql
      .updateTable("reviews.comments")
      .set(input.uphold ? { ...decided, state: "published", ...unhidden } : decided)
      .where("id", "=", id)
      .execute();
    await announceProduct(ctx, product_id);
  });
  return commentRecord(ctx, input);
}

/** One answer a comment; writing again changes it. Throws not_found. Locks the comment. */
export async function answerComment(ctx: Ctx, { id, text }: CallInput<typeof moderation.answer>): Promise<Reply> {
  const staff = await ctx.staff();
  if (!staff) throw new ShopError("unauthenticated");
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ product_id: number }>`select product_id from reviews.comments
      where id = ${id} and kind <> 'reply' and state in ('published', 'pending') for update`.execute(ctx.sql);
    const [parent] = rows;
    if (!parent) throw new ShopError("not_found");
    const said = { text, digest: digestOf(text), lang: languageOf(text, "vi"), staff_id: staff.account_id };
    const found = await sql<
      CommentRow["replies"][number]
    >`update reviews.comments set text = ${text}, digest = ${said.digest},
        lang = ${said.lang}, staff_id = ${said.staff_id}, edited_at = ${ctx.now}, version = version + 1
      where parent_id = ${id} and is_shop and state <> 'deleted' returning *`.execute(ctx.sql);
    const answered =
      found.rows[0] ??
      (
        await sql<
          CommentRow["replies"][number]
        >`insert into reviews.comments (kind, product_id, parent_id, is_shop, state,
            text, digest, lang, staff_id, created_at)
          values ('reply', ${parent.product_id}, ${id}, true, 'published', ${text}, ${said.digest}, ${said.lang},
            ${said.staff_id}, ${ctx.now}) returning *`.execute(ctx.sql)
      ).rows[0];
    if (!answered) throw new Error(`no answer was stored for ${id}`);
    await announceProduct(ctx, parent.product_id);
    return replyOf(answered);
  });
}

/** Safe to repeat. Throws not_found for a comment there is none of. */
export async function removeAnswer(ctx: Ctx, { id }: { id: number }): Promise<{ removed: true }> {
  await inTransaction(ctx, async (ctx) => {
    const parent = await ctx.sql
      .selectFrom("reviews.comments")
      .select("product_id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (!parent) throw new ShopError("not_found");
    await sql`delete from reviews.comments where parent_id = ${id} and is_shop`.execute(ctx.sql);
    await announceProduct(ctx, parent.product_id);
  });
  return { removed: true as const };
}

/** What remains of a person who is erased: their texts, without them, under the name of a former customer. rules/reviews#personal-data */
import { sql } from "kysely";
import { type Ctx, enqueueEach } from "../kernel/context.ts";

/** Reaction to person_erased. Pictures go, because they may show the person or their home; likes go and counts fall. */
export async function eraseReviews(ctx: Ctx, customer_id: number): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    with drafts as (delete from reviews.drafts where customer_id = ${customer_id} returning pictures),
    versions as (delete from reviews.versions where comment_id in
      (select id from reviews.comments where customer_id = ${customer_id}) returning pictures),
    own as (select pictures from reviews.comments where customer_id = ${customer_id})
    select distinct unnest(pictures) as key from (select pictures from drafts union all select pictures from versions
      union all select pictures from own) all_of_them`.execute(ctx.sql);
  await enqueueEach(ctx, "remove_file", rows);
  await ctx.sql.deleteFrom("reviews.likes").where("customer_id", "=", customer_id).execute();
  await ctx.sql.deleteFrom("reviews.reports").where("customer_id", "=", customer_id).execute();
  const { rows: shown } = await sql<{ slug: string }>`with mine as (
      update reviews.comments set customer_id = null, show_name = false, pictures = '{}', objection = null, objected_at = null,
        objection_by = null, is_upheld = null where customer_id = ${customer_id} returning product_id)
    select distinct p.slug from mine join catalogue.products p on p.id = mine.product_id`.execute(ctx.sql);
  await ctx.announce(ctx, "pages_changed", { tags: shown.map(({ slug }) => `product:${slug}`) });
}

/**
 * Ratings, questions and replies as others see them: the name shortened, what stands beside it computed at every reading.
 * Below the catalogue, which shows the most helpful ones of a product. rules/reviews#shown
 */

import type { AuthorMark, Hashtag } from "contract/reviews/review-words.ts";
import type { Author, ProductComment, Reply, ShownComment, StarRate } from "contract/reviews/reviews.ts";
import type { Locale } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";

/** How many replies stand below a comment of a list. */
const REPLIES = 3;

type Texts = Partial<Record<Locale, string>>;
type WrittenRow = {
  id: number;
  text: string;
  lang: Locale;
  full_name: string | null;
  show_name: boolean;
  is_collaborator: boolean;
  created_at: string;
  edited_at: string | null;
};
export type CommentRow = WrittenRow & {
  kind: "rating" | "question" | "reply";
  stars: number | null;
  hashtags: Hashtag[];
  pictures: string[];
  colour: Texts | null;
  is_bought: boolean;
  is_returned: boolean;
  likes: number;
  reply_count: number;
  replies: (WrittenRow & { is_shop: boolean })[];
  liked: boolean;
  mine: boolean;
};

/** A delivered piece of the product in any colour, bought or given. */
export function bought(customer: RawBuilder<unknown>, product: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from orders.orders o join orders.lines l on l.order_id = o.id
    join catalogue.variants bv on bv.id = l.variant_id
    where o.customer_id = ${customer} and o.status in ('delivered', 'completed') and bv.product_id = ${product})`;
}

const collaborator = (customer: RawBuilder<unknown>) =>
  sql`exists (select from identity.roles r where r.customer_id = ${customer} and r.role in ('collaborator', 'group_manager'))`;

/** Of every piece that was delivered some came back. */
const returned = sql`exists (select from orders.orders o join orders.lines l on l.order_id = o.id
    join catalogue.variants bv on bv.id = l.variant_id
    join loyalty.returns lr on lr.order_code = o.code join loyalty.return_lines rl on rl.source = lr.source and rl.key = l.key
    where o.customer_id = c.customer_id and bv.product_id = c.product_id)`;

const named = (who: RawBuilder<unknown>) =>
  sql`(select u.full_name from identity.customers u where u.id = ${who} and u.erased_at is null)`;

/** What of `reviews.comments c` is shown; `reader`: who looks, or null. `all` replies, or the first few. */
export function commentColumns(reader: number | null, all = false): RawBuilder<unknown> {
  const replies = sql`select r.id, r.text, r.lang, r.is_shop, r.show_name, r.created_at, r.edited_at, ${named(sql`r.customer_id`)} as full_name,
      ${collaborator(sql`r.customer_id`)} as is_collaborator
    from reviews.comments r where r.parent_id = c.id and r.state = 'published' order by r.is_shop desc, r.id ${all ? sql`` : sql`limit ${REPLIES}`}`;
  return sql`c.id, c.kind, c.stars, c.text, c.lang, c.hashtags, c.pictures, c.show_name, c.created_at, c.edited_at, c.likes,
    ${named(sql`c.customer_id`)} as full_name, ${collaborator(sql`c.customer_id`)} as is_collaborator,
    c.kind = 'rating' and ${bought(sql`c.customer_id`, sql`c.product_id`)} as is_bought,
    c.kind = 'rating' and ${returned} as is_returned,
    (select ao.label from catalogue.variants cv join catalogue.attribute_options ao on ao.code = cv.colour
        join catalogue.attributes ca on ca.id = ao.attribute_id and ca.code = 'colour'
      where cv.id = c.variant_id and (select count(*) from catalogue.variants o where o.product_id = c.product_id) > 1) as colour,
    (select count(*)::int from reviews.comments r where r.parent_id = c.id and r.state = 'published') as reply_count,
    (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${replies}) r) as replies,
    exists (select from reviews.likes k where k.comment_id = c.id and k.customer_id = ${reader}::bigint) as liked,
    coalesce(c.customer_id = ${reader}::bigint, false) as mine`;
}

/** "Tạ Mai Lan" → "Lan T***"; a single word: its initial. */
export function shortName(full_name: string): string {
  const words = full_name.split(/\s+/).filter(Boolean);
  const initial = [...(words[0] ?? "")][0] ?? "";
  return words.length > 1 ? `${words.at(-1)} ${initial}***` : `${initial}***`;
}

function authorOf(row: WrittenRow, marks: readonly (AuthorMark | false)[] = []): z.infer<typeof Author> {
  const name = row.full_name === null ? null : row.show_name ? row.full_name : shortName(row.full_name);
  const all = [...marks, row.is_collaborator && ("collaborator" as const)];
  return { name, marks: all.filter((mark) => mark !== false) };
}

export function replyOf(row: CommentRow["replies"][number]): Reply {
  const { id, text, lang, is_shop } = row;
  const author = is_shop ? { name: null, marks: [] } : authorOf(row);
  return { id, text, lang, is_shop, author, at: moment(row.created_at), edited: row.edited_at !== null };
}

/** The same for everybody. */
export function shownComment(row: CommentRow, locale: Locale): ShownComment {
  const { id, kind, stars, text, lang, hashtags, pictures, likes, reply_count, replies } = row;
  return {
    ...{ id, kind: kind === "rating" ? "rating" : "question", stars, text, lang, hashtags, likes, reply_count },
    pictures: pictures.map(pictureAddress),
    author: authorOf(row, [row.is_bought && "verified", row.is_returned && "returned"]),
    variant: row.colour ? (row.colour[locale] ?? row.colour.vi ?? "") : "",
    at: moment(row.created_at),
    edited: row.edited_at !== null,
    replies: replies.map(replyOf),
  };
}

export function productComment(row: CommentRow, locale: Locale): ProductComment {
  return { ...shownComment(row, locale), liked: row.liked, mine: row.mine };
}

/** A stored picture's address on the site. */
export const pictureAddress = (key: string): string => `/uploads/${key}`;

const moment = (at: string | Date): string => new Date(at).toISOString();

export type SummaryRow = { average_x10: number; count: number } & Record<`star_${1 | 2 | 3 | 4 | 5}`, number> & {
    questions: number;
  };

/** Null without ratings: no stars are shown anywhere then. */
export const starRating = (row: Pick<SummaryRow, "average_x10" | "count"> | null | undefined) =>
  row && row.count > 0 ? { average_x10: row.average_x10, count: row.count } : null;

export function starRate(row: SummaryRow | null | undefined): StarRate {
  const { star_1 = 0, star_2 = 0, star_3 = 0, star_4 = 0, star_5 = 0, count = 0, average_x10 = 0 } = row ?? {};
  return {
    average: count > 0 ? average_x10 / 10 : null,
    count,
    stars: { "1": star_1, "2": star_2, "3": star_3, "4": star_4, "5": star_5 },
  };
}

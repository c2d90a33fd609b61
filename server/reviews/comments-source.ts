/** The desk of ratings, questions and replies in SQL. rules/reviews#desk */
import { commentsDesk } from "contract/reviews/comments-desk.ts";
import { type RawBuilder, sql } from "kysely";
import { withinDays } from "../platform/list/desk-query.ts";
import type { DeskSource } from "../platform/list/desk-source.ts";
import { shortName } from "./shown.ts";

const EXCERPT = 120; // letters
const answered = sql<boolean>`exists (select from reviews.comments a where a.parent_id = c.id and a.is_shop and a.state <> 'deleted')`;
const given = (yes: boolean, condition: RawBuilder<boolean>) => (yes ? condition : sql<boolean>`not ${condition}`);

export const commentsSource: DeskSource<typeof commentsDesk> = {
  desk: commentsDesk,
  from: sql`reviews.comments c`,
  id: sql<number>`c.id`,
  scope: () => sql<boolean>`not c.is_shop`,
  filters: {
    state: (states) => sql<boolean>`c.state = any (${[...states]}::text[])`,
    kind: (kinds) => sql<boolean>`c.kind = any (${[...kinds]}::text[])`,
    stars: (stars) => sql<boolean>`c.stars = any (${stars.map(Number)}::int[])`,
    held_for: (rules) => sql<boolean>`c.held_for && ${[...rules]}::text[]`,
    safety: (yes) => given(yes, sql<boolean>`c.is_safety`),
    answered: (yes) => given(yes, answered),
    objection: (yes) => given(yes, sql<boolean>`(c.objection is not null and c.is_upheld is null)`),
    created: (days) => withinDays(sql`c.created_at`, days),
  },
  sorts: {
    // Injuries that are not answered, then what waits, then the rest; each the oldest first.
    urgent: {
      by: sql`(case when c.is_safety and c.state <> 'deleted' then 0 when c.state = 'pending' then 1 else 2 end * 100000000000
        + extract(epoch from c.created_at)::bigint)::bigint`,
      type: "bigint",
      direction: "asc",
    },
    newest: { by: sql`c.created_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`c.created_at`, type: "timestamptz", direction: "asc" },
  },
  joins: sql`left join identity.customers u on u.id = c.customer_id and u.erased_at is null
    left join catalogue.product_texts t on t.product_id = c.product_id and t.locale = 'vi'`,
  columns: {
    id: sql`c.id::text`,
    kind: sql`c.kind`,
    stars: sql`c.stars`,
    excerpt: sql`left(c.text, ${sql.lit(EXCERPT)})`,
    product: sql`coalesce(t.name, '')`,
    author: sql`u.full_name`,
    held_for: sql`nullif(array_to_string(c.held_for, ', '), '')`,
    reports: sql`(select count(*)::int from reviews.reports r where r.comment_id = c.id)`,
    is_safety: sql`c.is_safety`,
    is_answered: answered,
    created_at: sql`c.created_at`,
    state: sql`c.state`,
  },
  search: (typed) =>
    /^\d{1,9}$/.test(typed)
      ? sql<boolean>`c.id = ${Number(typed)}`
      : sql<boolean>`c.text ilike ${`%${escaped(typed)}%`}`,
  shown: (row) => ({ ...row, author: row.author && shortName(row.author) }),
};

const escaped = (typed: string): string => typed.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * Ratings and questions of the demo shop. A rating stands only where a delivered demo order of its person has the product;
 * without one it is left out, so that no star is shown that nobody gave. rules/reviews#demo
 */
import type { CommentState, HideReason, HoldRule } from "contract/reviews/review-words.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import { digestOf } from "./writing.ts";

type Written = { person: string; sku: string; days_ago: number; language: Locale; text: string; state: CommentState };
type Answer = { by: string; days_ago: number; text: string; language?: Locale };
type Review = Written & {
  key: string;
  stars: number;
  hashtags: string[];
  liked_by?: string[];
  held_for?: HoldRule[];
  hidden?: { reason: HideReason };
  reply?: Answer;
};
type Question = Written & { key: string; answer?: Answer };

const DAY_MS = 86_400_000;

export const seedReviews: Seeder = (db, context) => seedWritten(db, context, "question");

/** After the orders they stand on. */
export const seedRatings: Seeder = (db, context) => seedWritten(db, context, "rating");

async function seedWritten(
  db: Sql,
  { builtFeatures, now }: Parameters<Seeder>[1],
  kind: "rating" | "question",
): Promise<void> {
  if (!builtFeatures.has("identity")) return;
  const all = demoData<{ reviews: Review[]; questions: Question[] }>("reviews/reviews.json");
  const reviews = kind === "rating" ? all.reviews : [];
  const questions = kind === "question" ? all.questions : [];
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const common = ({ key, person, sku, days_ago: days, language, text, state }: Written & { key: string }) => ({
    ...{ key, sku, text, state, lang: language, email: `${person}@mutosi.example`, created_at: at(days) },
    digest: digestOf(text).toString("hex"),
  });
  const rows = [
    ...reviews.map((each) => ({
      ...common(each),
      ...{ kind: "rating", stars: each.stars, hashtags: each.hashtags, held_for: each.held_for ?? [] },
      hide_reason: each.hidden?.reason ?? null,
    })),
    ...questions.map((each) => ({
      ...common(each),
      ...{ kind: "question", stars: null, hashtags: [], held_for: [], hide_reason: null },
    })),
  ];
  const { rows: written } = await sql<{ key: string; id: number; product_id: number }>`
    with wanted as (
      select w.*, v.id as variant_id, v.product_id, c.id as customer_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w
        (key text, sku text, text text, state text, lang text, email text, created_at timestamptz, digest text, kind text,
         stars smallint, hashtags text[], held_for text[], hide_reason text)
      join catalogue.variants v on v.sku = w.sku join identity.customers c on c.email = w.email
      where w.kind = 'question' or exists (select from orders.orders o join orders.lines l on l.order_id = o.id
        join catalogue.variants bv on bv.id = l.variant_id where o.customer_id = c.id
          and o.status in ('delivered', 'completed') and bv.product_id = v.product_id)),
    written as (
      insert into reviews.comments (kind, product_id, variant_id, customer_id, stars, text, lang, hashtags, digest, state, held_for,
        hide_reason, hidden_by, created_at)
      select kind, product_id, variant_id, customer_id, stars, text, lang, hashtags, decode(digest, 'hex'), state, held_for,
        hide_reason, case when hide_reason is not null then 'system' end, created_at from wanted order by created_at, key
      on conflict do nothing returning id, product_id, digest)
    select wanted.key, written.id, written.product_id from written join wanted on decode(wanted.digest, 'hex') = written.digest
      and wanted.product_id = written.product_id`.execute(db);
  const byKey = new Map(written.map((each) => [each.key, each]));
  const answers = [
    ...reviews.map(({ key, reply }) => ({ key, said: reply })),
    ...questions.map(({ key, answer }) => ({ key, said: answer })),
  ]
    .flatMap(({ key, said }) => {
      const parent = byKey.get(key);
      return said && parent ? [{ parent_id: parent.id, product_id: parent.product_id, ...said }] : [];
    })
    .map(({ by, days_ago: days, language = "vi", ...answer }) => ({
      ...answer,
      ...{ email: `${by}@mutosi.example`, created_at: at(days), lang: language },
      digest: digestOf(answer.text).toString("hex"),
    }));
  await sql`insert into reviews.comments (kind, product_id, parent_id, is_shop, staff_id, state, text, lang, digest, created_at)
    select 'reply', a.product_id, a.parent_id, true, (select s.id from staff.accounts s where s.email = a.email), 'published', a.text,
      a.lang, decode(a.digest, 'hex'), a.created_at
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a (product_id integer, parent_id integer, email text, text text,
      lang text, digest text, created_at timestamptz)`.execute(db);
  const likes = reviews.flatMap(({ key, liked_by = [] }) => {
    const liked = byKey.get(key);
    return liked ? liked_by.map((person) => ({ comment_id: liked.id, email: `${person}@mutosi.example` })) : [];
  });
  await sql`insert into reviews.likes (comment_id, customer_id, at)
    select w.comment_id, c.id, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(likes)}::jsonb) as w (comment_id integer, email text)
    join identity.customers c on c.email = w.email on conflict do nothing`.execute(db);
}

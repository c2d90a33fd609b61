/**
 * Vacancies as visitors read them. What is open follows from the state, the deadline, which counts in full, and the clock. A
 * vacancy that lacks a text in a language is shown in Vietnamese there, as a whole. rules/recruitment#vacancies
 */
import { ShopError } from "contract/errors.ts";
import type { Vacancy, VacancyCard } from "contract/recruitment/recruitment.ts";
import { businessDay } from "contract/values/locale.ts";
import { fold } from "contract/values/text.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Beside one that is read. */
const OTHERS = 3;

type CardRow = Omit<VacancyCard, "salary"> & { salary_min: number | null; salary_max: number | null };

/** SQL: today on the shop's clock. */
const today = (ctx: Ctx): RawBuilder<string> => sql<string>`${businessDay(ctx.now)}::date`;

/** SQL: vacancy `v` takes applications. */
export const isOpen = (ctx: Ctx): RawBuilder<boolean> =>
  sql<boolean>`(v.state = 'open' and v.deadline >= ${today(ctx)})`;

/** SQL: when `v` stopped taking applications. */
const closedAt = sql`coalesce(v.closed_at, ((v.deadline + 1)::timestamp at time zone 'Asia/Ho_Chi_Minh'))`;

/** SQL: the language of vacancy `v` for this reader. */
export const languageOf = (ctx: Ctx): RawBuilder<string> => sql<string>`(case when v.title ? ${ctx.locale}
  and v.description ? ${ctx.locale} and v.requirements ? ${ctx.locale} and v.benefits ? ${ctx.locale}
  then ${ctx.locale}::text else 'vi' end)`;

const inLocale = (ctx: Ctx, words: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(${words} ->> ${ctx.locale}, ${words} ->> 'vi')`;

const cardColumns = (ctx: Ctx): RawBuilder<unknown> => sql`v.id, v.slug, v.category_slug,
  ${inLocale(ctx, sql`k.name`)} as category_name, v.title ->> l.lang as title, l.lang,
  ${inLocale(ctx, sql`v.place`)} as place, v.province_code, v.salary_min, v.salary_max, v.deadline::text as deadline,
  v.deadline - ${today(ctx)} as days_left, v.headcount`;

const tables = (ctx: Ctx): RawBuilder<unknown> => sql`recruitment.vacancies v
  join recruitment.categories k on k.slug = v.category_slug cross join lateral (select ${languageOf(ctx)} as lang) l`;

function card({ salary_min, salary_max, ...row }: CardRow): VacancyCard {
  const salary = salary_min === null || salary_max === null ? null : { min: salary_min, max: salary_max };
  return { ...row, salary };
}

/** When days left change, and what is due today closes. */
function nextMidnight(ctx: Ctx): string {
  return new Date(Date.parse(`${businessDay(ctx.now)}T00:00:00+07:00`) + DAY_MS).toISOString();
}

export type VacancyFilter = {
  category?: string | undefined;
  city_code?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  q: string;
  page: number;
  limit: number;
};

type Group = { code: string; name: string; count: number };
type Counted = {
  categories: Group[];
  provinces: Group[];
  open: { vacancies: number; people: number };
};

/** Throws not_found for an unknown category. */
export async function listVacancies(ctx: Ctx, filter: VacancyFilter) {
  const { category, page, limit } = filter;
  const [counted, { rows }] = await Promise.all([
    countOpen(ctx),
    sql<{ total: number; cards: CardRow[] }>`
      with found as (select ${cardColumns(ctx)}, v.published_at from ${tables(ctx)} where ${isOpen(ctx)} and ${matches(filter)})
      select (select count(*)::int from found) as total,
        (select coalesce(jsonb_agg(to_jsonb(f) - 'published_at' order by f.published_at desc, f.deadline, f.id), '[]') from (
          select * from found order by published_at desc, deadline, id limit ${limit} offset ${(page - 1) * limit}) f) as cards
    `.execute(ctx.sql),
  ]);
  if (category !== undefined && !counted.categories.some(({ code }) => code === category))
    throw new ShopError("not_found");
  const { total = 0, cards = [] } = rows[0] ?? {};
  return {
    data: cards.map(card),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
    ...counted,
    categories: counted.categories.map(({ code, ...rest }) => ({ slug: code, ...rest })),
    until: nextMidnight(ctx),
  };
}

function matches({ category, city_code, min, max, q }: VacancyFilter): RawBuilder<unknown> {
  const words = fold(q).split(" ").filter(Boolean);
  const text = sql`kernel.folded((v.title ->> l.lang) || ' ' || (v.description ->> l.lang) || ' ' || (v.requirements ->> l.lang))`;
  return sql.join(
    [
      sql`true`,
      ...(category === undefined ? [] : [sql`v.category_slug = ${category}`]),
      ...(city_code === undefined ? [] : [sql`v.province_code = ${city_code}`]),
      ...(min === undefined ? [] : [sql`v.salary_max >= ${min}`]),
      ...(max === undefined ? [] : [sql`v.salary_min <= ${max}`]),
      ...words.map((word) => sql`strpos(${text}, ${word}) > 0`),
    ],
    sql` and `,
  );
}

/** All categories, in the shop's order, and the provinces of what is open. */
async function countOpen(ctx: Ctx): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select (select coalesce(jsonb_agg(jsonb_build_object('code', k.slug, 'name', ${inLocale(ctx, sql`k.name`)},
        'count', (select count(*) from recruitment.vacancies v where v.category_slug = k.slug and ${isOpen(ctx)}))
        order by k.position), '[]') from recruitment.categories k) as categories,
      (select coalesce(jsonb_agg(to_jsonb(p) order by p.count desc, p.code), '[]') from (
        select v.province_code as code, min(${inLocale(ctx, sql`v.place`)}) as name, count(*)::int as count
        from recruitment.vacancies v where ${isOpen(ctx)} group by v.province_code) p) as provinces,
      (select jsonb_build_object('vacancies', count(*), 'people', coalesce(sum(v.headcount), 0))
        from recruitment.vacancies v where ${isOpen(ctx)}) as open`.execute(ctx.sql);
  return rows[0] ?? { categories: [], provinces: [], open: { vacancies: 0, people: 0 } };
}

type VacancyRow = CardRow &
  Pick<Vacancy, "state" | "employment_type" | "description" | "requirements" | "benefits" | "others_count"> & {
    published_at: Date;
    others: CardRow[];
  };

/** Also one that was closed less than 12 months ago. By slug or id. Throws not_found. */
export async function findVacancy(ctx: Ctx, id: string): Promise<Vacancy & { until: string }> {
  const named = /^\d{1,9}$/.test(id) ? sql`v.id = ${Number(id)}` : sql`v.slug = ${id}`;
  const { rows } = await sql<VacancyRow>`
    select ${cardColumns(ctx)}, case when ${isOpen(ctx)} then 'open' else 'closed' end as state, v.employment_type,
      v.description ->> l.lang as description, v.requirements ->> l.lang as requirements, v.benefits ->> l.lang as benefits,
      v.published_at, (${othersOf(ctx)}) as others,
      (select count(*)::int from (select v.id as own_id) own, recruitment.vacancies v
        where v.id <> own.own_id and ${isOpen(ctx)}) as others_count
    from ${tables(ctx)}
    where ${named} and v.published_at is not null
      and (${isOpen(ctx)} or ${closedAt} > ${ctx.now}::timestamptz - interval '12 months')`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new ShopError("not_found");
  const { published_at, others, state, employment_type, description, requirements, benefits, others_count, ...rest } =
    row;
  return {
    ...card(rest),
    ...{ state, employment_type, description, requirements, benefits, others_count },
    published_at: published_at.toISOString(),
    others: others.map(card),
    until: nextMidnight(ctx),
  };
}

/** SQL: open vacancies beside the outer `v`, those of its category first. */
function othersOf(ctx: Ctx): RawBuilder<unknown> {
  return sql`select coalesce(jsonb_agg(to_jsonb(o) - 'place_in_list' order by o.place_in_list), '[]') from (
    select other.*, row_number() over () as place_in_list from (select v.id as own_id, v.category_slug as own_category) own, lateral (
      select ${cardColumns(ctx)} from ${tables(ctx)} where v.id <> own.own_id and ${isOpen(ctx)}
      order by v.category_slug = own.own_category desc, v.published_at desc, v.deadline, v.id limit ${OTHERS}) other) o`;
}

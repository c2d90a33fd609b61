/**
 * Vacancies as staff write, open and close them. What visitors see changes in the same transaction as the caches learn it.
 * Locks: the vacancy. rules/recruitment#vacancies
 */
import { ShopError } from "contract/errors.ts";
import type { StaffVacancy, VacancyFields, vacancyStates } from "contract/recruitment/desk-vacancies.ts";
import { businessDay } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { isOpen } from "../vacancies.ts";

type Row = Omit<StaffVacancy, "salary" | "changed_at" | "published_at"> & {
  salary_min: number | null;
  salary_max: number | null;
  changed_at: Date;
  published_at: Date | null;
};

/** SQL: the state of `v` now. */
const stateNow = (ctx: Ctx): RawBuilder<string> =>
  sql<string>`(case when v.state = 'draft' then 'draft' when ${isOpen(ctx)} then 'open' else 'closed' end)`;

const columns = (
  ctx: Ctx,
): RawBuilder<unknown> => sql`v.id, v.slug, v.category_slug as category, v.title, v.description,
  v.requirements, v.benefits, v.province_code, v.place, v.salary_min, v.salary_max, v.headcount, v.employment_type,
  v.deadline::text as deadline, v.changed_at, v.published_at, ${stateNow(ctx)} as state,
  (select count(*)::int from recruitment.applications a where a.vacancy_id = v.id) as applications,
  (select coalesce(jsonb_agg(jsonb_build_object('at', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actor', h.actor, 'act', h.act, 'deadline', h.deadline, 'reason', h.reason) order by h.id desc), '[]')
    from recruitment.history h where h.vacancy_id = v.id) as history`;

function shown({ salary_min, salary_max, changed_at, published_at, ...row }: Row): StaffVacancy {
  return {
    ...row,
    salary: salary_min === null || salary_max === null ? null : { min: salary_min, max: salary_max },
    changed_at: changed_at.toISOString(),
    published_at: published_at?.toISOString() ?? null,
  };
}

type VacancyPage = { state?: (typeof vacancyStates)[number] | undefined; page: number; limit: number };

export async function staffVacancies(ctx: Ctx, { state, page, limit }: VacancyPage) {
  const chosen = state === undefined ? sql`true` : sql`${stateNow(ctx)} = ${state}`;
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from recruitment.vacancies v where ${chosen}`.execute(ctx.sql);
  const found = await sql<Row>`
    select ${columns(ctx)} from recruitment.vacancies v where ${chosen}
    order by v.changed_at desc, v.id limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.sql);
  const total = rows[0]?.total ?? 0;
  return {
    data: found.rows.map(shown),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
  };
}

async function read(ctx: Ctx, id: number, { lock = false } = {}): Promise<StaffVacancy> {
  if (lock) await sql`select from recruitment.vacancies where id = ${id} for update`.execute(ctx.sql);
  const { rows } = await sql<Row>`select ${columns(ctx)} from recruitment.vacancies v where v.id = ${id}`.execute(
    ctx.sql,
  );
  if (!rows[0]) throw new ShopError("not_found");
  return shown(rows[0]);
}

const invalid = (field: string, key: string) => new ShopError("invalid", { fields: { [field]: [{ key }] } });

const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`;

function values({ category, salary, ...says }: VacancyFields) {
  return {
    ...{ slug: says.slug, category_slug: category, province_code: says.province_code, headcount: says.headcount },
    title: JSON.stringify(says.title),
    description: JSON.stringify(says.description),
    requirements: JSON.stringify(says.requirements),
    benefits: JSON.stringify(says.benefits),
    place: JSON.stringify(says.place),
    ...{ salary_min: salary?.min ?? null, salary_max: salary?.max ?? null },
    ...{ employment_type: says.employment_type, deadline: says.deadline },
  };
}

/** Throws invalid for a category there is none of, and for an address that another vacancy has. */
async function check(ctx: Ctx, { category, slug }: VacancyFields, ownId: number): Promise<void> {
  const { rows } = await sql<{ is_known: boolean; is_taken: boolean }>`
    select exists (select from recruitment.categories where slug = ${category}) as is_known,
      exists (select from recruitment.vacancies where slug = ${slug} and id <> ${ownId}) as is_taken`.execute(ctx.sql);
  if (!rows[0]?.is_known) throw invalid("category", "malformed_value");
  if (rows[0].is_taken) throw invalid("slug", "slug_taken");
}

/** Repeatable: the same draft again is that draft. Throws invalid. */
export function createVacancy(ctx: Ctx, fields: VacancyFields): Promise<StaffVacancy> {
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ id: number }>`
      select id from recruitment.vacancies
      where slug = ${fields.slug} and state = 'draft' and title = ${json(fields.title)}
        and description = ${json(fields.description)}`.execute(ctx.sql);
    if (rows[0]) return read(ctx, rows[0].id);
    await check(ctx, fields, 0);
    const { id } = await ctx.sql
      .insertInto("recruitment.vacancies")
      .values({ ...values(fields), state: "draft", changed_at: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    return read(ctx, id);
  });
}

/** One that ended by its deadline stays closed when its deadline is moved: opening it is an act of its own. */
const closedBy = ({ deadline }: StaffVacancy) => ({
  state: "closed",
  closed_at: sql<Date>`coalesce(closed_at, (${deadline}::date + 1)::timestamp at time zone 'Asia/Ho_Chi_Minh')`,
});

/** Throws not_found, conflict where it was changed since it was read, and invalid. */
export function saveVacancy(
  ctx: Ctx,
  { id, changed_at, ...fields }: VacancyFields & { id: number; changed_at: string },
): Promise<StaffVacancy> {
  return inTransaction(ctx, async (ctx) => {
    const before = await read(ctx, id, { lock: true });
    if (before.changed_at !== new Date(changed_at).toISOString()) throw new ShopError("conflict");
    // What was published keeps its address: it is in letters and search engines.
    if (before.published_at !== null && before.slug !== fields.slug) throw invalid("slug", "slug_kept");
    // What closes or opens one again is not a change of its words.
    if (before.state === "open" && fields.deadline < businessDay(ctx.now)) throw invalid("deadline", "malformed_value");
    await check(ctx, fields, id);
    await ctx.sql
      .updateTable("recruitment.vacancies")
      .set({ ...values(fields), changed_at: ctx.now, ...(before.state === "closed" && closedBy(before)) })
      .where("id", "=", id)
      .execute();
    await note(ctx, id, "changed", "");
    return read(ctx, id);
  });
}

/** Throws not_found, and state_conflict for one that is open or whose deadline is over. */
export function openVacancy(ctx: Ctx, { id }: { id: number }): Promise<StaffVacancy> {
  return inTransaction(ctx, async (ctx) => {
    const { state, deadline } = await read(ctx, id, { lock: true });
    if (state === "open" || deadline < businessDay(ctx.now)) throw new ShopError("state_conflict");
    await sql`update recruitment.vacancies set state = 'open', published_at = coalesce(published_at, ${ctx.now}),
      closed_at = null, changed_at = ${ctx.now} where id = ${id}`.execute(ctx.sql);
    await note(ctx, id, "opened", "");
    return read(ctx, id);
  });
}

/** Throws not_found, and state_conflict for one that is not open. */
export function closeVacancy(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<StaffVacancy> {
  return inTransaction(ctx, async (ctx) => {
    const { state } = await read(ctx, id, { lock: true });
    if (state !== "open") throw new ShopError("state_conflict");
    await sql`update recruitment.vacancies set state = 'closed', closed_at = ${ctx.now}, changed_at = ${ctx.now}
      where id = ${id}`.execute(ctx.sql);
    await note(ctx, id, "closed", reason);
    return read(ctx, id);
  });
}

/** The history, and the caches: pages and lists that show it. */
async function note(ctx: Ctx, id: number, act: "opened" | "closed" | "changed", reason: string): Promise<void> {
  await sql`insert into recruitment.history (vacancy_id, at, actor, act, deadline, reason)
    select id, ${ctx.now}, ${await ctx.actor()}, ${act}, deadline, ${reason} from recruitment.vacancies
    where id = ${id}`.execute(ctx.sql);
  await ctx.announce(ctx, "pages_changed", { tags: ["vacancies"] });
}

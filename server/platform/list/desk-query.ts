/**
 * Every list of the office: from a desk's source and what was asked, one statement for the rows of a page and one that
 * counts. The rows are found first, by indexes of their own table, and only those of the page are joined. Paging goes by
 * the last row seen, never by an offset. rules/office#desks
 */

import { type DeskShape, EXACT_COUNT, PAGE_ROWS, type RowOf } from "contract/desks/desk.ts";
import type { DeskAnswer, DeskPage, RowCount } from "contract/desks/desk-call.ts";
import { ShopError } from "contract/errors.ts";
import { unchecked } from "contract/unchecked.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { type DeskCaller, holds } from "./desk-caller.ts";
import type { AnyDesk, Days, DeskSource, Sort } from "./desk-source.ts";

/** What was asked of a list, by name: its filters, `q` and `sort`. Schemas have judged the values. */
export type Query = Readonly<Record<string, string | undefined>>;
type Row = Record<string, unknown>;
/** The place of a row in an order of the list. */
type Place = { value: string; id: number };

/** Throws invalid for a place that is none of this list's. */
export async function listDesk<D extends DeskShape>(
  ctx: Ctx,
  source: DeskSource<D>,
  asked: DeskPage<D>,
  caller: DeskCaller,
): Promise<DeskAnswer<D>> {
  const { after, limit = PAGE_ROWS, ...query } = unchecked<DeskPage<D> & Query>(asked); // its schema is the description's
  const any = unchecked<AnyDesk>(source); // as any other desk's: the names fit each other
  const { rows, next } = await page(ctx, any, query, caller, { after: after ?? null, limit });
  const count = await countDesk(ctx, any, query, caller);
  return { rows: unchecked<RowOf<D>[]>(rows), next, count, as_of: ctx.now.toISOString() };
}

/** All rows, a thousand at a time: for files. */
export async function* everyRow(ctx: Ctx, source: AnyDesk, query: Query, caller: DeskCaller): AsyncGenerator<Row[]> {
  let after: string | null = null;
  do {
    const found: { rows: Row[]; next: string | null } = await page(ctx, source, query, caller, { after, limit: 1000 });
    yield found.rows;
    after = found.next;
  } while (after !== null);
}

async function page(
  ctx: Ctx,
  source: AnyDesk,
  query: Query,
  caller: DeskCaller,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ rows: Row[]; next: string | null }> {
  const { name, sort } = sortOf(source, query.sort);
  const { by, direction } = sort;
  const place = after === null ? null : readPlace(after, name, sort);
  const beyond = sql.raw(direction === "asc" ? ">" : "<");
  const order = sql.raw(direction);
  const conditions = conditionsOf(ctx, source, query, caller);
  if (place)
    conditions.push(sql`(${by}, ${source.id}) ${beyond} (${place.value}::${sql.raw(sort.type)}, ${place.id}::bigint)`);
  const columns = Object.entries(source.columns).map(([column, value]) => sql`${value} as ${sql.id(column)}`);
  const { rows } = await sql<Row & { row_id: number; row_place: string }>`
    with found as materialized (
      select ${source.id} as row_id, ${by} as row_place from ${source.from}
      where ${all(conditions)} order by ${by} ${order}, ${source.id} ${order} limit ${limit + 1})
    select found.row_id, found.row_place::text as row_place, ${sql.join(columns)}
    from found join ${source.from} on ${source.id} = found.row_id ${source.joins ?? sql``}
    order by found.row_place ${order}, found.row_id ${order}`.execute(ctx.sql);
  const kept = rows.slice(0, limit);
  const last = rows.length > limit ? kept.at(-1) : undefined;
  return {
    rows: kept.map((row) => shownRow(ctx, source, row, caller)),
    next: last ? writePlace(name, { value: last.row_place, id: last.row_id }) : null,
  };
}

function shownRow({ locale }: Ctx, { desk, shown }: AnyDesk, row: Row, caller: DeskCaller): Row {
  const cells = Object.entries(desk.columns).map(([name, { right }]) => {
    const value = row[name];
    if (right && !holds(caller, right)) return [name, null];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  const whole: Row = Object.fromEntries(cells);
  return shown ? unchecked<Row>(shown(unchecked(whole), caller, locale)) : whole; // a row of this desk
}

/** Exact up to 10,000 rows; beyond that what the planner expects, and no less. */
export async function countDesk(ctx: Ctx, source: AnyDesk, query: Query, caller: DeskCaller): Promise<RowCount> {
  const where = all(conditionsOf(ctx, source, query, caller));
  const counted = await sql<{ rows: number }>`
    select count(*)::int as rows from (
      select 1 from ${source.from} where ${where} limit ${EXACT_COUNT + 1}) counted`.execute(ctx.sql);
  const rows = counted.rows[0]?.rows ?? 0;
  if (rows <= EXACT_COUNT) return { rows, exact: true };
  const planned = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select 1 from ${source.from} where ${where}`.execute(ctx.sql);
  const expected = planned.rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  return { rows: Math.max(expected, EXACT_COUNT + 1), exact: false };
}

export type ChosenRow = { key: string; version: number; changed_at: Date };

/** Rows for an act on many: those of these keys, or all that fit, in the list's own order, `most` of them. */
export async function chosenRows(
  ctx: Ctx,
  source: AnyDesk,
  which: { keys: readonly string[] } | { query: Query },
  { caller, most }: { caller: DeskCaller; most: number },
): Promise<ChosenRow[]> {
  const query = "query" in which ? which.query : {};
  const { sort } = sortOf(source, query.sort);
  const order = sql.raw(sort.direction);
  const key = source.columns[source.desk.key] ?? source.id;
  if (!source.version || !source.changed_at)
    throw new Error(`${source.desk.name} has acts on many rows and no version`);
  const conditions = conditionsOf(ctx, source, query, caller);
  if ("keys" in which) conditions.push(sql`(${key})::text = any (${[...which.keys]}::text[])`);
  const { rows } = await sql<ChosenRow>`
    select (${key})::text as key, ${source.version} as version, ${source.changed_at} as changed_at
    from ${source.from} where ${all(conditions)}
    order by ${sort.by} ${order}, ${source.id} ${order} limit ${most}`.execute(ctx.sql);
  return rows;
}

function sortOf({ desk, sorts }: AnyDesk, asked: string | undefined): { name: string; sort: Sort } {
  const name = asked ?? desk.sorts[0] ?? "";
  const sort = sorts[name];
  if (!sort) throw new ShopError("invalid", { fields: { sort: [{ key: "malformed_value" }] } });
  return { name, sort };
}

function conditionsOf(ctx: Ctx, source: AnyDesk, query: Query, caller: DeskCaller): RawBuilder<boolean>[] {
  const { desk, filters, search, scope } = source;
  const scoped = scope?.(caller) ?? null;
  const filtered = Object.entries(desk.filters).flatMap(([name, filter]) => {
    const value = query[name];
    if (value === undefined || value === "") return [];
    const condition = filters[name];
    if (!condition) throw new Error(`${desk.name} has no SQL for its filter ${name}`);
    return [condition(unchecked(readFilter(name, filter.kind, value)), ctx.now)]; // by the kind of this filter
  });
  const searched = query.q && search ? [search(query.q, caller) ?? sql<boolean>`false`] : [];
  return [...(scoped ? [scoped] : []), ...filtered, ...searched];
}

function readFilter(name: string, kind: DeskShape["filters"][string]["kind"], value: string) {
  switch (kind) {
    case "choice":
      return value.split(",");
    case "flag":
      return value === "yes";
    case "days":
      return readDays(name, value);
    case "text":
      return value;
  }
}

function readDays(name: string, value: string): Days {
  const [from = "", to = ""] = value.split("..");
  if ([from, to].some((day) => day !== "" && !isDay(day)))
    throw new ShopError("invalid", { fields: { [name]: [{ key: "malformed_value" }] } });
  return { from: from || null, to: to || null };
}

/** The 31st of February is none. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Between two days of Việt Nam, both included. */
export function withinDays(at: RawBuilder<unknown>, { from, to }: Days): RawBuilder<boolean> {
  const begins = (day: string, days: number) =>
    sql`((${day}::date + ${days}::int)::timestamp at time zone 'Asia/Ho_Chi_Minh')`;
  return all([
    ...(from ? [sql<boolean>`${at} >= ${begins(from, 0)}`] : []),
    ...(to ? [sql<boolean>`${at} < ${begins(to, 1)}`] : []),
  ]);
}

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.join(
        conditions.map((each) => sql`(${each})`),
        sql` and `,
      )}`;

const writePlace = (sort: string, { value, id }: Place): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString("base64url");

const VALUES: Readonly<Record<Sort["type"], RegExp>> = {
  timestamptz: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/,
  bigint: /^-?\d{1,18}$/,
  text: /^[^\0]*$/,
};

/** Throws invalid: it was made for another order, or by no page of ours. */
function readPlace(text: string, name: string, { type }: Sort): Place {
  const refused = new ShopError("invalid", { fields: { after: [{ key: "malformed_value" }] } });
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    throw refused; // what is no JSON is no place
  }
  if (!Array.isArray(read)) throw refused;
  const [sort, value, id] = read as unknown[];
  const fits = sort === name && typeof value === "string" && VALUES[type].test(value) && Number.isSafeInteger(id);
  if (!fits) throw refused;
  return { value: value as string, id: id as number };
}

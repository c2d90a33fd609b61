/**
 * One page of a list as an array of variants. In the order of an index the places before it are counted off in the index
 * alone, so that a deep page costs little more than the first; none is deeper than `deepest`.
 */
import type { Locale } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import { deepest, type PageInput } from "./rows.ts";
import { nameOrders, orderBy, type Sorting } from "./sorting.ts";

export type PageQuery = { where: RawBuilder<unknown>; sorting: Sorting; locale: Locale; page: PageInput };

/** Of matches that are at hand, in the order asked for; `first` is how well they fit. */
export function pageOfMatches(
  { sorting, locale, page }: PageQuery,
  source: RawBuilder<unknown>,
  first?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`array(select variant_id from ${source} order by ${orderBy(sorting, locale, first)} ${slice(page)})`;
}

export function indexPage(asked: PageQuery): RawBuilder<unknown> {
  const { where, sorting, locale, page } = asked;
  if (sorting.by === "name" && locale !== "vi") return pageByName(asked, locale);
  const order = orderBy(sorting, locale);
  // Not a join: with a generic plan, for a page of unknown length, that would read the whole index.
  return sql`array(select (select h.variant_id from catalogue.shelf h where h.product_id = page.product_id)
    from (select product_id, row_number() over (order by ${order}) as place
      from catalogue.shelf where ${where} order by ${order} ${slice(page)}) page
    order by page.place)`;
}

/** Two orders one after the other, each a range of an index; the second is not begun where the first is enough. */
function pageByName({ where, sorting, page }: PageQuery, locale: Exclude<Locale, "vi">): RawBuilder<unknown> {
  const { isTranslated, translated, untranslated } = nameOrders(sorting, locale);
  const end = Math.min(deepest, page.page * page.limit);
  return sql`array(
    with own as materialized (select variant_id, row_number() over (order by ${translated}) as place
      from catalogue.shelf where ${where} and ${isTranslated} order by ${translated} limit ${end}),
    other as materialized (select * from (select variant_id, row_number() over (order by ${untranslated}) as place
      from catalogue.shelf where ${where} and not ${isTranslated} order by ${untranslated} limit ${end}) o
      where (select count(*) from own) < ${end})
    select variant_id from (select 0 as part, * from own union all select 1, * from other) both_parts
    order by part, place ${slice(page)})`;
}

function slice({ page, limit }: PageInput): RawBuilder<unknown> {
  const offset = (page - 1) * limit;
  return sql`limit ${offset < deepest ? Math.min(limit, deepest - offset) : 0} offset ${Math.min(offset, deepest)}`;
}

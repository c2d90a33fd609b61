/**
 * The orders a list can have. Each is the order of a database index of the listing index
 * (db/migrations/0003_catalogue.sql) and ends with the product's id, so that pages neither repeat nor lose a product.
 * Spec §3 "order (desc), sort (name)".
 */
import type { Locale } from "contract/values/locale.ts";
import { type ProductSort, type productSortFields, productSorts } from "contract/values/sorting.ts";
import { type RawBuilder, sql } from "kysely";

export type Sorting = { by: ProductSort; reversed: boolean };

type Direction = "asc" | "desc";
type SortInput = { sort?: string | Record<string, Direction> | undefined; order?: Direction | undefined };

/** Names of the specification and of other clients, with the direction in which our own order runs. */
const fields: ReadonlyMap<string, readonly [ProductSort, Direction]> = new Map(
  Object.entries({
    featured: ["featured", "asc"],
    popularity: ["featured", "desc"],
    newest: ["newest", "desc"],
    created_at: ["newest", "desc"],
    best_selling: ["best_selling", "desc"],
    sold: ["best_selling", "desc"],
    price: ["price_asc", "asc"],
    discount: ["discount", "desc"],
    name: ["name", "asc"],
    rating: ["rating", "desc"],
  } satisfies Record<(typeof productSortFields)[number], readonly [ProductSort, Direction]>),
);

/** One of `productSorts`, `sort[price]=desc`, or `sort=name&order=desc`. What is not known is the default. */
export function sortingOf({ sort, order }: SortInput): Sorting {
  if (typeof sort === "object") {
    const [field = "", direction = "asc"] = Object.entries(sort)[0] ?? [];
    return directed(field, direction);
  }
  const own = productSorts.find((each) => each === sort);
  if (own && !(order && sort && fields.has(sort))) return { by: own, reversed: false };
  return directed(sort ?? "", order);
}

function directed(field: string, direction: Direction | undefined): Sorting {
  const [by, natural] = fields.get(field) ?? (["featured", "asc"] as const);
  const reversed = direction !== undefined && direction !== natural;
  return by === "price_asc" ? { by: reversed ? "price_desc" : "price_asc", reversed: false } : { by, reversed };
}

type Column = readonly [RawBuilder<unknown>, Direction];
const id: Column = [sql`product_id`, "asc"];
const preferred: readonly Column[] = [[sql`in_stock`, "desc"], [sql`popularity`, "desc"], id];

/** By rating: the average shown, then how many; fewer than three behind the others, none last. rules/reviews#average */
function columnsOf(by: ProductSort, locale: Locale): readonly Column[] {
  switch (by) {
    case "featured":
      return preferred;
    case "rating":
      return [[sql`rating_rank`, "desc"], [sql`rating_count`, "desc"], [sql`popularity`, "desc"], id];
    case "newest":
      return [
        [sql`created_at`, "desc"],
        [sql`product_id`, "desc"],
      ];
    case "best_selling":
      return [[sql`sold`, "desc"], [sql`popularity`, "desc"], id];
    case "price_asc":
      return [[sql`price`, "asc"], id];
    case "price_desc":
      return [
        [sql`price`, "desc"],
        [sql`product_id`, "desc"],
      ];
    case "discount":
      return [[sql`discount_percent`, "desc"], [sql`popularity`, "desc"], id];
    case "name":
      return locale === "vi"
        ? [[nameKey("vi"), "asc"], id]
        : [[sql`(names ? ${sql.lit(locale)})`, "desc"], [nameKey(locale), "asc"], [nameKey("vi"), "asc"], id];
  }
}

const collations = { vi: sql`"vi-x-icu"`, en: sql`"en-x-icu"`, ja: sql`"ja-x-icu"` } satisfies Record<Locale, unknown>;

function nameKey(locale: Locale): RawBuilder<unknown> {
  return sql`(names ->> ${sql.lit(locale)}) collate ${collations[locale]}`;
}

/**
 * ASSUMED(0115): names in the reader's language first; names that are only Vietnamese follow in the order of Vietnamese.
 * Each part is the order of an index (db/migrations/0021_search_index.sql).
 */
export function nameOrders({ reversed }: Sorting, locale: Exclude<Locale, "vi">) {
  const direction = sql.raw(reversed ? "desc" : "asc");
  const order = (key: RawBuilder<unknown>) => sql`${key} ${direction}, product_id ${direction}`;
  return {
    isTranslated: sql`(names ? ${sql.lit(locale)})`,
    translated: order(nameKey(locale)),
    untranslated: order(nameKey("vi")),
  };
}

/** Where nothing else is asked for, what fits a text best comes first. */
export function isByFit({ by, reversed }: Sorting): boolean {
  return by === "featured" && !reversed;
}

/** What stands after `order by`. `first` comes before everything: how well a text fits. */
export function orderBy(sorting: Sorting, locale: Locale, first?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { by, reversed } = sorting;
  const columns = columnsOf(by, locale).map(([column, direction]) => {
    const turned = reversed ? (direction === "asc" ? "desc" : "asc") : direction;
    return sql`${column} ${sql.raw(turned)}`;
  });
  const relevance = first && isByFit(sorting) ? [sql`${first} desc`] : [];
  return sql.join([...relevance, ...columns]);
}

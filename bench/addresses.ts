/** The pages to measure: those of the largest category, so that a list is full in a catalogue of any size. */
import { sql } from "kysely";
import type { Sql } from "server/database/sql.ts";

export type MeasuredProduct = { category: string; slug: string; product_id: number; name: string };

export async function measuredProduct(db: Sql): Promise<MeasuredProduct> {
  const { rows } = await sql<MeasuredProduct>`
    select c.slug as category, p.slug, h.variant_id as product_id, h.names ->> 'vi' as name
    from catalogue.shelf h
    join catalogue.products p on p.id = h.product_id
    join catalogue.categories c on c.id = h.category_id
    where h.category_id = (select category_id from catalogue.shelf group by category_id
      order by count(*) desc, category_id limit 1) and h.in_stock
    order by h.popularity desc, h.product_id limit 1`.execute(db);
  const [goal] = rows;
  if (!goal) throw new Error("The catalogue is empty");
  return goal;
}

/** Slugs of products of a category, the most popular first. */
export async function slugsOf(db: Sql, category: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select p.slug from catalogue.shelf h
    join catalogue.products p on p.id = h.product_id
    join catalogue.categories c on c.id = h.category_id
    where c.slug = ${category} order by h.popularity desc, h.product_id limit ${limit}`.execute(db);
  return rows.map(({ slug }) => slug);
}

export function pagesOf({ category, slug }: MeasuredProduct): [name: string, path: string][] {
  return [
    ["home", "/"],
    ["list of 24", `/san-pham/${category}`],
    ["product", `/san-pham/${category}/${slug}`],
    ["page 50, filtered, sorted", "/san-pham?page=50&price_min=300000&sort=price_asc"],
  ];
}

export type FullPage = { category: string; name: string; page: number };

/** Full pages of 24, at most ten of each of the largest categories: they cost about the same. */
export async function fullPages(db: Sql, maxCategories: number): Promise<FullPage[]> {
  const { rows } = await sql<{ category: string; name: string; pages: number }>`
    select c.slug as category, t.name, least(10, count(*) / 24)::int as pages from catalogue.shelf h
    join catalogue.categories c on c.id = h.category_id
    join catalogue.category_texts t on t.category_id = c.id and t.locale = 'vi'
    group by c.slug, t.name order by count(*) desc, c.slug limit ${maxCategories}`.execute(db);
  return rows.flatMap(({ pages, ...category }) =>
    Array.from({ length: pages }, (_, at) => ({ ...category, page: at + 1 })),
  );
}

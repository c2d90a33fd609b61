/**
 * Where every product on sale is found, for sitemaps: pages of a fixed span of product numbers, each read along the
 * primary key. Statements touch the listing index and `catalogue.products_addresses` alone, whatever the size of the
 * catalogue.
 */
import { entriesPerPage, type SitemapEntry, type SitemapPages } from "contract/content/sitemap.ts";
import { ShopError } from "contract/errors.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { categories } from "../products/categories.ts";

type Group = { page: number | null; category_id: number | null; count: number; updated_at: Date };

/** One pass over the index gives both the pages and the categories. */
export async function productSitemapPages(ctx: Ctx): Promise<SitemapPages> {
  const [tree, { rows }] = await Promise.all([
    categories(ctx),
    sql<Group>`
      select s.page, s.category_id, count(*)::int as count, max(s.updated_at) as updated_at
      from (select (p.id - 1) / ${entriesPerPage}::int + 1 as page, p.category_id, p.updated_at
        from catalogue.shelf h join catalogue.products p on p.id = h.product_id where p.status = 'active') s
      group by grouping sets ((s.page), (s.category_id)) order by s.page`.execute(ctx.sql),
  ]);
  const at = (group: Group) => group.updated_at.toISOString();
  return {
    pages: rows.flatMap((group) => {
      const { page, count } = group;
      return page === null ? [] : [{ page, count, updated_at: at(group) }];
    }),
    categories: rows.flatMap((group) => {
      const slug = group.category_id === null ? undefined : tree.byId.get(group.category_id)?.slug;
      return slug === undefined ? [] : [{ slug, updated_at: at(group) }];
    }),
  };
}

/** Throws not_found for a page without products. */
export async function productSitemapEntries(ctx: Ctx, page: number): Promise<SitemapEntry[]> {
  const last = page * entriesPerPage;
  const inside = (id: RawBuilder<unknown>) =>
    sql`${id} > ${last - entriesPerPage}::bigint and ${id} <= ${last}::bigint`;
  const [tree, { rows }] = await Promise.all([
    categories(ctx),
    sql<{ slug: string; category_id: number; updated_at: Date }>`
      select p.slug, p.category_id, p.updated_at
      from catalogue.shelf h join catalogue.products p on p.id = h.product_id
      where ${inside(sql`h.product_id`)} and ${inside(sql`p.id`)} and p.status = 'active'
      order by p.id`.execute(ctx.sql),
  ]);
  const found = rows.flatMap(({ slug, category_id, updated_at }) => {
    const category = tree.byId.get(category_id);
    return category ? [{ slug, category_slug: category.slug, updated_at: updated_at.toISOString() }] : [];
  });
  if (found.length === 0) throw new ShopError("not_found");
  return found;
}

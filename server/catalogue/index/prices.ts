/**
 * Flash prices in the listing index, for sorting and filtering by the price a shopper sees. The price itself is read
 * from the sale whenever it is shown or charged; this only follows, so being late here mis-sorts a list and never
 * mis-prices.
 */
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";

/**
 * These variants are at these prices, all others at their own. Answers the tags of pages to renew. Safe to repeat; call
 * it in a transaction. Locks the listing rows that change, by product.
 */
export async function setFlashPrices(
  db: Sql,
  prices: readonly { variant_id: number; price: number }[],
): Promise<string[]> {
  const running = sql`jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as f (variant_id integer, price dong)`;
  const { rows: found } = await sql<{ product_id: number }>`
    select h.product_id from catalogue.shelf h left join ${running} on f.variant_id = h.variant_id
    where h.flash_price is distinct from f.price and h.product_id in (
      select product_id from catalogue.variants where id = any(${prices.map((each) => each.variant_id)}::int[])
      union select product_id from catalogue.shelf where flash_price is not null)
    order by h.product_id for update of h`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ slug: string; category: string; root: string }>`
    update catalogue.shelf h set flash_price = (select f.price from ${running} where f.variant_id = h.variant_id)
    from catalogue.products p, catalogue.categories c, catalogue.categories r
    where h.product_id = any(${found.map((row) => row.product_id)}::int[])
      and p.id = h.product_id and c.id = h.category_id and r.id = h.root_id
    returning p.slug, c.slug as category, r.slug as root`.execute(db);
  return rows.flatMap(({ slug, category, root }) => [`product:${slug}`, `category:${category}`, `category:${root}`]);
}

/**
 * What a variant costs before flash sales: a list price, and a sale price that may have a window. `setPrices` is the only
 * writer, so that every price there ever was stands in the history, with who acted and when; the current row is the
 * newest of them. Readers ask the database for the price of a moment: `catalogue.current_price`. rules/catalogue#prices
 */
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import type { Actor } from "../../kernel/actor.ts";

/** Moments in RFC 3339. The sale price holds in [sale_from, sale_until); null leaves that side open. */
export type Price = {
  list_price: Dong;
  sale_price: Dong | null;
  sale_from: string | null;
  sale_until: string | null;
};

/**
 * Answers the variants whose price is another now; what is the same is left, without a row of history. One statement,
 * whatever the number. In the transaction of the caller, who indexes their products (listing-index.ts) and announces
 * `pages_changed` for their pages and for `prices`, what processes remember of them. Locks the prices by variant. Safe to repeat.
 */
export async function setPrices(
  db: Sql,
  prices: readonly (Price & { variant_id: number })[],
  { by, at }: { by: Actor; at: Date },
): Promise<number[]> {
  if (prices.length === 0) return [];
  const { rows } = await sql<{ variant_id: number }>`
    with changed as (
      insert into catalogue.prices as kept (variant_id, list_price, sale_price, sale_from, sale_until, version)
      select variant_id, list_price, sale_price, sale_from, sale_until, 1
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as p (variant_id integer, list_price dong,
        sale_price dong, sale_from timestamptz, sale_until timestamptz)
      order by variant_id
      on conflict (variant_id) do update set list_price = excluded.list_price, sale_price = excluded.sale_price,
        sale_from = excluded.sale_from, sale_until = excluded.sale_until, version = kept.version + 1
      where (kept.list_price, kept.sale_price, kept.sale_from, kept.sale_until) is distinct from
        (excluded.list_price, excluded.sale_price, excluded.sale_from, excluded.sale_until)
      returning *)
    insert into catalogue.price_history (variant_id, version, list_price, sale_price, sale_from, sale_until, actor, set_at)
    select variant_id, version, list_price, sale_price, sale_from, sale_until, ${by}, ${at}::timestamptz from changed
    returning variant_id`.execute(db);
  return rows.map(({ variant_id }) => variant_id);
}

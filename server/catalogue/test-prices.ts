/** For tests: a price that is set, in the listing index too. */
import { sql } from "kysely";
import type { Sql } from "../database/sql.ts";
import { index } from "./index/listing-index.ts";
import { type Price, setPrices } from "./products/prices.ts";

export async function setPrice(
  shop: { sql: Sql; now: Date },
  variant_id: number,
  price: Partial<Price> & Pick<Price, "list_price">,
): Promise<void> {
  const whole = { sale_price: null, sale_from: null, sale_until: null, ...price };
  await setPrices(shop.sql, [{ ...whole, variant_id }], { by: "system", at: shop.now });
  const { rows } = await sql<{ product_id: number }>`
    select product_id from catalogue.variants where id = ${variant_id}`.execute(shop.sql);
  await index(
    shop.sql,
    rows.map(({ product_id }) => product_id),
    shop.now,
  );
}

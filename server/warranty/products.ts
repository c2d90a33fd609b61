/** A product with a warranty: how it is shown, and what its card begins with. */
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { type Card, shownProduct } from "./cards.ts";

type Row = { term_months: number; parts: Card["parts"]; product: Card["product"] };

/** Throws not_found for a product without a warranty. */
export async function machineOfProduct(ctx: Ctx, product_id: number) {
  const { rows } = await sql<Row>`
    select p.warranty_months as term_months, p.warranty_parts as parts,
      jsonb_build_object('slug', p.slug, 'category_slug', k.slug, 'kind', p.art_kind, 'body', v.art_body, 'sku', v.sku,
        'picture', (v.pictures || p.pictures)[1],
        'names', (select jsonb_object_agg(t.locale, t.name) from catalogue.product_texts t where t.product_id = p.id)) as product
    from catalogue.products p join catalogue.categories k on k.id = p.category_id
      join lateral (select v.* from catalogue.variants v where v.product_id = p.id order by v.is_default desc, v.id limit 1) v on true
    where p.id = ${product_id} and p.warranty_months > 0`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new ShopError("not_found");
  return { term_months: row.term_months, parts: row.parts, shown: shownProduct(row, ctx.locale) };
}

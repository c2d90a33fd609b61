/** The gift card as it is sold: one product, with the values that can be chosen. rules/loyalty#gift-cards */
import { ShopError } from "contract/errors.ts";
import type { CardProduct } from "contract/loyalty/gift-cards.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { sayTitle, type Words } from "../../platform/settings.ts";

type Row = {
  product_id: number;
  slug: string;
  name: Words;
  short_description: Words;
  description: Words;
  values: CardProduct["values"];
};

/** In the caller's language, and the names in all of them. Throws not_found where none is sold. One statement. */
export async function cardProduct(ctx: Ctx): Promise<CardProduct & { names: Words }> {
  const { rows } = await sql<Row>`
    select p.id as product_id, p.slug, p.name, p.short_description, p.description,
      (select jsonb_agg(jsonb_build_object('sku', v.sku, 'value', v.value, 'is_default', v.is_default) order by v.value)
        from loyalty.card_values v where v.product_id = p.id) as values
    from loyalty.card_products p where exists (select from loyalty.card_values v where v.product_id = p.id)
    order by p.id limit 1`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new ShopError("not_found");
  const { name, short_description, description, ...facts } = row;
  const { title, lang } = sayTitle(name, ctx.locale);
  return {
    ...facts,
    kind: "gift_card",
    ...{ name: title, lang, names: name },
    short_description: sayTitle(short_description, ctx.locale).title,
    description: sayTitle(description, ctx.locale).title,
  };
}

/**
 * The variants the shop sells now, with their stock, current price and limits (promotions/current-prices.ts). What a cart
 * shows and an order stores of a product comes from here, never from the cart itself. Locks nothing.
 */
import type { CartItem } from "contract/cart/cart.ts";
import type { Picture } from "contract/catalogue/catalogue.ts";
import type { ShippingClass } from "contract/fulfilment/fulfilment.ts";
import { pictureImageId } from "contract/values/images.ts";
import type { Locale } from "contract/values/locale.ts";
import type { RateBp } from "contract/values/money.ts";
import { LARGEST_QUANTITY } from "contract/values/quantity.ts";
import { sql } from "kysely";
import { rateOf, type VatClass, vatRates } from "../catalogue/products/vat.ts";
import { plannedOnce } from "../database/prepared.ts";
import type { Ctx } from "../kernel/context.ts";
import { type CurrentPrice, currentPrices } from "../promotions/current-prices.ts";

export type Item = CurrentPrice & {
  /** The variant's id, under its name on the wire. */
  product_id: number;
  /** The variant's SKU, under its name on the wire. */
  code: string;
  slug: string;
  category_slug: string;
  name: string;
  lang: Locale;
  colour: string | null;
  image: Picture;
  /** What conditions of promotions ask for: the product, its category and the one above it, its brand. */
  belongs: { product: number; categories: number[]; brand: number };
  vat_class: VatClass;
  vat_rate_bp: RateBp;
  commission_rate_bp: RateBp;
  shipping_class: ShippingClass;
  package: { weight_grams: number; length_mm: number; width_mm: number; height_mm: number };
  /** The shop sells the product at all, whether or not it is in stock. */
  is_for_sale: boolean;
  /** Units in one order, by the product's own policy and the programmes that run for it; null is without bound. */
  policy: { minimum: number | null; maximum: number | null };
  available: number;
  /** The same by warehouse. */
  stock: Readonly<Record<string, number>>;
};

type Row = Omit<Item, keyof CurrentPrice | "image" | "vat_rate_bp" | "package" | "belongs" | "policy"> & {
  art_kind: string;
  art_body: string;
  picture: string | null;
  weight_grams: number;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  product: number;
  categories: number[];
  brand: number;
  policy_minimum: number | null;
  policy_maximum: number | null;
};

/** Items by variant id; an id without an item was never sold. Two statements, and one for the VAT rates while their setting is not memoised. */
export async function itemsOf(ctx: Ctx, variantIds: readonly number[]): Promise<Map<number, Item>> {
  if (variantIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    ${plannedOnce} select v.id as product_id, v.sku as code, p.slug, c.slug as category_slug,
      t.name, t.locale as lang, coalesce(o.label ->> ${ctx.locale}, o.label ->> 'vi') as colour,
      p.art_kind, v.art_body, (v.pictures || p.pictures)[1] as picture,
      p.vat_class, p.commission_rate_bp, p.shipping_class, p.weight_grams, p.length_mm, p.width_mm, p.height_mm,
      p.status = 'active' as is_for_sale,
      p.id as product, p.brand_id as brand, array_remove(array[c.id, c.parent_id], null) as categories,
      greatest((p.purchase_policy ->> 'minimum')::int, bounds.minimum) as policy_minimum,
      least((p.purchase_policy ->> 'maximum')::int, bounds.maximum) as policy_maximum,
      coalesce(s.available, 0)::int as available, coalesce(s.stock, '{}') as stock
    from catalogue.variants v
    join catalogue.products p on p.id = v.product_id
    join catalogue.categories c on c.id = p.category_id
    join lateral (
      select name, locale from catalogue.product_texts
      where product_id = p.id and locale in (${ctx.locale}, 'vi') order by locale = ${ctx.locale} desc limit 1) t on true
    left join lateral (
      select max(r.minimum) as minimum, min(r.maximum) as maximum
      from promotions.promotions r join catalogue.prices price on price.variant_id = v.id
      where r.kind = 'programme' and r.ends_at > ${ctx.now}::timestamptz and r.starts_at <= ${ctx.now}::timestamptz
        and (r.minimum is not null or r.maximum is not null)
        and promotions.names_goods(r.conditions, p.id, array_remove(array[c.id, c.parent_id], null), p.brand_id,
          p.shipping_class, catalogue.current_price(price, ${ctx.now}::timestamptz))) bounds on true
    left join lateral (
      select sum(on_hand - allocated) as available, jsonb_object_agg(warehouse, on_hand - allocated) as stock
      from catalogue.stock where variant_id = v.id) s on true
    left join catalogue.attributes a on a.code = 'colour'
    left join catalogue.attribute_options o on o.attribute_id = a.id and o.code = v.colour
    where v.id = any(${[...variantIds]}::int[])`.execute(ctx.sql);
  const prices = await currentPrices(ctx, variantIds);
  const rates = await vatRates(ctx);
  return new Map(
    rows.flatMap((row) => {
      const price = prices.get(row.product_id);
      return price ? [[row.product_id, itemFrom(row, price, rateOf(rates, row.vat_class, ctx.now))]] : [];
    }),
  );
}

function itemFrom(row: Row, price: CurrentPrice, vat_rate_bp: RateBp): Item {
  const { product_id, code, slug, category_slug, name, lang, colour, vat_class } = row;
  const { weight_grams, length_mm, width_mm, height_mm } = row;
  const { product, categories, brand } = row;
  return {
    ...{ product_id, code, slug, category_slug, name, lang, colour, vat_class, vat_rate_bp },
    ...price,
    belongs: { product, categories, brand },
    image: { id: pictureImageId(row.picture, { kind: row.art_kind, body: row.art_body }, code), alt: name },
    commission_rate_bp: row.commission_rate_bp,
    shipping_class: row.shipping_class,
    package: { weight_grams, length_mm, width_mm, height_mm },
    is_for_sale: row.is_for_sale,
    policy: { minimum: row.policy_minimum, maximum: row.policy_maximum },
    available: row.available,
    stock: row.stock,
  };
}

/**
 * The least and the most units of an item in one order. `maximum` 0: it cannot be ordered. `flash_until`: the end of the
 * flash sale that sets the maximum; units above it are not sold at the ordinary price either.
 */
export function quantityLimits({ is_for_sale, available, flash, policy }: Item): {
  minimum: number;
  maximum: number;
  flash_until: string | null;
} {
  if (!is_for_sale) return { minimum: 1, maximum: 0, flash_until: null };
  const allowed = Math.max(0, Math.min(policy.maximum ?? LARGEST_QUANTITY, LARGEST_QUANTITY, available));
  const minimum = Math.max(policy.minimum ?? 1, flash?.minimum ?? 1);
  if (!flash || flash.maximum >= allowed) return { minimum, maximum: allowed, flash_until: null };
  return { minimum, maximum: flash.maximum, flash_until: flash.ends_at.toISOString() };
}

/** Why this quantity cannot be ordered; null where it can. */
export function problemOf(item: Item, quantity: number): CartItem["problem"] {
  const limits = quantityLimits(item);
  const { minimum, maximum, flash_until } = limits;
  if (!item.is_for_sale) return { code: "not_sold", ...limits };
  if (maximum === 0 && flash_until === null) return { code: "out_of_stock", ...limits };
  if (quantity > maximum) return { code: "above_maximum", ...limits };
  if (quantity < minimum) return { code: "below_minimum", ...limits };
  return null;
}

/**
 * What the shop would sell this moment: price, flash price, stock and limits of variants, in one statement. Everything
 * a cart shows and an order stores comes from here, never from the cart itself. Reads catalogue and promotions; locks
 * nothing.
 */
import type { CartItem } from "contract/cart/cart.ts";
import type { Picture } from "contract/catalogue/catalogue.ts";
import type { ShippingClass } from "contract/fulfilment/fulfilment.ts";
import { pictureImageId } from "contract/values/images.ts";
import type { Locale } from "contract/values/locale.ts";
import type { Dong, RateBp } from "contract/values/money.ts";
import { LARGEST_QUANTITY } from "contract/values/quantity.ts";
import { sql } from "kysely";
import { plannedOnce } from "../database/prepared.ts";
import type { Ctx } from "../kernel/context.ts";
import { vatRateBp } from "./vat.ts";

export type Item = {
  product_id: number;
  code: string;
  slug: string;
  category_slug: string;
  name: string;
  lang: Locale;
  colour: string | null;
  image: Picture;
  list_price: Dong;
  sale_price: Dong | null;
  /** `per_customer`: the most one customer may have in the whole sale; `maximum` is what is left of it for an order. */
  flash: {
    item_id: number;
    price: Dong;
    minimum: number;
    maximum: number;
    per_customer: number | null;
    ends_at: Date;
  } | null;
  vat_rate_bp: RateBp;
  commission_rate_bp: RateBp;
  shipping_class: ShippingClass;
  package: { weight_grams: number; length_mm: number; width_mm: number; height_mm: number };
  is_sold: boolean;
  available: number;
};

type Row = Omit<Item, "image" | "flash" | "vat_rate_bp" | "package"> & {
  art_kind: string;
  art_body: string;
  picture: string | null;
  vat_rate: number;
  weight_grams: number;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  flash_item: number | null;
  flash_price: Dong | null;
  flash_minimum: number | null;
  flash_maximum: number | null;
  flash_left: number | null;
  flash_ends_at: Date | null;
};

/** By variant id; what is not there was never sold. */
export async function itemsOf(ctx: Ctx, product_ids: readonly number[]): Promise<Map<number, Item>> {
  if (product_ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    ${plannedOnce} select v.id as product_id, v.sku as code, p.slug, c.slug as category_slug,
      t.name, t.locale as lang, coalesce(o.label ->> ${ctx.locale}, o.label ->> 'vi') as colour,
      p.art_kind, v.art_body, (v.pictures || p.pictures)[1] as picture, v.price as list_price, v.sale_price,
      f.item_id as flash_item, f.price as flash_price, f.minimum as flash_minimum, f.maximum as flash_maximum,
      f.quota - f.sold as flash_left, f.ends_at as flash_ends_at,
      p.vat_rate, p.commission_rate_bp, p.shipping_class, p.weight_grams, p.length_mm, p.width_mm, p.height_mm,
      p.status = 'active' as is_sold,
      coalesce((select sum(s.on_hand - s.allocated) from catalogue.stock s where s.variant_id = v.id), 0)::int as available
    from catalogue.variants v
    join catalogue.products p on p.id = v.product_id
    join catalogue.categories c on c.id = p.category_id
    join lateral (
      select name, locale from catalogue.product_texts
      where product_id = p.id and locale in (${ctx.locale}, 'vi') order by locale = ${ctx.locale} desc limit 1) t on true
    left join catalogue.attributes a on a.code = 'colour'
    left join catalogue.attribute_options o on o.attribute_id = a.id and o.code = v.colour
    left join promotions.flash_prices(${ctx.now}) f on f.variant_id = v.id
    where v.id = any(${[...product_ids]}::int[])`.execute(ctx.sql);
  return new Map(rows.map((row) => [row.product_id, itemFrom(row, ctx.now)]));
}

function itemFrom(row: Row, now: Date): Item {
  const { product_id, code, slug, category_slug, name, lang, colour, list_price, sale_price } = row;
  const { weight_grams, length_mm, width_mm, height_mm } = row;
  return {
    ...{ product_id, code, slug, category_slug, name, lang, colour, list_price, sale_price },
    image: { id: pictureImageId(row.picture, { kind: row.art_kind, body: row.art_body }, code), alt: name },
    flash: flashOf(row),
    vat_rate_bp: vatRateBp(row.vat_rate, now),
    commission_rate_bp: row.commission_rate_bp,
    shipping_class: row.shipping_class,
    package: { weight_grams, length_mm, width_mm, height_mm },
    is_sold: row.is_sold,
    available: row.available,
  };
}

/** A flash price that is no advantage is none, and its limits do not bind. */
function flashOf(row: Row): Item["flash"] {
  if (row.flash_item === null || row.flash_price === null || row.flash_ends_at === null) return null;
  if (row.flash_price > (row.sale_price ?? row.list_price)) return null;
  const left = row.flash_left ?? 0;
  return {
    item_id: row.flash_item,
    price: row.flash_price,
    minimum: row.flash_minimum ?? 1,
    maximum: Math.min(row.flash_maximum ?? left, left),
    per_customer: row.flash_maximum,
    ends_at: row.flash_ends_at,
  };
}

/**
 * How many of it one order may hold. `maximum` 0: none. `flash_until`: it is the flash sale that allows no more, and when
 * it ends; at most its limit goes at its price, and no more beside it.
 */
export function boundsOf({ is_sold, available, flash }: Item): {
  minimum: number;
  maximum: number;
  flash_until: string | null;
} {
  if (!is_sold) return { minimum: 1, maximum: 0, flash_until: null };
  const there = Math.max(0, Math.min(LARGEST_QUANTITY, available));
  if (!flash || flash.maximum >= there) return { minimum: flash?.minimum ?? 1, maximum: there, flash_until: null };
  return { minimum: flash.minimum, maximum: flash.maximum, flash_until: flash.ends_at.toISOString() };
}

/** Why that many cannot be ordered, or null. */
export function problemOf(item: Item, quantity: number): CartItem["problem"] {
  const bounds = boundsOf(item);
  const { minimum, maximum, flash_until } = bounds;
  if (!item.is_sold) return { code: "not_sold", ...bounds };
  if (maximum === 0 && flash_until === null) return { code: "out_of_stock", ...bounds };
  if (quantity > maximum) return { code: "above_maximum", ...bounds };
  if (quantity < minimum) return { code: "below_minimum", ...bounds };
  return null;
}

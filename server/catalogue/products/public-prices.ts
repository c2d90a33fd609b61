/**
 * What anybody pays for one unit of a variant: the lowest of list, sale, flash and programme price. Pages, lists, the listing
 * index and delivery quotes join it here; a cart calculates the same with promotions/engine. rules/promotions#public-price
 */
import type { ProductCard } from "contract/catalogue/catalogue.ts";
import type { FlashPrice, ProgrammePrice } from "contract/catalogue/deal-prices.ts";
import type { Locale } from "contract/values/locale.ts";
import type { Dong } from "contract/values/money.ts";
import { type RawBuilder, sql } from "kysely";
import { sayTitle, type Words } from "../../platform/settings.ts";

/**
 * Joins `f`, the flash sale of a variant, and `g`, the programme whose price is lower than all else. For statements with the
 * aliases v (variants), p (products) and pr (prices). `categories`: the product's category and the one above it.
 */
export function dealJoins(now: Date, categories: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join promotions.flash_prices(${now}::timestamptz) f on f.variant_id = v.id
    left join lateral promotions.programme_price(${now}::timestamptz, p.id, array_remove(${categories}, null), p.brand_id,
      p.shipping_class, catalogue.current_price(pr, ${now}::timestamptz), f.price) g on true`;
}

/** The two as values; a flash sale only where its price is the one that holds. */
export const dealColumns = {
  flash: sql`case when f.item_id is not null and g.slug is null then to_jsonb(f) end`,
  programme: sql`case when g.slug is not null then to_jsonb(g) end`,
};

export type DealRow = {
  /** The list price. */
  price: Dong;
  /** What is asked without deals. */
  current_price: Dong;
  flash:
    | ({ code: string; price: Dong; starts_at: string; ends_at: string; quota: number; sold: number } & {
        minimum: number;
        maximum: number | null;
      })
    | null;
  programme: { slug: string; title: Words; price: Dong; ends_at: string } | null;
};

type Prices = Pick<ProductCard, "price" | "list_price" | "discount_percent" | "flash_sale" | "programme">;

/** The price charged now, the one it is compared with, and the difference in whole percent, rounded down. */
export function pricesOf(row: DealRow, locale: Locale): Prices {
  const price = row.programme?.price ?? row.flash?.price ?? row.current_price;
  const discount = row.price - price;
  return {
    price,
    list_price: discount > 0 ? row.price : null,
    discount_percent: discount > 0 ? Math.floor((discount * 100) / row.price) : 0,
    flash_sale: row.flash && flashOf(row.flash),
    programme: row.programme && programmeOf(row.programme, locale),
  };
}

const at = (time: string) => new Date(time).toISOString();

function flashOf({ code, price, starts_at, ends_at, ...sale }: NonNullable<DealRow["flash"]>): FlashPrice {
  const { quota, sold, minimum, maximum } = sale;
  return { code, price, starts_at: at(starts_at), ends_at: at(ends_at), quota, sold, minimum, maximum };
}

function programmeOf({ slug, title, ends_at }: NonNullable<DealRow["programme"]>, locale: Locale): ProgrammePrice {
  return { slug, ...sayTitle(title, locale), ends_at: at(ends_at) };
}

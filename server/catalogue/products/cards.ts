/**
 * Product cards: what every list, row and suggestion shows of a product, in one statement whatever the number. The
 * price is the one charged now: public-prices.ts. rules/catalogue#cards
 */
import type { ProductCard } from "contract/catalogue/catalogue.ts";
import { pictureImageId } from "contract/values/images.ts";
import type { Locale } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { starRating } from "../../reviews/shown.ts";
import { type Categories, categories } from "./categories.ts";
import { type Properties, specText } from "./property-values.ts";
import { type DealRow, dealColumns, dealJoins, pricesOf } from "./public-prices.ts";
import { type Reference, reference } from "./reference.ts";

const NEW_DAYS = 90; // ASSUMED(0062): how long a product carries the badge "new"
const OPENING_DAYS = 30; // ASSUMED(0062): so long after its oldest product a shop is still being filled
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SPECS = 3;

type CardRow = DealRow & {
  row: string | null;
  product_id: number;
  code: string;
  slug: string;
  category_id: number;
  names: Partial<Record<Locale, string>> & { vi: string };
  art_kind: string;
  art_body: string;
  picture: string | null;
  properties: Properties;
  colours: number;
  in_stock: boolean;
  rating_x10: number;
  rating_count: number;
  created_at: string;
};
/** Rows of cards as the database answers them, and what they are read with. */
export type CardRows = readonly CardRow[];

/** Cards of variants, in the order of the ids; what is not sold any more is left out. One statement. */
export async function cardsOf(ctx: Ctx, variantIds: readonly number[]): Promise<ProductCard[]> {
  if (variantIds.length === 0) return [];
  return (await cardsWhere(ctx, cardsWanted(sql`${variantIds}::int[]`))).map(({ card }) => card);
}

/** An array of variants, in its order. */
export function cardsWanted(variantIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select null::text as row, place, variant_id from unnest(${variantIds}) with ordinality as w (variant_id, place)`;
}

/** Cards of what `wanted` selects: columns row (a name for a group of cards), place (their order), variant_id. */
export async function cardsWhere(
  ctx: Ctx,
  wanted: RawBuilder<unknown>,
): Promise<{ row: string | null; card: ProductCard }[]> {
  const [tree, lists, { rows }] = await Promise.all([
    categories(ctx),
    reference(ctx),
    sql<{ cards: CardRows }>`select ${cardRows(ctx, wanted)} as cards`.execute(ctx.sql),
  ]);
  return rows.flatMap(({ cards }) => readCards(ctx, cards, tree, lists));
}

/** The same as one value of a statement of its caller: a single JSON text is the cheapest to pass. */
export function cardRows({ now }: Pick<Ctx, "now">, wanted: RawBuilder<unknown>): RawBuilder<CardRows> {
  return sql`(select coalesce(json_agg(c), '[]') from (
      select w.row, v.id as product_id, v.sku as code, p.slug, h.category_id, h.names, pr.list_price as price,
        catalogue.current_price(pr, ${now}::timestamptz) as current_price,
        ${dealColumns.flash} as flash, ${dealColumns.programme} as programme,
        p.art_kind, v.art_body, (v.pictures || p.pictures)[1] as picture, p.properties, h.colours, h.in_stock, h.rating_x10, h.rating_count,
        h.created_at
      from (${wanted}) w
      join catalogue.variants v on v.id = w.variant_id
      join catalogue.prices pr on pr.variant_id = v.id
      join catalogue.shelf h on h.product_id = v.product_id
      join catalogue.products p on p.id = v.product_id
      ${dealJoins(now, sql`array[h.category_id, h.root_id]`)}
      order by w.row, w.place) c)`;
}

export function readCards(
  ctx: Ctx,
  rows: CardRows,
  tree: Categories,
  lists: Reference,
): { row: string | null; card: ProductCard }[] {
  return rows.map((row) => ({ row: row.row, card: cardOf(ctx, row, tree, lists) }));
}

function cardOf(ctx: Ctx, row: CardRow, tree: Categories, lists: Reference): ProductCard {
  const translated = row.names[ctx.locale];
  const lang = translated === undefined ? "vi" : ctx.locale;
  const name = translated ?? row.names.vi;
  const category = tree.byId.get(row.category_id);
  const prices = pricesOf(row, ctx.locale);
  const specs: string[] = [];
  for (const code of category?.key_specs ?? []) {
    const attribute = lists.attributes.get(code);
    const value = row.properties[code];
    const text = attribute && value !== undefined ? specText(attribute, value, lang) : "";
    if (text !== "" && specs.length < MAX_SPECS) specs.push(text);
  }
  return {
    product_id: row.product_id,
    code: row.code,
    slug: row.slug,
    category_slug: category?.slug ?? "",
    name,
    lang,
    image: { id: pictureImageId(row.picture, { kind: row.art_kind, body: row.art_body }, row.code), alt: name },
    ...prices,
    badges: badgesOf(ctx, row, prices, lists),
    specs,
    colours: row.colours,
    available: row.in_stock,
    star_rating: starRating({ average_x10: row.rating_x10, count: row.rating_count }),
  };
}

/** What a shop opened with is not new, however lately it opened. */
function isNew(ctx: Ctx, created_at: string, { opened_at }: Reference): boolean {
  const created = Date.parse(created_at);
  return ctx.now.getTime() - created < NEW_DAYS * DAY_MS && created - opened_at > OPENING_DAYS * DAY_MS;
}

function badgesOf(
  ctx: Ctx,
  row: CardRow,
  prices: Pick<ProductCard, "flash_sale" | "discount_percent">,
  lists: Reference,
): ProductCard["badges"] {
  const badges: ProductCard["badges"] = [];
  if (prices.flash_sale) badges.push("flash");
  if (isNew(ctx, row.created_at, lists)) badges.push("new");
  if (prices.discount_percent > 0) badges.push("sale");
  if (row.colours > 1) badges.push("colours");
  return badges;
}

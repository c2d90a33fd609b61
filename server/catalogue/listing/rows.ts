/**
 * Rows of cards: home's, best-sellers, largest discounts, what belongs to a product. Every row is an index's first
 * entries. Best-selling counts delivered orders of 30 days; where fewer than five products have any, the row is called
 * "suggested" and ordered by the shop's own preference, because a made-up figure would be a lie.
 * rules/catalogue#best-selling
 */
import type { Meta } from "contract/call.ts";
import type { HomeRows, ProductCard, Row } from "contract/catalogue/catalogue.ts";
import { ShopError } from "contract/errors.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { cardsOf, cardsWhere } from "../products/cards.ts";

const ENOUGH_SELLERS = 5; // rules/catalogue#best-selling
const BEST_SELLING_LIMIT = 20; // Spec §9
const FLASH_LIMIT = 20;
const HOME_LIMIT = 10;
const RELATED_LIMIT = 8;

export type PageInput = { page: number; limit: number };
export type CardList = { data: ProductCard[]; meta: Meta };

/** Where a page of `total` rows stands. */
export function metaOf(total: number, { page, limit }: PageInput): Meta {
  return { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total };
}

const byPreference = sql`in_stock desc, popularity desc, product_id`;
const bySales = sql`sold desc, popularity desc, product_id`;

/**
 * Limits are written out: where they are values, PostgreSQL estimates a row at a tenth of the index, or plans it each
 * time.
 */
function listingRow(row: string, order: RawBuilder<unknown>, limit: number, where = sql`true`): RawBuilder<unknown> {
  return sql`(select ${sql.lit(row)} as row, row_number() over (order by ${order}) as place, variant_id
    from catalogue.shelf where ${where} order by ${order} limit ${sql.lit(limit)})`;
}

/** Every product row of the home page in one statement. */
export async function homeRows(ctx: Ctx): Promise<HomeRows> {
  const hasSellers = sql`(select count(*) from (select from catalogue.shelf where sold > 0 order by ${bySales}
    limit ${sql.lit(ENOUGH_SELLERS)}) s) = ${sql.lit(ENOUGH_SELLERS)}`;
  const rows = [
    sql`(select 'flash_sale' as row, f.item_id as place, f.variant_id from promotions.flash_prices(${ctx.now}) f
      order by f.item_id limit ${sql.lit(FLASH_LIMIT)})`,
    listingRow("best_selling", bySales, BEST_SELLING_LIMIT, sql`sold > 0 and ${hasSellers}`),
    listingRow("suggested", byPreference, BEST_SELLING_LIMIT, sql`not ${hasSellers}`),
    listingRow("top_sale", sql`saving desc, product_id`, HOME_LIMIT, sql`saving > 0`),
    listingRow(
      "sale_off",
      sql`discount_percent desc, popularity desc, product_id`,
      HOME_LIMIT,
      sql`discount_percent > 0`,
    ),
    sql`(select 'featured' as row, p.featured_position as place, h.variant_id from catalogue.products p
      join catalogue.shelf h on h.product_id = p.id where p.featured_position is not null
      order by p.featured_position limit ${sql.lit(HOME_LIMIT)})`,
    listingRow("newest", sql`created_at desc, product_id desc`, HOME_LIMIT),
  ];
  const cards = await cardsWhere(ctx, sql.join(rows, sql` union all `));
  const row = (name: string) => cards.filter((each) => each.row === name).map(({ card }) => card);
  const suggested = row("suggested");
  return {
    flash_sale: row("flash_sale").filter((card) => card.flash_sale !== null),
    best_selling: suggested.length > 0 ? suggested : row("best_selling"),
    best_selling_title: suggested.length > 0 ? "suggested" : "best_selling",
    top_sale: row("top_sale"),
    sale_off: row("sale_off"),
    featured: row("featured"),
    newest: row("newest"),
  };
}

/** Two statements. */
export async function bestSellers(ctx: Ctx, input: PageInput): Promise<Row> {
  const { rows } = await sql<{ sellers: number }>`select count(*)::int as sellers from
    (select from catalogue.shelf where sold > 0 order by ${bySales} limit ${deepest}) s`.execute(ctx.sql);
  const sellers = rows[0]?.sellers ?? 0;
  if (sellers >= ENOUGH_SELLERS) {
    return {
      ...(await pageOf(ctx, input, { where: sql`sold > 0`, order: bySales, total: sellers })),
      title: "best_selling",
    };
  }
  return { ...(await pageOf(ctx, input, { where: sql`true`, order: byPreference })), title: "suggested" };
}

/** By đồng saved. */
export function topSale(ctx: Ctx, input: PageInput): Promise<CardList> {
  return pageOf(ctx, input, { where: sql`saving > 0`, order: sql`saving desc, product_id` });
}

/** By percent saved. */
export function saleOff(ctx: Ctx, input: PageInput): Promise<CardList> {
  const order = sql`discount_percent desc, popularity desc, product_id`;
  return pageOf(ctx, input, { where: sql`discount_percent > 0`, order });
}

/** No row is longer than this; the list and its filters show more. */
export const deepest = 10_000;

type Slice = { where: RawBuilder<unknown>; order: RawBuilder<unknown>; total?: number };

async function pageOf(ctx: Ctx, input: PageInput, { where, order, total }: Slice): Promise<CardList> {
  const offset = (input.page - 1) * input.limit;
  const { rows } = await sql<{ total: number; variant_ids: number[] }>`select
    ${total ?? sql`(select count(*) from (select from catalogue.shelf where ${where} limit ${deepest}) s)`}::int as total,
    array(select variant_id from catalogue.shelf where ${where} order by ${order}
      limit ${offset < deepest ? input.limit : 0} offset ${Math.min(offset, deepest)}) as variant_ids`.execute(ctx.sql);
  const [found] = rows;
  return { data: await cardsOf(ctx, found?.variant_ids ?? []), meta: metaOf(found?.total ?? 0, input) };
}

/** What the shop links to a product, filled up from its category; accessories are only what fits. Throws not_found. */
export async function relatedTo(
  ctx: Ctx,
  variant_id: number,
): Promise<{ related: ProductCard[]; accessories: ProductCard[] }> {
  const own = sql`(select h.product_id, h.category_id from catalogue.variants v
    join catalogue.shelf h on h.product_id = v.product_id where v.id = ${variant_id})`;
  const linked = (row: string) => sql`(select ${sql.lit(row)} as row, l.position::bigint as place, h.variant_id
    from catalogue.product_links l join catalogue.shelf h on h.product_id = l.other_id
    where l.product_id = (select product_id from ${own} o) and l.kind = ${row}
    order by l.position limit ${sql.lit(RELATED_LIMIT)})`;
  const cards = await cardsWhere(
    ctx,
    sql`select 'self' as row, 0::bigint as place, ${variant_id}::int as variant_id
      union all ${linked("related")} union all ${linked("accessory")}
      union all (select 'filler', row_number() over (order by ${byPreference}), h.variant_id
        from catalogue.shelf h where h.category_id = (select category_id from ${own} o)
          and h.product_id <> (select product_id from ${own} o)
        order by ${byPreference} limit ${sql.lit(RELATED_LIMIT * 2)})`,
  );
  const row = (name: string) => cards.filter((each) => each.row === name).map(({ card }) => card);
  if (row("self").length === 0) throw new ShopError("not_found");
  const related = row("related");
  const accessories = row("accessory");
  const known = new Set([...related, ...accessories].map((card) => card.product_id));
  const filler = row("filler").filter((card) => !known.has(card.product_id));
  return { related: [...related, ...filler].slice(0, RELATED_LIMIT), accessories };
}

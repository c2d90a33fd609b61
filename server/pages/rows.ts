/**
 * The products of all rows of a page in one statement. What is not on sale is left out, what is sold out stands last; prices are
 * those of an anonymous visitor. rules/pages#product-rows
 */
import type { ProductCard } from "contract/catalogue/catalogue.ts";
import type { Block, RowRule, RowSort } from "contract/pages/document.ts";
import { type RawBuilder, sql } from "kysely";
import { cardsWhere } from "../catalogue/products/cards.ts";
import type { Ctx } from "../kernel/context.ts";
import { namesGoods } from "../promotions/price-turns.ts";

/** Read for a row that keeps only products of a price range. */
const READ_FOR_RANGE = 60;
/** A row chosen by a rule with fewer is left out. */
const FEWEST_BY_RULE = 2;

const ORDERS: Readonly<Record<RowSort, RawBuilder<unknown>>> = {
  popularity: sql`h.popularity desc`,
  newest: sql`h.created_at desc`,
  price_asc: sql`h.price`,
  price_desc: sql`h.price desc`,
};

/** Cards by the name of their row: a block's id, or `block/tab`. */
export type RowCards = ReadonlyMap<string, ProductCard[]>;

export async function readRows(ctx: Ctx, blocks: readonly Block[]): Promise<RowCards> {
  const wanted = blocks.flatMap((block): RawBuilder<unknown>[] => {
    if (block.type === "product_row") return [wantedOf(ctx, block.id, block.rule)];
    if (block.type !== "tabs") return [];
    return block.tabs.flatMap((tab) => (tab.skus.length > 0 ? [bySku(`${block.id}/${tab.id}`, tab.skus)] : []));
  });
  const rows = new Map<string, ProductCard[]>();
  if (wanted.length === 0) return rows;
  for (const { row, card } of await cardsWhere(ctx, sql.join(wanted, sql` union all `))) {
    const cards = rows.get(row ?? "") ?? [];
    cards.push(card);
    rows.set(row ?? "", cards);
  }
  for (const block of blocks) {
    if (block.type === "product_row") rows.set(block.id, shownOf(rows.get(block.id) ?? [], block.rule));
  }
  return rows;
}

function shownOf(cards: readonly ProductCard[], rule: RowRule): ProductCard[] {
  const { min_price = 0, max_price = Number.POSITIVE_INFINITY } = rule;
  const fitting = cards.filter(({ price }) => price >= min_price && price < max_price);
  const sorted = [...fitting.filter(({ available }) => available), ...fitting.filter(({ available }) => !available)];
  const shown = rule.rule === "skus" ? sorted : sorted.slice(0, rule.limit);
  return rule.rule !== "skus" && shown.length < FEWEST_BY_RULE ? [] : shown;
}

function bySku(row: string, skus: readonly string[]): RawBuilder<unknown> {
  return sql`(select ${row}::text as row, w.place, v.id as variant_id
    from unnest(${[...skus]}::text[]) with ordinality w (sku, place) join catalogue.variants v on v.sku = w.sku)`;
}

function wantedOf(ctx: Ctx, row: string, rule: RowRule): RawBuilder<unknown> {
  if (rule.rule === "skus") return bySku(row, rule.skus);
  const isRanged = rule.min_price !== undefined || rule.max_price !== undefined;
  const most = isRanged ? READ_FOR_RANGE : rule.limit;
  if (rule.rule === "flash") {
    return sql`(select ${row}::text as row, i.position as place, i.variant_id
      from promotions.flash_sale_items i join promotions.flash_sales s on s.id = i.sale_id
      where s.starts_at <= ${ctx.now} and s.ends_at > ${ctx.now} order by i.position limit ${most})`;
  }
  const order = rule.rule === "newest" ? ORDERS.newest : ORDERS[rule.sort];
  return sql`(select ${row}::text as row, row_number() over (order by h.in_stock desc, ${order}, h.product_id) as place, h.variant_id
    from catalogue.shelf h where ${belongs(ctx, rule)}
    order by h.in_stock desc, ${order}, h.product_id limit ${most})`;
}

type ByProducts = Exclude<RowRule, { rule: "skus" | "flash" }>;

function belongs(ctx: Ctx, rule: ByProducts): RawBuilder<unknown> {
  switch (rule.rule) {
    case "newest":
      return sql`true`;
    case "category":
      return sql`exists (select from catalogue.categories c where c.slug = ${rule.category} and c.id in (h.category_id, h.root_id))`;
    case "tag":
      return sql`exists (select from catalogue.product_tags x join catalogue.tags t on t.id = x.tag_id
        where x.product_id = h.product_id and t.slug = ${rule.tag})`;
    case "program":
      return sql`exists (select from promotions.promotions g
        join catalogue.products p on p.id = h.product_id join catalogue.prices pr on pr.variant_id = h.variant_id
        where g.kind = 'programme' and g.slug = ${rule.program} and g.starts_at <= ${ctx.now} and g.ends_at > ${ctx.now}
          and ${namesGoods(ctx, sql`g.conditions`)})`;
  }
}

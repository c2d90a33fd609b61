/** Programmes the shop announces: what runs now, and one with its products. Spec §7 promotion-program. */
import type { ProductCard } from "contract/catalogue/catalogue.ts";
import { ShopError } from "contract/errors.ts";
import type { FlashSale, Programme } from "contract/promotions/promotions.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import { type CardList, metaOf, type PageInput } from "../catalogue/listing/rows.ts";
import { cardsWhere } from "../catalogue/products/cards.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Words } from "../platform/settings.ts";
import { sales, sayTitle, type Window } from "./flash-sales.ts";

const PROGRAMME_PRODUCTS = 24; // a page of a list: rules/promotions#programmes

type Row = {
  id: number;
  slug: string;
  type: string;
  title: Words;
  minimum_order: Dong;
  starts_at: Date;
  ends_at: Date;
  category_slugs: string[];
};

async function running(ctx: Ctx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.slug, p.type, p.title, p.minimum_order, p.starts_at, p.ends_at,
      array(select c.slug from promotions.programme_categories l join catalogue.categories c on c.id = l.category_id
        where l.programme_id = p.id order by l.position) as category_slugs
    from promotions.programmes p where p.starts_at <= ${ctx.now} and p.ends_at > ${ctx.now}
    order by p.ends_at, p.id`.execute(ctx.sql);
  return rows;
}

function onWire(ctx: Ctx, { starts_at, ends_at, title, ...row }: Row): Programme {
  const times = { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() };
  return { ...row, ...times, ...sayTitle(title, ctx.locale) };
}

export async function listProgrammes(
  ctx: Ctx,
  page: PageInput,
): Promise<{ data: Programme[]; meta: CardList["meta"] }> {
  const rows = await running(ctx);
  const from = (page.page - 1) * page.limit;
  const data = rows.slice(from, from + page.limit).map((row) => onWire(ctx, row));
  return { data, meta: metaOf(rows.length, page) };
}

/** By id or slug, with the products the shop prefers in its categories. Throws not_found, also when it is over. */
export async function findProgramme(ctx: Ctx, id: number | string): Promise<Programme & { products: ProductCard[] }> {
  const row = (await running(ctx)).find((each) => each.id === id || each.slug === id);
  if (!row) throw new ShopError("not_found");
  const cards = await cardsWhere(
    ctx,
    sql`select null as row, row_number() over (order by h.in_stock desc, h.popularity desc, h.product_id) as place, h.variant_id
      from catalogue.categories c, lateral (
        (select * from catalogue.shelf where category_id = c.id
          order by in_stock desc, popularity desc, product_id limit ${PROGRAMME_PRODUCTS})
        union all
        (select * from catalogue.shelf where root_id = c.id
          order by in_stock desc, popularity desc, product_id limit ${PROGRAMME_PRODUCTS})) h
      where c.slug = any(${row.category_slugs}::text[]) order by place limit ${PROGRAMME_PRODUCTS}`,
  );
  return { ...onWire(ctx, row), products: cards.map(({ card }) => card) };
}

type FlashList = CardList & { sale: FlashSale | null; next: FlashSale | null };

/** The products of the running sale, or of the one that comes next (at the prices that hold until then). */
export async function flashSaleProducts(ctx: Ctx, input: PageInput & { status: number }): Promise<FlashList> {
  const { running, next } = await sales(ctx);
  const shown = input.status === 1 ? running : next;
  const from = (input.page - 1) * input.limit;
  const cards = shown
    ? await cardsWhere(
        ctx,
        sql`select null as row, position as place, variant_id from promotions.flash_sale_items where sale_id = ${shown.id}`,
      )
    : [];
  const all = cards.map(({ card }) => card);
  const told = (sale: Window | null) => (sale ? flashSaleOf(ctx, sale) : null);
  return {
    data: all.slice(from, from + input.limit),
    meta: metaOf(all.length, input),
    sale: told(shown),
    next: told(next),
  };
}

function flashSaleOf(ctx: Ctx, { code, title, starts_at, ends_at }: Window): FlashSale {
  return {
    code,
    ...sayTitle(title, ctx.locale),
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    running: starts_at <= ctx.now && ends_at > ctx.now,
  };
}

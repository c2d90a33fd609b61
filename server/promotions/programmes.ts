/**
 * Programmes as they are shown: those that run now, and one with its products, also before and after it runs. What they take
 * off is calculated elsewhere (running-programmes.ts, engine/). Spec §7 promotion-program; rules/promotions#programmes
 */
import type { ProductCard } from "contract/catalogue/catalogue.ts";
import { ShopError } from "contract/errors.ts";
import type { FlashSale, Programme, programmeTypes } from "contract/promotions/promotions.ts";
import { sql } from "kysely";
import { type CardList, metaOf, type PageInput } from "../catalogue/listing/rows.ts";
import { cardsOf, cardsWhere } from "../catalogue/products/cards.ts";
import { type Categories, categories, crumb } from "../catalogue/products/categories.ts";
import type { Ctx } from "../kernel/context.ts";
import { sayTitle, type Words } from "../platform/settings.ts";
import type { Action, Conditions } from "./engine/promotion.ts";
import { sales, type Window } from "./flash-sales.ts";
import { namesGoods } from "./price-turns.ts";

/** How long before and after its window a programme has a page. rules/promotions#programmes */
const SHOWN_DAYS = 30;

type Row = Pick<Programme, "id" | "slug" | "quota" | "used" | "per_customer" | "minimum" | "maximum"> & {
  title: Words;
  action: Action;
  conditions: Conditions;
  combines_with: Programme["combines_with"];
  starts_at: Date;
  ends_at: Date;
};

async function shown(ctx: Ctx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.slug, p.title, p.action, p.conditions, p.combines_with, p.starts_at, p.ends_at, p.minimum, p.maximum,
      p.max_uses as quota, case when p.max_uses is not null then p.used end as used, p.per_customer
    from promotions.promotions p
    where p.kind = 'programme' and p.starts_at < ${ctx.now}::timestamptz + make_interval(days => ${SHOWN_DAYS})
      and p.ends_at > ${ctx.now}::timestamptz - make_interval(days => ${SHOWN_DAYS})
    order by p.ends_at, p.id`.execute(ctx.sql);
  return rows;
}

function stateOf(ctx: Ctx, { starts_at, ends_at, quota, used }: Row): Programme["state"] {
  if (ctx.now < starts_at) return "coming";
  if (ctx.now >= ends_at) return "ended";
  return quota !== null && (used ?? 0) >= quota ? "used_up" : "running";
}

function onWire(ctx: Ctx, row: Row, gifts: ReadonlyMap<number, ProductCard>, tree: Categories): Programme {
  const found = (row.conditions.categories ?? []).flatMap((id) => {
    const category = tree.byId.get(id);
    return category ? [crumb(category, ctx.locale)] : [];
  });
  const { id, slug, quota, used, per_customer, minimum, maximum, combines_with } = row;
  return {
    ...{ id, slug, quota, used, per_customer, minimum, maximum, combines_with },
    ...sayTitle(row.title, ctx.locale),
    type: typeOf(row.action),
    state: stateOf(ctx, row),
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    category_slugs: found.map((each) => each.slug),
    categories: found.map(({ slug, name }) => ({ slug, name })),
    minimum_order: row.conditions.min_order ?? 0,
    with_flash: row.conditions.with_flash ?? false,
    terms: termsOf(row.action, gifts),
  };
}

function typeOf({ type }: Action): (typeof programmeTypes)[number] {
  if (type === "gift" || type === "trade_in") return type;
  if (type === "tiers") return "tier";
  return type === "buy_get" || type === "bundle" ? "set" : "price";
}

function termsOf(action: Action, gifts: ReadonlyMap<number, ProductCard>): Programme["terms"] {
  switch (action.type) {
    case "gift":
      return { type: "gift", product: gifts.get(action.variant_id) ?? null };
    case "tiers":
      return {
        type: "tier",
        tiers: action.tiers.map(({ quantity, rate_bp }) => ({ quantity, percent: rate_bp / 100 })),
      };
    case "trade_in":
      return { type: "trade_in", amount: action.amount };
    case "percent":
      return { type: "percent", percent: action.rate_bp / 100 };
    case "fixed_price":
      return { type: "fixed_price", price: action.price };
    case "buy_get":
      return { type: "buy_get", buy: action.buy, free: action.free };
    case "bundle":
      return { type: "bundle", price: action.price };
    case "amount":
    case "delivery_amount":
    case "delivery_percent":
      throw new Error(`no programme acts by ${action.type}`);
  }
}

async function giftCards(ctx: Ctx, rows: readonly Row[]): Promise<Map<number, ProductCard>> {
  const ids = rows.flatMap(({ action }) => (action.type === "gift" ? [action.variant_id] : []));
  return new Map((await cardsOf(ctx, ids)).map((card) => [card.product_id, card]));
}

/** Those that run now, the one that ends first before the others. Two statements. */
export async function listProgrammes(
  ctx: Ctx,
  page: PageInput,
): Promise<{ data: Programme[]; meta: CardList["meta"] }> {
  const running = (await shown(ctx)).filter((row) => stateOf(ctx, row) === "running");
  const from = (page.page - 1) * page.limit;
  const rows = running.slice(from, from + page.limit);
  const [gifts, tree] = [await giftCards(ctx, rows), await categories(ctx)];
  return { data: rows.map((row) => onWire(ctx, row, gifts, tree)), meta: metaOf(running.length, page) };
}

type OneProgramme = Programme & { products: ProductCard[]; meta: CardList["meta"] };

/** By id or slug, with its products, the preferred ones first. Throws not_found. Three statements. */
export async function findProgramme(
  ctx: Ctx,
  id: number | string,
  { category, ...page }: PageInput & { category?: string | undefined },
): Promise<OneProgramme> {
  const row = (await shown(ctx)).find((each) => each.id === id || each.slug === id);
  if (!row) throw new ShopError("not_found");
  const from = (page.page - 1) * page.limit;
  const about = sql`from catalogue.shelf h
    join catalogue.products p on p.id = h.product_id
    join catalogue.prices pr on pr.variant_id = h.variant_id
    join catalogue.categories c on c.id = h.category_id
    left join catalogue.categories r on r.id = h.root_id
    where ${namesGoods(ctx, sql`${JSON.stringify(row.conditions)}::jsonb`)}
      and (${category ?? null}::text is null or ${category ?? null} in (c.slug, r.slug))`;
  const [cards, { rows: counted }, gifts] = await Promise.all([
    cardsWhere(
      ctx,
      sql`select null as row, row_number() over (order by h.in_stock desc, h.popularity desc, h.product_id) as place, h.variant_id
        ${about} order by place limit ${page.limit} offset ${from}`,
    ),
    sql<{ total: number }>`select count(*)::int as total ${about}`.execute(ctx.sql),
    giftCards(ctx, [row]),
  ]);
  const products = cards.map(({ card }) => card);
  return { ...onWire(ctx, row, gifts, await categories(ctx)), products, meta: metaOf(counted[0]?.total ?? 0, page) };
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

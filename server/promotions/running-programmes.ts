/**
 * Programmes as the calculation reads them: those that run now with what is left of their quota, used by an order, given back
 * and taken again. A programme without quota and without a limit per customer is written by no order, so that orders with it
 * do not wait for each other. A customer is a phone number, stored as a digest, and the account. rules/promotions#programmes
 */
import { ShopError } from "contract/errors.ts";
import type { Rank } from "contract/loyalty/ranks.ts";
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import { plannedOnce } from "../database/prepared.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Words } from "../platform/settings.ts";
import { buyerDigest, type CodeCaller } from "./codes.ts";
import type { Action, Conditions, Promotion, Situation } from "./engine/promotion.ts";
import { turnProgrammes } from "./price-turns.ts";

export type RunningProgramme = {
  slug: string;
  title: Words;
  promotion: Promotion & { kind: "programme" };
  /** An order with it is counted: it has a quota or a limit per customer. */
  is_limited: boolean;
  /** Units of each of its products in one order. */
  minimum: number | null;
  maximum: number | null;
  /** Of a gift: units that can be promised, by warehouse. */
  gift_stock: ReadonlyMap<string, number>;
  /** Of the caller, the same for each programme. Null where no programme asks. */
  account: Situation["account"];
  is_first_order: boolean | null;
};

type Row = {
  id: number;
  slug: string;
  title: Words;
  action: Action;
  conditions: Conditions;
  starts_at: Date;
  ends_at: Date;
  priority: number;
  combines_with: CodeSlot[] | null;
  minimum: number | null;
  maximum: number | null;
  is_limited: boolean;
  uses_left: number | null;
  customer_uses_left: number | null;
  gift_value: Dong | null;
  gift_stock: Record<string, number> | null;
  rank: Rank | null;
  is_first_order: boolean | null;
};

/** By priority, then by id. The value of a gift is its current price. One statement. Locks nothing. */
export async function runningProgrammes(ctx: Ctx, { customer_id, phone }: CodeCaller): Promise<RunningProgramme[]> {
  const { rows } = await sql<Row>`
    ${plannedOnce} select p.id, p.slug, p.title, p.action, p.conditions, p.starts_at, p.ends_at, p.priority, p.combines_with,
      p.minimum, p.maximum, p.max_uses is not null or p.per_customer is not null as is_limited,
      p.max_uses - p.used as uses_left,
      case when p.per_customer is not null then p.per_customer - (
        select count(*)::int from promotions.programme_uses u where u.promotion_id = p.id and u.given_back_at is null
          and (u.buyer = ${buyerDigest(phone)}::bytea
            or u.order_ref in (select o.code from orders.orders o where o.customer_id = ${customer_id}::bigint)))
        end as customer_uses_left,
      coalesce(deal.price, f.price, catalogue.current_price(g, ${ctx.now}::timestamptz))::dong as gift_value,
      (select jsonb_object_agg(s.warehouse, s.on_hand - s.allocated) from catalogue.stock s
        where s.variant_id = g.variant_id) as gift_stock,
      (select a.rank from loyalty.accounts a where a.customer_id = ${customer_id}::bigint) as rank,
      case when p.conditions ? 'first_order' then not exists (
        select from orders.orders o where o.status <> 'cancelled'
          and (o.customer_id = ${customer_id}::bigint or (o.receiver_phone = ${phone}::text and ${phone}::text <> '')))
        end as is_first_order
    from promotions.promotions p
    left join catalogue.prices g on p.action ->> 'type' = 'gift' and g.variant_id = (p.action ->> 'variant_id')::int
    left join lateral (select price from promotions.flash_prices(${ctx.now}::timestamptz) each
      where each.variant_id = g.variant_id) f on g.variant_id is not null
    left join catalogue.variants gift on gift.id = g.variant_id
    left join catalogue.products product on product.id = gift.product_id
    left join catalogue.categories category on category.id = product.category_id
    left join lateral promotions.programme_price(${ctx.now}::timestamptz, product.id,
      array_remove(array[category.id, category.parent_id], null), product.brand_id, product.shipping_class,
      catalogue.current_price(g, ${ctx.now}::timestamptz), f.price) deal on g.variant_id is not null
    where p.kind = 'programme' and p.ends_at > ${ctx.now}::timestamptz and p.starts_at <= ${ctx.now}::timestamptz
    order by p.priority, p.id`.execute(ctx.sql);
  const account = { kind: "customer", rank: rows[0]?.rank ?? null };
  return rows.map((row) => programmeOf(row, customer_id === null ? null : account));
}

function programmeOf(row: Row, account: Situation["account"]): RunningProgramme {
  const { id, slug, title, conditions, starts_at, ends_at, priority, combines_with, gift_value, is_first_order } = row;
  const { minimum, maximum, is_limited, uses_left, customer_uses_left } = row;
  const action = row.action.type === "gift" ? { ...row.action, value: gift_value ?? 0 } : row.action;
  return {
    ...{ slug, title, minimum, maximum, is_limited, account, is_first_order },
    gift_stock: new Map(Object.entries(row.gift_stock ?? {})),
    promotion: {
      ...{ id, kind: "programme", action, conditions, starts_at, ends_at, priority, combines_with },
      ...{ combines: true, uses_left, customer_uses_left, budget_left: null, is_own: true },
    },
  };
}

export type ProgrammeUse = { promotion_id: number; amount: Dong };

/** An order's uses, what each took off. Those with a limit are locked (`lockPromotions`) and were read under that lock. */
export async function redeemProgrammes(
  ctx: Ctx,
  order: { order_ref: string; buyer: string; uses: readonly ProgrammeUse[] },
): Promise<void> {
  if (order.uses.length === 0) return;
  const { rows } = await sql<Counted>`
    with uses as (select * from jsonb_to_recordset(${JSON.stringify(order.uses)}::jsonb) as u (promotion_id integer, amount dong)),
      counted as (
        update promotions.promotions p set used = p.used + 1, spent = p.spent + u.amount from uses u
        where p.id = u.promotion_id and (p.max_uses is not null or p.per_customer is not null)
        returning p.id, p.slug, p.max_uses, p.used = p.max_uses as is_turned),
      noted as (
        insert into promotions.programme_uses (promotion_id, order_ref, buyer, amount, used_at)
        select promotion_id, ${order.order_ref}, ${buyerDigest(order.buyer)}::bytea, amount, ${ctx.now}::timestamptz from uses)
    select id, slug, is_turned from counted where max_uses is not null`.execute(ctx.sql);
  await showLeft(ctx, rows);
}

/**
 * What an order used comes back, once, however often this is called. Its promotions are locked by the caller. Uses from before a
 * programme had a limit were not counted, so that counting down ends at 0.
 */
export async function giveBackProgrammes(ctx: Ctx, order_ref: string): Promise<void> {
  const { rows } = await sql<Counted>`
    with back as (
      update promotions.programme_uses set given_back_at = ${ctx.now}
      where order_ref = ${order_ref} and given_back_at is null returning promotion_id, amount)
    update promotions.promotions p set used = greatest(0, p.used - 1), spent = greatest(0, p.spent - b.amount)
    from back b
    where p.id = b.promotion_id and (p.max_uses is not null or p.per_customer is not null)
    returning p.id, p.slug, coalesce(p.used = p.max_uses - 1, false) as is_turned`.execute(ctx.sql);
  await showLeft(ctx, rows);
}

/** `is_turned`: with this use nothing is left, or without it something is again. */
type Counted = { id: number; slug: string; is_turned: boolean };

/** "214 of 300 left" stands on the programme's page; where none is left, no other page names the programme or has its price. */
async function showLeft(ctx: Ctx, rows: readonly Counted[]): Promise<void> {
  const turned = rows.filter(({ is_turned }) => is_turned);
  const tags = rows.map(({ slug }) => `programme:${slug}`);
  if (turned.length > 0) tags.push("programmes");
  if (tags.length > 0) await ctx.announce(ctx, "pages_changed", { tags });
  await turnProgrammes(
    ctx,
    turned.map(({ id }) => id),
  );
}

/**
 * What a lapsed order had used and given back is used again; the window is not asked, for placement decided it. Throws
 * conflict where a limit was reached meanwhile. Its promotions are locked by the caller.
 */
export async function retakeProgrammes(ctx: Ctx, order_ref: string): Promise<void> {
  const { rows } = await sql<ProgrammeUse & { is_spent: boolean }>`
    select u.promotion_id, u.amount, coalesce(p.used >= p.max_uses, false) or coalesce(p.per_customer <= (
        select count(*) from promotions.programme_uses o where o.promotion_id = p.id and o.given_back_at is null
          and (o.buyer = u.buyer or o.order_ref in (
            select other.code from orders.orders other join orders.orders own on own.customer_id = other.customer_id
            where own.code = ${order_ref}))), false) as is_spent
    from promotions.programme_uses u join promotions.promotions p on p.id = u.promotion_id
    where u.order_ref = ${order_ref} and u.given_back_at is not null`.execute(ctx.sql);
  if (rows.length === 0) return;
  if (rows.some((row) => row.is_spent)) throw new ShopError("conflict", { message_key: "programme_used_up" });
  const { rows: counted } = await sql<Counted>`
    with again as (
      update promotions.programme_uses set given_back_at = null, used_at = ${ctx.now}
      where order_ref = ${order_ref} and given_back_at is not null returning promotion_id, amount)
    update promotions.promotions p set used = p.used + 1, spent = p.spent + a.amount from again a
    where p.id = a.promotion_id and (p.max_uses is not null or p.per_customer is not null)
    returning p.id, p.slug, coalesce(p.used = p.max_uses, false) as is_turned`.execute(ctx.sql);
  await showLeft(ctx, counted);
}

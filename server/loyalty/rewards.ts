/**
 * The gifts of the exchange shop: read with what is left of them, taken by an order and given back. What a customer had is
 * counted under the lock of the points account, a gift's own stock by its row. rules/loyalty#exchange-shop
 */
import { ShopError } from "contract/errors.ts";
import type { Reward } from "contract/loyalty/rewards.ts";
import { pictureImageId } from "contract/values/images.ts";
import type { Dong } from "contract/values/money.ts";
import type { Points } from "contract/values/points.ts";
import { LARGEST_QUANTITY } from "contract/values/quantity.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { sayTitle, type Words } from "../platform/settings.ts";
import { usablePoints } from "./accounts.ts";

/** As the shop has it now. `facts` are told to its reader. */
export type StoredReward = {
  facts: Omit<Reward, "missing">;
  /** In all languages. */
  names: Words;
  is_active: boolean;
  variant_id: number | null;
  promotion_id: number | null;
};

type Row = {
  id: number;
  kind: Reward["kind"];
  name: Words;
  points: Points;
  value: Dong | null;
  valid_days: number | null;
  own_left: number | null;
  per_customer: number | null;
  is_active: boolean;
  variant_id: number | null;
  promotion_id: number | null;
  sku: string | null;
  slug: string | null;
  category_slug: string | null;
  art_kind: string;
  art_body: string;
  picture: string | null;
  is_sold: boolean;
  available: number;
  taken: number;
};

/** By id; without ids those that are offered, in their order. One statement. Locks nothing. */
export async function findRewards(ctx: Ctx, customer_id: number, ids?: readonly number[]): Promise<StoredReward[]> {
  if (ids?.length === 0) return [];
  const { rows } = await sql<Row>`
    select r.id, r.kind, r.name, r.points, (m.action ->> 'amount')::dong as value, r.valid_days,
      r.stock - r.taken as own_left, r.per_customer, r.is_active, r.variant_id, r.promotion_id,
      v.sku, p.slug, c.slug as category_slug, p.art_kind, v.art_body, (v.pictures || p.pictures)[1] as picture,
      coalesce(p.status = 'active', false) as is_sold,
      coalesce((select sum(s.on_hand - s.allocated) from catalogue.stock s where s.variant_id = v.id), 0)::int as available,
      coalesce((select sum(u.quantity) from loyalty.reward_uses u where u.reward_id = r.id
        and u.customer_id = ${customer_id} and u.given_back_at is null), 0)::int as taken
    from loyalty.rewards r
      left join catalogue.variants v on v.id = r.variant_id
      left join catalogue.products p on p.id = v.product_id
      left join catalogue.categories c on c.id = p.category_id
      left join promotions.promotions m on m.id = r.promotion_id
    where ${ids ? sql`r.id = any(${[...ids]}::int[])` : sql`r.is_active and (r.variant_id is null or p.status = 'active')`}
    order by r.position, r.id`.execute(ctx.sql);
  return rows.map((row) => rewardFrom(ctx, row));
}

function rewardFrom(ctx: Ctx, row: Row): StoredReward {
  const { kind, points, value, valid_days, own_left, per_customer, variant_id, promotion_id, taken, sku } = row;
  const { title: name, lang } = sayTitle(row.name, ctx.locale);
  const isOffered = row.is_active && (kind === "voucher" || row.is_sold);
  const held = kind === "voucher" ? own_left : Math.min(own_left ?? row.available, row.available);
  const left = held === null ? null : Math.max(0, held);
  const own = per_customer === null ? LARGEST_QUANTITY : per_customer - taken;
  const image = sku && { id: pictureImageId(row.picture, { kind: row.art_kind, body: row.art_body }, sku), alt: name };
  const { slug, category_slug } = row;
  return {
    facts: {
      product_id: row.id,
      ...{ kind, name, lang, points, value, valid_days, left, taken },
      image: image || null,
      product: slug !== null && category_slug !== null && row.is_sold ? { slug, category_slug } : null,
      limit_per_customer: per_customer,
      maximum: isOffered ? Math.max(0, Math.min(left ?? LARGEST_QUANTITY, own, LARGEST_QUANTITY)) : 0,
    },
    names: row.name,
    is_active: isOffered,
    ...{ variant_id, promotion_id },
  };
}

/** What is offered, as one customer may have it. Two statements. */
export async function listRewards(ctx: Ctx, customer_id: number): Promise<Reward[]> {
  const usable = await usablePoints(ctx, customer_id);
  const found = await findRewards(ctx, customer_id);
  return found.map(({ facts }) => ({ ...facts, missing: Math.max(0, facts.points - usable) }));
}

/** Why so many cannot be exchanged; null where they can. */
export function rewardProblem(
  { facts, is_active }: StoredReward,
  quantity: number,
): "not_sold" | "out_of_stock" | "above_maximum" | null {
  if (!is_active) return "not_sold";
  if (facts.left !== null && facts.left < 1) return "out_of_stock";
  return quantity > facts.maximum ? "above_maximum" : null;
}

/** Throws out_of_stock, above_maximum, each with the gift's name. */
export function assertReward(reward: StoredReward, quantity: number): void {
  const problem = rewardProblem(reward, quantity);
  if (problem === null) return;
  const { name, maximum } = reward.facts;
  if (problem === "not_sold") throw new ShopError("out_of_stock", { message_key: "no_longer_sold", params: { name } });
  const message_key = problem === "above_maximum" && maximum === 0 ? "reward_had_all" : problem;
  const params = { name, maximum };
  if (problem === "out_of_stock") throw new ShopError(problem, { params });
  throw new ShopError(problem, { message_key, params, fields: { quantity: [{ key: message_key, params }] } });
}

export type RewardTake = { reward: StoredReward; key: string; quantity: number };

/**
 * An order takes gifts. The points account of the customer is locked. Throws out_of_stock where another order took the last.
 * Locks the gifts by id.
 */
export async function takeRewards(
  ctx: Ctx,
  { order_ref, customer_id, takes }: { order_ref: string; customer_id: number; takes: readonly RewardTake[] },
): Promise<void> {
  const rows = takes.map(({ reward, key, quantity }) => ({
    ...{ reward_id: reward.facts.product_id, key, quantity },
    ...{ name: reward.names, points: reward.facts.points },
  }));
  await lockRewards(
    ctx,
    rows.map(({ reward_id }) => reward_id),
  );
  const { rows: taken } = await sql<{ id: number }>`
    with takes as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t (reward_id integer, key text, quantity integer, name jsonb, points bigint)),
    counted as (
      update loyalty.rewards r set taken = r.taken + t.quantity from takes t
      where r.id = t.reward_id and r.is_active and (r.stock is null or r.taken + t.quantity <= r.stock) returning r.id),
    noted as (
      insert into loyalty.reward_uses (order_ref, reward_id, key, customer_id, name, points, quantity, used_at)
      select ${order_ref}, t.reward_id, t.key, ${customer_id}::bigint, t.name, t.points, t.quantity, ${ctx.now}::timestamptz
      from takes t join counted c on c.id = t.reward_id)
    select id from counted`.execute(ctx.sql);
  const gone = takes.find(({ reward }) => !taken.some(({ id }) => id === reward.facts.product_id));
  if (gone) throw new ShopError("out_of_stock", { params: { name: gone.reward.facts.name, maximum: 0 } });
}

/** By id, so that orders with several gifts wait for each other. */
async function lockRewards(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`select from loyalty.rewards where id = any(${[...ids]}::int[]) order by id for no key update`.execute(
    ctx.sql,
  );
}

/** The order is off: what was not issued comes back, once. Locks the gifts by id. */
export async function giveBackRewards(ctx: Ctx, order_ref: string): Promise<void> {
  const uses = await usesOf(ctx, order_ref);
  if (uses.length === 0) return;
  await lockRewards(ctx, uses);
  await sql`
    with back as (
      update loyalty.reward_uses set given_back_at = ${ctx.now}
      where order_ref = ${order_ref} and given_back_at is null and issued_at is null returning reward_id, quantity)
    update loyalty.rewards r set taken = r.taken - b.quantity from back b where r.id = b.reward_id`.execute(ctx.sql);
}

/**
 * A lapsed order takes again what it gave back. Throws out_of_stock where that is gone, conflict where the customer has had all
 * meanwhile. The points account is locked. Locks the gifts by id.
 */
export async function retakeRewards(ctx: Ctx, order_ref: string): Promise<void> {
  const uses = await usesOf(ctx, order_ref);
  if (uses.length === 0) return;
  await lockRewards(ctx, uses);
  const { rows } = await sql<{ name: Words; is_gone: boolean; is_above: boolean }>`
    select u.name, r.stock < r.taken + u.quantity as is_gone,
      r.per_customer < u.quantity + (select coalesce(sum(o.quantity), 0) from loyalty.reward_uses o
        where o.reward_id = u.reward_id and o.customer_id = u.customer_id and o.given_back_at is null) as is_above
    from loyalty.reward_uses u join loyalty.rewards r on r.id = u.reward_id
    where u.order_ref = ${order_ref} and u.given_back_at is not null`.execute(ctx.sql);
  const gone = rows.find(({ is_gone }) => is_gone);
  if (gone)
    throw new ShopError("out_of_stock", { params: { name: sayTitle(gone.name, ctx.locale).title, maximum: 0 } });
  if (rows.some(({ is_above }) => is_above)) throw new ShopError("conflict", { message_key: "rewards_had_all" });
  await sql`
    with again as (
      update loyalty.reward_uses set given_back_at = null
      where order_ref = ${order_ref} and given_back_at is not null returning reward_id, quantity)
    update loyalty.rewards r set taken = r.taken + a.quantity from again a where r.id = a.reward_id`.execute(ctx.sql);
}

async function usesOf(ctx: Ctx, order_ref: string): Promise<number[]> {
  const { rows } = await sql<{ reward_id: number }>`select reward_id from loyalty.reward_uses
    where order_ref = ${order_ref}`.execute(ctx.sql);
  return rows.map(({ reward_id }) => reward_id);
}

export type IssuedReward = {
  reward_id: number;
  customer_id: number;
  promotion_id: number;
  quantity: number;
  valid_days: number;
};

/** The vouchers of an order that are to be issued now, each once: they are final from here on. */
export async function markIssued(ctx: Ctx, order_ref: string): Promise<IssuedReward[]> {
  const { rows } = await sql<IssuedReward>`
    update loyalty.reward_uses u set issued_at = ${ctx.now}
    from loyalty.rewards r
    where u.order_ref = ${order_ref} and r.id = u.reward_id and r.kind = 'voucher' and u.issued_at is null
      and u.given_back_at is null and u.customer_id is not null
    returning u.reward_id, u.customer_id, r.promotion_id, u.quantity, r.valid_days`.execute(ctx.sql);
  return rows;
}

/** Which codes were issued for a gift of an order. */
export async function noteVouchers(
  ctx: Ctx,
  { order_ref, reward_id, codes }: { order_ref: string; reward_id: number; codes: readonly number[] },
): Promise<void> {
  await ctx.sql
    .insertInto("loyalty.reward_vouchers")
    .values(codes.map((code_id) => ({ code_id, order_ref, reward_id })))
    .execute();
}

/**
 * Recently viewed products. Stored with the account only while the customer consents: behaviour is sensitive
 * data, and otherwise it stays on the device. Spec §2 san-pham-da-xem; rules/catalogue#recently-viewed
 */
import type { ProductCard } from "contract/catalogue/catalogue.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import type { Events } from "../../kernel/events.ts";
import { cardsWhere } from "../products/cards.ts";

const MAX_VIEWED = 60; // ASSUMED(0153)

async function agrees(ctx: Ctx, customer_id: number): Promise<boolean> {
  const { rows } = await sql<{ agrees: boolean }>`
    select privacy.agrees(${customer_id}, 'behaviour') as agrees`.execute(ctx.sql);
  return rows[0]?.agrees === true;
}

/** Newest first. */
export async function listViewed(ctx: Ctx, customer_id: number): Promise<{ kept: boolean; products: ProductCard[] }> {
  if (!(await agrees(ctx, customer_id))) return { kept: false, products: [] };
  const wanted = sql`
    select null as row, row_number() over (order by f.seen_at desc, f.product_id) as place, h.variant_id
    from catalogue.viewed f join catalogue.shelf h using (product_id)
    where f.customer_id = ${customer_id} order by f.seen_at desc, f.product_id limit ${MAX_VIEWED}`;
  return { kept: true, products: (await cardsWhere(ctx, wanted)).map(({ card }) => card) };
}

/**
 * Remembers products by any of their variants, the first as the one seen last. Without consent nothing is stored, and
 * what is not sold is ignored. Safe to repeat.
 */
export async function noteViewed(ctx: Ctx, customer_id: number, variantIds: readonly number[]): Promise<boolean> {
  if (!(await agrees(ctx, customer_id))) return false;
  await sql`
    insert into catalogue.viewed (customer_id, product_id, seen_at)
    select ${customer_id}, v.product_id, max(${ctx.now}::timestamptz - w.place * interval '1 millisecond')
    from unnest(${[...variantIds]}::int[]) with ordinality as w (variant_id, place)
      join catalogue.variants v on v.id = w.variant_id
    group by v.product_id
    on conflict (customer_id, product_id) do update set seen_at = greatest(viewed.seen_at, excluded.seen_at)`.execute(
    ctx.sql,
  );
  await sql`
    delete from catalogue.viewed where customer_id = ${customer_id} and product_id in (
      select product_id from catalogue.viewed where customer_id = ${customer_id}
      order by seen_at desc, product_id offset ${MAX_VIEWED})`.execute(ctx.sql);
  return true;
}

/** One product by any of its variants, or everything. Safe to repeat. Answers whether what comes next is stored. */
export async function forgetViewed(ctx: Ctx, customer_id: number, variant_id?: number): Promise<boolean> {
  const one = sql`and product_id = (select product_id from catalogue.variants where id = ${variant_id ?? null})`;
  await sql`delete from catalogue.viewed where customer_id = ${customer_id} ${variant_id === undefined ? sql`` : one}`.execute(
    ctx.sql,
  );
  return agrees(ctx, customer_id);
}

/** Reaction to consent_said: who no longer agrees takes everything along. */
export async function forgetViewedUnlessAgreed(
  ctx: Ctx,
  { customer_id, purposes, given }: Events["consent_said"],
): Promise<void> {
  if (!given && purposes.includes("behaviour")) await forgetViewed(ctx, customer_id);
}

/** Reaction to person_erased. */
export async function eraseFavourites(ctx: Ctx, customer_id: number): Promise<void> {
  await ctx.sql.deleteFrom("catalogue.viewed").where("customer_id", "=", customer_id).execute();
  await ctx.sql.deleteFrom("catalogue.stock_notices").where("customer_id", "=", customer_id).execute();
  await ctx.sql.deleteFrom("catalogue.favourites").where("customer_id", "=", customer_id).execute();
}

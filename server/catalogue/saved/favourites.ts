/**
 * Favourites. A visitor's belong to the session and move to the account at sign-in, without doubles and up to the limit.
 * Spec §7 product-favorite; rules/catalogue#favourites
 */
import type { ProductCard } from "contract/catalogue/catalogue.ts";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { holdVisitor, writeOrPassOn } from "../../identity/accounts/late-writes.ts";
import { type Ctx, inTransaction, type Session } from "../../kernel/context.ts";
import { metaOf } from "../listing/rows.ts";
import { cardsWhere } from "../products/cards.ts";

/** ASSUMED(0153): more than a shopper looks through, so that no client fills the table. */
export const MAX_FAVOURITES = 200;

export type FavouritesOwner = { customer_id: number; session_id: null } | { customer_id: null; session_id: number };

export function favouritesOwnerOf(session: Session): FavouritesOwner {
  return session.customer_id === null
    ? { customer_id: null, session_id: session.id }
    : { customer_id: session.customer_id, session_id: null };
}

/** The rows of one owner: each half of the condition has its index. */
function owned({ customer_id, session_id }: FavouritesOwner) {
  return customer_id === null ? sql`f.session_id = ${session_id}` : sql`f.customer_id = ${customer_id}`;
}

type Product = { product_id: number; slug: string; name: string };

/** An indexed product by any of its variants. Throws not_found. */
async function productOf(ctx: Ctx, variant_id: number): Promise<Product> {
  const { rows } = await sql<Product>`
    select v.product_id, p.slug, coalesce(h.names ->> ${ctx.locale}, h.names ->> 'vi') as name
    from catalogue.variants v join catalogue.products p on p.id = v.product_id
      join catalogue.shelf h on h.product_id = p.id
    where v.id = ${variant_id}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/**
 * In or out, as `wanted` says; else the other way round. A visitor's who has signed in since the request came is the
 * customer's. Throws not_found, above_maximum, conflict. Two at once end as one of them said.
 */
export async function toggleFavourite(
  ctx: Ctx,
  owner: FavouritesOwner,
  variant_id: number,
  wanted: boolean | undefined,
) {
  const toggle = (owner: FavouritesOwner) => toggleOf(ctx, owner, variant_id, wanted);
  const passedOn = (customer_id: number) => toggle({ customer_id, session_id: null });
  return writeOrPassOn(ctx, "heart", () => toggle(owner), passedOn);
}

async function toggleOf(ctx: Ctx, owner: FavouritesOwner, variant_id: number, wanted: boolean | undefined) {
  return inTransaction(ctx, async (ctx) => {
    if (owner.session_id !== null) await holdVisitor(ctx, owner.session_id);
    const { product_id, slug, name } = await productOf(ctx, variant_id);
    const removed =
      wanted === true
        ? []
        : (
            await sql`delete from catalogue.favourites f where ${owned(owner)} and f.product_id = ${product_id}
              returning 1`.execute(ctx.sql)
          ).rows;
    const favourite = wanted ?? removed.length === 0;
    if (favourite) {
      await ctx.sql
        .insertInto("catalogue.favourites")
        .values({ ...owner, product_id, added_at: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from catalogue.favourites f where ${owned(owner)}`.execute(ctx.sql);
    const count = rows[0]?.count ?? 0;
    if (favourite && count > MAX_FAVOURITES) {
      throw new ShopError("above_maximum", { message_key: "favourites_full", params: { maximum: MAX_FAVOURITES } });
    }
    return { product_id: variant_id, slug, name, favourite, count };
  });
}

type Paging = { page: number; limit: number };

/** Cards, newest favourite first; what is not sold any more is left out. Two statements. */
export async function listFavourites(ctx: Ctx, owner: FavouritesOwner | null, paging: Paging) {
  if (!owner) return { data: [] as ProductCard[], meta: metaOf(0, paging) };
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from catalogue.favourites f join catalogue.shelf h using (product_id)
    where ${owned(owner)}`.execute(ctx.sql);
  const wanted = sql`
    select null as row, row_number() over (order by f.added_at desc, f.id desc) as place, h.variant_id
    from catalogue.favourites f join catalogue.shelf h using (product_id)
    where ${owned(owner)} order by f.added_at desc, f.id desc
    limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`;
  const data = (await cardsWhere(ctx, wanted)).map(({ card }) => card);
  return { data, meta: metaOf(rows[0]?.total ?? 0, paging) };
}

export async function favouriteSlugs(ctx: Ctx, owner: FavouritesOwner): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select p.slug from catalogue.favourites f join catalogue.products p on p.id = f.product_id
    where ${owned(owner)} order by f.added_at desc, f.id desc limit ${MAX_FAVOURITES}`.execute(ctx.sql);
  return rows.map(({ slug }) => slug);
}

/**
 * Reaction to signed_in: the visitor's favourites become the customer's, up to the limit, the newest first. Safe to
 * repeat.
 */
export async function mergeFavourites(ctx: Ctx, fromSession: number | null, customer_id: number): Promise<void> {
  if (fromSession === null) return;
  await sql`
    with moved as (delete from catalogue.favourites where session_id = ${fromSession} returning product_id, added_at),
    room as (select ${MAX_FAVOURITES} - count(*) as left_over from catalogue.favourites where customer_id = ${customer_id})
    insert into catalogue.favourites (customer_id, product_id, added_at)
    select ${customer_id}, product_id, added_at from moved
    where not exists (select from catalogue.favourites o
      where o.customer_id = ${customer_id} and o.product_id = moved.product_id)
    order by added_at desc limit (select greatest(left_over, 0) from room)
    on conflict do nothing`.execute(ctx.sql);
}

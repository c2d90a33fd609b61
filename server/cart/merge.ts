/**
 * A visitor's carts become the customer's at sign-in: quantities bought of the same product add up to 999 at most, lines of
 * both stay however many they are, gifts as they are, and of the choices the visitor's win. A line beyond what can be sold is shown as such.
 * Locks the customer's carts, then the visitor's; two devices at once wait for each other. rules/cart#merge
 */
import { cartKinds } from "contract/cart/cart.ts";
import { MAX_CARDS } from "contract/loyalty/card-states.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { type CartKind, findCart, lockOwnCart, openCart, type StoredCart } from "./carts.ts";

const most = 999; // what a line can hold

type Merge = { customer_id: number; visitor_session: number | null };

/** In the caller's transaction. Safe to repeat: the second finds nothing. */
export async function mergeCarts(ctx: Ctx, { customer_id, visitor_session }: Merge): Promise<void> {
  if (visitor_session === null) return;
  for (const kind of cartKinds) await mergeKind(ctx, kind, { customer_id, visitor_session });
}

async function mergeKind(
  ctx: Ctx,
  kind: CartKind,
  who: { customer_id: number; visitor_session: number },
): Promise<void> {
  const visitors = { owner: { session_id: who.visitor_session, customer_id: null }, kind };
  if (!(await findCart(ctx, visitors))) return;
  const own = await openCart(ctx, { owner: { session_id: null, customer_id: who.customer_id }, kind });
  const brought = await lockOwnCart(ctx, visitors);
  if (!brought) return;
  await addLines(ctx, own, brought);
  await takeCodes(ctx, own, brought);
  await takeCards(ctx, own, brought);
  await sql`delete from cart.carts where id = ${brought.id}`.execute(ctx.sql);
  await takeChoices(ctx, own, brought);
}

/** What the shopper saw last counts as seen; a price their own cart remembered differently is shown as a change. */
async function addLines(ctx: Ctx, own: StoredCart, brought: StoredCart): Promise<void> {
  await sql`
    insert into cart.lines as l (cart, key, kind, variant_id, quantity, selected, price_seen, price_before, added_at)
    select ${own.id}, key, kind, variant_id, quantity, selected, price_seen, price_before, added_at
    from cart.lines where cart = ${brought.id} order by id
    on conflict (cart, variant_id) where kind = 'bought' do update set
      quantity = least(l.quantity + excluded.quantity, ${most}),
      selected = l.selected or excluded.selected,
      price_before = case when l.price_seen <> excluded.price_seen then l.price_seen end,
      price_seen = excluded.price_seen`.execute(ctx.sql);
}

/** A code of the visitor takes the slot; what the account may not use says so in the cart. */
async function takeCodes(ctx: Ctx, own: StoredCart, brought: StoredCart): Promise<void> {
  if (brought.codes.length === 0) return;
  await sql`
    insert into cart.codes (cart, slot, code_id) select ${own.id}, slot, code_id from cart.codes where cart = ${brought.id}
    on conflict (cart, slot) do update set code_id = excluded.code_id`.execute(ctx.sql);
}

/** Cards of the visitor after those that are there, as many as an order takes. */
async function takeCards(ctx: Ctx, own: StoredCart, brought: StoredCart): Promise<void> {
  if (brought.gift_cards.length === 0) return;
  await sql`
    insert into cart.gift_cards (cart, position, key, card_id)
    select ${own.id}, n.position, n.key, n.card_id
    from (select ${own.gift_cards.length} + row_number() over (order by b.position) as position, b.key, b.card_id
      from cart.gift_cards b where b.cart = ${brought.id}
        and not exists (select from cart.gift_cards o where o.cart = ${own.id} and o.card_id = b.card_id)) n
    where n.position <= ${MAX_CARDS}`.execute(ctx.sql);
}

/**
 * What was typed on the way in wins over what an earlier day left. The cart's public name goes along where the customer
 * had nothing in a cart, so that an order form in another tab still names it.
 */
async function takeChoices(ctx: Ctx, own: StoredCart, brought: StoredCart): Promise<void> {
  const text = <K extends "receiver_name" | "receiver_phone" | "receiver_email" | "note">(field: K) =>
    brought[field] || own[field];
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await ctx.sql
    .updateTable("cart.carts")
    .set({
      ...(own.lines.length === 0 && { cart_id: brought.cart_id }),
      shipping_method: brought.shipping_method ?? own.shipping_method,
      payment_method: brought.payment_method ?? own.payment_method,
      receiver_name: text("receiver_name"),
      receiver_phone: text("receiver_phone"),
      receiver_email: text("receiver_email"),
      note: text("note"),
      address: json(brought.address ?? own.address),
      company_invoice: json(brought.company_invoice ?? own.company_invoice),
      updated_at: ctx.now,
    })
    .where("id", "=", own.id)
    .execute();
}

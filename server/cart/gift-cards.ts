/**
 * The gift cards of a cart: put in, taken out, and what each pays. They pay last, in the order of entry; one that was used up,
 * has ended or was kept by another account since stays and says why it pays nothing. rules/loyalty#gift-cards
 */
import type { CartGiftCard } from "contract/cart/cart.ts";
import { ShopError } from "contract/errors.ts";
import { type CardReason, MAX_CARDS } from "contract/loyalty/card-states.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import {
  cardOf,
  findCards,
  moneyOn,
  refusedCard,
  type StoredCard,
  sharedOut,
  stateOf,
} from "../loyalty/gift-cards/cards.ts";
import { lastSecond } from "../loyalty/history.ts";
import type { CartView } from "./cart.ts";
import { type CartRef, findCart, lockCart, newLineKey, type StoredCart } from "./carts.ts";
import { viewCart } from "./view.ts";

type Named = { cart_id?: string | undefined };

/** Throws not_found, or invalid at `code`. Locks the cart. */
export function addGiftCard(ctx: Ctx, ref: CartRef, { cart_id, code }: Named & { code: string }): Promise<CartView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = namedCart(await lockCart(ctx, ref), cart_id);
    const card = await cardOf(ctx, code, cart.customer_id);
    if (card.balance === 0) throw refusedCard(`gift_card_${stateOf(card, ctx.now)}`);
    if (cart.gift_cards.some((each) => each.card_id === card.id)) throw refusedCard("gift_card_twice");
    if (cart.gift_cards.length >= MAX_CARDS) throw refusedCard("gift_cards_full");
    const added = { cart: cart.id, position: cart.gift_cards.length + 1, key: newLineKey(), card_id: card.id };
    await ctx.sql.insertInto("cart.gift_cards").values(added).execute();
    return viewCart(ctx, await findCart(ctx, ref), ref.kind);
  });
}

/** Throws not_found. Locks the cart. Safe to repeat. */
export function removeGiftCard(ctx: Ctx, ref: CartRef, { cart_id, key }: Named & { key: string }): Promise<CartView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = namedCart(await lockCart(ctx, ref), cart_id);
    const gone = await ctx.sql
      .deleteFrom("cart.gift_cards")
      .where("cart", "=", cart.id)
      .where("key", "=", key)
      .returning("position")
      .executeTakeFirst();
    if (gone)
      await sql`update cart.gift_cards set position = position - 1
        where cart = ${cart.id} and position > ${gone.position}`.execute(ctx.sql);
    return viewCart(ctx, await findCart(ctx, ref), ref.kind);
  });
}

function namedCart(cart: StoredCart | null, cart_id: string | undefined): StoredCart {
  if (!cart || (cart_id && cart_id !== cart.cart_id)) throw new ShopError("not_found");
  return cart;
}

/** A card that stands in a cart; null for one that another account has kept meanwhile. */
export type ChosenCard = { key: string; card: StoredCard | null };

/** In the order of entry. One statement, none without a card. */
export async function chosenCards(
  ctx: Ctx,
  cart: Pick<StoredCart, "gift_cards" | "customer_id">,
): Promise<ChosenCard[]> {
  if (cart.gift_cards.length === 0) return [];
  const ids = cart.gift_cards.map(({ card_id }) => card_id);
  const found = await findCards(ctx, { ids }, cart.customer_id);
  return cart.gift_cards.map(({ key, card_id }) => ({ key, card: found.find(({ id }) => id === card_id) ?? null }));
}

export const usableOf = (chosen: readonly ChosenCard[]): StoredCard[] =>
  chosen.flatMap(({ card }) => (card && card.balance > 0 ? [card] : []));

/** What they could pay together. */
export const moneyOf = (chosen: readonly ChosenCard[]): Dong => moneyOn(usableOf(chosen));

/** Each with what it pays of the amount that gift cards pay. */
export function cardsOnWire(
  ctx: Ctx,
  { gift_cards }: Pick<StoredCart, "gift_cards">,
  chosen: readonly ChosenCard[],
  amount: Dong,
): CartGiftCard[] {
  const paid = new Map(sharedOut(usableOf(chosen), amount).map(({ card, amount }) => [card.id, amount]));
  return chosen.map(({ key, card }, index) => {
    const amount = paid.get(card?.id ?? 0) ?? 0;
    return {
      key,
      code_end: card?.code_end ?? gift_cards[index]?.code_end ?? "",
      balance: card?.balance ?? 0,
      amount,
      ends_at: card && card.balance > 0 ? lastSecond(card.ends_at) : null,
      reason: amount > 0 ? null : reasonOf(card, ctx.now),
    };
  });
}

function reasonOf(card: StoredCard | null, now: Date): CardReason {
  if (!card) return "unknown";
  const state = stateOf(card, now);
  return state === "open" ? "not_needed" : state;
}

/**
 * What pays for an order before money is due: points of its buyer, and gift cards. Their accounts are locked together, by id,
 * before either is calculated. rules/loyalty#spending, rules/loyalty#gift-cards
 */
import type { ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import type { PlaceInput } from "contract/orders/orders.ts";
import type { Deals } from "../cart/deals.ts";
import { chosenCards, usableOf } from "../cart/gift-cards.ts";
import { assertAllowed, spendingOf, takenOf } from "../cart/points.ts";
import type { Prepaid } from "../cart/totals.ts";
import { amountsOf, NOTHING_PREPAID } from "../cart/view.ts";
import type { Ctx } from "../kernel/context.ts";
import { lockAccounts, pointsAccountOf } from "../ledger/accounts.ts";
import { cardDigest, findCards, moneyOn, refusedCard, type StoredCard, stateOf } from "../loyalty/gift-cards/cards.ts";
import type { Basket, Buyer } from "./place-order.ts";

export type Means = { prepaid: Prepaid; cards: readonly StoredCard[] };

/**
 * What was asked for with the order, or what the cart has as far as it is allowed now. Locks ledger accounts by id. Throws
 * invalid at `points` and at `gift_cards.N`.
 */
export async function meansToSpend(
  ctx: Ctx,
  input: PlaceInput,
  { customer_id }: Pick<Buyer, "customer_id">,
  { basket, quote, deals }: { basket: Basket; quote: ShippingQuote; deals: Deals },
): Promise<Means> {
  const wanted = input.points ?? basket.cart?.points ?? 0;
  const asked = await cardsToUse(ctx, input, customer_id, basket);
  const account = wanted > 0 && customer_id !== null ? await pointsAccountOf(ctx, customer_id) : null;
  const ids = [...(account === null ? [] : [account]), ...asked.map((card) => card.account_id)];
  if (wanted === 0 && ids.length === 0) return { prepaid: NOTHING_PREPAID, cards: [] };
  await lockAccounts(ctx, ids);
  // What is on the cards now that no other order takes from them.
  const cards = asked.length === 0 ? [] : await cardsToUse(ctx, input, customer_id, basket);
  const { totals } = await amountsOf(ctx, basket.lines, quote, deals);
  const points = wanted === 0 ? null : await spendingOf(ctx, { customer_id, points: wanted }, totals);
  if (input.points !== undefined) assertAllowed(input.points, points?.maximum ?? 0);
  const prepaid = { ...NOTHING_PREPAID, points: points ? takenOf(points) : 0, gift_card: moneyOn(cards) };
  return { prepaid, cards };
}

/** Those that have something on them, in the order of entry. One statement, none without a card. */
export async function cardsToUse(
  ctx: Ctx,
  { gift_cards: typed }: Pick<PlaceInput, "gift_cards">,
  customer_id: number | null,
  { cart }: Pick<Basket, "cart">,
): Promise<StoredCard[]> {
  if (!typed) return cart ? usableOf(await chosenCards(ctx, cart)) : [];
  const digests = typed.map(cardDigest);
  const found = await findCards(ctx, { digests: digests.filter((digest) => digest !== null) }, customer_id);
  const cards = digests.map((digest, index) => {
    const card = digest && found.find((each) => each.digest.equals(digest));
    if (!card) throw refusedCard("gift_card_unknown", `gift_cards.${index}`);
    if (card.balance === 0) throw refusedCard(`gift_card_${stateOf(card, ctx.now)}`, `gift_cards.${index}`);
    return card;
  });
  const twice = cards.findIndex((card, index) => cards.indexOf(card) !== index);
  if (twice >= 0) throw refusedCard("gift_card_twice", `gift_cards.${twice}`);
  return cards;
}

import type { Cart } from "contract/cart/cart.ts";

export type LostGift = { title: string };

/** Gifts of programmes that a change of the cart has cost. One that no warehouse has is told by `missed_gifts`. */
export function lostGifts(before: Pick<Cart, "items">, after: Pick<Cart, "items" | "missed_gifts">): LostGift[] {
  return before.items.flatMap(({ key, kind, programme }) => {
    if (kind !== "gift" || !programme) return [];
    const { slug, title } = programme;
    const isThere = after.items.some((item) => item.key === key);
    return isThere || after.missed_gifts.some((missed) => missed.slug === slug) ? [] : [{ title }];
  });
}

import type { Cart, CartItem } from "contract/cart/cart.ts";
import { expect, test } from "vitest";
import { lostGifts } from "./lost-gifts.ts";

const programme = { slug: "bep", title: "Bếp sạch", lang: "vi" } as const;
const gift = { key: "gift-1", kind: "gift", programme } as CartItem;
const bought = { key: "line-1", kind: "bought", programme } as CartItem;
const before = { items: [bought, gift] };
const after = (items: CartItem[], missed_gifts: Cart["missed_gifts"] = []) => ({ items, missed_gifts });

test("a gift that was there and no longer is was lost", () => {
  expect(lostGifts(before, after([bought]))).toEqual([{ title: "Bếp sạch" }]);
  expect(lostGifts(before, after([bought, gift]))).toEqual([]);
});

test("a bought line, a gift that is no programme's, and one that no warehouse has are told elsewhere", () => {
  expect(lostGifts(before, after([gift]))).toEqual([]);
  expect(lostGifts({ items: [{ ...gift, programme: null }] }, after([]))).toEqual([]);
  expect(lostGifts(before, after([bought], [programme]))).toEqual([]);
});

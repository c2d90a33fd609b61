/** What a shopper goes on with follows the own choices; what the shop changed meanwhile has to be seen first. */
import { unchecked } from "contract/unchecked.ts";
import { expect, test } from "vitest";
import { isSamePrice } from "./agreed-total.ts";
import type { Draft } from "./draft.ts";

const bought = { key: "a", kind: "bought", product_id: 1, quantity: 1, selected: true, unit_price: 500_000 };
const gift = { key: "gift-7", kind: "gift", product_id: 2, quantity: 1, selected: true, unit_price: 0 };

function draft(items: readonly object[], ward_code = "00229"): Draft {
  const place = { city_code: "01", ward_code, current_ward_code: "" };
  // What is compared of a draft, and no more.
  return unchecked({ cart: { items, codes: [] }, quotes: [], place });
}

test("a gift that is lost without a choice of the shopper has to be seen first", () => {
  expect(isSamePrice(draft([bought, gift]), draft([bought]))).toBe(false);
});

test("a gift that is new, or lost to another place, does not", () => {
  const one = draft([bought]);
  expect(isSamePrice(one, draft([bought, gift]))).toBe(true);
  expect(isSamePrice(draft([bought, gift]), draft([bought], "00230"))).toBe(true);
});

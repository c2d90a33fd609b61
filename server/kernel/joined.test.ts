/** What would be lost: a name that two domains have, of which one would be silently gone. tsc proves the two refusals. */
import { expect, test } from "vitest";
import { joined } from "./joined.ts";

test("the lists of all domains become one, in their order", () => {
  const all = joined({ cart: { carts: 1 }, orders: { orders: "two", lines: true } });
  expect(Object.entries(all)).toEqual([
    ["carts", 1],
    ["orders", "two"],
    ["lines", true],
  ]);
  all.orders satisfies string;
});

test("a name of two domains does not compile, and neither does a list without a name that is asked for", () => {
  // @ts-expect-error: both have `lines`
  expect(joined({ cart: { lines: 1 }, orders: { lines: 2 } })).toEqual({ lines: 2 });
  // @ts-expect-error: `orders` is missing
  const incomplete: { carts: number; orders: number } = joined({ cart: { carts: 1 }, orders: {} });
  expect(incomplete).toEqual({ carts: 1 });
});

/** Joining the lists of all domains: a duplicate name does not compile. */
import { expect, test } from "vitest";
import { joined } from "./joined.ts";

test("the lists of all domains are joined in order", () => {
  const all = joined({ cart: { carts: 1 }, orders: { orders: "two", lines: true } });
  expect(Object.entries(all)).toEqual([
    ["carts", 1],
    ["orders", "two"],
    ["lines", true],
  ]);
  all.orders satisfies string;
});

test("a duplicate name or a missing one does not compile", () => {
  // @ts-expect-error: both have `lines`
  expect(joined({ cart: { lines: 1 }, orders: { lines: 2 } })).toEqual({ lines: 2 });
  // @ts-expect-error: `orders` is missing
  const incomplete: { carts: number; orders: number } = joined({ cart: { carts: 1 }, orders: {} });
  expect(incomplete).toEqual({ carts: 1 });
});

/** Which names in snake_case are refused: those that are no field of the wire and no column. */
import { expect, test } from "vitest";
import { snakeCaseIn } from "./casing.ts";

const fields = new Set(["order_code"]);

test.each([
  ["a constant", "const most_of_it = 1;", ["most_of_it"]],
  [
    "a parameter",
    "const add = (first_one: number, { a: second_one }: X, [third_one = 1]: Y) => first_one;",
    ["first_one", "second_one", "third_one"],
  ],
  ["a parameter with a default", "function add(first_one = 1) {}", ["first_one"]],
  ["a function", "function add_one() {}", ["add_one"]],
  ["the name of a field", "const order_code = newCode(); const f = (order_code: string) => order_code;", []],
  ["what is taken by its own name", "const { is_new, state: isOld } = row;", []],
  ["a property", "const part = { is_new: true };", []],
  ["constants and functions", "const MAX_LINES = 1; const maxLines = 2; function addOne() {}", []],
])("%s: %s", (_what, text, names) => {
  expect(snakeCaseIn("server/cart/cart.ts", text, fields)).toEqual(names);
});

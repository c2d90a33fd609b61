/** What the check of names and phrases finds, and what it leaves alone. */
import { describe, expect, it } from "vitest";
import { lapsedNames } from "../persisted-names.ts";
import { wordsIn } from "./plain-words.ts";

describe("a word of the deny-list is found", () => {
  it.each([
    [
      "as a name",
      "server/orders/ownership/proof.ts",
      "export const seal = (text: string) => text;",
      '"seal"; say sign',
    ],
    [
      "as a parameter with a type",
      "server/orders/ownership/proof.ts",
      "const of = (ground: Ground) => ground;",
      '"Ground"',
    ],
    ["as a property", "web/app/root.tsx", "export const part = { keptHtml: 1 };", '"keptHtml"; say cachedHtml'],
    ["as a component", "web/app/root.tsx", "export const Page = () => <Heart />;", '"Heart"; say FavouriteButton'],
    ["as a called function", "server/orders/ownership/proof.ts", "export const all = kept(1);", '"kept"; say cached'],
    ["where a pattern leaves its rest open", "server/cart/cart.ts", "const most_lines = 20;", "max_*"],
    ["as the name of a method", "server/testing/shop.ts", "export const shop = { later(ms: number) {} };", '"later"'],
    [
      "as a part of a name",
      "server/orders/ownership/proof.ts",
      "const sealedCookies = 1;",
      '"sealedCookies"; say sign',
    ],
    ["with a prefix", "server/orders/ownership/proof.ts", "const unsealed_at = 1;", '"unsealed_at"; say sign'],
    ["with an ending", "web/app/root.tsx", "const hearted = 1;", '"hearted"; say favourite'],
    ["as a prefix of constants", "server/cart/cart.ts", "const LONGEST_NOTE = 20;", "MAX_*"],
    ["as the name of a file", "server/orders/ground.ts", "", 'file name "ground"'],
    ["as the name of its test", "server/orders/ground.test.ts", "", 'file name "ground"'],
    ["as a phrase in a comment", "server/cart/cart.ts", "/** Asked by\n * somebody. */", 'line 2: "somebody"'],
    ["as a phrase in a text", "docs/map.md", "Pages are Made Anew.", '"made anew"; say uncached, rendered again'],
  ])("%s", (_where, file, text, problem) => {
    expect(wordsIn(file, text)).toEqual([expect.stringContaining(problem)]);
  });
});

describe("nothing is found", () => {
  it.each([
    ["in a string that is data", "server/orders/ownership/proof.ts", 'export const purpose = "seal";'],
    ["in a comment, where the word is good English", "server/orders/ownership/proof.ts", "/** A seal of approval. */"],
    ["where a function's name is a value's", "server/orders/ownership/proof.ts", "export const kept = 1;"],
    ["where it is the method of a library", "e2e/harness/shopper.ts", 'await page.keyboard.press("Enter");'],
    ["in a longer name", "e2e/harness/browser.ts", "const chromiumPath = 1;"],
    ["in a longer word", "docs/map.md", "somebodyelse"],
    ["in what people read", "messages/en/cart.ts", 'export const cart = { title: "For somebody" };'],
    ["in what is persisted", "server/platform/settings.ts", "export const limits = { most_per_product: 8 };"],
  ])("%s", (_where, file, text) => {
    expect(wordsIn(file, text)).toEqual([]);
  });
});

describe("a persisted name with a version until which it is read", () => {
  const names = [
    { name: "npm run words", holds: "scripts", until: "1.10.0" },
    { name: "most_megabytes", holds: "a setting" },
  ] as const;

  it.each(["1.10.0", "1.10.1", "2.0.0"])("is to be removed in %s", (version) => {
    expect(lapsedNames(version, names)).toEqual([expect.stringContaining('"npm run words" was read until 1.10.0')]);
  });

  it.each(["1.0.3", "1.9.12"])("stays in %s", (version) => {
    expect(lapsedNames(version, names)).toEqual([]);
  });
});

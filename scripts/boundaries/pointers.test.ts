/** A comment or a page that points to what is not there is found; what is there, or is built, is not. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deadPointers } from "./pointers.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "shop-pointers-"));
  plant("docs/rules/cart.md", "# Cart\n\n## Limits of a line\n");
  plant("docs/decisions/0007-prices.md", "# Prices\n");
  plant("server/cart/totals.ts", "export const amountDue = 0;\n");
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(file: string, text: string): void {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test.each([
  ["a file", "server/cart/sums.ts"],
  ["a folder", "server/carts/"],
  ["a page of rules", "rules/carts#limits-of-a-line"],
  ["a heading", "rules/cart#bounds"],
  ["a decision", "docs/decisions/0008"],
  ["the end of a path", "cart/sums.ts"],
  ["a name", "`sumOfLines`"],
])("%s that is not there: %s", (_what, pointer) => {
  plant("server/cart/cart.ts", `/** See ${pointer}. */\n`);
  expect(deadPointers(root)).toEqual([
    `server/cart/cart.ts: points to ${pointer.replaceAll("`", "")}, which is not there`,
  ]);
});

test.each([
  ["a file", "server/cart/totals.ts"],
  ["a folder", "server/cart/"],
  ["a heading", "rules/cart#limits-of-a-line"],
  ["a decision", "ASSUMED(0007)"],
  ["the end of a path", "cart/totals.ts"],
  ["a name", "`amountDue`"],
  ["what a build makes", "web/build/client/index.js"],
  ["a pattern", "messages/<locale>/cart/"],
])("%s that is there: %s", (_what, pointer) => {
  plant("server/cart/cart.ts", `/** See ${pointer}. */\n`);
  expect(deadPointers(root)).toEqual([]);
});

test("a path that code joins from a folder leads to a source file", () => {
  const opened = (end: string) => `const text = readFileSync(\`\${server}/${end}\`, "utf8");\n`;
  plant("e2e/cart.test.ts", opened("cart/totals.ts"));
  expect(deadPointers(root)).toEqual([]);
  plant("e2e/cart.test.ts", opened("orders/totals.ts"));
  expect(deadPointers(root)).toEqual(["e2e/cart.test.ts: points to orders/totals.ts, which is not there"]);
});

test("a style sheet that a comment of the site names is there", () => {
  plant("web/app/ui/chip.css", "");
  plant("web/app/ui/chip.tsx", "/** As chip.css has it. */\n");
  expect(deadPointers(root)).toEqual([]);
  plant("web/app/ui/chip.tsx", "/** As chips.css has it. */\n");
  expect(deadPointers(root)).toEqual(["web/app/ui/chip.tsx: points to chips.css, which is not there"]);
});

test.each([
  ["in the folder named before it", "`server/cart/cart.ts`, `totals.ts`"],
  ["in the folder of a template", "`server/<domain>/cart.ts`, `totals.ts`"],
  ["anywhere, where no folder is named before it", "`totals.ts`"],
  ["anywhere, where the folder is of another sentence", "`db/data/`. And `totals.ts`"],
])("a bare file name is looked up %s", (_where, text) => {
  plant("server/cart/cart.ts", "");
  plant("db/data/prices.json", "");
  plant("docs/map.md", `| cart | ${text} |\n`);
  expect(deadPointers(root)).toEqual([]);
});

test.each([
  ["that is not in the folder named before it", "`server/orders/orders.ts`, `totals.ts`", "server/orders/totals.ts"],
  ["that is not in a folder named alone", "`server/orders/` and `totals.ts`", "server/orders/totals.ts"],
  ["that is nowhere", "`sums.ts`", "sums.ts"],
])("a bare file name %s is found", (_what, text, dead) => {
  plant("server/orders/orders.ts", "");
  plant("docs/map.md", `| cart | ${text} |\n`);
  expect(deadPointers(root)).toEqual([`docs/map.md: points to ${dead}, which is not there`]);
});

test.each(["messages/<locale>/cart.ts", "messages/*/cart.ts", "messages/{vi,en,ja}/cart.ts"])(
  "the template %s needs a file of each language",
  (template) => {
    plant("docs/map.md", `Texts: \`${template}\`.\n`);
    for (const locale of ["vi", "en"]) plant(`messages/${locale}/cart.ts`, "");
    expect(deadPointers(root)).toEqual([`docs/map.md: points to ${template}, which is not there`]);
    plant("messages/ja/cart.ts", "");
    expect(deadPointers(root)).toEqual([]);
  },
);

test("a template of domains needs one file at least", () => {
  plant("docs/map.md", "Rules: `server/<domain>/totals.ts`; jobs: `server/<domain>/jobs.ts`.\n");
  expect(deadPointers(root)).toEqual(["docs/map.md: points to server/<domain>/jobs.ts, which is not there"]);
});

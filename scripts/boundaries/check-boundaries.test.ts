import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { violations } from "./check-boundaries.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "shop-house-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(file: string, text: string): string[] {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `${text}\n`);
  return violations(root);
}

test.each([
  ["contract/cart/cart.ts", 'import { Kysely } from "kysely";'],
  ["contract/cart/cart.ts", 'import type { Cart } from "../../server/cart/cart.ts";'],
  ["messages/vi/cart/cart.ts", 'import { contract } from "contract/contract.ts";'],
  ["messages/vi/cart/cart.ts", 'import type { Cart } from "server/cart/cart.ts";'],
  ["web/app/root.tsx", 'import { openDatabase } from "server/database/sql.ts";'],
  ["web/app/ui/text/price.tsx", 'import { formatDong } from "contract/values/money.ts";'],
  ["web/app/cart/screens/cart.tsx", 'import { Card } from "../../catalogue/card.tsx";'],
  ["server/http/app.ts", 'import { site } from "../../web/server.ts";'],
  ["server/http/app.ts", 'const site = await import("../../web/server.ts");'],
  ["server/cart/cart.ts", 'import { stores } from "../../db/data/stores.ts";'],
  ["server/stores/stores.ts", 'import { demoData } from "../database/demo-data.ts";'],
  ["server/identity/signing-in/sign-in.ts", 'import { DEMO_PASSWORD } from "../../demo-accounts.ts";'],
  ["server/catalogue/query/vocabulary.ts", 'import { defaultSearchTerms } from "../seed-terms.ts";'],
  ["server/recruitment/seed.ts", 'import { units } from "../fulfilment/units.ts";'],
  ["server/database/seed.ts", 'import { seedStores } from "../stores/seed.ts";'],
  ["server/calls/handle.ts", 'import { findCart } from "../cart/cart.ts";'],
  ["server/payments/payments.ts", 'import { markOrderPaid } from "../orders/orders.ts";'],
  ["server/catalogue/products/products.ts", 'import { storesNear } from "../../stores/stores.ts";'],
  ["server/payments/routes.ts", 'import { startSandbox } from "../../sandbox/start.ts";'],
  ["web/server.ts", 'import { vendors } from "../sandbox/vendors.ts";'],
  ["sandbox/momo/momo.ts", 'import { sign } from "../../server/payments/providers/momo/momo.ts";'],
  ["sandbox/momo/momo.ts", 'import { formatDong } from "contract/values/money.ts";'],
  ["server/orders/place-order.ts", 'import { cartCalls } from "../cart/calls.ts";'],
  ["web/app/root.tsx", 'import { paths } from "./office/paths.ts";'],
  ["web/app/ui/button.tsx", 'import { Rail } from "../office/frame/rail.tsx";'],
  ["web/app/office/desks/home/home.tsx", 'import { Header } from "../../../frame/header.tsx";'],
  ["server/calls/handle.ts", 'import {\n  cartCalls,\n} from "../cart/calls.ts";'],
])("a forbidden import is found: %s: %s", (file, text) => {
  expect(plant(file, text)).toEqual([expect.stringContaining(`${file}: imports `)]);
});

test.each([
  ["server/catalogue/import/writing/changes.ts", "await sql`update catalogue.prices set list_price = 1`"],
  ["server/catalogue/import/writing/changes.ts", 'await sql`INSERT INTO\n  "catalogue"."price_history" values (1)`'],
  ["server/catalogue/seed.ts", 'await fill(db, "catalogue.prices", columns, rows);'],
  ["server/catalogue/desk.ts", 'await ctx.sql.updateTable("catalogue.prices").set({ list_price }).execute()'],
  ["server/cart/cart.test.ts", "await sql`delete from catalogue.price_history`"],
  ["bench/writes.ts", "await sql`update catalogue.prices set sale_price = null`"],
])("a price that is not written by the one who writes its history is found: %s: %s", (file, text) => {
  expect(plant(file, text)).toEqual([expect.stringContaining(`${file}: writes prices; call setPrices`)]);
});

test.each([
  ["server/orders/place.ts", "await query`update loyalty.accounts set balance = 0`"],
  ["server/orders/place.ts", 'await query`INSERT INTO\n  "cart"."carts" (id) values (1)`'],
  ["server/orders/place.ts", "await query`delete from only_this; delete from cart.lines`"],
  ["server/orders/place.ts", 'await ctx.sql.updateTable("cart.carts").set({ kind }).execute()'],
  ["server/orders/place.ts", "await ctx.sql\n.insertInto(\n'kernel.settings')"],
  ["server/platform/settings.ts", 'await ctx.sql.deleteFrom("catalogue.products").execute()'],
  ["server/stores/seed.ts", 'await sql.insertInto("catalogue.products").values(rows).execute()'],
  ["scripts/orders.ts", "await query`update orders.orders set status = 'cancelled'`"],
])("a write into another domain's schema is found: %s: %s", (file, text) => {
  expect(plant(file, text)).toEqual([expect.stringContaining(`${file}: writes schema `)]);
});

test.each([
  ["server/cart/cart.ts", "export default function cart() {}"],
  ["server/cart/index.ts", 'import { findCart } from "./cart.ts";'],
  ["server/cart/everything.ts", 'export * from "./cart.ts";'],
  ["server/cart/utils.ts", "export const one = 1;"],
  ["server/utils/money.ts", "export const one = 1;"],
  ["server/cart/cart.ts", "//\n".repeat(400)],
])("a file of the wrong shape is found: %s", (file, text) => {
  expect(plant(file, text)).toEqual([expect.stringMatching(new RegExp(`^${file}: .+`))]);
});

test.each([
  [
    "server/orders/place-order.ts",
    'import { priceCart } from "../cart/totals.ts";\nimport type { DB } from "../../db/tables.ts";',
  ],
  [
    "server/orders/place-order.ts",
    'query`select 1 from cart.carts c for update of c`; sql.insertInto("orders.orders")',
  ],
  ["server/cart/calls.ts", 'import { contract } from "contract/contract.ts";\nimport { addItem } from "./cart.ts";'],
  ["server/shop.ts", 'import { cartCalls } from "./cart/calls.ts";'],
  ["server/platform/settings.ts", 'ctx.sql.insertInto("kernel.settings")'],
  ["server/payments/providers/index.ts", 'export { bankTransfer } from "./bank-transfer/bank-transfer.ts";'],
  ["server/start/environment.ts", 'const { seeds } = await import("../seeds.ts");'],
  ["server/seeds.ts", 'import { seedStores } from "./stores/seed.ts";'],
  [
    "server/cart/cart.test.ts",
    'import { testShop } from "../test-shop.ts";\nimport { place } from "../orders/place-order.ts";',
  ],
  ["server/stores/seed.ts", 'import { locales } from "contract/values/locale.ts";\nsql.insertInto("stores.stores")'],
  [
    "messages/vi/cart/cart.ts",
    'import { formatDong } from "contract/values/money.ts";\nimport type { Cart } from "contract/cart/cart.ts";',
  ],
  ["web/app/cart/screens/cart.tsx", 'import { Button } from "../../ui/button.tsx";\nexport default function Cart() {}'],
  [
    "web/app/office/desks/home/home.tsx",
    'import { Button } from "../../../ui/button.tsx";\nimport { readForm } from "../../../forms/forms.ts";\nexport default function Home() {}',
  ],
  ["messages/vi/catalogue/catalogue.ts", "//\n".repeat(900)],
  ["vitest.config.ts", "export default {};"],
])("an allowed import passes: %s", (file, text) => {
  expect(plant(file, text)).toEqual([]);
});

test("two folders that import each other both ways are found, whichever file does it; types do not count", () => {
  plant("server/http/app.ts", 'import { answer } from "../calls/handle.ts";');
  plant("server/calls/handle.ts", 'import type { App } from "../http/app.ts";');
  expect(violations(root)).toEqual([]);
  expect(plant("server/calls/limits.ts", 'import { addressOf } from "../http/headers.ts";')).toEqual([
    "server/calls and server/http import each other: " +
      "server/calls/limits.ts imports server/http/headers.ts; server/http/app.ts imports server/calls/handle.ts",
  ]);
});

test.each([
  ["server/jobs.ts", "server/cart/jobs.ts"],
  ["server/routes.ts", "server/images/routes.ts"],
  ["server/settings.ts", "server/cart/settings.ts"],
  ["server/privacy/personal-data-map.ts", "server/cart/personal-data.ts"],
])("a domain's file that %s leaves out is found: %s", (list, file) => {
  plant(file, "export const one = {};");
  expect(plant(list, "// nothing yet")).toEqual([`${file}: is not imported by ${list}`]);
  const way = list === "server/privacy/personal-data-map.ts" ? ".." : ".";
  expect(plant(list, `import { one } from "${file.replace("server", way)}";`)).toEqual([]);
});

test("a folder of more than twenty source files is found; tests do not count", () => {
  for (let number = 1; number <= 20; number++) plant(`server/cart/part${number}.ts`, "");
  expect(plant("server/cart/part1.test.ts", "")).toEqual([]);
  expect(plant("server/cart/part21.ts", "")).toEqual([expect.stringContaining("server/cart: 21 source files")]);
});

test.each([
  "export const name = cart as unknown as Name;",
  "export const name = (cart as unknown as Name).first;",
  "call(name as never);",
  "call(name as\n  never);",
])("an unchecked cast is found: %s", (text) => {
  expect(plant("server/cart/cart.ts", text)).toEqual([expect.stringContaining("casts by never or unknown")]);
  expect(plant("web/app/cart/cart.test.ts", text)).toHaveLength(2);
});

test("an unchecked cast is allowed in contract/unchecked.ts only; comments and `unknown` are no casts", () => {
  expect(
    plant("contract/unchecked.ts", "export const unchecked = <T>(value: object) => value as unknown as T;"),
  ).toEqual([]);
  expect(plant("server/cart/cart.ts", "// read as never before\nconst cart = JSON.parse(text) as unknown;")).toEqual(
    [],
  );
});

test("the path of a call in the site is found", () => {
  const file = "web/app/session/push.ts";
  expect(plant(file, 'send("/v1/client/push-subscription");')).toEqual([expect.stringContaining("the path of a call")]);
  expect(plant(file, "browserShop.notifications.unsubscribe({});")).toEqual([]);
});

test("a field of a form is named by its call, not by a text", () => {
  const own = ["intent", "return_to"].map((name) => `<input type="hidden" name="${name}" />`).join("");
  expect(plant("web/app/cart/form.tsx", `export const form = <form>${own}<Icon name="cart" /></form>;`)).toEqual([]);
  const typed = `export const field = <input name={"quantity" satisfies FieldOf<"cart.addItem">} />;`;
  expect(plant("web/app/cart/form.tsx", typed)).toEqual([]);
  expect(plant("web/app/cart/form.tsx", `export const field = <input name="quantity" />;`)).toEqual([
    'web/app/cart/form.tsx: the field "quantity" is not named by its call',
  ]);
});

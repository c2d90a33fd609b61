/** Two processes on one database: a change in one purges the cached pages of both, and nothing else. */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lowStock } from "contract/catalogue/catalogue.ts";
import { sql } from "kysely";
import { DEMO_PASSWORD } from "server/demo-accounts.ts";
import { setStock } from "server/orders/test-orders.ts";
import { type TestShop, testShop } from "server/testing/test-shop.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importCommand } from "../../scripts/commands/import.ts";
import { LAN_LIVES } from "../harness/checkout.ts";
import { type ShopProcess, startProcessOf } from "../harness/shop-process.ts";

/** A second on any machine; a busy one may take longer. */
const A_MOMENT = { timeout: 5_000 };

let shop: TestShop;
let processes: ShopProcess[] = [];

type DemoProduct = { id: number; sku: string; path: string; category: string; product_id: number };
let [wanted, other]: [DemoProduct, DemoProduct] = [none(), none()];

beforeAll(async () => {
  shop = await testShop();
  const { rows } = await sql<DemoProduct>`
    select v.id, v.sku, '/san-pham/' || c.slug || '/' || p.slug as path, '/san-pham/' || c.slug as category, p.id as product_id
    from catalogue.products p
    join catalogue.categories c on c.id = p.category_id
    join catalogue.shelf h on h.product_id = p.id
    join catalogue.variants v on v.id = h.variant_id
    join catalogue.prices pr on pr.variant_id = v.id
    where p.shipping_class = 'parcel' and pr.list_price between 300000 and 3000000
      and not exists (select from promotions.flash_sale_items f where f.variant_id = v.id)
    order by p.id`.execute(shop.sql);
  const [one] = rows;
  const two = rows.find((each) => each.category !== one?.category);
  if (!one || !two) throw new Error("the demo catalogue has no two such products");
  [wanted, other] = [one, two];
  processes = await Promise.all([1, 2].map(() => startProcessOf(shop, { NODE_ENV: "production" })));
});
afterAll(async () => {
  for (const each of processes) await each.stop();
  await shop.close();
});

it("production shops refuse the demo's password", async () => {
  const login = { login: "an@mutosi.example", password: DEMO_PASSWORD };
  for (const { url } of processes) {
    const answer = await fetch(`${url}/client/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(login),
    });
    expect(((await answer.json()) as { code?: string }).code ?? "signed in").toMatch(
      /^(wrong_credentials|account_locked)$/,
    );
  }
});

it("after the last unit is sold both processes show it at once, and other pages stay cached", async () => {
  await setStock(shop.sql, wanted.id, lowStock);
  const before = await onBoth(wanted.path);
  await onBoth(other.path);
  await renameSilently(other);
  const placed = await fetch(`${processes[0]?.url}/v1/shop/order`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      items: [{ product_id: wanted.id, quantity: 1 }],
      full_name: LAN_LIVES.full_name,
      phone: LAN_LIVES.phone,
      address: { city_code: "01", ward_code: "00229", street: LAN_LIVES.street },
      shipping_method: "GHN",
      payment_method: "cod",
    }),
  });
  expect(placed.status).toBe(200);
  await expect
    .poll(async () => (await onBoth(wanted.path)).every((page, at) => page !== before[at]), A_MOMENT)
    .toBe(true);
  for (const page of await onBoth(other.path)) expect(page).not.toContain(SILENT_NAME);
});

it("after an import of a new price page and lists of both processes show it at once", async () => {
  await onBoth(wanted.path);
  await onBoth(wanted.category);
  await importPrice(wanted.sku, 1_234_000);
  for (const path of [wanted.path, wanted.category]) {
    await expect
      .poll(async () => (await onBoth(path)).every((page) => page.includes("1,234,000")), A_MOMENT)
      .toBe(true);
  }
  for (const page of await onBoth(other.path)) expect(page).not.toContain(SILENT_NAME);
});

it("a new price of a product in the menu shows on every page at once", async () => {
  const [page = ""] = await onBoth("/faq");
  const slug = /class="mega-product" href="[^"]*\/([^"/]+)"/.exec(page)?.[1];
  const { rows } = await sql<{ sku: string }>`select v.sku from catalogue.shelf h
    join catalogue.products p on p.id = h.product_id join catalogue.variants v on v.id = h.variant_id
    where p.slug = ${slug}`.execute(shop.sql);
  await importPrice(rows[0]?.sku ?? "", 4_321_000);
  await expect
    .poll(async () => (await onBoth("/faq")).every((each) => each.includes("4,321,000")), A_MOMENT)
    .toBe(true);
});

it("maintenance begins and ends in every process at once", async () => {
  const closed = async () => (await Promise.all(processes.map(({ url }) => ask(url, "/")))).map(({ status }) => status);
  await setMaintenance(true);
  await expect.poll(closed, A_MOMENT).toEqual([302, 302]);
  await setMaintenance(false);
  await expect.poll(closed, A_MOMENT).toEqual([200, 200]);
});

const SILENT_NAME = "Tên đổi mà không ai báo";

/** An uncached page would show it; a cached one cannot. */
async function renameSilently({ product_id }: DemoProduct): Promise<void> {
  await sql`update catalogue.product_texts set name = ${SILENT_NAME} where product_id = ${product_id}`.execute(
    shop.sql,
  );
}

async function importPrice(sku: string, price: number): Promise<void> {
  const file = join(tmpdir(), `shop-prices-${process.pid}.json`);
  writeFileSync(file, JSON.stringify([{ sku, price, sale_price: null }]));
  const said: string[] = [];
  const voices = { out: (text: string) => said.push(text), err: (text: string) => said.push(text) };
  const code = await importCommand(shop.ctx(), [file], voices);
  rmSync(file);
  expect(code, said.join("")).toBe(0);
}

async function setMaintenance(on: boolean): Promise<void> {
  const { setSetting } = await import("server/platform/settings.ts");
  const { rows } = await sql<{ value: object }>`select value from kernel.settings where key = 'maintenance'`.execute(
    shop.sql,
  );
  await setSetting(shop.ctx(), "maintenance", { ...rows[0]?.value, on });
}

function ask(url: string, path: string): Promise<Response> {
  return fetch(url + path, { redirect: "manual" });
}

async function onBoth(path: string): Promise<string[]> {
  return Promise.all(processes.map(async ({ url }) => (await ask(url, path)).text()));
}

function none(): DemoProduct {
  return { id: 0, sku: "", path: "", category: "", product_id: 0 };
}

/** An order is paid by card: the gateway's own fields, the bank's question in its frame, and what happens without scripts. */

import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { orderForm, RICE_COOKER } from "server/orders/test-orders.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/start.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";
import { heading, type Shopper, sees, shoppers, soon, type Way, ways } from "../harness/shopper.ts";

let open: OpenShop;
let sandbox: Sandbox;
let serial = 0;
beforeAll(async () => {
  const port = await freePort();
  const public_url = `http://127.0.0.1:${port}`;
  sandbox = await startSandbox({
    ...{ seed: "journey", shop_url: public_url, pages_url: `${public_url}/dev/gateway`, env: {} },
  });
  const config = { public_url, dev_simulators: true, env: sandbox.environment() };
  open = await openShop({ max: 20, config }, port);
}, 120_000);
afterAll(async () => {
  await open.close();
  await sandbox.close();
});
const shopper = shoppers(() => open.url);

const CHALLENGED = "4508750015741019";
const DECLINED = "4000000000009995";

async function placed(): Promise<string> {
  serial += 1;
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  const form = orderForm({ items, payment_method: "card", note: `journey ${serial}` });
  const { uid_payment } = await open.shop.visitor({ client: `198.51.100.${serial}` }).orders.place(form);
  return uid_payment;
}

/** In the gateway's frames. */
async function typeCard({ page, words }: Shopper, number: string): Promise<void> {
  const values = { number, expiryMonth: "01", expiryYear: "39", securityCode: "100" };
  for (const [field, value] of Object.entries(values)) {
    const title = words.card.fields[field as keyof typeof words.card.fields];
    await page.frameLocator(`iframe[title="${title}"]`).locator("input").fill(value);
  }
}

async function begin(lan: Shopper): Promise<void> {
  await lan.open(`/thanh-toan/trang-thai?uid_payment=${await placed()}`);
  await lan.page.locator("button[name=intent][value=pay]").click();
  await soon(() => heading(lan.page)).toBe(lan.words.card.title);
}

async function picture({ page, name }: Shopper, step: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `card-${step}-${name.replace(/\W+/g, "-")}.png`), fullPage: true });
}

const scripted: readonly Way[] = ways.filter(({ scripts }) => scripts);

describe.each(scripted)("a shopper $name", (way) => {
  it("types the card into the gateway's fields, answers the bank's question, and the order is paid", async () => {
    const lan = await shopper(way);
    await begin(lan);
    await typeCard(lan, CHALLENGED);
    await picture(lan, "fields");
    expect(await lan.page.locator("input:not([type=hidden])").count()).toBeLessThanOrEqual(1); // the search of the page's head
    await lan.page.getByRole("button", { name: lan.words.card.pay, exact: true }).click();
    await soon(() => heading(lan.page)).toBe(lan.words.card.challenge_title);
    const bank = lan.page.frameLocator("iframe.card-challenge");
    await bank.locator("#otp").fill("123456");
    await picture(lan, "challenge");
    await bank.locator("button[value=confirm]").click();
    await soon(() => heading(lan.page)).toContain(lan.words.orders.paid_title);
    await picture(lan, "paid");
  });

  it("is told why a card was declined, that nothing was charged, and may try again", async () => {
    const lan = await shopper(way);
    await begin(lan);
    await typeCard(lan, "4000000000009996");
    await lan.page.getByRole("button", { name: lan.words.card.pay, exact: true }).click();
    const why = lan.words.card.field_wrong({ field: lan.words.card.fields.number, why: "invalid" });
    await sees(lan.page.getByRole("alert"), why);
    await typeCard(lan, DECLINED);
    await lan.page.getByRole("button", { name: lan.words.card.pay, exact: true }).click();
    await soon(() => heading(lan.page)).toBe(lan.words.paying.failed_title);
    await sees(lan.page, lan.words.paying.reasons.insufficient_funds);
    await picture(lan, "declined");
  });
});

describe.each(ways.filter(({ scripts }) => !scripts))("a shopper $name", (way) => {
  it("is told that the bank's fields need scripts, and is offered another way", async () => {
    const lan = await shopper(way);
    await begin(lan);
    await soon(() => lan.page.locator("noscript .note").textContent()).toContain(lan.words.card.no_script);
    await lan.page.getByRole("link", { name: lan.words.paying.another_way }).first().waitFor();
    await picture(lan, "no-script");
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/start.ts";
import { buildApp } from "../http/app.ts";
import { requestContext } from "../http/request-context.ts";
import { orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { shopHandlers } from "../shop.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { mountGatewayPages } from "./gateway-pages.ts";
import { mountIpn } from "./routes.ts";

let shop: TestShop;
let app: FastifyInstance;
let sandbox: Sandbox;
let url: string;

beforeAll(async () => {
  shop = await testShop();
  await setStock(shop.sql, RICE_COOKER, 20);
  sandbox = await startSandbox({ speed: 0, seed: "pages", now: () => shop.now.getTime(), env: {} });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  const origin = { token: undefined, locale: "vi", client: "test", request_id: "test" } as const;
  mountIpn(app, () => requestContext(shop.base, origin).ctx);
  mountGatewayPages(app, { ...shop.base.config, dev_simulators: true, env: sandbox.environment() });
  await app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  sandbox.configure({ shop_url: url, pages_url: `${url}/dev/gateway` });
  Object.assign(shop.base.config, { public_url: url, env: sandbox.environment() });
});
afterAll(async () => {
  await sandbox.close();
  await app.close();
  await shop.close();
});

test.each(["VNPAY", "MOMO"])(
  "a browser pays with %s on the gateway's page, reached through the shop",
  async (method) => {
    const lan = shop.visitor({ client: method });
    const items = [{ product_id: RICE_COOKER, quantity: 1 }];
    const { order_code, uid_payment } = await lan.orders.place(
      orderForm({ items, payment_method: method, note: method }),
    );
    const { next } = await lan.payments.start({ uid_payment });
    if (next?.kind !== "redirect") throw new Error("no page to go to");
    expect(next.url.startsWith(`${url}/dev/gateway/`)).toBe(true);
    const page = await fetch(next.url);
    const html = await page.text();
    expect([page.status, page.headers.get("x-simulated")]).toEqual([200, "1"]);
    const fields = [...html.matchAll(/name="([a-z]+)" value="([^"]*)"/g)];
    const form = new URLSearchParams(Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value])));
    form.set("outcome", "pay");
    const paid = await fetch(page.url, { method: "POST", body: form, redirect: "manual" });
    expect(paid.status).toBeGreaterThanOrEqual(302);
    expect(paid.headers.get("location")).toContain("/thanh-toan/tro-ve/");
    await sandbox.advance(5);
    expect((await lan.orders.byCode({ id: order_code, order_phone: "0590000011" })).status).toBe("confirmed");
  },
);

test("the gateway's control is not reached through the shop, nor a path it does not name", async () => {
  for (const path of [
    "/_ctl/ledger",
    "/_ctl/pages",
    "/vnpay/merchant_webapi/api/transaction",
    "/momo/../_ctl/pages",
    "/",
  ]) {
    expect([path, (await fetch(`${url}/dev/gateway${path}`)).status]).toEqual([path, 404]);
  }
});

test("a page of the card's bank may stand in a frame, as the gateway says; a page to pay on may not", async () => {
  const bank = await fetch(`${url}/dev/gateway/mpgs/acs/method`, {
    method: "POST",
    body: new URLSearchParams({ a: "1" }),
  });
  expect(bank.headers.get("x-frame-options")).toBeNull();
  expect(bank.headers.get("content-security-policy")).not.toContain("frame-ancestors");
  const page = await fetch(`${url}/dev/gateway/momo/v2/gateway/pay?t=1`);
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("a shop without simulators has none of its pages", async () => {
  const other = await buildApp({ base: shop.base, handlers: shopHandlers });
  mountGatewayPages(other, { ...shop.base.config, dev_simulators: false });
  const [path = ""] = sandbox.pages();
  expect((await other.inject({ url: `/dev/gateway${path}` })).statusCode).toBe(404);
  await other.close();
});

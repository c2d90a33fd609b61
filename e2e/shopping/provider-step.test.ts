/**
 * The step at an online provider, on the built site: its origins are in the policy of that page alone, and the browser that
 * comes back, also by a cross-site post without cookies, goes on by 303. rules/payments#content-policy
 */

import { paying } from "messages/vi/orders/paying.ts";
import { openDatabase } from "server/database/sql.ts";
import { buildApp } from "server/http/app.ts";
import { health } from "server/http/health.ts";
import { mountSite } from "server/http/site.ts";
import { orderForm } from "server/orders/test-orders.ts";
import type { Provider } from "server/payments/provider.ts";
import { bogus } from "server/payments/providers/bogus/bogus.ts";
import { bogusIpn, bogusServer } from "server/payments/providers/bogus/simulator.ts";
import { providers } from "server/payments/providers/index.ts";
import { mountRoutes } from "server/routes.ts";
import { shopHandlers } from "server/shop.ts";
import { type TestShop, testShop } from "server/testing/test-shop.ts";
import { afterAll, beforeAll, expect, it } from "vitest";

let server: Awaited<ReturnType<typeof bogusServer>>;
let shop: TestShop;
beforeAll(async () => {
  (providers as Provider[]).push(bogus);
  server = await bogusServer();
  shop = await testShop({ max: 20, config: { env: { BOGUS_URL: server.url, BOGUS_SECRET: "a-secret-of-the-tests" } } });
});
afterAll(async () => {
  await shop.close();
  await server.close();
});

it("only the page of the payment step allows the provider's origins; the return is a 303 redirect", async () => {
  const database = openDatabase(shop.url, { max: 2 });
  const app = await buildApp({ base: shop.base, handlers: shopHandlers });
  mountRoutes(app, { base: shop.base, handlers: shopHandlers, health: health(database.pool), databaseUrl: shop.url });
  const { listener } = await mountSite(app, { base: shop.base, handlers: shopHandlers, url: shop.url });
  const lan = shop.visitor();
  const placed = await lan.orders.place(
    orderForm({ items: [{ product_id: 1082, quantity: 1 }], payment_method: "BOGUS" }),
  );
  const page = `/thanh-toan/trang-thai?uid_payment=${placed.uid_payment}`;
  const policy = async (url: string) => String((await app.inject({ url })).headers["content-security-policy"]);
  expect(await policy(page)).not.toContain(server.url);
  const pay = await app.inject({
    method: "POST",
    url: page,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "intent=pay",
  });
  expect([pay.statusCode, pay.headers.location]).toEqual([303, page]);
  const step = await policy(page);
  expect(step).toContain(`frame-src 'self' ${server.url}`);
  expect(step).toContain(`form-action 'self' ${server.url}`);
  const body = (await app.inject({ url: page })).body;
  expect(body).toContain(`${server.url}/fields.js`);
  const says = async (outcome: string, amount = placed.totals.total) => {
    const said = { ref: `${placed.order_code}-1`, txn: "T1", amount, outcome };
    const { url, headers, raw } = bogusIpn(said, "a-secret-of-the-tests");
    await app.inject({ method: "POST", url, headers: headers as Record<string, string>, payload: raw });
    return (await app.inject({ url: page })).body;
  };
  expect(await says("success", 1000)).toContain(paying.differs_title);
  const failed = await says("failed");
  expect(failed).toContain(paying.failed_title);
  expect(failed).toContain(paying.again_with({ name: "Ví thử" }));
  expect((await app.inject({ url: `${page}&result=success&vnp_ResponseCode=00` })).body).toContain(paying.failed_title);
  const again = (await app.inject({ url: `/thanh-toan/thanh-toan-lai/${placed.uid_payment}` })).body;
  for (const text of [paying.last_failed, paying.other_ways, paying.attempt_states.failed])
    expect(again).toContain(text);
  expect(await policy("/")).not.toContain(server.url);
  expect(await policy("/thanh-toan/trang-thai")).not.toContain(server.url);
  for (const [method, headers, payload] of [
    ["GET", {}, undefined],
    [
      "POST",
      {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://pay.example",
        "sec-fetch-site": "cross-site",
      },
      `ref=${placed.order_code}-1`,
    ],
  ] as const) {
    const back = await app.inject({
      method,
      url: `/thanh-toan/tro-ve/bogus${method === "GET" ? `?ref=${placed.order_code}-1` : ""}`,
      headers,
      ...(payload && { payload }),
    });
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe(page);
    expect(back.headers["set-cookie"]).toBeUndefined();
  }
  const framed = await app.inject({
    url: `/thanh-toan/tro-ve/bogus?ref=${placed.order_code}-1`,
    headers: { "sec-fetch-dest": "iframe" },
  });
  expect(framed.headers.location).toBe(`/-/card-returned?uid_payment=${placed.uid_payment}`);
  const told = await app.inject({ url: String(framed.headers.location) });
  expect(told.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
  expect(told.body).toContain(`href="${page}" target="_top"`);
  expect((await app.inject({ url: "/thanh-toan/tro-ve/nobody" })).statusCode).toBe(404);
  expect((await app.inject({ method: "GET", url: "/v1/payments/nobody/ipn" })).statusCode).toBe(404);
  expect((await app.inject({ url: "/v1/payments/bank-transfer/ipn?a=1&a=2" })).statusCode).toBe(401);
  await app.close();
  await listener.close();
  await database.close();
});

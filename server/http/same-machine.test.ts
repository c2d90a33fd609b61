/** Developer pages (simulated bank, outbox) are reachable from this machine only. */
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveOutbox } from "../notifications/outbox-page.ts";
import { bankSimulator } from "../payments/providers/bank-transfer/simulator.ts";
import { shopHandlers } from "../shop.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { buildApp } from "./app.ts";

let shop: TestShop;
let app: FastifyInstance;
beforeAll(async () => {
  shop = await testShop();
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  bankSimulator(app, () => shop.ctx());
  serveOutbox(app, () => shop.ctx());
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

/** Every page there is for the developer at this machine; a new one belongs here. */
const routes: readonly InjectOptions[] = [
  { url: "/dev/bank" },
  { url: "/dev/bank.css" },
  { url: "/dev/bank", method: "POST", payload: "content=&amount=0" },
  { url: "/dev/outbox" },
  { url: "/dev/outbox.json?to=x" },
  { url: "/dev/outbox.css" },
];
const form = { "content-type": "application/x-www-form-urlencoded" };
const ask = async (route: InjectOptions, headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
  (await app.inject({ ...route, headers: { ...form, ...headers }, remoteAddress })).statusCode;

const strangers: Readonly<Record<string, [headers: Record<string, string>, address?: string]>> = {
  "another machine": [{ host: "localhost:3000" }, "192.168.1.5"],
  "another machine by IPv6": [{ host: "localhost:3000" }, "2001:db8::5"],
  "a name that was made to lead here": [{ host: "rebound.example:3000" }],
  "a name that begins like ours": [{ host: "localhost.evil.example" }],
  "a name that ends like ours": [{ host: "evil.localhost.example:3000" }],
  "the shop's public name, through a tunnel": [{ host: "shop.example" }],
  "a proxy that says for whom": [{ host: "localhost:3000", "x-forwarded-for": "203.0.113.9" }],
  "a proxy that says nothing of value": [{ host: "localhost:3000", "x-forwarded-for": "" }],
  "a proxy by the new header": [{ host: "localhost:3000", forwarded: "for=203.0.113.9" }],
  "a proxy by nginx's header": [{ host: "localhost:3000", "x-real-ip": "203.0.113.9" }],
  "a proxy that says by which name": [{ host: "localhost:3000", "x-forwarded-host": "shop.example" }],
  "a proxy that names itself": [{ host: "localhost:3000", via: "1.1 tunnel" }],
};

describe("a page for the developer at this machine", () => {
  test.each(Object.entries(strangers))("the page is 404 for %s", async (_who, [headers, address]) => {
    for (const route of routes) expect(await ask(route, headers, address), String(route.url)).toBe(404);
  });

  test.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "localhost"])(
    "the page opens by the name %s",
    async (host) => {
      for (const route of routes) expect(await ask(route, { host }), String(route.url)).toBeLessThan(400);
      expect(await ask({ url: "/dev/bank" }, { host }, "::1")).toBe(200);
      expect(await ask({ url: "/dev/bank" }, { host }, "::ffff:127.0.0.1")).toBe(200);
    },
  );

  test("forms are accepted from the page itself and a terminal, not from another site", async () => {
    const pay = { url: "/dev/bank", method: "POST", payload: "content=&amount=0" } as const;
    const host = "localhost:3000";
    expect(await ask(pay, { host, origin: "http://localhost:3000", "sec-fetch-site": "same-origin" })).toBe(303);
    expect(await ask(pay, { host })).toBe(303);
    expect(await ask(pay, { host, origin: "https://evil.example", "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await ask(pay, { host, origin: "https://evil.example" })).toBe(403);
    expect(await ask(pay, { host, origin: "null", "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await ask(pay, { host, "sec-fetch-site": "same-site" })).toBe(403);
  });
});

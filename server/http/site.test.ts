/** What the site does with a client that disconnects in the middle of a request. */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import type { Site } from "contract/site.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../kernel/log.ts";
import { shopHandlers } from "../shop.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { buildApp } from "./app.ts";
import { serveFiles, sitePlugin } from "./site.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test.each([
  ["/login", "application/x-www-form-urlencoded"],
  ["/login", "multipart/form-data; boundary=x"],
  ["/v1/client/avatar", "application/json"],
])("a truncated body to %s as %s is not logged as an error", async (path, type) => {
  const written: string[] = [];
  const log = createLog({ level: "info", format: "json", to: { write: (line: string) => void written.push(line) } });
  const app = await buildApp({ base: { ...shop.base, log }, handlers: shopHandlers });
  const refused = Promise.withResolvers<unknown>();
  const site: Site = {
    cachedAnswer: () => undefined,
    answer: async (_ask, request) => {
      await request("http://shop").catch((error: unknown) => {
        refused.resolve(error);
        throw error;
      });
      return { status: 200, headers: {}, body: null };
    },
    purge: () => undefined,
    cached: () => ({ pages: 0, bytes: 0 }),
  };
  await app.register(sitePlugin, {
    site,
    files: (served) => serveFiles(served, import.meta.dirname),
    config: shop.base.config,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  const arrived = once(app.server, "request");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\na=`);
  await arrived;
  socket.destroy();
  if (path === "/login") expect(await refused.promise).toMatchObject({ code: "malformed" });
  await app.close();
  expect(written.filter((line) => /"level":"(?:warn|error|fatal)"/.test(line))).toEqual([]);
});

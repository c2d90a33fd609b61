/**
 * The whole shop for a browser: the built site in front of the seeded shop, on a port of its own. Needs the site built
 * (`node scripts/build.ts`).
 */
import type { AddressInfo } from "node:net";
import { openDatabase } from "server/database/sql.ts";
import { buildApp } from "server/http/app.ts";
import { health } from "server/http/health.ts";
import { mountSite } from "server/http/site.ts";
import { mountRoutes } from "server/routes.ts";
import { shopHandlers } from "server/shop.ts";
import { type TestShop, testShop } from "server/testing/test-shop.ts";

export type OpenShop = Awaited<ReturnType<typeof openShop>>;

/** `port` where the shop must know its URL beforehand. */
export async function openShop(options: Parameters<typeof testShop>[0] = {}, port = 0) {
  const shop: TestShop = await testShop(options);
  const watched = openDatabase(shop.url, { max: 2 });
  const app = await buildApp({ base: shop.base, handlers: shopHandlers });
  mountRoutes(app, { base: shop.base, handlers: shopHandlers, health: health(watched.pool), databaseUrl: shop.url });
  const { site, listener } = await mountSite(app, { base: shop.base, handlers: shopHandlers, url: shop.url });
  await app.listen({ port, host: "127.0.0.1" });
  const { port: taken } = app.server.address() as AddressInfo;
  return {
    shop,
    site,
    url: `http://127.0.0.1:${taken}`,
    async close(): Promise<void> {
      await app.close();
      await listener.close();
      await watched.close();
      await shop.close();
    },
  };
}

/** A server that closes does not wait for connections nobody uses. */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shopHandlers } from "../shop.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { buildApp } from "./app.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test("a connection that has sent nothing ends with the server, a request in flight is answered first", async () => {
  const app = await buildApp({ base: shop.base, handlers: shopHandlers });
  const begun = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<string>();
  app.get("/slow", () => {
    begun.resolve();
    return answered.promise;
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const reserve = connect(port, "127.0.0.1").resume();
  await once(reserve, "connect");
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await begun.promise;
  const isReserveEnded = once(reserve, "close");
  const closed = app.close();
  await isReserveEnded;
  answered.resolve("served");
  expect(await (await answer).text()).toBe("served");
  await closed;
}, 20_000); // one that waits for it takes a minute

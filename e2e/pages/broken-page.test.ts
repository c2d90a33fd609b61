/** Pages that throw, and responses that are aborted half way. docs/decisions/0231 */
import { EventEmitter, once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { wake } from "../harness/checkout.ts";
import { comesTo, heading, sees, shoppers, soon } from "../harness/shopper.ts";

const shopper = shoppers();

describe("a navigation that is aborted while its response is arriving", () => {
  it("no error remains, and the next page opens", async () => {
    const lan = await shopper();
    const slow = await slowProxy(lan.url, "/tin-tuc.data");
    onTestFinished(() => slow.close());
    await lan.page.goto(`${slow.url}/san-pham`, { waitUntil: "domcontentloaded" });
    await wake(lan);
    await lan.page.locator("a[href='/tin-tuc']").filter({ visible: true }).first().click();
    await slow.half_sent;
    await lan.page.locator("a[href='/faq']").filter({ visible: true }).first().click();
    await soon(() => heading(lan.page)).toBe(lan.words.content.faq_title);
    await slow.given_up; // the browser has closed it: an uncaught error would have been reported by now
    await lan.open("/faq"); // the proxy goes with the test
  });
});

describe("a page that throws", () => {
  it("the shop's error page with a link home shows, without loading files", async () => {
    const lan = await shopper();
    const { page, words } = lan;
    await lan.open("/san-pham");
    await wake(lan);
    const link = page.locator("a[href='/faq']").filter({ visible: true }).first();
    await link.click();
    await soon(() => heading(page)).toBe(words.content.faq_title);
    await page.goBack();
    await comesTo(page, ({ pathname }) => pathname === "/san-pham");
    await page.route("**/faq.data**", (route) => route.fulfill({ status: 200, body: "no data" }));
    await page.route("**/*.js", (route) => route.abort());
    await link.click();
    await sees(page, words.common.error_title);
    expect(await page.getByRole("link", { name: words.common.returnToHomePage }).count()).toBe(1);
    expect(await page.locator("header").count()).toBe(1);
    lan.complaints.length = 0; // what broke
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await lan.open("/");
    await soon(() => heading(page)).not.toBe(words.common.error_title);
  });
});

/** The shop behind a connection that sends half of the answer to one path, and then no more. */
async function slowProxy(shop: string, path: string) {
  const events = new EventEmitter();
  const halfSent = once(events, "half sent");
  const givenUp = once(events, "given up");
  const server = createServer(({ url = "", headers }, response) => {
    request(shop + url, { headers: { ...headers, host: new URL(shop).host } }, async (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (!url.startsWith(path)) return answer.pipe(response);
      const body = Buffer.concat(await answer.toArray());
      response.write(body.subarray(0, body.length / 2), () => events.emit("half sent"));
      response.on("close", () => events.emit("given up"));
    }).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${port}`, half_sent: halfSent, given_up: givenUp, close };
}

/** A short exploration by two constant seeds, so that what is red today was not green by luck. `npm run explore -- --minutes 60 --seed N` goes further. */
import { loadMessages } from "messages/messages.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { asText, explore, summary } from "./explorer.ts";
import { openShop } from "./open-shop.ts";

const WALKS = 5;

let browser: Awaited<ReturnType<typeof openBrowser>>;
let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), openShop(), loadMessages()]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

// A walk waits more than it works: both seeds at once take little longer than one.
describe.concurrent.each(["1", process.env.EXPLORER_SEED ?? "2"])("random walks, seed %s", (seed) => {
  it("no step of the walk violates an invariant", { timeout: 600_000 }, async () => {
    const isOver = (walks: number) => walks >= WALKS;
    const explored = await explore({ browser, url: shop.url }, seed, isOver, () => {});
    console.log(summary(seed, explored));
    expect(explored.findings.map((finding) => asText(seed, finding)).join("\n")).toBe("");
  });
});

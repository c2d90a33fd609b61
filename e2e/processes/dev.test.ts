/** `bin/dev` in a copy of the project: what is saved is in the next answer of the same process. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestShop, testShop } from "server/testing/test-shop.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Copy, projectCopy, type Running } from "../../scripts/test-copy.ts";
import { freePort } from "../harness/shop-process.ts";

const OPEN = /The shop is open/;
const WITHIN = { timeout: 10_000, interval: 50 };

let [shop, copy]: [TestShop?, Copy?] = [];
let running: Running | undefined;
let url = "";
beforeAll(async () => {
  shop = await testShop();
  copy = projectCopy();
  copy.bring();
});
afterAll(async () => {
  await running?.stop();
  copy?.remove();
  await shop?.close();
});

const starts = () => running?.output().match(new RegExp(OPEN, "g"))?.length;

async function read(path: string): Promise<string> {
  return (await fetch(url + path, { headers: { accept: "text/html, text/css" } })).text();
}

it("opens", async () => {
  const port = String(await freePort());
  running = await copy?.start("bin/dev", OPEN, { PORT: port, DATABASE_URL: shop?.url ?? "" });
  url = `http://localhost:${port}`;
  expect(await read("/faq")).toContain("<h1");
});

it.each([
  { saved: "web/app/content/faq.tsx", from: '<div className="wrap">', to: '<div className="wrap">Seen', at: "/faq" },
  { saved: "messages/vi/content/content.ts", from: 'faq_title: "', to: 'faq_title: "Seen', at: "/faq" },
  {
    saved: "messages/office/vi/access.ts",
    from: 'title: "Đăng nhập',
    to: 'title: "Seen Đăng nhập',
    at: "/quan-tri/dang-nhap",
  },
  { saved: "web/app/ui/button.css", from: ".button {", to: ".button { --seen: Seen;", at: "/app/styles/app.css" },
])("a change in $saved is in the next answer without another start, and so is the way back", async (change) => {
  const file = join(copy?.folder ?? "", change.saved);
  const before = readFileSync(file, "utf8");
  expect(before).toContain(change.from);
  expect(await read(change.at)).not.toContain("Seen");
  writeFileSync(file, before.replace(change.from, change.to));
  await expect.poll(() => read(change.at), WITHIN).toContain("Seen");
  writeFileSync(file, before);
  await expect.poll(() => read(change.at), WITHIN).not.toContain("Seen");
  expect(starts()).toBe(1);
});

it("a change of the server's own code starts the shop again, and says so", async () => {
  const file = join(copy?.folder ?? "", "server/content/calls.ts");
  writeFileSync(file, `${readFileSync(file, "utf8")}// saved\n`);
  await expect.poll(() => running?.output(), WITHIN).toContain("server/content/calls.ts was saved");
  await expect.poll(starts, { timeout: 30_000 }).toBe(2);
  expect(await read("/faq")).toContain("<h1");
});

/** Another brand is shown on every page, in every message and in every file. */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { locales, localisedPath } from "contract/values/locale.ts";
import { afterAll, expect, it } from "vitest";
import { shopkeeper } from "../harness/shopkeeper.ts";
import { soon } from "../harness/shopper.ts";
import { atOnce } from "../harness/wire.ts";
import { runShop } from "../run-shop.ts";

const brand = "Nhà Mình";
/** Settings in which the demo names its company. */
const named = ["shop", "complaints", "app_download"];
const before = new Map<string, string>();
afterAll(async () => {
  await shopkeeper("settings", "set", "maintenance.on", "false");
  for (const [key, value] of before) await shopkeeper("settings", "set", key, value);
});

const pages = [
  ...[
    "/",
    "/san-pham",
    "/san-pham/may-loc-nuoc-ro",
    "/tim-kiem?name=quat",
    "/so-sanh-san-pham",
    "/thanh-toan/gio-hang",
  ],
  ...[
    "/login",
    "/login/mat-khau",
    "/register",
    "/quen-mat-khau",
    "/tim-kiem-don-hang",
    "/diem-ban",
    "/tin-tuc",
    "/faq",
  ],
  ...["/thong-tin", "/chinh-sach-bao-mat", "/sitemap.html", "/not-a-page", "/tai-khoan", "/manifest.webmanifest"],
];
const files = [
  ...["/llms.txt", "/robots.txt", "/sitemap.xml", "/sitemap-pages.xml"],
  ...["/offline.html", "/offline.en.html", "/offline.ja.html", "/sw.js", "/push-worker.js"],
];

it("another brand shows on every page, in every message and file, at once, and the old one only in content", async () => {
  expect(await read("/")).toContain("Mutosi"); // and is cached
  for (const key of named) {
    const value = await shopkeeper("settings", "get", key);
    before.set(key, value);
    await shopkeeper(
      "settings",
      "set",
      key,
      value.replaceAll(/mutosi(?=\.example)/g, "nhaminh").replaceAll("Mutosi", brand),
    );
  }
  await soon(() => read("/")).toContain(`${brand}`);

  const addresses = [...locales.flatMap((locale) => pages.map((path) => localisedPath(path, locale))), ...files];
  const found: string[] = [];
  await atOnce(4, addresses, async (each) => {
    found.push(...traces(each, await read(each)));
  });
  expect(JSON.parse(await read("/en/manifest.webmanifest"))).toMatchObject({
    name: `${brand} – Home appliances`,
    short_name: brand,
    start_url: "/en",
  });
  // Their examples were recorded in the demo shop; their titles name this one.
  const { info } = JSON.parse(await read("/openapi.json")) as { info: { title: string } };
  expect(info.title).toContain(brand);
  expect(/<title>.*<\/title>/.exec(await read("/docs/api"))?.[0]).toContain(brand);

  const phone = "0590000077";
  await call("/v1/client/otp/send", { phone, purpose: "login" });
  await soon(() => read(`/dev/outbox.json?to=%2B84590000077`)).toContain("NHA MINH: Ma xac thuc cua ban la");

  await shopkeeper("settings", "set", "maintenance.on", "true");
  await soon(async () => (await fetch(at("/bao-tri"))).status).toBe(503);
  const closed = await read("/bao-tri");
  expect(closed).toContain("nhà mình"); // its head, set in type
  found.push(...traces("/bao-tri", closed));
  expect(found).toEqual([]);
});

it("a shop without a hotline shows neither its label nor a link that calls nobody", async () => {
  const given = await shopkeeper("settings", "get", "hotline");
  before.set("hotline", given);
  const { display } = JSON.parse(given) as { display: string };
  const shown = ["/", "/login", "/thanh-toan/gio-hang", "/tim-kiem?name=khong-co-gi-nhu-vay", "/faq"];
  for (const path of shown) expect(await read(path), path).toContain(display);
  await shopkeeper("settings", "set", "hotline", JSON.stringify({ ...JSON.parse(given), display: "", tel: "" }));
  await soon(() => read("/")).not.toContain("Hotline");
  for (const path of shown) {
    const page = (await read(path)).replace(/<script.*?<\/script>/gs, "");
    expect(page, path).not.toMatch(/href="tel:"|[Hh]otline/);
  }
});

const at = (path: string) => runShop().url + path;

async function read(path: string): Promise<string> {
  return (await fetch(at(path))).text();
}

async function call(path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(at(path), { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

/** Where the old name is still shown, with its context. */
function traces(path: string, text: string): string[] {
  const plain = texts.reduce((rest, content) => rest.replaceAll(content, ""), decoded(text));
  return [...plain.matchAll(/.{0,60}mutosi.{0,40}/gi)].map(([around]) => `${path}: ${around}`);
}

/** As a person reads it: entities, and the escapes of data in scripts. */
function decoded(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll('\\"', '"');
}

/** What the demo's rows say: articles, menus, stores, products, accounts, where the name is the shopkeeper's to change. */
const texts = globSync("db/data/{content,stores,catalogue,identity}/**/*.json", {
  cwd: resolve(import.meta.dirname, "../.."),
})
  .filter((file) => !file.endsWith("shop.json"))
  .flatMap((file) => stringsIn(JSON.parse(readFileSync(resolve(import.meta.dirname, "../..", file), "utf8"))))
  .filter((text) => /mutosi/i.test(text) && text.length > "mutosi".length) // a row that is the name alone would hide all
  .sort((one, other) => other.length - one.length);

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/**
 * Every address of the route table, in three languages: what it says of itself, whether everybody can use it, whether it
 * fits the smallest phone, wakes without a complaint, and leads anywhere it promises. House §10; issue "must hold".
 */
import { type Locale, locales, localisedPath } from "contract/locale.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { pages } from "../web/app/routes/pages.ts";
import { barriers } from "./axe.ts";
import { openBrowser, phone, untilActive, visit, wide } from "./browser.ts";
import { type Cookies, codeFor, giveCookies, headerOf, memberCookies, post } from "./member.ts";
import { atOnce, orderAs } from "./wire.ts";

const smallest = { width: 320, height: 640 };
/** What stands for the parameters of a row. A new row with parameters needs a line here, or it has no test. */
const samples: Record<string, string> = {
  "san-pham/:category": "san-pham/noi-com-dien",
  "san-pham/:category/:slug": "san-pham/may-massage/may-massage-chan-sorami-ms-f3-suoi-am",
  "so-sanh-san-pham/:slug?":
    "so-sanh-san-pham/noi-chien-khong-dau-sorami-af-35-3-5-lit-vs-noi-chien-khong-dau-sorami-af-55-5-5-lit-cam-ung",
  "tin-tuc/:category": "tin-tuc/tu-van-chon-mua",
  "tin-tuc/:category/:slug": "tin-tuc/tu-van-chon-mua/ghe-massage-do-phong-truoc-khi-do-tien",
  "thong-tin/:code": "thong-tin/giao-hang",
  "tim-kiem": "tim-kiem?name=noi+com",
  "*": "khong-co-trang-nay",
};
type Seen = { path: string; as: "anybody" | "member" | "signing in" | "registering" };
/** Pages with more to show than their bare address does. */
const more: readonly Seen[] = [
  { path: "thanh-toan/gio-hang", as: "member" },
  { path: "tai-khoan/so-dia-chi?add=1", as: "member" },
  { path: "login/otp", as: "signing in" },
  { path: "quen-mat-khau/otp", as: "signing in" },
  { path: "register", as: "registering" },
  { path: "dang-xuat", as: "member" },
];
const screens: readonly Seen[] = [
  ...pages
    .filter(({ layout, path }) => layout !== "none" && path !== "bao-tri")
    .map(({ path, guard }): Seen => ({ path, as: guard === "members" ? "member" : "anybody" })),
  ...more,
];
const { url } = inject("shop");

let browser: Browser;
/** Every address of ours that any of the pages links to, and one page that does. */
const links = new Map<string, string>();

/** Of whom each sort is: somebody who has ordered, and has something in the cart; somebody who has asked for codes. */
const cookies: Record<Seen["as"], Cookies> = {
  anybody: new Map(),
  member: new Map(),
  "signing in": new Map(),
  registering: new Map(),
};

beforeAll(async () => {
  browser = await openBrowser();
  const member = await memberCookies("lan");
  cookies.member = member;
  await post("/-/favourite", { product_id: "1053", favourite: "1" }, member);
  await register();
  samples["tai-khoan/quan-ly-don-hang/:code"] = `tai-khoan/quan-ly-don-hang/${await orderAs(headerOf(member))}`;
});
afterAll(() => browser.close());

function addressOf(path: string, locale: Locale): string {
  const sample = samples[path] ?? path;
  expect(sample, `an example for ${path}`).not.toContain(":");
  return url + localisedPath(`/${sample}`, locale);
}

// Each page waits as much as it works: with two at a time a run takes little more than half as long.
describe.concurrent.each(screens)("/$path as $as", ({ path, as }) => {
  it.each(locales)("in %s says what it is: one heading, its language, no word missing", async (locale) => {
    await ask(path);
    const headers = { cookie: headerOf(cookies[as]) };
    const answer = await fetch(addressOf(path, locale), { headers });
    const html = await answer.text();
    expect(answer.status).toBe(path === "*" ? 404 : 200);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html.match(/<main[ >]/g)).toHaveLength(1);
    expect(html.match(/<title>[^<]{3,}<\/title>/g)).toHaveLength(1);
    const shown = html.slice(html.indexOf("<body"), html.indexOf('<script type="application/json"'));
    expect(shown.replace(/<[^>]+>/g, " ")).not.toMatch(/\bundefined\b|\bNaN\b|\[object |\bnull\b/);
    if (/<meta name="robots" content="noindex"/.test(html)) return;
    expect(html).toMatch(/<meta name="description" content="[^"]{10,}"/);
    expect(html).toMatch(/<link rel="canonical" href="http/);
    expect([...html.matchAll(/hrefLang="([\w-]+)" href/g)].map(([, language]) => language)).toEqual([
      "vi",
      "en",
      "ja",
      "x-default",
    ]);
  });

  it.each(locales)("in %s is for everybody: on the smallest phone, by ear, asleep and awake", async (locale) => {
    // Fingers get larger buttons than a mouse does: what fits must fit with those.
    const { page, complaints, close } = await visit(browser, { viewport: smallest, hasTouch: true });
    await ask(path);
    await giveCookies({ page, url }, cookies[as]);
    await page.goto(addressOf(path, locale), { waitUntil: "domcontentloaded" });
    await page.evaluate(() => document.fonts.ready);
    expect(await overflow(page)).toEqual([]);
    expect(await barePictures(page)).toEqual([]);
    for (const address of await ownLinks(page)) links.set(address, page.url());
    await page.setViewportSize(phone);
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize(wide);
    await page.keyboard.press("Shift");
    await untilActive(page);
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

/** A code is on its way to whoever is to enter it; each purpose has its own, and the last one asked for counts. */
async function ask(path: string): Promise<void> {
  const first = /^(login|quen-mat-khau)\/otp$/.exec(path)?.[1];
  if (first) await post(`/${first}`, { intent: "code", phone: "0590001300" }, cookies["signing in"]);
}

/** A phone is proved, and has no account yet. */
async function register(): Promise<void> {
  await post("/register", { intent: "code", phone: "0590001301" }, cookies.registering);
  const otp = await codeFor("+84590001301");
  await post("/login/otp", { intent: "verify", otp }, cookies.registering);
}

describe("a link", () => {
  it("of any of these pages leads somewhere", { timeout: 300_000 }, async () => {
    expect(links.size).toBeGreaterThan(300);
    const broken: string[] = [];
    await atOnce(4, [...links], async ([address, from]) => {
      const { status } = await fetch(url + address, { redirect: "manual" });
      if (status >= 400) broken.push(`${status} ${address} on ${from}`);
    });
    expect(broken).toEqual([]);
  });
});

/** What sticks out to the side, if anything does. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [`${scrollWidth} px`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 150))];
  });
}

/** Pictures without a text for those who do not see, or without a size that keeps their place. */
function barePictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => !(image.hasAttribute("alt") && image.hasAttribute("width") && image.hasAttribute("height")))
      .map((image) => image.outerHTML),
  );
}

/** Where one may go from here, the language switch included; the page itself is no way. */
function ownLinks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("a[href]:not([href^='#'], [data-reload])")]
      .filter((link) => link.origin === location.origin)
      .map((link) => link.pathname + link.search),
  );
}

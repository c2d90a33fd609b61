/** Pages hydrate at the first interaction, and lose no input by it. Spec §9 "Delayed page activation". */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  holdScripts,
  isActive,
  openBrowser,
  phone,
  type RequestOrigin,
  untilActive,
  visit,
  wide,
} from "../harness/browser.ts";
import { fryer } from "../harness/checkout.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";
import { dong } from "../harness/shopper.ts";

const patient = { timeout: 20_000 };

let browser: Browser;
let shop: OpenShop;
let visits: RequestOrigin[] = [];

beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), openShop()]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});
afterEach(async () => {
  await Promise.all(visits.map((each) => each.close()));
  visits = [];
});

async function open(path: string, options: Parameters<typeof visit>[1] = {}): Promise<RequestOrigin> {
  const opened = await visit(browser, options);
  visits.push(opened);
  await opened.page.goto(shop.url + path);
  return opened;
}

/** The page's own clock, paused: it hydrates when the test lets it, however slow the machine is. */
async function openWithClock(path: string, viewport: { width: number; height: number }): Promise<RequestOrigin> {
  const opened = await visit(browser, { viewport });
  visits.push(opened);
  await opened.page.clock.install({ time: 0 });
  await opened.page.clock.pauseAt(1000);
  await opened.page.goto(shop.url + path);
  return opened;
}

async function clickSomewhere(page: Page): Promise<void> {
  await page.mouse.click(2, 400);
}

describe("a page without interaction", () => {
  it("requests no script file", async () => {
    const { page, scripts, complaints } = await openWithClock("/", wide);
    await page.waitForLoadState("networkidle");
    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, 600);
    expect(scripts).toEqual([]);
    expect(await isActive(page)).toBe(false);
    expect(complaints).toEqual([]);
  });

  it.each([
    ["a wide screen", wide, 5000],
    ["a phone", phone, 6000],
  ])("%s hydrates by itself when the browser is idle, and not earlier", async (_name, viewport, waitMs) => {
    const { page, scripts } = await openWithClock("/", viewport);
    await page.clock.runFor(waitMs - 1);
    expect(scripts).toEqual([]);
    await page.clock.runFor(7000 - waitMs + 1);
    await untilActive(page);
    expect(scripts.length).toBeGreaterThan(0);
  });
});

describe("the first interaction", () => {
  it.each([
    ["pressing", (page: Page) => clickSomewhere(page)],
    ["a key", (page: Page) => page.keyboard.press("Tab")],
  ])("%s hydrates the page without errors of the content policy or of hydration", async (_how, touch) => {
    const { page, complaints } = await open("/");
    await touch(page);
    await untilActive(page);
    expect(complaints).toEqual([]);
  });

  it("an early click on a button that needs script is not lost", async () => {
    const { page } = await open("/", { viewport: phone });
    // As in browsers without invoker commands: only the application can open the menu.
    await page.evaluate(() => document.querySelector("[commandfor=phone-menu]")?.removeAttribute("command"));
    await page.click("[commandfor=phone-menu]");
    await page.waitForSelector("#phone-menu[open]");
  });

  it("favourites added before hydration show at once, and a removed one does not", async () => {
    const { page } = await open("/");
    const scripts = await holdScripts(page);
    await page.goto(`${shop.url}/san-pham/noi-com-dien`, { waitUntil: "domcontentloaded" });
    const favourite = (place: number) => page.locator("main [data-favourite]").nth(place);
    const click = async (place: number) => {
      const answered = page.waitForResponse((response) => response.url().endsWith("/-/favourite"));
      const next = page.waitForEvent("domcontentloaded");
      await favourite(place).click({ noWaitAfter: true });
      expect((await answered).status()).toBe(303);
      await next;
    };
    const pressed = async () =>
      Promise.all([0, 1, 2].map(async (place) => (await favourite(place).getAttribute("aria-pressed")) === "true"));
    await click(0);
    await click(1);
    expect(await pressed()).toEqual([true, true, false]);
    await click(0);
    await click(2);
    expect(await pressed()).toEqual([false, true, true]);
    expect(await isActive(page)).toBe(false);
    await scripts.letGo();
    await page.keyboard.press("Shift");
    const asked = page.waitForResponse((response) => response.url().endsWith("/favourites/slugs"));
    await untilActive(page);
    await asked;
    await expect.poll(pressed).toEqual([false, true, true]);
  });

  it("a quantity changed before hydration is bought, and is shown with its price afterwards", async () => {
    const { page } = await open("/", { viewport: phone, hasTouch: true });
    const scripts = await holdScripts(page);
    await page.goto(shop.url + fryer, { waitUntil: "domcontentloaded" });
    const quantity = page.locator("form#buy input[name=quantity]");
    const [minus, plus] = [page.locator("form#buy [data-step]").first(), page.locator("form#buy [data-step]").last()];
    const buy = page.locator(".buy-bar button[value=buy]");
    await plus.tap();
    await plus.tap();
    expect(await quantity.inputValue()).toBe("3");
    expect(await isActive(page)).toBe(false);
    await scripts.letGo();
    await untilActive(page);
    expect(await quantity.inputValue()).toBe("3");
    await expect.poll(async () => dong((await buy.locator(".num").textContent()) ?? "")).toBe(3 * 1_290_000);
    await minus.tap();
    await expect.poll(async () => dong((await buy.locator(".num").textContent()) ?? "")).toBe(2 * 1_290_000);
    await quantity.fill("250"); // 320 are there
    await expect.poll(async () => dong((await buy.locator(".num").textContent()) ?? "")).toBe(250 * 1_290_000);

    const held = await holdScripts(page);
    await page.reload({ waitUntil: "domcontentloaded" });
    await plus.tap();
    const next = page.waitForEvent("domcontentloaded");
    await page.locator(".buy-bar button[value=add]").tap({ noWaitAfter: true });
    await next;
    await page
      .getByText(/^Đã thêm /)
      .first()
      .waitFor({ state: "attached" });
    expect(await page.locator("header [data-cart-count]").first().textContent()).toBe("2");
    await page.goto(`${shop.url}/thanh-toan/gio-hang`, { waitUntil: "domcontentloaded" });
    expect(await page.locator(".lines input[name=quantity]").inputValue()).toBe("2");
    await held.letGo();
  });

  it("several clicks send a form once; a click long after sends it again", async () => {
    const { page } = await openWithClock("/", wide);
    const held = await holdScripts(page);
    let sent = 0;
    await page.route("**/thanh-toan/gio-hang", (route) => {
      sent += 1;
      return route.fulfill({ status: 204 });
    });
    await page.goto(shop.url + fryer, { waitUntil: "domcontentloaded" });
    const add = page.locator("button[value=add]").filter({ visible: true }).first();
    await add.dblclick();
    await add.click();
    await expect.poll(() => sent, patient).toBe(1);
    await page.clock.fastForward(11_000);
    await add.click();
    await expect.poll(() => sent, patient).toBe(2);
    await held.letGo();
  });

  it("a click on a link before hydration navigates without waiting for script", async () => {
    const { page } = await open("/khong-co-trang-nay");
    await page.click("main a[href='/']");
    await page.waitForURL(`${shop.url}/`);
    expect(await page.locator("h1").count()).toBe(1);
  });
});

describe("once hydrated", () => {
  it("links open without a page load, and are announced to screen readers", async () => {
    const { page, complaints } = await open("/");
    await clickSomewhere(page);
    await untilActive(page);
    await page.evaluate(() => Object.assign(window, { still_here: true }));
    await page.click("footer a[href='/faq']");
    await page.waitForURL(`${shop.url}/faq`);
    expect(await page.evaluate(() => "still_here" in window)).toBe(true);
    const said = page.locator("[aria-live=polite]").last();
    await expect.poll(async () => (await said.textContent())?.includes(await page.title()), patient).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("after the checkout, which has no menus, the menus are there again", async () => {
    const { page, complaints } = await open("/en/thanh-toan/gio-hang");
    await clickSomewhere(page);
    await untilActive(page);
    await page.evaluate(() => Object.assign(window, { still_here: true }));
    await page.click(".brand");
    await page.waitForURL(`${shop.url}/en`);
    await page.click(".category-button");
    await page.locator("#mega-menu a").first().waitFor();
    expect(await page.locator("footer details a").count()).toBeGreaterThan(10);
    expect(await page.evaluate(() => "still_here" in window)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("suggestions load with the first use of the search, and arrow keys move through them", async () => {
    const { page, complaints } = await open("/");
    await page.click("#search-wide");
    await page.locator("#search-wide-list [role=option]").first().waitFor();
    await page.keyboard.type("noi com");
    await page.locator("#search-wide-list img").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator("#search-wide-list [aria-selected=true]").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/(tim-kiem|san-pham)/);
    await page.locator("#search-wide-list").waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });

  it("a click on a link shows progress while files load, and the last click counts", async () => {
    const { page } = await open("/faq");
    await clickSomewhere(page);
    await untilActive(page);
    const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/assets\/stores-[^/]*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.locator("footer a[href='/diem-ban']").dispatchEvent("click");
    await page.locator(".progress-bar-running").waitFor({ state: "attached", ...patient });
    expect(new URL(page.url()).pathname).toBe("/faq");
    await page.locator("footer a[href='/so-sanh-san-pham']").dispatchEvent("click");
    await page.waitForURL("**/so-sanh-san-pham");
    const came = page.waitForResponse(/\/assets\/stores-[^/]*\.js$/);
    letGo();
    await came;
    await page.locator(".progress-bar-idle").waitFor({ state: "attached", ...patient });
    expect(new URL(page.url()).pathname).toBe("/so-sanh-san-pham");
  });

  it("when a file of an older version is gone, the next page is loaded whole", async () => {
    const { page } = await open("/");
    await clickSomewhere(page);
    await untilActive(page);
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.click("footer a[href='/faq']");
    await page.waitForURL(`${shop.url}/faq`);
    expect(await page.locator("h1").count()).toBe(1);
  });

  it("when a reload does not help either, a message about a new version shows, without another reload", async () => {
    const opened = await visit(browser);
    visits.push(opened);
    const { page } = opened;
    await page.route("**/assets/*.js", (route) => route.abort());
    let loads = 0;
    page.on("load", () => loads++);
    await page.goto(`${shop.url}/`);
    await clickSomewhere(page);
    await expect.poll(() => loads, patient).toBe(2);
    await clickSomewhere(page);
    await page.getByText("Đã có phiên bản mới").waitFor();
    expect(loads).toBe(2);
  });
});

describe("with scripts off", () => {
  it("menus, the language switch and search work", async () => {
    const { page } = await open("/", { javaScriptEnabled: false });
    await page.click(".category-button");
    await page.locator("#mega-menu a").first().waitFor();
    await page.goto(`${shop.url}/`);
    await page.click("a[hreflang=en]");
    await page.waitForURL(`${shop.url}/en`);
    await page.fill("#search-wide", "nồi");
    await page.press("#search-wide", "Enter");
    await page.waitForURL(/\/en\/tim-kiem\?name=n/);
  });
});

describe("a shopper who chose another language before", () => {
  it("the other language is offered, without a redirect", async () => {
    const opened = await visit(browser);
    visits.push(opened);
    const { page } = opened;
    await page.goto(`${shop.url}/`);
    await page.click("a[hreflang=ja]");
    await page.waitForURL(`${shop.url}/ja`);
    await page.goto(`${shop.url}/faq`);
    expect(page.url()).toBe(`${shop.url}/faq`);
    await page.getByText("日本語で見る").click();
    await page.waitForURL(`${shop.url}/ja/faq`);
    expect(await page.locator("html").getAttribute("lang")).toBe("ja");
  });
});

it("Back right after a reload opens the previous page, which hydrates", async () => {
  const { page, complaints } = await open("/tin-tuc", { viewport: wide });
  const heading = await page.locator("h1").textContent();
  await page.keyboard.press("Shift");
  await untilActive(page);
  await page.locator("a[href='/faq']").filter({ visible: true }).first().click();
  await page.waitForURL(`${shop.url}/faq`);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.reload({ waitUntil: "domcontentloaded" });
  await page.unroute("**/assets/*.js");
  await page.goBack();
  await page.locator("h1", { hasText: heading ?? "" }).waitFor(patient);
  expect(new URL(page.url()).pathname).toBe("/tin-tuc");
  await page.keyboard.press("Shift");
  await untilActive(page);
  expect(await page.locator("h1").allTextContents()).toEqual([heading]);
  expect(complaints).toEqual([]);
});

/** The app shell: search on phones, menus, the current place, and room for large text. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { patient } from "../harness/browser.ts";
import { fryer, wake } from "../harness/checkout.ts";
import { sidewaysAt } from "../harness/invariants.ts";
import { comesTo, type Shopper, sees, shoppers, soon, type Way } from "../harness/shopper.ts";

const shopper = shoppers();
const phone: Way = { name: "on a phone", locale: "vi", scripts: true, is_phone: true };
const fryers = "/san-pham/noi-chien-khong-dau";
const field = ({ page }: Shopper) => page.locator("#search-phone");
const cancel = ({ page, words }: Shopper) => page.locator(".phone-search").getByText(words.common.cancel);
const options = ({ page }: Shopper) => page.locator("#search-phone-list").getByRole("option");

function fills(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, left, width, height } = element.getBoundingClientRect();
    return top === 0 && left === 0 && width === innerWidth && height === innerHeight;
  });
}

describe("the search on a phone", () => {
  it("the search field stays in the header while scrolling, and fills the screen while in use", async () => {
    const lan = await shopper(phone);
    await lan.open(fryers);
    await lan.page.evaluate(() => scrollTo(0, 2000));
    await soon(() => field(lan).evaluate((input) => input.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    expect(await field(lan).evaluate((input) => input.getBoundingClientRect().bottom)).toBeLessThan(63);
    await field(lan).tap();
    await cancel(lan).waitFor(patient);
    expect(await fills(lan.page, ".phone-search .search")).toBe(true);
    await field(lan).fill("noi chien");
    await soon(() => options(lan).filter({ hasText: "đ" }).count()).toBe(4);
    expect(await lan.page.locator("#search-phone-list [role=group]").first().getByRole("option").count()).toBeLessThan(
      4,
    );
    const lines = await options(lan)
      .locator(".option-text")
      .evaluateAll((texts) =>
        texts.map((text) => text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight)),
      );
    expect(Math.max(...lines)).toBeLessThan(2.1);
    await cancel(lan).tap();
    await cancel(lan).waitFor({ state: "hidden" });
    expect(await fills(lan.page, ".phone-search .search")).toBe(false);
    expect(await field(lan).inputValue()).toBe("noi chien");
  });

  it("the browser's Back closes the search only; another Back leaves the page", async () => {
    const lan = await shopper(phone);
    const place = () => lan.page.evaluate(() => location.pathname);
    await lan.open("/faq");
    await lan.open(fryers);
    for (const text of ["noi", "noi chien"]) {
      await field(lan).tap();
      await cancel(lan).waitFor(patient);
      await field(lan).fill(text);
      await soon(() => options(lan).count()).toBeGreaterThan(0);
      await lan.page.evaluate(() => history.back());
      await cancel(lan).waitFor({ state: "hidden", ...patient });
      expect(await field(lan).evaluate((input) => input === document.activeElement)).toBe(false);
      expect(await place()).toBe(fryers);
    }
    await field(lan).tap();
    await cancel(lan).tap();
    await cancel(lan).waitFor({ state: "hidden", ...patient });
    await soon(() => lan.page.evaluate(() => history.state?.overlay)).toBeUndefined();
    expect(await place()).toBe(fryers);
    await lan.page.goBack();
    await comesTo(lan.page, ({ pathname }) => pathname === "/faq");
  });

  it("Back from a chosen result does not open the search again", async () => {
    const lan = await shopper(phone);
    await lan.open(fryers);
    await field(lan).tap();
    await cancel(lan).waitFor(patient);
    await field(lan).fill("quạt");
    await field(lan).press("Enter");
    await comesTo(lan.page, ({ searchParams }) => searchParams.get("name") === "quạt");
    await cancel(lan).waitFor({ state: "hidden", ...patient });
    await lan.page.evaluate(() => history.back());
    await comesTo(lan.page, ({ pathname }) => pathname === fryers);
    await soon(() => lan.page.evaluate(() => history.state?.overlay)).toBeUndefined();
    expect(await cancel(lan).isVisible()).toBe(false);
  });

  it("the search closes when a result opens", async () => {
    const lan = await shopper(phone);
    await lan.open("/");
    await field(lan).tap();
    await cancel(lan).waitFor(patient);
    for (const text of ["nồi cơm", "quạt"]) {
      await field(lan).fill(text);
      await field(lan).press("Enter");
      await comesTo(lan.page, ({ searchParams }) => searchParams.get("name") === text);
      await cancel(lan).waitFor({ state: "hidden", ...patient });
      await soon(() => field(lan).inputValue()).toBe(text);
    }
  });

  it.each(["nothing is known", "the request fails"])(
    "the search leads to the results where %s, by touch and keyboard",
    async (why) => {
      const lan = await shopper(phone);
      const text = "xyzxyz";
      const searchOption = options(lan).filter({ hasText: lan.words.common.search_for({ query: text }) });
      const busy = { status: 429, body: "" }; // which is not requested again
      if (why === "the request fails") await lan.page.route("**/-/suggest.data*", (route) => route.fulfill(busy));
      for (const go of [() => searchOption.tap(), () => field(lan).press("Enter")]) {
        await lan.open(fryers);
        await field(lan).tap();
        await cancel(lan).waitFor(patient);
        await field(lan).fill(text);
        await soon(() => options(lan).count()).toBe(1);
        await field(lan).press("ArrowDown");
        expect(await searchOption.getAttribute("aria-selected")).toBe("true");
        expect(await field(lan).inputValue()).toBe(text);
        await go();
        await comesTo(lan.page, ({ searchParams }) => searchParams.get("name") === text);
        await cancel(lan).waitFor({ state: "hidden", ...patient });
      }
      lan.complaints.length = 0; // the 429
    },
  );

  it("the search works without script", async () => {
    const lan = await shopper({ ...phone, scripts: false });
    await lan.open(fryer);
    const width = () => field(lan).evaluate((input) => input.getBoundingClientRect().width);
    expect(await width()).toBeLessThan(45);
    await field(lan).tap();
    expect(await width()).toBeGreaterThan(250);
    await lan.page.keyboard.type("quạt");
    await lan.page.keyboard.press("Enter");
    await comesTo(lan.page, ({ searchParams }) => searchParams.get("name") === "quạt");
  });
});

describe("the header on a phone", () => {
  /** Once it has come to rest: where header and filters begin and end on the screen. */
  async function bars({ page }: Shopper): Promise<Record<"header" | "filters", number[]>> {
    const moves = () => page.evaluate(() => document.getAnimations().some(({ playState }) => playState === "running"));
    await soon(moves).toBe(false);
    return page.evaluate(() => {
      const edges = (selector: string) => {
        const { top = 0, bottom = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
        return [Math.round(top), Math.round(bottom)];
      };
      return { header: edges(".site-header"), filters: edges(".filter-bar") };
    });
  }
  /** As a finger or a wheel does it: only that has a direction. */
  async function scroll({ page, scripts }: Shopper, pixels: number): Promise<void> {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, pixels);
    await soon(() => page.evaluate(() => scrollY)).toBe(before + pixels);
    // What follows from it is drawn two frames later at most; a page without scripts counts none.
    if (scripts)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  const shown = { header: [0, 64], filters: [63, 123] };
  const away = { header: [-64, 0], filters: [-1, 59] };

  it.each([true, false])(
    "the header hides when scrolling down and returns when scrolling up, script: %s",
    async (scripts) => {
      const lan = await shopper({ ...phone, scripts });
      await lan.open(fryers);
      await scroll(lan, 20);
      expect((await bars(lan)).header).toEqual([-20, 44]); // with the page: nothing opens above it
      await scroll(lan, 580);
      await soon(() => bars(lan)).toEqual(away);
      expect(await field(lan).evaluate((input) => input.getBoundingClientRect().bottom)).toBeLessThanOrEqual(0);
      await scroll(lan, -100);
      await soon(() => bars(lan)).toEqual(shown);
      expect(await field(lan).evaluate((input) => input.getBoundingClientRect().top)).toBeGreaterThan(0);
    },
  );

  it.each(["/", "/tim-kiem?name=noi"])("the header returns with the search row: %s", async (path) => {
    const lan = await shopper(phone);
    await lan.open(path);
    const row = () => lan.page.locator(".phone-search").evaluate((each) => each.getBoundingClientRect().top);
    await scroll(lan, 700);
    expect((await bars(lan)).header[1]).toBeLessThanOrEqual(0);
    expect(await row()).toBeLessThanOrEqual(-63);
    await scroll(lan, -100);
    const { header, filters } = await bars(lan);
    expect([header, await row()]).toEqual([[0, 64], 64]);
    if (path !== "/") expect(filters[0]).toBe(126);
  });

  it("the header stays while it has the focus or an overlay is open", async () => {
    const lan = await shopper(phone);
    await lan.open(fryers);
    const cart = lan.page.locator(".header-actions a").last();
    await cart.focus();
    await scroll(lan, 600);
    expect(await bars(lan)).toEqual(shown);
    await cart.evaluate((link) => link.blur());
    await soon(() => bars(lan)).toEqual(away);
    const filters = lan.page.locator(".filter-bar button").first();
    await filters.tap();
    await lan.page.locator("aside:popover-open").waitFor();
    await soon(async () => (await bars(lan)).header).toEqual(shown.header);
  });

  it("the header shifts no layout and covers no focused element", async () => {
    const lan = await shopper(phone);
    await lan.open("/tim-kiem?name=noi");
    await lan.page.evaluate(() => document.fonts.ready); // what moves while the page still loads is not caused by the header
    await lan.page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift" });
    });
    for (const pixels of [1500, -200, 300, -400]) {
      await scroll(lan, pixels);
      await bars(lan);
    }
    expect(await lan.page.evaluate(() => Reflect.get(window, "shifts"))).toEqual([]);
    await lan.page.locator("main .product-card a").nth(8).focus();
    for (let step = 0; step < 20; step++) {
      await lan.page.keyboard.press("Shift+Tab");
      const { header, filters } = await bars(lan);
      const focused = await lan.page.evaluate(() => {
        const { top = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
        return { top, is_inside: document.activeElement?.closest(".filter-bar, header, .phone-search") !== null };
      });
      if (!focused.is_inside) expect(focused.top).toBeGreaterThanOrEqual(Math.max(...header, ...filters));
    }
  });

  it("the header stays in a browser without scroll-state queries", async () => {
    const lan = await shopper(phone);
    await lan.open(fryers);
    await lan.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { container-type: normal !important }");
      document.adoptedStyleSheets.push(sheet);
    });
    await scroll(lan, 600);
    expect(await bars(lan)).toEqual(shown);
  });
});

it("the bottom bar of a product on a phone has a small cart button and a wide buy button with the price", async () => {
  const lan = await shopper(phone);
  await lan.open(fryer);
  const [cart, buy] = await Promise.all(
    ["add", "buy"].map((value) => lan.page.locator(`.buy-bar [value=${value}]`).boundingBox()),
  );
  expect(cart).toMatchObject({ x: 12, width: 48 });
  expect(buy).toMatchObject({ x: 12 + 48 + 8, width: 375 - 12 - 48 - 8 - 12 });
  await sees(lan.page.locator(".buy-bar [value=buy]"), /\d\sđ$/);
});

describe("suggestions", () => {
  it("arrow keys put suggestions into the field, and restore the typed text", async () => {
    const lan = await shopper();
    await lan.open("/");
    const input = lan.page.locator("#search-wide");
    await input.click();
    await lan.page.keyboard.type("noi ch");
    const first = lan.page.locator("#search-wide-list").getByRole("option").first();
    await soon(() => first.locator("i").textContent()).toMatch(/^nồi ch$/i);
    const text = await first.locator(".option-text").textContent();
    await lan.page.keyboard.press("ArrowDown");
    await soon(() => input.inputValue()).toBe(text);
    await lan.page.keyboard.press("ArrowUp");
    await soon(() => input.inputValue()).toBe("noi ch");
    await lan.page.keyboard.press("ArrowDown");
    await soon(() => input.inputValue()).toBe(text);
    await lan.page.keyboard.press("Escape");
    await soon(() => input.inputValue()).toBe("noi ch");
    await lan.page.locator("#search-wide-list").waitFor({ state: "hidden" });
  });
});

describe("the menus", () => {
  it("menus show sub-groups with pictures, and a product with its price", async () => {
    const lan = await shopper();
    await lan.open("/");
    await lan.page.getByRole("button", { name: lan.words.common.menu, exact: true }).click();
    const menu = lan.page.locator("#mega-menu");
    for (const group of await menu.locator(".mega-rail > li").all()) {
      await group.locator("> a").hover();
      const panel = group.locator(".mega-panel");
      await panel.waitFor();
      expect(await panel.locator("li a img").count()).toBe((await panel.locator("li a").count()) - 1);
      await sees(panel.locator(".mega-product"), /\d\sđ$/);
      const inside = await panel.evaluate((element) => {
        const box = element.closest("#mega-menu");
        return box !== null && box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight;
      });
      expect(inside).toBe(true);
    }
  });

  it.each([fryers, fryer, "/san-pham/nau-nuong"])(
    "menus mark the group of %s, before and after hydration",
    async (path) => {
      const lan = await shopper();
      await lan.open(path);
      const marked = () =>
        lan.page
          .locator(".main-nav [aria-current]")
          .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(await marked()).toEqual(["/san-pham/nau-nuong"]);
      await wake(lan);
      expect(await marked()).toEqual(["/san-pham/nau-nuong"]);
    },
  );
});

describe("space on a page", () => {
  it.each(["/", "/faq", fryers, fryer, "/thanh-toan/gio-hang"])("text of twice the size fits: %s", async (path) => {
    const lan = await shopper(phone);
    await lan.page.setViewportSize({ width: 360, height: 740 });
    await lan.open(path);
    await lan.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { font-size: 200% }");
      document.adoptedStyleSheets.push(sheet);
    });
    expect(await sidewaysAt(lan.page, [360])).toEqual([]);
  });

  it("a sign-in page fits the screen, and no gap is below a footer", async () => {
    const lan = await shopper();
    const beyond = () => lan.page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await lan.open("/login");
    expect(await beyond()).toBe(0);
    await lan.page.setViewportSize({ width: 360, height: 740 });
    await lan.open("/");
    const below = await lan.page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      const { bottom = 0 } = document.querySelector(".site-footer")?.getBoundingClientRect() ?? {};
      return document.documentElement.scrollHeight - scrollY - bottom;
    });
    expect(below).toBeLessThanOrEqual(1);
  });
});

it("the pages about the API have the shop's font, its logo and a link home", async () => {
  const lan = await shopper(undefined, { images: true });
  await lan.page.goto(`${lan.url}/docs/api`);
  await lan.page.evaluate(() => document.fonts.ready);
  expect(await lan.page.evaluate(() => [...document.fonts].some(({ status }) => status === "loaded"))).toBe(true);
  const mark = lan.page.locator("header .home img");
  expect(await mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await lan.page.locator("header a[href='/']").last().click();
  await comesTo(lan.page, ({ pathname }) => pathname === "/");
});

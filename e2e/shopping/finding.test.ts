/** From home to a product: by the menu and the filters of a category. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { untilActive } from "../harness/browser.ts";
import { comesTo, DEFAULT_WAY, dong, heading, type Shopper, sees, shoppers, soon, ways } from "../harness/shopper.ts";

const fryers = "/san-pham/noi-chien-khong-dau";
const shopper = shoppers();

describe.each(ways)("a shopper $name", (way) => {
  it("finds a product through the menu, a filter and the sort by price", async () => {
    const lan = await shopper(way);
    await lan.open("/");
    await chooseFromMenu(lan);
    await comesTo(lan.page, ({ pathname }) => pathname.endsWith(fryers));
    await soon(() => cards(lan).count()).toBe(7);

    await filterByDrawers(lan);
    await comesTo(lan.page, ({ searchParams }) => searchParams.get("properties[basket]") === "drawer");
    await sees(lan.page, lan.words.listing.products_count({ count: "5" }));
    await soon(() => cards(lan).count()).toBe(5);

    await sortByPrice(lan);
    await comesTo(lan.page, ({ searchParams }) => searchParams.get("sort") === "price_asc");
    expect(new URL(lan.page.url()).searchParams.get("properties[basket]")).toBe("drawer");
    await soon(() => prices(lan)).toEqual((await prices(lan)).toSorted((one, other) => one - other));
    expect(await prices(lan)).toHaveLength(5);

    const name = await cards(lan).first().locator(".product-card-name").textContent();
    const [price] = await prices(lan);
    await cards(lan).first().locator(".product-card-name a").click();
    await comesTo(lan.page, ({ pathname }) => pathname.includes(`${fryers}/`));
    await soon(() => heading(lan.page)).toBe(name);
    expect(dong((await lan.page.locator(".price-box .price b").textContent()) ?? "")).toBe(price);
  });

  it("removes a filter, and an empty list shows links to other pages", async () => {
    const lan = await shopper(way);
    const { listing } = lan.words;
    await lan.open(`${fryers}?properties[basket]=drawer&price_max=1000`);
    await sees(lan.page, listing.nothing_left);
    await lan.page.getByRole("main").getByRole("link", { name: listing.clear_all }).first().click();
    await comesTo(lan.page, ({ search }) => search === "");
    await soon(() => cards(lan).count()).toBe(7);
  });
});

describe("the filters of a list", () => {
  const isOpen = (groups: Element[]) => groups.map((group) => (group as HTMLDetailsElement).open);

  it.each([fryers, "/san-pham"])("only the first four groups are open: %s", async (path) => {
    const lan = await shopper();
    await lan.open(path);
    const open = await lan.page.locator("#filters form > details").evaluateAll(isOpen);
    expect(open.length).toBeGreaterThan(4);
    expect(open).toEqual(open.map((_, place) => place < 4));
  });

  it("a later group is open if something in it is chosen", async () => {
    const lan = await shopper();
    await lan.open(fryers);
    const last = lan.page.locator("#filters form > details").last();
    const name = (await last.locator("summary").first().textContent()) ?? "";
    const field = last.locator("input[type=checkbox]").first();
    const choice = new URLSearchParams([
      [(await field.getAttribute("name")) ?? "", (await field.getAttribute("value")) ?? ""],
    ]);
    await lan.open(`${fryers}?${choice}`);
    const groups = lan.page.locator("#filters form > details[open]");
    await soon(() => groups.last().locator("summary").first().textContent()).toBe(name);
    expect(await groups.count()).toBe(5);
  });
});

describe.each(ways)("the list of a category, to a shopper $name", (way) => {
  it("the list links below its products to the buying guide", async () => {
    const lan = await shopper(way);
    await lan.open(fryers);
    const band = lan.page.locator("main .advice");
    const last = await cards(lan).last().boundingBox();
    const after = await band.boundingBox();
    expect(after?.y).toBeGreaterThan((last?.y ?? 0) + (last?.height ?? 0));
    expect(after?.height).toBeLessThan(220);
    await sees(band, lan.words.listing.read_advice);
    const title = (await band.locator("h2").textContent()) ?? "";
    await band.click();
    await comesTo(lan.page, ({ pathname }) => pathname.includes("/tin-tuc/tu-van-chon-mua/"));
    await soon(() => heading(lan.page)).toBe(title);
  });
});

it("a list has no buying guide without an article, or without products", async () => {
  const lan = await shopper();
  const bands = lan.page.locator("main .advice");
  for (const path of ["/san-pham", "/san-pham/may-hut-mui", `${fryers}?price_max=1000`]) {
    await lan.open(path);
    expect(await bands.count()).toBe(0);
  }
});

describe("on a small phone", () => {
  const small = { viewport: { width: 360, height: 740 } };
  const onAPhone = { ...DEFAULT_WAY, is_phone: true };

  it("active filters have their own row with remove buttons, and the sort order is among the filters", async () => {
    const lan = await shopper(onAPhone, small);
    const { listing } = lan.words;
    await lan.open(`${fryers}?properties[basket]=drawer&on_sale=true&in_stock=true`);
    expect(await lan.page.locator(".filter-bar select[name=sort]").count()).toBe(1);
    const [chips, order] = [
      lan.page.getByRole("navigation", { name: listing.chosen }),
      lan.page.locator(".filter-bar"),
    ];
    const [chosen, bar] = [await chips.boundingBox(), await order.boundingBox()];
    expect(chosen?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 6);
    const cut = await chips
      .locator("a")
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth));
    expect(cut).toEqual([]);
    const last = chips.locator(".chip-removable").last();
    const gone = (await last.getAttribute("aria-label")) ?? "";
    await last.click();
    await soon(() => chips.locator(".chip-removable").count()).toBe(2);
    expect(await chips.getByRole("link", { name: gone }).count()).toBe(0);
  });

  it("an active filter is shown once above the list", async () => {
    const lan = await shopper(onAPhone, small);
    await lan.open(`${fryers}?on_sale=true`);
    const gone = lan.page.locator(".list-head .chip-removable");
    const name = (await gone.textContent()) ?? "";
    expect(await gone.count()).toBe(1);
    expect(await lan.page.locator(".list-head .chip").filter({ hasText: name }).count()).toBe(1);
    await gone.click();
    await comesTo(lan.page, ({ search }) => search === "");
    await soon(() => lan.page.locator(".filter-bar .chip").filter({ hasText: name }).count()).toBe(1);
  });

  it("the current category shows in full in the breadcrumb and the chips, and so does the sort order", async () => {
    const lan = await shopper(onAPhone, { viewport: { width: 320, height: 740 }, hasTouch: true });
    await lan.open("/san-pham/noi-com-dien");
    const here = lan.page.locator("main [aria-current=page]");
    expect(await here.count()).toBe(2);
    for (const each of await here.all()) {
      const { x = 0, width = 0 } = (await each.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(320);
      expect(await each.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    }
    const size = (selector: string) =>
      lan.page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).fontSize);
    expect(await size("#sort")).toBe(await size(".filter-bar .chip"));
  });

  it("badges on a card's picture do not cover its middle", async () => {
    const lan = await shopper(onAPhone, { viewport: { width: 320, height: 740 }, hasTouch: true });
    await lan.open("/san-pham/noi-com-dien");
    const inTheWay = await lan.page.locator("main .product-card").evaluateAll((all) =>
      all.slice(0, 6).flatMap((card) => {
        const { top = 0, height = 0 } = card.querySelector(".product-card-image")?.getBoundingClientRect() ?? {};
        return [...card.querySelectorAll(".badge, .product-card-favourite")].filter((each) => {
          const place = each.getBoundingClientRect();
          return place.bottom > top + 0.3 * height && place.top < top + 0.7 * height;
        });
      }),
    );
    expect(inTheWay).toHaveLength(0);
  });

  it("a card shows whole specifications: one without room is left out", async () => {
    const lan = await shopper(onAPhone, small);
    await lan.open("/san-pham/may-loc-nuoc-ro");
    const cut = await lan.page.locator(".product-card-line").evaluateAll((lines) =>
      lines.flatMap((line) => {
        const { right, bottom, top } = line.getBoundingClientRect();
        const facts = [...line.children].map((fact) => fact.getBoundingClientRect());
        const shown = facts.filter((fact) => fact.top < bottom - 1);
        const isWhole = shown.every((fact) => fact.right <= right + 1 && Math.abs(fact.top - top) < 2);
        return isWhole && shown.length > 0 ? [] : line.textContent;
      }),
    );
    expect(cut).toEqual([]);
  });
});

describe("a shopper who looks for filters with keys alone", () => {
  it("the focus stays in the sheet until Escape, which returns it to the button", async () => {
    const { page, open } = await shopper(ways[0]);
    await open(fryers);
    await page.keyboard.press("Shift");
    await untilActive(page);
    const button = page.locator(".filter-bar button").first();
    await button.focus();
    await page.keyboard.press("Enter");
    await page.locator("aside:popover-open").waitFor();
    const stops = await page.locator("aside :is(a[href], button, summary, input:not([type=hidden]))").count();
    for (let step = 0; step <= stops; step++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.matches("body, aside *"))).toBe(true);
    }
    await page.keyboard.press("Escape");
    await soon(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator("[inert]").count()).toBe(0);
  });
});

const cards = ({ page }: Shopper): Locator => page.locator("main .product-card");

async function prices(lan: Shopper): Promise<number[]> {
  return (await cards(lan).locator(".price b").allTextContents()).map(dong);
}

async function chooseFromMenu({ page, words, is_phone, at }: Shopper): Promise<void> {
  const link = (path: string) => `a[href="${new URL(at(path)).pathname}"]`;
  if (is_phone) {
    await page.getByRole("button", { name: words.common.open_menu }).click();
    const menu = page.locator("#phone-menu");
    await menu.locator("details").first().waitFor();
    await menu
      .locator("details", { has: page.locator(link(fryers)) })
      .locator("summary")
      .click();
    await menu.locator(link(fryers)).click();
  } else {
    await page.getByRole("button", { name: words.common.menu, exact: true }).click();
    await page
      .locator(`#mega-menu ${link("/san-pham/nau-nuong")}`)
      .first()
      .hover();
    await page.locator(`#mega-menu ${link(fryers)}`).click();
  }
}

async function filterByDrawers({ page, words, is_phone, scripts }: Shopper): Promise<void> {
  if (is_phone) await page.locator(".filter-bar").getByRole("button", { name: words.listing.filters }).click();
  await page.locator("input[name='properties[basket]'][value=drawer]").check();
  if (is_phone) await page.locator("#filters .overlay-foot button").click();
  else if (!scripts) await page.getByRole("button", { name: words.listing.apply, exact: true }).click();
}

async function sortByPrice({ page, words, scripts }: Shopper): Promise<void> {
  const order = page.getByLabel(words.listing.sort).filter({ visible: true });
  await order.focus();
  await order.selectOption("price_asc");
  if (!scripts) await page.getByRole("button", { name: words.listing.sort_apply }).click();
}

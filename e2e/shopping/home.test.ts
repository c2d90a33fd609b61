/** Home: short, without repetition, and with what shoppers look for on the first screen. Spec §2 Home. */
import { locales } from "contract/values/locale.ts";
import { describe, expect, it } from "vitest";
import { wide } from "../harness/browser.ts";
import { DEFAULT_WAY, type Shopper, shoppers, soon } from "../harness/shopper.ts";

const shopper = shoppers();
const SMALL_PHONE = { width: 360, height: 740 };

/** URLs of the visible products. */
function productsSeen({ page }: Shopper): Promise<(string | null)[]> {
  return page
    .locator("main .product-card-name a")
    .filter({ visible: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
}

describe.each(locales)("home in %s", (locale) => {
  it("shows no product and no picture of a room twice", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, locale });
    await lan.open("/");
    await soon(() => lan.page.locator("main .news-card").first().isVisible()).toBe(true);
    const products = await productsSeen(lan);
    expect(products.length).toBeGreaterThan(9);
    expect(new Set(products).size).toBe(products.length);
    const rooms = await lan.page
      .locator("main picture img")
      .evaluateAll((list) => list.map((picture) => picture.getAttribute("src")));
    expect(rooms.length).toBe(5);
    expect(new Set(rooms).size).toBe(rooms.length);
  });

  it("has the tiles of needs on the first screen of a small phone", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, locale, is_phone: true }, { viewport: SMALL_PHONE });
    await lan.open("/");
    const tile = await lan.page.locator("main .category-tiles a").first().boundingBox();
    expect((tile?.y ?? SMALL_PHONE.height) + (tile?.height ?? 0)).toBeLessThanOrEqual(SMALL_PHONE.height);
    expect(await lan.page.evaluate(() => document.documentElement.scrollWidth)).toBe(SMALL_PHONE.width);
  });
});

it.each([320, 375])("the button of a banner does not cover its picture on a phone %s wide", async (width) => {
  const lan = await shopper({ ...DEFAULT_WAY, is_phone: true }, { viewport: { width, height: 740 } });
  await lan.open("/");
  const room = await lan.page.locator(".hero-slide").evaluateAll((slides) =>
    slides.map((slide) => {
      const [button, picture] = [".button", "picture"].map((part) =>
        slide.querySelector(part)?.getBoundingClientRect(),
      );
      return (picture?.top ?? 0) - (button?.bottom ?? 0);
    }),
  );
  expect(room.length).toBeGreaterThan(0);
  expect(Math.min(...room)).toBeGreaterThanOrEqual(12);
});

it("home is a few screens long", async () => {
  const lan = await shopper(DEFAULT_WAY, { viewport: wide });
  await lan.open("/");
  // Rows below the screen come one after the other.
  await soon(() => lan.page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(3000);
  await lan.page.waitForTimeout(2000);
  expect(await lan.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4400);
});

it("a tab of the best-seller table changes only the table", async () => {
  const lan = await shopper();
  await lan.open("/");
  const table = lan.page.locator("section[aria-labelledby=best-sellers]");
  const first = await table.locator(".product-card-name a").filter({ visible: true }).allTextContents();
  await table.getByText(lan.words.home.newest).click();
  const shown = () => table.locator(".product-card-name a").filter({ visible: true }).allTextContents();
  await soon(async () => (await shown()).filter((name) => first.includes(name)).length).toBe(0);
  expect((await shown()).length).toBeGreaterThan(0);
  const products = await productsSeen(lan);
  expect(new Set(products).size).toBe(products.length);
});

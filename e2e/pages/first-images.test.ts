/** The images on the first screens of a new shop are rendered at the build. decisions/0030-pictures.md */
import { afterAll, beforeAll, expect, it } from "vitest";
import { firstImages } from "../../scripts/first-images.ts";
import { openBrowser } from "../harness/browser.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";

let opened: OpenShop;
beforeAll(async () => {
  opened = await openShop();
});
afterAll(() => opened.close());

it.each([
  ["home", "/"],
  ["a list", "/san-pham/noi-chien-khong-dau"],
  ["a list of every product", "/san-pham"],
  ["a product", "/san-pham/may-massage/may-massage-chan-sorami-ms-f3-suoi-am"],
  ["an article", "/tin-tuc/tu-van-chon-mua/ghe-massage-do-phong-truoc-khi-do-tien"],
])("every image on the first screen of %s on a usual phone is rendered at the build", async (_, path) => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      hasTouch: true,
    });
    await page.goto(opened.url + path, { waitUntil: "networkidle" });
    const shown = await page.evaluate(() =>
      [...document.images]
        .filter((image) => image.checkVisibility() && image.currentSrc.includes("/images/"))
        .filter((image) => {
          const { top, bottom, left, right } = image.getBoundingClientRect();
          return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
        })
        .map((image) => /\/images\/[0-9a-f]+\/(.+)/.exec(image.currentSrc)?.[1] ?? image.currentSrc),
    );
    expect(shown.length).toBeGreaterThan(0);
    const made = new Set(firstImages().map(({ id, width }) => `${width}/${id}`));
    expect(shown.filter((picture) => !made.has(picture))).toEqual([]);
  } finally {
    await browser.close();
  }
});

/** Pages of blocks as they are seen: words beside pictures, and pictures at their own proportions. rules/pages */
import { locales } from "contract/values/locale.ts";
import { describe, expect, it } from "vitest";
import { DEFAULT_WAY, shoppers } from "../harness/shopper.ts";

const shopper = shoppers();
const about = "/gioi-thieu-ve-mutosi";
const care = "/chuyen-dien-gia-dung";

describe.each(locales)("in %s", (locale) => {
  it.each([about, care])("on a tablet the words of %s stand above the picture", async (path) => {
    const lan = await shopper({ ...DEFAULT_WAY, locale }, { viewport: { width: 768, height: 900 } });
    await lan.open(path);
    const words = await lan.page.locator(".page-hero-text").boundingBox();
    const picture = await lan.page.locator(".page-hero picture img").boundingBox();
    expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(picture?.y ?? 0);
  });
});

it.each([320, 768, 1280])("on a screen %s wide no picture has bars beside it or is stretched", async (width) => {
  for (const path of [about, care]) {
    const lan = await shopper(DEFAULT_WAY, { viewport: { width, height: 900 } });
    await lan.open(path);
    const pictures = await lan.page.locator(".beside > img, .picture-row img").evaluateAll((list) =>
      (list as HTMLImageElement[]).map((picture) => {
        const { width, height } = picture.getBoundingClientRect();
        const own = Number(picture.getAttribute("width")) / Number(picture.getAttribute("height"));
        return getComputedStyle(picture).objectFit === "cover" ? 1 : width / height / own;
      }),
    );
    expect(pictures.length).toBeGreaterThan(1);
    for (const proportion of pictures) expect(proportion).toBeCloseTo(1, 1);
  }
});

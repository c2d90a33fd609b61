/** A product's pictures, large. */
import { expect, it } from "vitest";
import { fryer, wake } from "../harness/checkout.ts";
import { DEFAULT_WAY, shoppers, soon } from "../harness/shopper.ts";

const shopper = shoppers();

it.each([
  { width: 1280, height: 860 },
  { width: 360, height: 640 },
])("a picture fits its dialog at $width × $height, and a thumbnail shows another", async (viewport) => {
  const lan = await shopper({ ...DEFAULT_WAY, is_phone: viewport.width < 640 }, { viewport });
  const { page, words } = lan;
  await lan.open(fryer);
  await wake(lan);
  await page.locator(".gallery-slides a").first().click();
  const dialog = page.locator("#zoom");
  const picture = dialog.locator(".zoom img");
  await picture.waitFor();
  const inside = () =>
    dialog.evaluate((box) => {
      const image = box.querySelector(".zoom img")?.getBoundingClientRect();
      const [stage, foot] = [".zoom-stage", ".overlay-foot"].map((part) => box.querySelector(part));
      const isScrolled =
        !stage || stage.scrollHeight > stage.clientHeight + 1 || stage.scrollWidth > stage.clientWidth + 1;
      return !isScrolled && (image?.bottom ?? Infinity) <= (foot?.getBoundingClientRect().top ?? 0) + 1;
    });
  await soon(inside).toBe(true);
  const first = await picture.getAttribute("src");
  await dialog.locator(".zoom-thumbs button").nth(1).click();
  await soon(() => picture.getAttribute("src")).not.toBe(first);
  await dialog.getByRole("button", { name: words.details.zoom_in }).click();
  await dialog.getByRole("button", { name: words.details.zoom_out }).waitFor();
  await page.keyboard.press("Escape");
  await soon(() => page.locator("#zoom[open]").count()).toBe(0);
});

it("a picture clicked before hydration opens in its dialog, not as a file", async () => {
  const lan = await shopper({ ...DEFAULT_WAY, is_phone: true });
  await lan.open(fryer);
  const address = lan.page.url();
  await lan.page.locator(".gallery-slides a").first().click();
  await lan.page.locator("#zoom[open] .zoom img").waitFor();
  expect(new URL(lan.page.url()).pathname).toBe(new URL(address).pathname);
});

/** Two products side by side. Spec §2 compare. */
import { describe, expect, it } from "vitest";
import { fryer, wake } from "./checkout.ts";
import { at_home, comesTo, heading, sees, shoppers, soon, ways } from "./shopper.ts";

const mine = "noi-chien-khong-dau-sorami-af-35-3-5-lit";
const other = "noi-chien-khong-dau-sorami-af-55-5-5-lit-cam-ung";
const shopper = shoppers();

describe.each(ways.slice(1))("a shopper $name", (way) => {
  it("puts a product beside another that he looks up, and sees where they differ", async () => {
    const lan = await shopper(way);
    const { comparison } = lan.words;
    await lan.open(`/so-sanh-san-pham/${mine}`);
    await sees(lan.page, comparison.compare_one);
    await lan.page.getByLabel(comparison.compare_find_label).fill("AF-55");
    await lan.page.getByLabel(comparison.compare_find_label).press("Enter");
    await lan.page.locator("#find li a").first().click();
    await comesTo(lan.page, ({ pathname }) => pathname.endsWith(`/${mine}-vs-${other}`));
    await soon(() => heading(lan.page)).toBe(comparison.compare_count({ count: 2 }));
    expect(await lan.page.locator("table.compare thead th").count()).toBe(3);
    expect(await lan.page.locator("tr.compare-differs").count()).toBeGreaterThan(3);
    const same = lan.page.locator("tr.compare-same").first();
    await same.waitFor();
    await lan.page.getByRole("switch", { name: comparison.only_differences }).check();
    await same.waitFor({ state: "hidden" });
  });
});

it("a product is taken out on a phone by a button beside its picture, not on it", async () => {
  const { page, words, open } = await shopper({ ...at_home, is_phone: true });
  await open(`/so-sanh-san-pham/${mine}-vs-${other}`);
  await sees(page, words.comparison.compare_count({ count: 2 }));
  const boxes = await page
    .locator(".compare-image")
    .evaluateAll((all) =>
      all.map((each) => ["a", "img"].map((part) => each.querySelector(part)?.getBoundingClientRect())),
    );
  expect(boxes).toHaveLength(2);
  for (const [button, picture] of boxes) expect(button?.bottom).toBeLessThanOrEqual(picture?.top ?? 0);
});

describe("a shopper who picks products on their pages", () => {
  it("finds them together, and can send the page to somebody", async () => {
    const lan = await shopper();
    const { catalogue, comparison } = lan.words;
    for (const path of [fryer, `/san-pham/noi-chien-khong-dau/${other}`]) {
      await lan.open(path);
      await lan.page.getByRole("button", { name: catalogue.compare, exact: true }).click();
      await lan.page.getByRole("button", { name: catalogue.compare_added }).waitFor();
    }
    await lan.open("/san-pham/noi-chien-khong-dau");
    await wake(lan);
    await lan.page.getByRole("link", { name: comparison.tray_go }).click();
    await comesTo(lan.page, ({ pathname }) => pathname.includes("-vs-"));
    const bao = await shopper();
    await bao.page.goto(lan.page.url());
    await soon(() => heading(bao.page)).toBe(comparison.compare_count({ count: 2 }));
  });
});

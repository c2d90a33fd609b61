/** Two products side by side. Spec §2 compare. */
import { describe, expect, it } from "vitest";
import { fryer, wake } from "../harness/checkout.ts";
import { comesTo, DEFAULT_WAY, heading, type Shopper, sees, shoppers, soon, ways } from "../harness/shopper.ts";

const mine = "noi-chien-khong-dau-sorami-af-35-3-5-lit";
const other = "noi-chien-khong-dau-sorami-af-55-5-5-lit-cam-ung";
const inox = "noi-chien-inox-sorami-af-15g-7-lit-vo-inox"; // at its full price
const shopper = shoppers();

describe.each(ways.slice(1))("a shopper $name", (way) => {
  it("compares a product with another found by search, and sees the differences", async () => {
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

it("on a phone the button to remove a product is beside its picture, not on it", async () => {
  const { page, words, open } = await shopper({ ...DEFAULT_WAY, is_phone: true });
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

it.each([320, 1280])("buttons of compared products are aligned below the texts: %s", async (width) => {
  const { page, open } = await shopper(DEFAULT_WAY, { viewport: { width, height: 900 } });
  await open(`/so-sanh-san-pham/${mine}-vs-${inox}`);
  const heads = await page.locator(".compare-head").evaluateAll((all) =>
    all.map((each) => {
      const { top = 0, bottom = 0, right = 0 } = each.querySelector(".button")?.getBoundingClientRect() ?? {};
      const beyond = right - each.getBoundingClientRect().right;
      return { top, bottom, beyond, said: each.querySelector(".price")?.getBoundingClientRect().bottom ?? 0 };
    }),
  );
  expect(heads).toHaveLength(2);
  expect(new Set(heads.map(({ bottom }) => Math.round(bottom))).size).toBe(1);
  for (const { top, beyond, said } of heads) {
    expect(top).toBeGreaterThanOrEqual(said);
    expect(beyond).toBeLessThan(0);
  }
});

describe("a shopper who picks products on their pages", () => {
  it("sees the picked products together, at a URL that can be shared", async () => {
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

describe("a shopper who has chosen products from a list", () => {
  const list = "/san-pham/noi-chien-khong-dau";

  async function choose(lan: Shopper, count: number): Promise<void> {
    await lan.open(list);
    await wake(lan);
    const [, after = ""] = lan.words.catalogue.compare_add({ name: "|" }).split("|");
    for (let place = 0; place < count; place++) {
      await lan.page.getByRole("button", { name: after }).nth(place).click();
    }
    await lan.page
      .locator(".tray-slot")
      .nth(count - 1)
      .waitFor();
  }

  it("sees them in the tray on the smallest phone, each with a remove button, without another message", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, is_phone: true }, { viewport: { width: 320, height: 640 } });
    await choose(lan, 4);
    const boxes = await lan.page
      .locator(".tray :is(a, button)")
      .evaluateAll((all) =>
        all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().toJSON()),
      );
    expect(boxes).toHaveLength(6);
    for (const { left, right } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(320);
    }
    expect(lan.toasts).toEqual([]);
    await lan.page.locator(".tray-slot").first().click();
    await soon(() => lan.page.locator(".tray-slot").count()).toBe(3);
    await lan.page.getByRole("button", { name: lan.words.comparison.tray_clear }).click();
    await soon(() => lan.page.locator(".tray").count()).toBe(0);
  });

  it("sees them on the compare page without products in the URL, and none after removing the last one", async () => {
    const lan = await shopper();
    const { comparison } = lan.words;
    await choose(lan, 2);
    await lan.open("/so-sanh-san-pham");
    await comesTo(lan.page, ({ pathname }) => pathname.includes("-vs-"));
    await soon(() => heading(lan.page)).toBe(comparison.compare_count({ count: 2 }));
    for (const left of [1, 0]) {
      await lan.page.locator(".compare-image a").first().click();
      await soon(() => lan.page.locator(".compare-image").count()).toBe(left);
    }
    await sees(lan.page, comparison.compare_empty);
    await lan.open("/so-sanh-san-pham");
    await wake(lan);
    await sees(lan.page, comparison.compare_empty);
    await lan.open(list);
    await wake(lan);
    expect(await lan.page.locator(".tray").count()).toBe(0);
  });
});

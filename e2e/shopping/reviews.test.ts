/** Rating what was bought, asking, and reading what others wrote. rules/reviews */
import { buyer, fine } from "server/reviews/test-reviews.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdScripts, untilActive } from "../harness/browser.ts";
import { giveCookies, memberCookies } from "../harness/member.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";
import { sees, shoppers, ways } from "../harness/shopper.ts";

let opened: OpenShop;
beforeAll(async () => {
  opened = await openShop();
  await buyer(opened.shop, "lan");
});
afterAll(() => opened.close());

const shopper = shoppers(() => opened.url);
const JUICER = 1082;

describe.each(ways)("ratings $name", (way) => {
  it("are written by who received the product, refused at the field when too short, and stand on the product's page", async () => {
    const me = await shopper(way);
    const { page, words, errors } = me;
    await opened.shop.sql.deleteFrom("reviews.comments").execute();
    await giveCookies({ page, url: me.url }, await memberCookies("lan", me.url));
    await me.open("/danh-gia-san-pham");
    await page.getByRole("link", { name: words.reviews.rate }).first().click();
    await page.locator("input[name=stars][value='4']").check();
    await page.locator("#text").fill("ok");
    await page.locator("button[value=send]").click();
    await sees(page.locator(".field-error").first(), errors.min_words({ field: errors.fields.text, length: 5 }));
    expect(await page.locator("#text").inputValue()).toBe("ok");
    await page.locator("#text").fill(fine);
    await page.locator("button[value=send]").click();
    await sees(page.locator(`.review-text`), fine);
    await me.open(`/san-pham/may-ep-cham/${JUICER}`);
    await sees(page.locator("main"), fine);
    await page.getByRole("link", { name: words.reviews.see_all({ count: "1" }) }).click();
    await sees(page.locator("h1"), words.reviews.of({ name: "" }).trim().slice(0, 5));
    await sees(page.locator(".review-text"), fine);
  });
});

it("a text typed over the refused one while the scripts are on their way stays", async () => {
  const me = await shopper();
  const { page } = me;
  await opened.shop.sql.deleteFrom("reviews.comments").execute();
  await giveCookies({ page, url: me.url }, await memberCookies("lan", me.url));
  const scripts = await holdScripts(page);
  await me.open(`/danh-gia-san-pham/danh-gia/${JUICER}`);
  await page.locator("#text").fill("ok");
  await page.locator("button[value=send]").click();
  await sees(page.locator(".field-error").first(), me.errors.min_words({ field: me.errors.fields.text, length: 5 }));
  await page.locator("#text").fill(fine);
  await scripts.letGo();
  await untilActive(page);
  expect(await page.locator("#text").inputValue()).toBe(fine);
});

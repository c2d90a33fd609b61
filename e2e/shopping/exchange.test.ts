/** Gifts for points: chosen, exchanged, seen. rules/loyalty#exchange-shop */

import type { DemoAccountKey } from "server/testing/test-shop.ts";
import { describe, expect, it } from "vitest";
import { wake } from "../harness/checkout.ts";
import { giveCookies, memberCookies } from "../harness/member.ts";
import { DEFAULT_WAY, type Shopper, sees, shoppers, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();

async function signedIn(who: DemoAccountKey, way: Parameters<typeof shopper>[0]): Promise<Shopper> {
  const me = await shopper(way);
  await giveCookies({ page: me.page, url: me.url }, await memberCookies(who, me.url));
  return me;
}

const place = ({ page }: Shopper) => page.locator("aside button[name=intent][value=place]");
const voucher = ({ page }: Shopper) => page.locator(".reward").filter({ hasText: "50,000 đ" }).first();

describe.each(ways)("a voucher $name", (way) => {
  it("is put into the gift cart, counted there, exchanged, and its code is seen at once", async () => {
    const me = await signedIn("lan", way);
    const { page, words } = me;
    await me.open("/doi-diem-nhan-qua?qua=voucher");
    await voucher(me).locator("button").click();
    await sees(page.locator("h1"), words.exchange.cart);
    await sees(page.locator("aside"), words.exchange.points({ points: "50" }));
    await place(me).click();
    await sees(page.locator(".reward-code").first(), "");
    await soon(() => page.locator(".reward-code").count()).toBe(1);
    expect(page.url()).toContain("/doi-diem-nhan-qua/don-hang/");
    await me.open("/doi-diem-nhan-qua/gio-hang");
    await sees(page, words.exchange.empty);
  });

  it("can be taken out again", async () => {
    const me = await signedIn("lan", way);
    const { page, words } = me;
    await me.open("/doi-diem-nhan-qua?qua=voucher");
    await voucher(me).locator("button").click();
    await sees(page.locator("h1"), words.exchange.cart);
    await page
      .getByRole("button", { name: /50,000/ })
      .last()
      .click();
    await sees(page, words.exchange.empty);
  });
});

describe.each(ways)("a gift that is sent, $name", (way) => {
  it("goes to another address of the book: each choice asks once, and the page rests", async () => {
    const me = await signedIn("lan", way);
    const { page, words } = me;
    await me.open("/doi-diem-nhan-qua?qua=low");
    await page.locator(".reward").filter({ hasText: "TH-T4" }).locator("button").click();
    await sees(page.locator("h1"), words.exchange.cart);
    await wake(me);
    const asked: string[] = [];
    page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
    const street = page.locator("[id='address.street']");
    for (let choices = 1; choices <= 2; choices++) {
      const before = await street.inputValue();
      await page.locator("label.radio-card:has(input[name=address_id]:not(:checked, [value=new]))").first().click();
      if (!way.scripts) await page.getByRole("button", { name: words.cart.use_address }).click();
      await soon(() => street.inputValue()).not.toBe(before);
      expect(asked).toHaveLength(choices);
    }
    await page.getByRole("button", { name: /TH-T4/ }).last().click();
    await sees(page, words.exchange.empty);
    expect(asked).toHaveLength(3);
  });
});

describe("a gift", () => {
  it("says how many points are missing, and cannot be chosen", async () => {
    const me = await signedIn("john", { ...DEFAULT_WAY, scripts: false });
    await me.open("/doi-diem-nhan-qua?qua=voucher");
    await sees(voucher(me), me.words.exchange.short({ points: "30" }));
    expect(await voucher(me).locator("button").isDisabled()).toBe(true);
  });

  it("that is sent shows its fee apart from its points, and is ordered to the address of the book", async () => {
    const me = await signedIn("lan", { ...DEFAULT_WAY, scripts: false });
    const { page, words } = me;
    await me.open("/doi-diem-nhan-qua?qua=low");
    await page.locator(".reward").filter({ hasText: "TH-T4" }).locator("button").click();
    await sees(page.locator("aside"), words.exchange.points({ points: "250" }));
    await page.locator("input[name=payment_method][value=cod]").check();
    await place(me).click();
    await soon(() => page.url()).toContain("/thanh-toan/trang-thai");
    await me.open("/doi-diem-nhan-qua/don-hang");
    await sees(page.locator(".point-entry").first(), "TH-T4");
    await page.locator(".point-entry a").first().click();
    await sees(page.locator("h1"), words.exchange.orders.slice(0, 8));
    await sees(page, words.exchange.point_rows.held);
  });
});

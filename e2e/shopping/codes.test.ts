/** Codes in the order form, from the field to the order, and the wallet. rules/promotions#codes */
import { formatDong } from "contract/values/money.ts";
import { describe, expect, it } from "vitest";
import {
  fillAddress,
  fillReceiver,
  haveInCart,
  LAN_LIVES,
  order,
  orderButton,
  pay,
  wake,
} from "../harness/checkout.ts";
import { giveCookies, memberCookies } from "../harness/member.ts";
import { dong, type Shopper, sees, shoppers, shownText, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();
/** 2,490,000 đ, one of many. */
const JUICER = "/san-pham/may-ep-cham/may-ep-cham-sorami-ju-75-mieng-75-mm";

/** 3,080,000 đ together: a pan comes with 3,000,000 đ of what is for the kitchen. */
const FOR_A_GIFT = [JUICER, "/san-pham/noi-com-dien/noi-com-dien-mini-sorami-rc-06-0-6-lit"];
/** Whatever else the page asks for after an answer has come by then. */
const ANSWERED_BY_NOW_MS = 1500;

/** Of the two sums, exact and in cash, only one is shown. */
const total = async ({ page }: Shopper) => dong(await shownText(page.locator(".price-total").first()));

async function leaveInField({ page, words }: Shopper, code: string): Promise<void> {
  const field = page.locator("#code");
  if (!(await field.isVisible())) await page.locator("summary", { hasText: words.codes.field }).click();
  await field.fill(code);
}

async function type(lan: Shopper, code: string): Promise<void> {
  const { page, words } = lan;
  await leaveInField(lan, code);
  await page.getByRole("button", { name: words.codes.apply, exact: true }).click();
}

describe.each(ways)("codes $name", (way) => {
  it("are typed, refused at the field, applied, removed and ordered with, and nothing typed is lost", async () => {
    const lan = await shopper(way);
    const { page, words, errors } = lan;
    await haveInCart(lan, JUICER);
    await wake(lan);
    await page.locator("#full_name").fill(LAN_LIVES.full_name);
    const before = await total(lan);

    await type(lan, "KHONGCOMA");
    await sees(page, errors.code_unknown);
    expect(await page.locator("#code").inputValue()).toBe("KHONGCOMA");
    expect(await page.locator("#full_name").inputValue()).toBe(LAN_LIVES.full_name);

    await type(lan, " nha-vui ");
    await sees(page.locator(".code-slots"), "NHAVUI");
    const off = Math.round(before * 0.03);
    await soon(() => total(lan)).toBe(before - off);
    await sees(page.locator(".key-values"), words.codes.rows.promo_code({ code: "NHAVUI" }));
    expect(await page.locator("#full_name").inputValue()).toBe(LAN_LIVES.full_name);

    await type(lan, "nhà-vui ");
    await sees(page, words.codes.already({ code: "NHAVUI" }));
    expect(await page.locator("#code").inputValue()).toBe("");

    await page
      .getByRole("button", { name: words.codes.remove_named({ code: "NHAVUI" }) })
      .first()
      .click();
    await soon(() => total(lan)).toBe(before);

    await type(lan, "NHAVUI");
    await soon(() => total(lan)).toBe(before - off);
    await fillReceiver(lan, { ...LAN_LIVES, phone: phoneOf(way.name) });
    await fillAddress(lan);
    await pay(lan, "bank_transfer");
    const due = await total(lan);
    await order(lan);
    await lan.page.reload();
    await sees(page, formatDong(due));
  });
});

/** Another person in each way: a code may be used once by a phone. */
const phoneOf = (name: string) => `05900020${String(10 + ways.findIndex((way) => way.name === name))}`;

describe.each(ways)("a code that waits in its field when the order is sent $name", (way) => {
  it("that is refused stops the order, named like any other field, until it is taken out", async () => {
    const lan = await shopper(way);
    const { page, words, errors } = lan;
    await haveInCart(lan, JUICER);
    await wake(lan);
    await fillReceiver(lan, { ...LAN_LIVES, phone: phoneOf(way.name) });
    await fillAddress(lan);
    await pay(lan, "bank_transfer");
    await leaveInField(lan, "KHONGCOMA");
    await orderButton(lan).click();
    await sees(page.locator(".error-summary, [role=alert]").first(), words.codes.field);
    await sees(page, errors.code_unknown);
    await page.waitForTimeout(ANSWERED_BY_NOW_MS);
    expect(await page.locator("#code-error").textContent()).toContain(errors.code_unknown);
    expect(await page.locator("#code").inputValue()).toBe("KHONGCOMA");
    await page.locator("#code").fill("");
    await order(lan);
  });

  it("that is valid is applied first, and the new total has to be seen before the order", async () => {
    const lan = await shopper(way);
    const { page, words } = lan;
    await haveInCart(lan, JUICER);
    await wake(lan);
    const before = await total(lan);
    await leaveInField(lan, "NHAVUI");
    await orderButton(lan).click();
    await sees(page.locator(".code-slots"), "NHAVUI");
    await sees(page, words.cart.price_changed_title);
    await page.waitForTimeout(ANSWERED_BY_NOW_MS);
    expect(await page.getByText(words.cart.price_changed_title).count()).toBe(1);
    await soon(() => total(lan)).toBe(before - Math.round(before * 0.03));
    expect(page.url()).toContain("gio-hang");
  });
});

describe.each(ways)("a code that costs a gift $name", (way) => {
  it("takes the gift out of the lines too, and gives it back without the code", async () => {
    const lan = await shopper(way);
    for (const product of FOR_A_GIFT) await haveInCart(lan, product);
    await wake(lan);
    const gift = lan.page.locator(".lines > li", { hasText: lan.words.cart.gift });
    await soon(() => gift.count()).toBe(1);
    await type(lan, "NHAVUI");
    await sees(lan.page.locator(".code-slots"), "NHAVUI");
    await soon(() => gift.count()).toBe(0);
    await lan.page
      .getByRole("button", { name: lan.words.codes.remove_named({ code: "NHAVUI" }) })
      .first()
      .click();
    await soon(() => gift.count()).toBe(1);
  });
});

describe.each(ways)("the wallet $name", (way) => {
  it("shows what can be used, what is over, and takes a code into the cart", async () => {
    const lan = await shopper(way);
    const { page, words } = lan;
    await giveCookies({ page, url: lan.url }, await memberCookies("sato", lan.url));
    await haveInCart(lan, JUICER);
    await lan.open("/tai-khoan/ma-giam-gia");
    await sees(page, words.codes.wallet_title);
    await sees(page.locator(".tickets"), "CHAOBAN");
    await wake(lan);
    await page.getByRole("link", { name: words.codes.groups.expired }).click();
    await sees(page.locator(".tickets"), "HETHAN");
    await page.getByRole("link", { name: words.codes.groups.usable }).click();
    await page.getByRole("button", { name: words.codes.use_named({ code: "CHAOBAN" }) }).click();
    await sees(page.locator(".code-slots"), "CHAOBAN");
    // The cart is the account's, and the next to come has the same.
    await page
      .getByRole("button", { name: words.codes.remove_named({ code: "CHAOBAN" }) })
      .first()
      .click();
    await soon(() => page.locator(".code-slots", { hasText: "CHAOBAN" }).count()).toBe(0);
  });
});

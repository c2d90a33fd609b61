/** Gift cards in the order form, in the account, and bought. rules/loyalty#gift-cards */
import { describe, expect, it } from "vitest";
import { haveInCart, orderButton, wake } from "../harness/checkout.ts";
import { giveCookies, memberCookies } from "../harness/member.ts";
import { DEFAULT_WAY, dong, type Shopper, sees, shoppers, shownText, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();
/** 2,490,000 đ, one of many. */
const JUICER = "/san-pham/may-ep-cham/may-ep-cham-sorami-ju-75-mieng-75-mm";
/** Of the demo: 620,000 đ of 1,000,000 đ are left, and nobody keeps it. */
const PART_USED = "dalp-ha96-x7bl-d96j";

const total = async ({ page }: Shopper) => dong(await shownText(page.locator(".price-total").first()));
const field = ({ page }: Shopper) => page.locator("input[name=card_code]");

async function use(me: Shopper, code: string): Promise<void> {
  if (!(await field(me).isVisible())) await me.page.locator(".cards-entry summary").click();
  await field(me).fill(code);
  await me.page.locator("button[name=apply_card]").click();
}

describe.each(ways)("a gift card $name", (way) => {
  it("is refused at its field where it is unknown, pays last, is taken out again, and nothing typed is lost", async () => {
    const me = await shopper(way);
    const { page, words } = me;
    await haveInCart(me, JUICER);
    await wake(me);
    await page.locator("#note").fill("Gọi trước");
    const before = await total(me);

    await use(me, "2222-2222-2222-2222");
    await sees(page.locator(".cards-entry .field-error"), me.errors.gift_card_unknown);
    expect(await total(me)).toBe(before);

    await use(me, PART_USED);
    await soon(() => total(me)).toBe(before - 620_000);
    await sees(page.locator(".cards-entry"), words.cards.card({ card: "D96J" }));
    await sees(page.locator(".key-values"), words.cart.means.gift_card());
    expect(await page.locator("#note").inputValue()).toBe("Gọi trước");

    await page.locator("button[name=drop_card]").click();
    await soon(() => total(me)).toBe(before);
  });
});

describe("a gift card", () => {
  it("that waits in its field when the order is sent is used first", async () => {
    const me = await shopper({ ...DEFAULT_WAY, scripts: false });
    await haveInCart(me, JUICER);
    const before = await total(me);
    await me.page.locator(".cards-entry summary").click();
    await field(me).fill(PART_USED);
    await orderButton(me).click();
    await soon(() => total(me)).toBe(before - 620_000);
    expect(me.page.url()).toContain("gio-hang");
  });

  it("that is kept stands in the account, and is unknown to others", async () => {
    const me = await shopper();
    await giveCookies({ page: me.page, url: me.url }, await memberCookies("lan", me.url));
    await me.open("/tai-khoan");
    await sees(me.page.locator("[aria-labelledby=gift-cards]"), me.words.gifting.card({ card: "UJ6U" }));
    const other = await shopper({ ...DEFAULT_WAY, scripts: false });
    await other.open("/the-qua-tang");
    await other.page.locator("input[name=code]").fill("SHBHGZLN6E68UJ6U");
    await other.page.getByRole("button", { name: other.words.gifting.see_balance, exact: true }).click();
    await sees(other.page.locator(".field-error"), other.errors.gift_card_unknown);
    await other.page.locator("input[name=code]").fill(PART_USED);
    await other.page.getByRole("button", { name: other.words.gifting.see_balance, exact: true }).click();
    await sees(other.page.locator("[role=status]"), "D96J");
  });

  it("is bought by transfer, with a value and an e-mail address, and its order asks for no delivery", async () => {
    const me = await shopper({ ...DEFAULT_WAY, scripts: false });
    const { page } = me;
    await me.open("/the-qua-tang");
    expect(await page.locator("input[value=cod]").count()).toBe(0);
    await page.locator("input[value=GC-500]").check();
    await page.locator("#buy input[name=full_name]").fill("Tạ Mai Lan");
    await page.locator("#buy input[name=phone]").fill("059 000 0011");
    await page.locator("input[value=bank_transfer]").check();
    await page.locator("#buy input[name=email]").fill("tang@mutosi.example");
    await page.getByRole("button", { name: me.words.gifting.buy, exact: true }).click();
    await soon(() => page.url()).toContain("trang-thai");
    await sees(page.locator("main"), "500,000");
  });
});

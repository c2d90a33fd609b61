/** Points in the order form and in the account. rules/loyalty#spending */
import { describe, expect, it } from "vitest";
import { haveInCart, orderButton, wake } from "../harness/checkout.ts";
import { giveCookies, memberCookies } from "../harness/member.ts";
import { DEFAULT_WAY, dong, type Shopper, sees, shoppers, shownText, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();
/** 2,490,000 đ, one of many. */
const JUICER = "/san-pham/may-ep-cham/may-ep-cham-sorami-ju-75-mieng-75-mm";

const total = async ({ page }: Shopper) => dong(await shownText(page.locator(".price-total").first()));
const field = ({ page }: Shopper) => page.locator("input[name=points]");

async function tuan(way: Parameters<typeof shopper>[0]): Promise<Shopper> {
  const me = await shopper(way);
  await giveCookies({ page: me.page, url: me.url }, await memberCookies("tuan", me.url));
  return me;
}

async function use(me: Shopper, points: string): Promise<void> {
  await field(me).fill(points);
  await me.page.locator("button[name=apply_points]").click();
}

describe.each(ways)("points $name", (way) => {
  it("are refused at the field with the nearest, used, taken out again, and nothing typed is lost", async () => {
    const me = await tuan(way);
    const { page, words } = me;
    await haveInCart(me, JUICER);
    await wake(me);
    if ((await page.locator("button[name=drop_points]").count()) > 0)
      await page.locator("button[name=drop_points]").click();
    await soon(() => page.locator("button[name=drop_points]").count()).toBe(0);
    await page.locator("#note").fill("Gọi trước");
    const before = await total(me);

    await use(me, "645");
    await sees(page.locator(".points-entry .field-error"), "310");
    expect(await field(me).inputValue()).toBe("645");
    expect(await total(me)).toBe(before);

    await use(me, "200");
    await soon(() => total(me)).toBe(before - 200_000);
    await sees(page.locator(".key-values"), words.cart.means.points_amount({ points: 200 }));
    expect(await page.locator("#note").inputValue()).toBe("Gọi trước");

    await page.locator("button[name=drop_points]").click();
    await soon(() => total(me)).toBe(before);
  });
});

describe("points", () => {
  it("that wait in their field when the order is sent are used first", async () => {
    const me = await tuan({ ...DEFAULT_WAY, scripts: false });
    await haveInCart(me, JUICER);
    const before = await total(me);
    await field(me).fill("100");
    await orderButton(me).click();
    await soon(() => total(me)).toBe(before - 100_000);
    expect(me.page.url()).toContain("gio-hang");
    await me.page.locator("button[name=drop_points]").click();
    await soon(() => total(me)).toBe(before);
  });

  it("of a visitor are not spoken of", async () => {
    const me = await shopper(DEFAULT_WAY);
    await haveInCart(me, JUICER);
    expect(await me.page.locator(".points-entry").count()).toBe(0);
  });
});

describe.each(ways)("the account $name", (way) => {
  it("shows balance, rank and history, filtered by kind", async () => {
    const me = await shopper(way);
    const { page, words } = me;
    await giveCookies({ page, url: me.url }, await memberCookies("sato", me.url));
    await me.open("/doi-diem-nhan-qua");
    await sees(page.locator(".points-card"), "120");
    await sees(page.locator(".points-card"), words.loyalty.rank({ rank: words.loyalty.ranks.silver }));
    await page.getByRole("link", { name: words.loyalty.see_all }).click();
    await sees(page.locator("h1"), words.loyalty.history);
    await sees(page.locator(".point-entry"), "+120");
    await page.getByRole("link", { name: words.loyalty.groups.spent }).click();
    await sees(page, words.loyalty.empty.spent);
  });
});

/** URLs: one spelling, pages of lists, text typed into them; and the 404 pages. Spec §2, §8. */
import { locales, localisedPath } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { describe, expect, it } from "vitest";
import { isActive, phone, untilActive } from "../harness/browser.ts";
import { fillAddress, fillReceiver, LAN_LIVES, order, pay, putIntoCart, wake } from "../harness/checkout.ts";
import { giveCookies, headerOf, memberCookies } from "../harness/member.ts";
import { comesTo, heading, shoppers, soon, WIDE_WITHOUT_SCRIPTS } from "../harness/shopper.ts";
import { runShop } from "../run-shop.ts";

const { url } = runShop();
const shopper = shoppers();
const ON_A_PHONE = { name: "on a phone", locale: "vi", scripts: true, is_phone: true } as const;

async function get(path: string, cookie = ""): Promise<{ status: number; to: string | null; html: string }> {
  const answer = await fetch(url + path, { redirect: "manual", headers: { cookie } });
  return { status: answer.status, to: answer.headers.get("location"), html: await answer.text() };
}

describe("a URL", () => {
  it.each([
    ["/Tin-Tuc?page=2", "/tin-tuc?page=2"],
    ["/%73an-pham", "/san-pham"],
    ["/EN/SAN-PHAM/noi-com-dien", "/en/san-pham/noi-com-dien"],
    ["/tim-kiem?name=%00", "/tim-kiem?name="],
    ["/faq?q=b%00p", "/faq?q=bp"],
  ])("%s redirects to %s", async (asked, to) => expect(await get(asked)).toMatchObject({ status: 301, to }));

  it("a list with an unreadable page number shows page one; beyond the end it is 404", async () => {
    const cookie = headerOf(await memberCookies());
    const lists = ["/tin-tuc", "/diem-ban", "/san-pham", "/tim-kiem?name=noi"];
    const own = ["/tai-khoan/quan-ly-don-hang", "/tai-khoan/quan-ly-thong-bao", "/tai-khoan/san-pham-yeu-thich"];
    for (const list of [...lists, ...own]) {
      const page = (text: string) => get(`${list}${list.includes("?") ? "&" : "?"}page=${text}`, cookie);
      for (const text of ["0", "abc", "-1", "1.5", "1"])
        expect([list, text, (await page(text)).status]).toEqual([list, text, 200]);
      expect([list, (await page("999")).status]).toEqual([list, 404]);
    }
    for (const path of [
      "/diem-ban?city_code=xx",
      "/diem-ban?city_code=99&type=zz",
      "/tai-khoan/quan-ly-don-hang?status=zz",
    ])
      expect([path, (await get(path, cookie)).status]).toEqual([path, 200]);
  });

  it("a 404 page names what was not found, in three languages", async () => {
    const cookie = headerOf(await memberCookies());
    for (const locale of locales) {
      const { common } = messagesOf(locale);
      const of = async (path: string) => {
        const { status, html } = await get(localisedPath(path, locale), cookie);
        return [status, /<h1[^>]*>([^<]*)</.exec(html)?.[1]];
      };
      expect(await of("/khong/co/o/day")).toEqual([404, common.thisPageCouldNotBeFound]);
      expect(await of("/san-pham/noi-com-dien/khong-con")).toEqual([404, common.thisPageWasNotFound]);
      for (const code of ["undefined", "23456789AB"])
        expect(await of(`/tai-khoan/quan-ly-don-hang/${code}`)).toEqual([404, common.order_not_found]);
    }
  });
});

it("a 404 page does not change when it hydrates, and its search requires text", async () => {
  const them = await shopper(ON_A_PHONE);
  const { page, words } = them;
  await them.open("/Khong-Co");
  const button = page.locator(".not-found").getByRole("button", { name: words.common.search_submit });
  const looks = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const waiting = await looks();
  await wake(them);
  expect(await page.locator("main").count()).toBe(1);
  await soon(() => button.isDisabled()).toBe(true);
  expect(await looks()).toBe(waiting);
  await page.locator(".not-found input").fill("  ");
  await soon(() => button.isDisabled()).toBe(true);
  await page.locator(".not-found input").fill("noi");
  await soon(() => button.isDisabled()).toBe(false);
});

it("a long word without blanks fits a small screen everywhere, and is truncated in headings", async () => {
  const them = await shopper(ON_A_PHONE, { viewport: { width: 320, height: 700 } });
  await giveCookies(them, await memberCookies());
  const word = "x".repeat(100);
  for (const path of [
    `/tim-kiem?name=${word}`,
    `/faq?q=${word.slice(0, 80)}`,
    `/so-sanh-san-pham?find=${word}`,
    `/tai-khoan/quan-ly-don-hang?search=${word.slice(0, 60)}`,
  ]) {
    await them.open(path);
    const [wide, room] = await them.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    const widest = await them.page.evaluate(() => {
      const over = [...document.querySelectorAll("main *")].filter(
        (each) =>
          each.getBoundingClientRect().right > window.innerWidth + 1 && !each.closest(".rail-list, .table-scroll, nav"),
      );
      return over.map(({ tagName, className }) => `${tagName}.${className}`);
    });
    expect({ path, wide, widest }).toEqual({ path, wide: room, widest: [] });
    const said = await them.page.locator("main :is(h1, h2, p)").allTextContents();
    expect([path, said.filter((text) => text.includes("x".repeat(61)))]).toEqual([path, []]);
  }
});

it("after a link of the menu Back and Forward lead from page to page", async () => {
  const them = await shopper(ON_A_PHONE, { viewport: phone });
  const { page, words } = them;
  await them.open("/faq");
  await wake(them);
  await page.getByRole("button", { name: words.common.open_menu }).first().click();
  await page.locator("dialog[open] a[href='/diem-ban']").first().click();
  await comesTo(page, ({ pathname }) => pathname === "/diem-ban");
  await soon(() => heading(page)).toMatch(/^\d+ điểm bán tại \d+ tỉnh/);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (let round = 0; round < 2; round++) {
    asked.length = 0;
    await page.goBack();
    await comesTo(page, ({ pathname }) => pathname === "/faq");
    await soon(() => heading(page)).toBe(words.content.faq_title);
    expect(asked.filter((path) => path.endsWith(".data"))).toEqual(["/faq.data"]);
    // The entry of the menu, which has the same URL, is stepped over.
    await soon(() => page.evaluate(() => history.state?.overlay ?? null)).toBeNull();
    await page.goForward();
    await comesTo(page, ({ pathname }) => pathname === "/diem-ban");
    await soon(() => heading(page)).toMatch(/^\d+ điểm bán tại \d+ tỉnh/);
  }
  expect(await isActive(page)).toBe(true);
  await untilActive(page);
});

it("Back closes the open menu and sends no request", async () => {
  const them = await shopper(ON_A_PHONE, { viewport: phone });
  const { page, words } = them;
  await them.open("/faq");
  await wake(them);
  const asked: string[] = [];
  for (let round = 0; round < 2; round++) {
    await page.getByRole("button", { name: words.common.open_menu }).first().click();
    await soon(() => page.evaluate(() => history.state?.overlay ?? null)).toBe("phone-menu");
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goBack();
    await soon(() => page.locator("dialog[open]").count()).toBe(0);
    expect(await page.evaluate(() => history.state?.overlay ?? null)).toBeNull();
  }
  expect(asked.filter((path) => path.endsWith(".data"))).toEqual([]);
  expect(new URL(page.url()).pathname).toBe("/faq");
});

it("a reload with the menu open closes it, and one step back leads to the page before", async () => {
  const them = await shopper(ON_A_PHONE, { viewport: phone });
  const { page, words } = them;
  await them.open("/diem-ban");
  await them.open("/faq");
  await wake(them);
  await page.getByRole("button", { name: words.common.open_menu }).first().click();
  await soon(() => page.evaluate(() => history.state?.overlay ?? null)).toBe("phone-menu");
  await page.reload();
  await wake(them);
  await soon(() => page.evaluate(() => history.state?.overlay ?? null)).toBeNull();
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await page.goBack();
  await comesTo(page, ({ pathname }) => pathname === "/diem-ban");
});

it("after a link of the menu that loads a document, Back and Forward skip the menu's history entry", async () => {
  const them = await shopper(ON_A_PHONE, { viewport: phone });
  const { page, words } = them;
  await them.open("/faq");
  await wake(them);
  await page.getByRole("button", { name: words.common.open_menu }).first().click();
  await soon(() => page.evaluate(() => history.state?.overlay ?? null)).toBe("phone-menu");
  // As when the files of the next page cannot be loaded: the link leads to a document.
  await them.open("/diem-ban");
  await page.goBack();
  await wake(them);
  await soon(() => page.evaluate(() => history.state?.overlay ?? null)).toBeNull();
  await page.goForward();
  await comesTo(page, ({ pathname }) => pathname === "/diem-ban");
  await wake(them);
  await page.goBack();
  await comesTo(page, ({ pathname }) => pathname === "/faq");
  await soon(() => heading(page)).toBe(words.content.faq_title);
});

it("without scripts the transfer page refreshes by itself and shows the deadline instead of a countdown", async () => {
  const them = await shopper(WIDE_WITHOUT_SCRIPTS);
  const { page } = them;
  await putIntoCart(them);
  await fillReceiver(them, LAN_LIVES);
  await fillAddress(them);
  await pay(them, "bank_transfer");
  await order(them);
  expect(await page.locator("[role=timer]").isVisible()).toBe(false);
  expect(await page.locator(".qr-side .without-script").textContent()).toMatch(/\d\d:\d\d/);
  await page.waitForRequest((request) => request.isNavigationRequest() && request.url() === page.url());
});

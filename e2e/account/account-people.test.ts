/** A customer's notifications, profile, favourites and personal data. rules/identity, rules/notifications, rules/privacy */
import { groupedCode } from "contract/values/public-code.ts";
import type { Page, Route } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { wake } from "../harness/checkout.ts";
import { codeFor, DEMO_PASSWORD, signIn } from "../harness/member.ts";
import { shopkeeper } from "../harness/shopkeeper.ts";
import { comesTo, heading, hears, type Shopper, sees, shoppers, soon, type Way, ways } from "../harness/shopper.ts";

const shopper = shoppers();
/** Each way has an account of its own, so that runs do not disturb each other. */
const people = ["minh", "hoa", "tuan", "john"] as const;
const list = "/san-pham/noi-com-dien";
const NEWS_PAGE = "/tai-khoan/quan-ly-thong-bao";

function personOf(way: Way): (typeof people)[number] {
  return people[ways.indexOf(way)] ?? "minh";
}

async function member(way: Way, images = false): Promise<Shopper> {
  const someone = await shopper(way, { images });
  await signIn(someone, personOf(way));
  return someone;
}

async function place({ page, url }: Shopper, note: string): Promise<string> {
  const answer = await page.context().request.post(`${url}/v1/shop/order`, {
    data: {
      items: [{ product_id: 1060, quantity: 1 }],
      ...{ full_name: "Tạ Mai Lan", phone: "0590000011", shipping_method: "GHN", payment_method: "cod", note },
      address: { city_code: "01", ward_code: "00229", street: "Số 12 ngõ 6 phố Sen Hồng" },
    },
  });
  return ((await answer.json()) as { data: { order_code: string } }).data.order_code;
}

const nothing = {
  order: "",
  amount: "",
  points: "",
  is_less: false,
  why: "",
  name: "",
  ticket: "",
  visit: "",
  day: "",
};

/** How long ago, in each language. */
const ago = /trước|vừa xong|ago|just now|前|たった今/;

const click = ({ page }: Shopper, name: string | RegExp) => page.getByRole("button", { name }).first().click();

describe.each(ways)("a customer $name", (way) => {
  it("is notified of an order, opens what is unread, and marks the rest", async () => {
    const me = await member(way);
    const { notifications: words, purchases } = me.words;
    const code = groupedCode(await place(me, way.name));
    await shopkeeper("orders", "approve", code.replaceAll("-", ""));
    await me.open(NEWS_PAGE);
    await wake(me);
    await sees(me.page, words.today);
    await sees(me.page, words.kinds.order_confirmed.body({ ...nothing, order: code }));
    await sees(me.page.locator("button.notice", { hasText: code }).locator("time").first(), ago);
    await me.page.locator("button.notice", { hasText: code }).first().click();
    await soon(() => heading(me.page)).toBe(purchases.order_title({ code }));
    await sees(me.page.locator("main li time").first(), ago);
    await me.open(NEWS_PAGE);
    await wake(me);
    await click(me, words.mark_all);
    await hears(me, words.marked_all);
    await me.open(`${NEWS_PAGE}?unread=1`);
    await sees(me.page, words.empty_unread_title);

    await me.page.locator("input[value=orders-email]").setChecked(true, { force: true });
    await click(me, words.save);
    await hears(me, words.saved);
    await me.open(NEWS_PAGE);
    expect(await me.page.locator("input[value=orders-email]").isChecked()).toBe(true);
    expect(await me.page.locator("input[value=account-email]").isChecked()).toBe(false);
  });

  it("edits the profile, and sees what is refused", async () => {
    const me = await member(way);
    const { profile: words } = me.words;
    const { page } = me;
    await me.open("/tai-khoan/thong-tin-tai-khoan");
    await wake(me);
    await page.locator("#full_name").fill("Minh");
    await page.locator("#nickname").fill(way.name.slice(0, 30));
    await page.locator("#birthday_day").selectOption("31");
    await page.locator("#birthday_month").selectOption("2");
    await page.locator("#birthday_year").selectOption("1990");
    await click(me, words.save);
    await sees(page.locator("#full_name-error"), me.errors.name_invalid({ field: me.errors.fields.full_name }));
    await sees(page.locator("#birthday"), me.errors.date_invalid);
    expect(await page.locator("#nickname").inputValue()).toBe(way.name.slice(0, 30));
    await page.locator("#full_name").fill("Trần Quang Minh");
    await page.locator("#birthday_day").selectOption("28");
    await page.locator("#nationality").selectOption("JP");
    await click(me, words.save);
    await hears(me, words.saved);
    await me.open("/tai-khoan/thong-tin-tai-khoan");
    expect(await page.locator("#birthday_month").inputValue()).toBe("2");
    expect(await page.locator("#nationality").inputValue()).toBe("JP");
    await sees(page.locator(".member-card"), /Trần Quang Minh/);

    await wake(me);
    await page.locator("#bank").selectOption("VCB");
    await page.locator("#account_number").fill("0011 000 222");
    await page.locator("#account_name").fill("TRAN QUANG MINH");
    await page
      .locator("form", { has: page.locator("#bank") })
      .getByRole("button")
      .click();
    await sees(page.locator("#account_number-error"), me.errors.account_number_invalid);
    await page.locator("#account_number").fill("0011000222");
    await page
      .locator("form", { has: page.locator("#bank") })
      .getByRole("button")
      .click();
    await hears(me, words.bank_saved);
  });

  it("uploads a picture, and a file that is no picture is refused", async () => {
    const me = await member(way, true);
    const { profile: words } = me.words;
    const { page } = me;
    await me.open("/tai-khoan/thong-tin-tai-khoan");
    await wake(me);
    const sent = async (name: string, buffer: Buffer) => {
      const send = page.getByRole("button", { name: words.send_picture });
      expect(await send.count()).toBe(0); // nothing to send yet
      await page.locator("input[name=avatar]").setInputFiles({ name, mimeType: "image/png", buffer });
      await click(me, words.send_picture);
    };
    await sent("me.png", Buffer.from("not a picture"));
    await sees(page, words.picture_problems.avatar_unreadable);
    await wake(me);
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: "#0a6" } });
    await sent("me.png", await picture.png().toBuffer());
    await sees(page, words.picture_saved);
    const shown = page.locator(".avatar img");
    await soon(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
    await click(me, words.remove_picture);
    await sees(page, words.picture_removed);
  });

  it("keeps the favourites added before signing in", async () => {
    const me = await shopper(way);
    const { catalogue, favourites } = me.words;
    const { page } = me;
    await me.open(list);
    await wake(me);
    const card = page.locator("article.product-card").nth(1);
    const name = (await card.locator(".product-card-name").textContent()) ?? "";
    const favourite = page.getByRole("button", { name: catalogue.favourite_label({ name }) });
    if (way.scripts) {
      // The button itself shows the result: there is no message.
      const browserStorage = page.waitForResponse((response) => response.url().endsWith("/v1/product-favorite"));
      await favourite.click();
      expect((await browserStorage).ok()).toBe(true);
      await soon(() => favourite.getAttribute("aria-pressed")).toBe("true");
      expect(me.toasts).toEqual([]);
    } else {
      await favourite.click();
      await hears(me, catalogue.favourite_added({ name }));
      expect(new URL(page.url()).pathname).toContain(list);
    }

    await me.open("/tai-khoan/san-pham-yeu-thich");
    await comesTo(page, ({ pathname }) => pathname.endsWith("/login"));
    await signInHere(me, personOf(way), "/san-pham-yeu-thich");
    await soon(() => heading(page)).toBe(favourites.favourites_title);
    await sees(page.locator("article.product-card"), name);
    await wake(me);
    await click(me, favourites.remove_named({ name }));
    await soon(() => page.locator("article.product-card", { hasText: name }).count()).toBe(0);
  });

  it("gives and withdraws consents, exports the data, and takes an erasure back", async () => {
    const me = await member(way);
    const { privacy: words } = me.words;
    const { page } = me;
    await me.open("/tai-khoan/quyen-rieng-tu");
    await wake(me);
    const { title } = words.consents.behaviour;
    const row = page.locator("li", { hasText: title });
    await sees(row, words.is_off);
    await row.getByRole("button", { name: words.turn_on }).click();
    await hears(me, words.turned_on({ title }));
    await sees(row, words.is_on);
    await wake(me);
    await row.getByRole("button", { name: words.turn_off }).click();
    await hears(me, words.turned_off({ title }));

    await wake(me);
    await click(me, words.export_ask);
    await hears(me, words.export_asked);
    // The hydrated page is notified that it is ready; without scripts it is reloaded.
    await soon(async () => {
      if (!way.scripts) await me.open("/tai-khoan/quyen-rieng-tu");
      return page.getByRole("link", { name: words.export_download }).count();
    }).toBeGreaterThan(0);
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name: words.export_download }).first().click();
    expect((await coming).suggestedFilename()).toMatch(/^personal-data-[\d-]+\.zip$/);

    await me.open("/tai-khoan/quyen-rieng-tu");
    await wake(me);
    await click(me, words.deletion_ask);
    await sees(page.locator("#understood-error"), me.errors.deletion_not_understood);
    await page.locator("label", { hasText: words.deletion_understood }).click();
    await click(me, words.deletion_ask);
    await sees(page, words.deletion_take_back);
    const back = await shopper(way);
    await back.open("/login?callbackurl=/tin-tuc");
    await signInHere(back, personOf(way), "/tai-khoan/quyen-rieng-tu");
    await wake(back);
    await click(back, words.deletion_take_back);
    await hears(back, words.deletion_taken_back);
    await me.open("/tai-khoan/quyen-rieng-tu");
    await sees(page, words.deletion_ask);
  });

  it("lists the devices, and signs another one out", async () => {
    const [me, other] = [await member(way), await member(way)];
    const { profile: words } = me.words;
    await me.open("/tai-khoan/thiet-bi");
    await wake(me);
    await sees(me.page, words.this_device);
    await click(me, words.sign_out_others);
    await hears(me, words.signed_out_others);
    await soon(() => me.page.locator("main li.notice").count()).toBe(1);
    await other.open(NEWS_PAGE);
    await comesTo(other.page, ({ pathname }) => /\/(login|dang-xuat)$/.test(pathname));
  });

  it("signs every device out with one click: this one, its other tabs, and pages that are open elsewhere", async () => {
    const [me, other] = [await member(way), await member(way)];
    const { profile: words } = me.words;
    const isOut = ({ pathname }: URL) => !pathname.includes("/tai-khoan");
    const tab = await me.page.context().newPage();
    for (const page of [tab, other.page]) await page.goto(me.at(NEWS_PAGE));
    for (const page of [tab, other.page]) await wake({ ...me, page });
    await me.open("/tai-khoan/thiet-bi");
    await wake(me);
    // Open pages are notified by their stream, which comes with the bell.
    if (way.scripts) await soon(() => me.page.evaluate(() => localStorage.getItem("userid"))).not.toBeNull();
    await click(me, words.sign_out_all);
    await comesTo(me.page, ({ pathname }) => pathname === new URL(me.at("/")).pathname);
    await hears(me, words.signed_out_all);
    for (const page of [tab, other.page]) {
      if (!way.scripts) await page.reload();
      await comesTo(page, isOut);
    }
    expect((await me.page.context().cookies()).map(({ name }) => name)).not.toContain("session_id");
    const browserStorage = () => me.page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
    if (way.scripts) await soon(browserStorage).not.toContain("userid");
  });
});

describe.each(ways.slice(0, 1))("an open page $name", (way) => {
  it("the notification count updates by itself, in every tab", async () => {
    const me = await member(way);
    const { notifications: words, common } = me.words;
    await me.open(NEWS_PAGE);
    await wake(me);
    await me.page
      .locator("button", { hasText: words.mark_all })
      .first()
      .click({ timeout: 3000 })
      .catch(() => undefined); // nothing was unread
    const other = await me.page.context().newPage();
    for (const tab of [me.page, other]) {
      await tab.goto(me.at(list), { waitUntil: "domcontentloaded" });
      await tab.keyboard.press("Shift");
      await tab.waitForSelector("html[data-active][data-member]");
    }
    const bell = (tab: typeof other) => tab.locator("header .header-actions .count:not([data-cart-count])");
    await soon(() => bell(other).count()).toBe(0);
    const code = await place(me, "while open");
    for (const tab of [me.page, other]) await soon(() => bell(tab).textContent()).toBe("1");
    await shopkeeper("orders", "approve", code);
    for (const tab of [me.page, other]) await soon(() => bell(tab).textContent()).toBe("2");
    await hears(
      { page: other, toasts: me.toasts },
      common.notification_new({ title: words.kinds.order_confirmed.title }),
    );
    await other.close();
  });

  it("the phone number is changed with codes to both numbers, also when the old session's end is pushed before the answer", async () => {
    const me = await member(way);
    const { profile: words } = me.words;
    const { page } = me;
    const streaming = page.waitForResponse(/\/notifies\/stream/);
    await me.open("/tai-khoan/thong-tin-tai-khoan");
    await wake(me);
    await streaming;
    await page.locator("summary", { hasText: words.change_phone }).click();
    await page.locator("#phone").fill("0590000023");
    await click(me, words.send_codes);
    await page.locator("#old_otp").waitFor();
    await page.locator("#otp").fill("000000");
    await page.locator("#old_otp").fill("000000");
    await click(me, words.confirm_phone);
    await page.locator("#otp-error, #old_otp-error").first().waitFor();
    await page.locator("#otp").fill(await codeFor("+84590000023"));
    await page.locator("#old_otp").fill(await codeFor("+84590000022"));
    await page.route("**/thong-tin-tai-khoan.data*", heldUntilAsked(page));
    await page.evaluate(() => {
      document.body.dataset.sameDocument = "";
    });
    await click(me, words.confirm_phone);
    await hears(me, words.phone_changed);
    await sees(page, "059-000-0023");
    expect(await page.locator("body[data-same-document]").count()).toBe(1); // not led away and back
  });
});

/** The answer to a form, with its cookies, comes once the page has asked again who is signed in. */
function heldUntilAsked(page: Page) {
  return async (route: Route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    const asked = page.waitForResponse("**/-/visitor.data*");
    const { cookie = "", origin = "", "content-type": type = "" } = await request.allHeaders();
    const headers = { cookie, origin, "content-type": type };
    // Not by the browser, which would take the cookies at once.
    const answer = await fetch(request.url(), {
      method: "POST",
      redirect: "manual",
      headers,
      body: request.postData(),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    await asked;
    const { "content-encoding": _, ...browserStorage } = Object.fromEntries(answer.headers);
    await route.fulfill({
      status: answer.status,
      headers: { ...browserStorage, "set-cookie": answer.headers.getSetCookie().join("\n") },
      body,
    });
  };
}

/** With name and password, on the page that was redirected to; then the page is `to`. */
async function signInHere(me: Shopper, key: string, to: string): Promise<void> {
  const { identity: words } = me.words;
  await wake(me);
  await me.page
    .getByRole("button", { name: words.by_password })
    .or(me.page.getByRole("link", { name: words.by_password }))
    .first()
    .click();
  await me.page.locator("#login").waitFor();
  await wake(me);
  await me.page.locator("#login").fill(`${key}@mutosi.example`);
  await me.page.locator("#password").fill(DEMO_PASSWORD);
  await me.page.getByRole("button", { name: words.log_in, exact: true }).click();
  await comesTo(me.page, ({ pathname }) => pathname.endsWith(to));
}

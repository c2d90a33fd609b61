/** A chat between a shopper and a person of the shop, each in a browser: live, over a reload, without scripts. rules/chat */

import { messagesOf } from "messages/messages.ts";
import { vi as office } from "messages/office/vi.ts";
import type { Browser, Page } from "playwright-core";
import { adviser, OPEN, person } from "server/chat/test-chat.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser, untilActive, visit, wide } from "../harness/browser.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";
import { sees, shoppers, ways } from "../harness/shopper.ts";

let opened: OpenShop;
let browser: Browser;
beforeAll(async () => {
  [opened, browser] = await Promise.all([openShop({ now: OPEN }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await opened.close();
});
beforeEach(async () => {
  await opened.shop.sql.deleteFrom("chat.conversations").execute();
  await adviser(opened.shop);
});

const shopper = shoppers(() => opened.url);

/** My of the staff, at the chat desk. */
async function atDesk(path = "/tro-chuyen"): Promise<{ page: Page; close(): Promise<void> }> {
  const { page, close } = await visit(browser, { viewport: wide, locale: "vi-VN" });
  const url = `${opened.url}/quan-tri`;
  await page.context().addCookies([{ name: "staff", value: await opened.shop.staffToken("my"), url, httpOnly: true }]);
  await page.goto(url + path, { waitUntil: "domcontentloaded" });
  await untilActive(page);
  return { page, close: () => close() };
}

describe.each(ways)("a chat $name", (way) => {
  it("begins with phone and province, is answered by a person in another browser, and ends with a word", async () => {
    const me = await shopper(way);
    const { page, words } = me;
    const said = words.chat;
    const staff = await atDesk();
    await me.open("/tro-chuyen");
    await page.locator("#chat-phone").fill("059-000-001");
    await page.locator(".chat-form button").last().click();
    await sees(page.locator(".field-error").first(), /1/);
    await page.locator("#chat-phone").fill("059-000-0011");
    await page.locator("#chat-city").selectOption("01");
    await page.locator("#chat-question").fill("<b>Máy này</b> dùng nước giếng được không?");
    await page.locator(".chat-form button").last().click();
    await page.waitForURL(/tro-chuyen\/[\w-]{22}/);
    await sees(page.locator(".chat-own"), "<b>Máy này</b> dùng nước giếng được không?");
    await sees(page.locator(".chat-state"), said.place({ place: "1", minutes: "2" }));

    await staff.page.locator(".chat-row").first().click();
    await sees(staff.page.locator(".chat-said").first(), "<b>Máy này</b>");
    await sees(staff.page.locator(".chat-side"), office.chats.unproved);
    await staff.page.getByRole("button", { name: office.chats.acts.take, exact: true }).click();
    await staff.page.locator("#chat-text").fill("Chào bạn, dùng được nhé");
    await staff.page.getByRole("button", { name: office.chats.acts.answer, exact: true }).click();
    await sees(staff.page.locator(".chat-line-ours .chat-said"), "Chào bạn, dùng được nhé");

    if (!way.scripts) await page.getByRole("link", { name: said.refresh }).click();
    await sees(page.locator(".chat-log"), "Chào bạn, dùng được nhé");
    await page.locator("#chat-text").fill("Cảm ơn shop");
    await page.getByRole("button", { name: said.send, exact: true }).click();
    await sees(page.locator(".chat-own").last(), "Cảm ơn shop");
    await sees(staff.page.locator(".chat-said").last(), "Cảm ơn shop");

    await staff.page.getByRole("button", { name: office.chats.acts.done, exact: true }).click();
    if (!way.scripts) await page.getByRole("link", { name: said.refresh }).click();
    await sees(page.locator(".chat-after"), said.helped({ name: "My" }));
    await page.getByRole("button", { name: said.yes, exact: true }).click();
    await sees(page.locator(".chat-after"), said.rated);
    const rows = await opened.shop.sql.selectFrom("chat.conversations").select("is_good").execute();
    expect(rows).toEqual([{ is_good: true }]);
    await staff.close();
  });
});

it("the button opens the chat over the page it is on; nothing of it is loaded before, and Esc closes it", async () => {
  const me = await shopper();
  const { page } = me;
  const { chat: said } = messagesOf("vi");
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (/chat|talking/.test(new URL(request.url()).pathname)) loaded.push(request.url());
  });
  await me.open("/san-pham/noi-com-dien");
  await page.keyboard.press("Shift");
  await untilActive(page);
  expect(loaded).toEqual([]);
  await page.locator(".chat-button").click();
  const panel = page.getByRole("dialog", { name: said.title });
  await sees(panel, said.intro);
  await panel.locator("#chat-phone").fill(person.phone);
  await panel.locator("#chat-city").selectOption(person.city_code);
  await panel.getByRole("button", { name: said.start }).click();
  await sees(panel, said.place({ place: "1", minutes: "2" }));
  await panel.locator("#chat-text").fill("Xin chào");
  await panel.getByRole("button", { name: said.send, exact: true }).click();
  await sees(panel.locator(".chat-own"), "Xin chào");
  expect(page.url()).toContain("/san-pham/noi-com-dien");
  await page.keyboard.press("Escape");
  await expect.poll(() => panel.count()).toBe(0);
  await page.reload({ waitUntil: "domcontentloaded" });
  await untilActive(page);
  await page.locator(".chat-button").click();
  await sees(page.locator(".chat-own"), "Xin chào");
});

it("two tabs show the same; what is written without a connection is kept and sent once it is back", async () => {
  const me = await shopper();
  const { page } = me;
  const visitor = opened.shop.visitor();
  await me.open("/tro-chuyen");
  await page.locator("#chat-phone").fill(person.phone);
  await page.locator("#chat-city").selectOption(person.city_code);
  await page.locator(".chat-form button").last().click();
  await page.waitForURL(/tro-chuyen\/[\w-]{22}/);
  await untilActive(page);
  const tab = await page.context().newPage();
  await tab.goto(page.url(), { waitUntil: "domcontentloaded" });
  await untilActive(tab);
  await page.context().setOffline(true);
  await page.locator("#chat-text").fill("Viết khi mất mạng");
  await page.getByRole("button", { name: me.words.chat.send, exact: true }).click();
  await sees(page.locator(".chat-own"), me.words.chat.sending);
  me.complaints.length = 0; // of the line that was cut
  await page.context().setOffline(false);
  await sees(page.locator(".chat-own"), me.words.chat.sent);
  await sees(tab.locator(".chat-own"), "Viết khi mất mạng");
  const messages = await opened.shop.sql.selectFrom("chat.messages").select("text").execute();
  expect(messages).toEqual([{ text: "Viết khi mất mạng" }]);
  expect((await visitor.chat.own({})).conversations).toEqual([]);
  await tab.close();
});

it("outside the hours a message is left, with its code and the time of the answer", async () => {
  const me = await shopper();
  const { page } = me;
  await opened.shop.sql.updateTable("chat.presence").set({ is_on: false }).execute();
  await me.open("/tro-chuyen");
  await sees(page.locator(".chat-form"), me.words.chat.away.nobody);
  await page.locator("#chat-phone").fill(person.phone);
  await page.locator("#chat-city").selectOption(person.city_code);
  await page.locator("#chat-question").fill("Máy báo đèn đỏ");
  await page.getByRole("button", { name: me.words.chat.leave }).click();
  await sees(page.locator(".chat-state"), /CH-[2-9A-HJ-NP-Z]{6}/);
});

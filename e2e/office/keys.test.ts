/** The keyboard of the office: by the place of a key, whatever letter an input method makes of it. rules/office#keys */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { untilActive } from "../harness/browser.ts";
import { soon } from "../harness/shopper.ts";
import { comesTo, type Member, type Office, openOffice } from "./staff.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());
afterEach(() => expect(office.complaints()).toEqual([]));

/** A key as Telex gives it: its place is kept, its letter is another one. */
function telex(member: Member, code: string, more: { isComposing?: boolean } = {}): Promise<void> {
  return member.page.evaluate(
    ([code, more]) => {
      const event = new KeyboardEvent("keydown", { code, key: "ư", bubbles: true, cancelable: true, ...more });
      document.activeElement?.dispatchEvent(event);
    },
    [code, more] as const,
  );
}

describe("places", () => {
  it.each([
    ["KeyN", "/nhan-vien"],
    ["KeyR", "/vai-tro"],
    ["KeyT", "/cai-dat"],
    ["KeyJ", "/viec-nen"],
    ["KeyU", "/tai-khoan"],
  ])("g and %s lead to %s, also where Telex makes other letters of them", async (code, path) => {
    const an = await office.enter("an");
    await an.open("/");
    await telex(an, "KeyG");
    await telex(an, code);
    await comesTo(an, path);
  });

  it("nothing happens while a letter is composed, nor in a field", async () => {
    const an = await office.enter("an");
    await an.open("/nhan-vien/moi");
    await an.page.locator("#email").focus();
    await telex(an, "KeyG");
    await telex(an, "KeyR");
    await an.page.locator("#main").focus();
    await telex(an, "KeyG", { isComposing: true });
    await telex(an, "KeyR", { isComposing: true });
    // What comes after them is answered: they were, too, if they are ever.
    await an.page.keyboard.press("Control+k");
    await soon(() => an.page.locator("dialog.palette[open]").count()).toBe(1);
    await soon(() => an.page.locator("dialog[open]").count()).toBe(1);
    expect(an.traffic.asked.filter((what) => what.includes("/vai-tro"))).toEqual([]);
    expect(an.path()).toBe("/nhan-vien/moi");
  });

  it("single keys can be switched off; Ctrl K stays", async () => {
    const quynh = await office.enter("quynh");
    await quynh.open("/tai-khoan");
    await quynh.page.locator("[name=single_keys]").uncheck();
    await Promise.all([quynh.page.waitForEvent("load"), quynh.page.keyboard.press("Control+s")]);
    await untilActive(quynh.page);
    expect(await quynh.page.locator("[name=single_keys]").isChecked()).toBe(false);
    await quynh.page.locator("#main").focus();
    await quynh.page.keyboard.press("?");
    expect(await quynh.page.locator("dialog[open]").count()).toBe(0);
    await quynh.page.keyboard.press("Control+k");
    await soon(() => quynh.page.locator("dialog.palette[open]").count()).toBe(1);
  });
});

describe("the palette", () => {
  it("opens by Ctrl K and by /, finds without accents, and goes there by Enter", async () => {
    const an = await office.enter("an");
    await an.open("/");
    await an.page.keyboard.press("/");
    await an.page.keyboard.type("viec nen");
    await soon(() => an.page.getByRole("option").count()).toBe(1);
    await an.page.keyboard.press("Enter");
    await comesTo(an, "/viec-nen");
    await an.page.keyboard.press("Control+k");
    await an.page.keyboard.type("khong co gi nhu the");
    await soon(() => an.page.locator(".palette-none").count()).toBe(1);
    await an.page.keyboard.press("Escape");
    expect(await an.page.locator("dialog[open]").count()).toBe(0);
  });

  it("offers nobody a place they may not open", async () => {
    const ngoc = await office.enter("ngoc");
    await ngoc.open("/");
    await ngoc.page.keyboard.press("Control+k");
    const offered = await ngoc.page.getByRole("option").allTextContents();
    expect(offered.join(" ")).not.toMatch(/Nhân viên|Khóa API|Cài đặt|Việc nền|Bảo trì|Mời người/);
    expect(offered.join(" ")).toContain("Vai trò, quyền");
  });
});

it("? lists the keys, and Today's things to do open by their figure", async () => {
  const an = await office.enter("an");
  await an.open("/");
  await an.page.keyboard.press("Shift+Slash");
  await soon(() => an.page.locator("dialog.key-list[open]").count()).toBe(1);
  await an.page.keyboard.press("Escape");
  const first = await an.page.locator(".todo .button").first().getAttribute("href");
  await an.page.keyboard.press("1");
  await comesTo(an, (first ?? "").replace("/quan-tri", ""));
});

it("the end of the session is told two minutes before, and one may stay", async () => {
  const an = await office.enter("an");
  // The browser's clock goes by the shop's, moved to where a minute and a half are left of half an hour.
  await an.page.clock.install({ time: office.shop.now });
  await an.open("/");
  await an.page.clock.fastForward(28.5 * 60_000);
  await soon(() => an.page.locator("dialog.session-end[open]").count()).toBe(1);
  expect(await an.page.locator("dialog.session-end button").count()).toBe(1);
});

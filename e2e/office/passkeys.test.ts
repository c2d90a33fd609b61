/** Passkeys in a browser, by an authenticator that the browser plays itself. rules/staff#passkeys */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { untilActive } from "../harness/browser.ts";
import { soon } from "../harness/shopper.ts";
import { comesTo, notSecure, type Office, openOffice } from "./staff.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());
afterEach(() => expect(office.complaints()).toEqual([]));

/** A machine whose person is there and shows finger, face or PIN whenever the browser asks. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...({ protocol: "ctap2", transport: "internal" } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

it("a passkey is added, signs in alone, proves an act, and is nothing any more once it is removed", async () => {
  const an = await office.enter("an");
  const { page } = an;
  await withAuthenticator(page);
  await an.open("/tai-khoan");
  await page.locator("#passkey-name").fill("Máy ở quầy");
  await page.getByRole("button", { name: "Thêm passkey của máy này" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Máy ở quầy" });
  await row.waitFor();

  await page.context().clearCookies();
  await an.open("/nhan-vien/moi");
  await comesTo(an, /^\/dang-nhap/);
  await page.getByRole("button", { name: "Dùng passkey" }).click();
  await comesTo(an, "/nhan-vien/moi");
  await untilActive(page);

  office.shop.advanceClock(6 * 60_000);
  await an.open("/nhan-vien/moi");
  await page.locator("#email").fill("khoa@mutosi.example");
  await page.locator("#full_name").fill("Giàng A Khóa");
  await page.locator("[name='roles[]'][value=order_desk]").check();
  await page.getByRole("button", { name: "Dùng passkey" }).click();
  await comesTo(an, "/nhan-vien");
  await page.getByRole("row", { name: "khoa@mutosi.example" }).waitFor();

  await an.open("/tai-khoan");
  await page.getByRole("button", { name: "Gỡ: Máy ở quầy" }).click();
  await soon(() => row.count()).toBe(0);
  await page.context().clearCookies();
  await an.open("/dang-nhap");
  await page.getByRole("button", { name: "Dùng passkey" }).click();
  await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
  expect(an.path()).toBe("/dang-nhap");
});

it("no passkey is offered where the context is not secure", async () => {
  const token = await office.shop.staffToken("quynh");
  const quynh = await office.arrive({ name: "", viewport: { width: 1280, height: 900 }, state: "hydrated" });
  const { page } = quynh;
  const base = `${office.url.replace("localhost", notSecure)}/quan-tri`;
  await page.goto(`${base}/dang-nhap`);
  await untilActive(page);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  expect(await page.getByRole("button", { name: /passkey/i }).count()).toBe(0);
  await page.context().addCookies([{ name: "staff", value: token, url: base, httpOnly: true }]);
  await page.goto(`${base}/tai-khoan`);
  await untilActive(page);
  await page.getByText("Trình duyệt này không có passkey.").waitFor();
  expect(await page.getByRole("button", { name: /passkey/i }).count()).toBe(0);
});

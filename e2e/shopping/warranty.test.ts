/** A machine bought in a shop: its serial, the purchase, a code, and the certificate, which no stranger reads; in the three states of a page. */
import { expect, it } from "vitest";
import { codeFor } from "../harness/member.ts";
import { DEFAULT_WAY, sees, shoppers, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();

/** Sold by dealers and never activated: db/data/warranty/warranty.json */
const serials = ["SRKT17-2608-00418-R", "SRKT17-2608-00419-P", "SRKT17-2608-00420-4", "SRKT17-2608-00421-2"];
const DAY_MS = 86_400_000;
const inVietnam = (daysAgo: number): string =>
  new Date(Date.now() + 7 * 3_600_000 - daysAgo * DAY_MS).toISOString().slice(0, 10);

it.each(ways)("activated by serial and code, then looked up, $name", async (way) => {
  const owner = await shopper(way);
  const { page } = owner;
  const { warranty: words } = owner.words;
  const at = ways.indexOf(way);
  const serial = serials[at] ?? "";
  const phone = `059000081${at}`;
  await owner.open("/dang-ky-bao-hanh");
  const main = page.locator("main");

  const check = page.locator("main form").first();
  await check.getByLabel(words.serial).fill("SRKT17-2608-00417-A");
  await check.getByRole("button", { name: words.check }).click();
  await page.locator("#serial-error").waitFor();
  await check.getByLabel(words.serial).fill(serial.toLowerCase().replaceAll("0", "o").replaceAll("-", " "));
  await check.getByRole("button", { name: words.check }).click();
  await sees(main, new RegExp(serial));

  await page.getByLabel(words.bought_on).fill(inVietnam(2));
  await page.getByLabel(words.city).selectOption("01");
  await page.getByRole("button", { name: words.go_on }).click();

  const form = page.locator("#chu-may");
  await form.getByLabel(words.full_name).fill("Trần Văn Minh");
  await form.getByLabel(words.ward).selectOption({ index: 3 });
  await form.locator("[name=phone]").fill(phone);
  await form.getByRole("button", { name: words.send_code }).click();
  await sees(form, new RegExp(words.code_sent));
  expect(await form.getByLabel(words.full_name).inputValue()).toBe("Trần Văn Minh");
  await form.locator("[name=otp]").fill(await codeFor(`+84${phone.slice(1)}`));
  await form.locator("[name=consent]").check();
  await form.getByRole("button", { name: words.activate }).click();
  await soon(() => new URL(page.url()).pathname).toMatch(/\/bao-hanh\/[\w-]{22}$/);
  await sees(main, new RegExp(serial));
  await sees(main, /Trần Văn Minh/);

  const stranger = await shopper(DEFAULT_WAY);
  await stranger.page.goto(page.url());
  const seen = (await stranger.page.locator("main").textContent()) ?? "";
  expect(seen).not.toMatch(new RegExp(`Minh|${serial}|BH-|${phone.slice(1)}`));

  await stranger.open("/dang-ky-bao-hanh");
  const { warranty: said } = stranger.words;
  const byPhone = stranger.page.locator("#theo-so-dien-thoai");
  await byPhone.getByLabel(said.phone).fill(phone);
  await byPhone.getByRole("button", { name: said.look_up }).click();
  await sees(byPhone, new RegExp(said.look_up_sent));
  await byPhone.locator("[name=otp]").fill(await codeFor(`+84${phone.slice(1)}`));
  await byPhone.getByRole("button", { name: said.look_up_confirm }).click();
  await sees(stranger.page.locator("main"), new RegExp(serial));
});

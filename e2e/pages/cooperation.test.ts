/** Premises offered to the shop, in the three states of a page: nothing is typed or chosen twice. rules/partners */
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { sees, shoppers, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();
let pictures: { name: string; mimeType: string; buffer: Buffer }[];
beforeAll(async () => {
  pictures = await Promise.all(
    ["teal", "navy", "olive"].map(async (background) => ({
      name: `${background}.png`,
      mimeType: "image/png",
      buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    })),
  );
});

it.each(ways)("are corrected without typing or choosing again, and received with a code, with $name", async (way) => {
  const tran = await shopper(way);
  const { page } = tran;
  const { partners: words } = tran.words;
  const serial = ways.indexOf(way);
  await tran.open("/hop-tac");
  const form = page.locator("main form[enctype]");
  await form.locator("#full_name").fill("Trân");
  await form.locator("#phone").fill(`059000080${serial}`);
  await form.locator("#city_code").selectOption("48");
  const button = page.getByRole("button", { name: words.show_wards });
  if (await button.isVisible()) await button.click();
  await soon(() => page.locator("#ward_code option").count()).toBeGreaterThan(50);
  expect(await page.locator("#full_name").inputValue()).toBe("Trân");
  await page.locator("#ward_code").selectOption("20242");
  await page.locator("#street").fill(`${serial} đường Cát Vàng`);
  await page.locator("#area_m2").fill("85");
  await page.locator("#front_m").fill("4,5");
  await page.locator("#monthly_rent").fill("25,000,000 đ");
  await page.locator("#right").selectOption("owner");
  await page.locator("#available_from").fill("2099-01-01");
  await page.locator("#pictures").setInputFiles(pictures.slice(0, 2));
  await page.locator("[name=consent]").check();
  await page.locator("#apply form button").last().click();

  await page.locator("#full_name-error").waitFor();
  expect(await page.locator("#street").inputValue()).toBe(`${serial} đường Cát Vàng`);
  expect(await page.locator("#ward_code").inputValue()).toBe("20242");
  expect(page.url()).not.toContain(`059000080${serial}`);
  await page.locator("#full_name").fill("Mạc Bảo Trân");
  await page.locator("#apply form button").last().click();
  await sees(page.locator("#apply"), /HT-[2-9A-Z]{6}/);
  expect(new URL(page.url()).search).toBe("");
  await tran.open("/hop-tac");
  await sees(page.locator("#apply"), /HT-[2-9A-Z]{6}/);
  expect(tran.complaints).toEqual([]);
});

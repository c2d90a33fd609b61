/**
 * A technician is booked: machine and ward, a picture, a time, a code; a stranger sees nothing of it; costs are agreed and the work
 * is confirmed; in the three states of a page.
 */
import sharp from "sharp";
import { expect, it } from "vitest";
import { codeFor } from "../harness/member.ts";
import { DEFAULT_WAY, sees, shoppers, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();

it.each(ways)("a visit is booked with a picture, moved and cancelled, $name", async (way) => {
  const owner = await shopper(way);
  const { page } = owner;
  const { household: words } = owner.words;
  const at = ways.indexOf(way);
  const phone = `059000083${at}`;
  const main = page.locator("main");
  await owner.open("/chuyen-dien-gia-dung?category_slug=may-loc-nuoc-ro&kind=maintenance&city_code=01&ward_code=00229");

  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  const pictures = page.locator("#anh");
  await pictures.locator("[name=picture]").setInputFiles({ name: "may.jpg", mimeType: "image/jpeg", buffer: picture });
  await pictures.getByRole("button", { name: words.add_pictures }).click();
  await pictures.getByRole("img", { name: words.picture_alt({ number: 1 }) }).waitFor();

  // Each way its own day: water has one technician.
  await page
    .locator("a.visit-day")
    .nth(3 + at)
    .click();
  const form = page.locator("#lien-he");
  await form.locator("[name=slot]:not([disabled])").first().check();
  await form.locator("[name=text]").fill("Thay lõi định kỳ");
  await form.locator("[name=full_name]").fill("Trần Văn Minh");
  await form.locator("[name=street]").fill("12 phố Sen Hồng");
  await form.locator("[name=phone]").fill(phone);
  await form.getByRole("button", { name: words.send_code }).click();
  await sees(form, new RegExp(words.code_sent));
  expect(await form.locator("[name=street]").inputValue()).toBe("12 phố Sen Hồng");
  await form.locator("[name=otp]").fill(await codeFor(`+84${phone.slice(1)}`));
  await form.locator("[name=consent]").check();
  await form.getByRole("button", { name: words.book }).click();
  await soon(() => new URL(page.url()).pathname).toMatch(/yeu-cau\/SC-[2-9A-HJ-NP-Z]{6}$/);
  await sees(main, /12 phố Sen Hồng/);
  await sees(main, new RegExp(words.states.booked));
  const address = page.url();

  const stranger = await shopper(DEFAULT_WAY);
  await stranger.page.goto(address);
  expect((await stranger.page.locator("body").textContent()) ?? "").not.toMatch(
    new RegExp(`Sen Hồng|${phone.slice(1)}`),
  );

  await page
    .locator("#lich a.visit-day")
    .nth(6 + at)
    .click();
  await page.locator("#lich [name=slot]:not([disabled])").first().check();
  await page.getByRole("button", { name: words.move }).click();
  await sees(main, new RegExp(words.moves_left({ count: 2 })));

  await page.locator("summary", { hasText: words.cancel_title }).click();
  await page.getByRole("button", { name: words.cancel }).click();
  await sees(main, new RegExp(words.states.cancelled));
});

/** A message to the shop, in the three states of a page: what was typed stays, the code comes in place of the form, the answer is read by it. */
import { expect, it } from "vitest";
import { sees, shoppers, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();

it.each(ways)("sent, followed and gone on with $name", async (way) => {
  const lan = await shopper(way);
  const { page } = lan;
  const { contact: words } = lan.words;
  const serial = ways.indexOf(way);
  const phone = `059000070${serial}`;
  const asked = `Máy này có cần thay lõi mỗi năm không? ${serial}`;
  await lan.open("/lien-he?topic=complaint");
  const send = page.locator("main form").first();
  await soon(() => send.locator("input[value=complaint]").isChecked()).toBe(true);

  await send.getByLabel(words.full_name).fill("Tạ");
  await send.locator("[name=phone]").fill(phone);
  await send.locator("[name=message]").fill(asked);
  await send.locator("button").last().click();
  await page.locator("#full_name-error").waitFor();
  await soon(() => send.locator("[name=message]").inputValue()).toBe(asked);
  expect(await send.locator("input[value=complaint]").isChecked()).toBe(true);

  await send.locator("[name=full_name]").fill("Tạ Mai Lan");
  await send.locator("button").last().click();
  await sees(page.locator("main"), /LH-[2-9A-Z]{6}/);
  const code = /LH-[2-9A-Z]{6}/.exec((await page.locator("#write-to-us h2").textContent()) ?? "")?.[0] ?? "";
  expect(new URL(page.url()).search).not.toContain(code);

  await lan.open("/lien-he");
  const follow = page.locator("#tra-cuu");
  await follow.getByLabel(words.code).fill("LH-222222");
  await follow.getByLabel(words.contact).fill(phone);
  await follow.locator("form button").click();
  await sees(follow, new RegExp(words.not_found));
  await follow.getByLabel(words.code).fill(code.toLowerCase());
  await follow.locator("form button").click();
  await sees(follow, new RegExp(asked.replace("?", "\\?")));
  await follow.locator("textarea").fill("Máy mua tháng trước ở Hà Nội.");
  await follow.locator("form button").click();
  await soon(() => follow.locator("ol li").count()).toBe(2);
});

/** What needs a second person: asked in a form, decided in the inbox, told by the log. rules/staff#four-eyes */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { comesTo, type Office, openOffice, ways } from "./staff.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterEach(() => expect(office.complaints()).toEqual([]));
afterAll(() => office.close());

const holderInForce = async () => {
  const { value } = await (await office.shop.staff("an")).platform.setting({ key: "bank_account" });
  return (value as { account_holder: string }).account_holder;
};

for (const [number, way] of ways.entries()) {
  it(`a new account for transfers waits for another person, who approves it: ${way.name}`, async () => {
    const before = await holderInForce();
    const holder = `CONG TY MUTOSI ${number}`;
    const an = await office.enter("an", way);
    await an.open("/cai-dat/bank_account");
    await an.page.locator('[name="value/account_holder"]').fill(holder);
    await an.page.locator('[name="reason"]').fill("ngân hàng đổi tên");
    await an.page
      .locator("#main form[data-main] button[value=save], #main form[data-main] [type=submit]")
      .last()
      .click();
    await an.page
      .getByRole("link", { name: /yêu cầu/i })
      .first()
      .click();
    await comesTo(an, "/duyet?box=own");
    expect(await holderInForce()).toBe(before);
    await an.page.locator("tbody .link").first().click();
    await comesTo(an, /^\/duyet\/\w+$/);
    expect(await an.page.getByRole("button", { name: /^(Duyệt|Approve)$/ }).count()).toBe(0);

    const suong = await office.enter("suong", way);
    await suong.open("/duyet");
    await suong.page.locator("tbody .link").first().click();
    await comesTo(suong, an.path());
    await suong.page.getByText(holder).waitFor();
    await suong.page.getByRole("button", { name: /^(Duyệt|Approve)$/ }).click();
    await suong.page.getByText("Approved.").waitFor();
    expect(await holderInForce()).toBe(holder);

    await an.open("/nhat-ky");
    await an.page.getByText(holder).first().waitFor();
  });
}

it("a refusal needs its reason, which the asker reads; nothing has changed", async () => {
  const before = await holderInForce();
  const an = await office.enter("an");
  await an.open("/cai-dat/bank_account");
  await an.page.locator('[name="value/account_holder"]').fill("NGUOI LA");
  await an.page.keyboard.press("Control+s");
  await an.page
    .getByRole("link", { name: /yêu cầu/i })
    .first()
    .click();
  await comesTo(an, "/duyet?box=own");
  await an.page.locator("tbody .link").first().click();
  await comesTo(an, /^\/duyet\/\w+$/);

  const suong = await office.enter("suong");
  await suong.open(an.path());
  const refuse = suong.page.getByRole("button", { name: "Refuse the request" });
  // The page reads the rights anew after the answer: what is typed meanwhile stays.
  const answered = Promise.withResolvers<void>();
  await suong.page.route(/_routes=layouts/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await refuse.click();
  const reason = suong.page.locator('[name="reason"][aria-invalid="true"]');
  await reason.fill("không phải tài khoản của shop");
  answered.resolve();
  await suong.page.locator('button[aria-busy="true"]').waitFor({ state: "detached" });
  expect(await reason.inputValue()).toBe("không phải tài khoản của shop");
  await refuse.click();
  await suong.page.getByText("Refused.").waitFor();
  await an.open(an.path());
  await an.page.getByText("không phải tài khoản của shop").waitFor();
  expect(await holderInForce()).toBe(before);
});

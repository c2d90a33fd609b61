/** The first owner of a shop, and one who is locked out: a command on the machine, and its link in a browser. */
import { totpNow } from "server/staff/second-factor.ts";
import { expect, it } from "vitest";
import { openBrowser, untilActive, visit } from "../harness/browser.ts";
import { shopkeeper } from "../harness/shopkeeper.ts";
import { soon } from "../harness/shopper.ts";
import { runShop } from "../run-shop.ts";

it("the command's link makes an owner of who opens it, once", async () => {
  const out = await shopkeeper("staff", "owner", "chu@mutosi.example", "--name", "Mai Thị Chủ");
  const link = /https?:\/\/\S+\/loi-moi\/\S+/.exec(out)?.[0] ?? "";
  expect(link).toContain(`${runShop().url}/quan-tri/`);
  const browser = await openBrowser();
  try {
    const { page, complaints } = await visit(browser);
    await page.goto(link);
    await untilActive(page);
    await page.locator("#password").fill("MatKhauChu99@");
    await page.locator("#password_confirmation").fill("MatKhauChu99@");
    const secret = (await page.locator(".totp-setup code").textContent()) ?? "";
    await page.locator("#code").fill(await totpNow(secret.replaceAll(" ", ""), new Date()));
    await page.getByRole("button", { name: "Bật bước thứ hai và vào việc" }).click();
    await soon(() => page.locator(".recovery-codes li").count()).toBe(10);
    await page.getByRole("link", { name: "Tôi đã cất, vào việc" }).click();
    await page.getByRole("link", { name: "Nhân viên", exact: true }).first().click();
    await page.getByRole("row", { name: "chu@mutosi.example" }).getByText("Chủ shop").waitFor();
    await page.goto(link);
    await soon(() => page.locator("h1").textContent()).toBe("Đường dẫn không còn dùng được");
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

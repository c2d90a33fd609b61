/** An order that another person pays, by its link and in a way of their own. rules/payments#pay-links */
import { describe, expect, it } from "vitest";
import { fillAddress, fillReceiver, haveInCart, LAN_LIVES, order, pay, wake } from "../harness/checkout.ts";
import { comesTo, heading, type Shopper, sees, shoppers, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();

describe.each(ways)("a shopper $name", (way) => {
  it("orders by transfer, chooses a pay link instead; its payer sees nothing personal and pays", async () => {
    const lan = await shopper(way);
    const { orders, paying } = lan.words;
    await haveInCart(lan);
    await wake(lan);
    await fillReceiver(lan, LAN_LIVES);
    await fillAddress(lan);
    await pay(lan, "bank_transfer");
    await order(lan);
    await lan.page.getByRole("link", { name: paying.another_way }).first().click();
    await comesTo(lan.page, ({ pathname }) => pathname.includes("/thanh-toan/thanh-toan-lai/"));
    await soon(() => heading(lan.page)).toBe(paying.repay_title);
    await choose(lan, "pay_link");
    await soon(() => heading(lan.page)).toBe(paying.link_ready);
    const link = (await lan.page.locator(".copy-row a").getAttribute("href")) ?? "";

    const payer = await shopper(way);
    await payer.page.goto(payer.url + new URL(link).pathname);
    await soon(() => heading(payer.page)).toBe(paying.link_title);
    await sees(payer.page, paying.for_another);
    const shown = (await payer.page.locator("main").textContent()) ?? "";
    for (const personal of [LAN_LIVES.full_name, LAN_LIVES.street]) expect(shown).not.toContain(personal);
    expect(await payer.page.locator("input[value=cod]").count()).toBe(0);
    await choose(payer, "bank_transfer");
    await soon(() => heading(payer.page)).toBe(orders.waiting_title);
    await payAtBank(payer);
    await payer.page.goto(payer.url + new URL(link).pathname);
    await soon(() => heading(payer.page)).toBe(paying.paid_title);
    await lan.page.reload();
    await soon(() => heading(lan.page)).toContain(orders.paid_title);
  });
});

async function choose({ page, words }: Shopper, method: string): Promise<void> {
  await page.locator(`input[name=payment_method][value=${method}]`).check();
  await page.getByRole("button", { name: words.paying.go_on }).click();
  await comesTo(page, ({ pathname }) => pathname.endsWith("/thanh-toan/trang-thai"));
}

/** In another window: pays the transfer of the page by one click. */
async function payAtBank({ page, url, words }: Shopper): Promise<void> {
  const row = page.locator(".copy-row", { hasText: words.orders.content }).locator("dd");
  const content = await row.evaluate((value) => value.firstChild?.textContent ?? "");
  const bank = await page.context().newPage();
  await bank.goto(`${url}/dev/bank`);
  await bank.getByRole("row").filter({ hasText: content }).getByRole("button", { name: "Transfer" }).click();
  await sees(bank, "200");
  await bank.close();
}

/** A wrong field shows its error on blur, once the page is hydrated; the server validates submissions. Spec §5. */

import { gzipSync } from "node:zlib";
import { unchecked } from "contract/unchecked.ts";
import { describe, expect, it } from "vitest";
import { haveInCart, LAN_LIVES, wake } from "../harness/checkout.ts";
import { giveCookies, memberCookies } from "../harness/member.ts";
import { type Shopper, sees, shoppers, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();
const hydrated = ways.filter(({ scripts }) => scripts);
const most = 4096; // bytes of browser code and data for it, gzipped

const error = ({ page }: Shopper, id: string) => page.locator(`[id="${id}-error"]`);

/** Typed and left by the key. */
async function type({ page }: Shopper, id: string, text: string): Promise<void> {
  await page.locator(`[id="${id}"]`).fill(text);
  await page.keyboard.press("Tab");
}

describe.each(hydrated)("$name", (way) => {
  it("the order look-up validates on blur with the server's messages, and no click is lost", async () => {
    const them = await shopper(way);
    const { page, errors, words } = them;
    await them.open("/tim-kiem-don-hang");
    await wake(them);
    await page.locator("#id").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await type(them, "id", "K7M");
    await sees(error(them, "id"), errors.order_code_invalid);
    await expect(page.locator("#id").getAttribute("aria-invalid")).resolves.toBe("true");
    await expect(page.locator("#id").getAttribute("aria-describedby")).resolves.toContain("id-error");
    expect(await error(them, "order_phone").count()).toBe(0); // passed by, not filled in
    await page.locator("#id").pressSequentially("2QX9RT");
    expect(await error(them, "id").count()).toBe(1); // still nine
    await page.keyboard.press("A");
    await soon(() => error(them, "id").count()).toBe(0);
    await page.locator("#order_phone").fill("059 000");
    await page.getByRole("button", { name: words.orders.look_up }).click();
    await sees(error(them, "order_phone"), errors.phone_short(unchecked({ missing: 4 })));
    // Sent, refused, led back; the same words stood there already when the field was left.
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe("order_phone");
  });

  it("the order form shows what is missing in an address and an invoice", async () => {
    const them = await shopper(way);
    const { page, errors, words } = them;
    await haveInCart(them);
    await wake(them);
    await type(them, "full_name", "Lan");
    await sees(error(them, "full_name"), errors.name_invalid(unchecked({ field: errors.fields.full_name })));
    await type(them, "full_name", LAN_LIVES.full_name);
    await type(them, "email", "lan@");
    await sees(error(them, "email"), errors.email_invalid);
    await page.locator('[id="address.city_code"]').fill("x");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await sees(error(them, "address.city_code"), errors.required);
    await page.getByText(words.cart.invoice, { exact: true }).click();
    await type(them, "company_invoice.tax_code", "030058856");
    await sees(error(them, "company_invoice.tax_code"), errors.tax_code_short(unchecked({ missing: 1 })));
    expect(await error(them, "full_name").count()).toBe(0);
  });

  it("a new password is compared with its confirmation, and the three birthday fields are validated as one", async () => {
    const them = await shopper(way);
    const { page, errors } = them;
    await giveCookies(them, await memberCookies());
    await them.open("/tai-khoan/doi-mat-khau");
    await wake(them);
    await type(them, "password", "ngan");
    await sees(error(them, "password"), errors.password_weak);
    await page.locator("#password").fill("MatKhauMoi99@");
    await soon(() => error(them, "password").count()).toBe(0);
    await type(them, "password_confirmation", "MatKhauMoi99");
    await sees(error(them, "password_confirmation"), errors.password_mismatch);
    await page.locator("#password").fill("MatKhauMoi99");
    await soon(() => error(them, "password_confirmation").count()).toBe(0);

    await them.open("/tai-khoan/thong-tin-tai-khoan");
    await wake(them);
    await page.locator("#birthday_month").focus();
    await page.locator("#birthday_month").selectOption("2");
    await page.locator("#birthday_day").selectOption("30");
    await page.locator("#birthday_year").selectOption("1990");
    await page.locator("#birthday_year").focus();
    expect(await error(them, "birthday").count()).toBe(0); // still among the three
    await page.locator("#nickname").focus();
    await sees(error(them, "birthday"), errors.date_invalid);
  });
});

it("the validation script is small, and loads when a field gets the focus", async () => {
  const them = await shopper(hydrated[0]);
  const { page } = them;
  const asked: string[] = [];
  page.on("response", (answer) => asked.push(answer.url()));
  await haveInCart(them);
  await wake(them);
  await page.waitForLoadState("networkidle");
  const own = () =>
    [...new Set(asked)].filter((url) => /\/(?:checked-form|field-check|field-errors)-[^/]+\.js$/.test(url));
  expect(own()).toHaveLength(1);
  await page.locator("#full_name").focus();
  await soon(() => own().length).toBe(3);
  const code = await Promise.all(own().map(async (url) => (await fetch(url)).text()));
  const { rulesOfCall } = await import("../../web/plugins/field-rules.ts");
  const bytes = gzipSync(code.join("") + JSON.stringify(rulesOfCall("orders.place")), { level: 9 }).byteLength;
  expect(bytes).toBeLessThanOrEqual(most);
});

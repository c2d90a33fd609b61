/** A company orders to an address of before July 2025 and pays by its bank. Spec §2 checkout; rules/payments. */
import { formatDong } from "contract/values/money.ts";
import { describe, expect, it } from "vitest";
import {
  chooseUnit,
  fillReceiver,
  haveInCart,
  LAN_LIVES,
  order,
  orderButton,
  pay,
  refresh,
  wake,
} from "../harness/checkout.ts";
import { dong, heading, type Shopper, sees, shoppers, shownText, soon, ways } from "../harness/shopper.ts";

/** Cát Linh was divided: a shopper who lives there is asked which part. */
const before = {
  vi: { province: "Thành phố Hà Nội", district: "Quận Đống Đa", ward: "Phường Cát Linh" },
  en: { province: "Ha Noi City", district: "Dong Da District", ward: "Cat Linh Ward" },
  ja: { province: "Ha Noi市", district: "Dong Da区", ward: "Cat Linh坊" },
};
const O_CHO_DUA = "00190";
const shopper = shoppers();

describe.each(ways)("a company $name", (way) => {
  it("orders to a legacy address with an invoice, pays the QR code, and sees the order paid", async () => {
    const lan = await shopper(way, { images: true });
    const { orders } = lan.words;
    await haveInCart(lan);
    await wake(lan);
    await fillReceiver(lan, LAN_LIVES);
    await fillOldAddress(lan);
    await pay(lan, "bank_transfer");
    await fillInvoice(lan, "0100109107");
    await orderButton(lan).click();
    await sees(lan.page.locator("[id='company_invoice.tax_code-error']"), lan.errors.tax_code_check_digit);

    await fillInvoice(lan, "0100109106");
    const due = dong(await shownText(orderButton(lan)));
    await order(lan);
    await soon(() => heading(lan.page)).toBe(orders.waiting_title);
    await sees(lan.page.locator(".copy-row"), formatDong(due));
    const qr = lan.page.getByRole("img", { name: orders.qr_alt({ amount: formatDong(due) }) });
    await soon(() => qr.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    await sees(lan.page, "0100109106");

    await payAtBank(lan);
    if (!way.scripts) await lan.page.getByRole("link", { name: orders.check_again }).click();
    await soon(() => heading(lan.page)).toContain(orders.paid_title);
    await sees(lan.page, orders.payment_statuses.success);
    expect(await qr.count()).toBe(0);
  });
});

async function fillOldAddress(lan: Shopper): Promise<void> {
  const { page, words } = lan;
  const { province, district, ward } = before[lan.locale];
  await page.getByRole("button", { name: words.cart.to_legacy }).click();
  await page.locator("[id='address.district_code']").waitFor();
  await chooseUnit(lan, "city_code", province);
  await refresh(lan, "wards");
  await chooseUnit(lan, "district_code", district);
  await refresh(lan, "wards");
  await chooseUnit(lan, "ward_code", ward);
  await refresh(lan, "fees");
  await page.locator(`input[name='address.current_ward_code'][value='${O_CHO_DUA}']`).check();
  await refresh(lan, "fees");
  await page.locator("[id='address.street']").fill(LAN_LIVES.street);
  await page.locator("input[name=shipping_method]:checked").waitFor();
}

async function fillInvoice({ page, words }: Shopper, tax_code: string): Promise<void> {
  await page.getByRole("checkbox", { name: words.cart.invoice }).check();
  await page.getByLabel(words.cart.company_name).fill("Công ty TNHH Sen Hồng");
  await page.getByLabel(words.cart.tax_code).fill(tax_code);
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

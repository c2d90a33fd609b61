/** One submission, one order, at the shop's price. Spec §5, §7; rules/orders. */
import { describe, expect, it } from "vitest";
import {
  fillAddress,
  fillReceiver,
  fryer,
  haveInCart,
  LAN_LIVES,
  orderButton,
  orderCode,
  pay,
  wake,
} from "../harness/checkout.ts";
import { countOrders, shopkeeper } from "../harness/shopkeeper.ts";
import {
  comesTo,
  DEFAULT_WAY,
  dong,
  heading,
  type Shopper,
  sees,
  shoppers,
  shownText,
  soon,
} from "../harness/shopper.ts";

const shopper = shoppers();

describe("a repeated submission", () => {
  it.each([true, false])("a double click places one order (scripts: %s)", async (scripts) => {
    const lan = await shopper({ ...DEFAULT_WAY, scripts });
    await fillOrder(lan);
    const before = await countOrders();
    await orderButton(lan).dblclick();
    await comesTo(lan.page, ({ pathname }) => pathname === "/thanh-toan/trang-thai");
    await soon(() => heading(lan.page)).toContain(lan.words.orders.placed_title);
    expect(await countOrders()).toBe(before + 1);
  });

  it("the form sent three times at the same moment places one order, and each answer leads to it", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, scripts: false });
    await fillOrder(lan);
    const form = await orderForm(lan);
    const before = await countOrders();
    const send = () => lan.page.request.post(lan.at("/thanh-toan/gio-hang"), { form, headers: { origin: lan.url } });
    const answers = await Promise.all([send(), send(), send()]);
    const codes = answers.map((each) => new URL(each.url()).search);
    for (const each of answers) expect(new URL(each.url()).pathname).toBe("/thanh-toan/trang-thai");
    expect(new Set(codes).size).toBe(1);
    expect(await countOrders()).toBe(before + 1);
  });

  it("going back and sending the form again places one order", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, scripts: false });
    await fillOrder(lan);
    const form = await orderForm(lan);
    await orderButton(lan).click();
    await soon(() => heading(lan.page)).toContain(lan.words.orders.placed_title);
    const code = await orderCode(lan);
    const before = await countOrders();
    const again = await lan.page.request.post(lan.at("/thanh-toan/gio-hang"), {
      form,
      headers: { origin: lan.url },
    });
    expect(again.url()).toContain("/thanh-toan/trang-thai");
    expect((await again.text()).replaceAll("-", "")).toContain(code);
    expect(await countOrders()).toBe(before);
  });
});

describe("a tampered form", () => {
  it("tampered prices are ignored", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, scripts: false });
    await fillOrder(lan);
    const due = dong(await shownText(orderButton(lan)));
    await addFields(lan, {
      price: "1",
      unit_price: "1",
      total: "1",
      "totals.total": "1",
      "shipping.fee": "0",
    });
    await orderButton(lan).click();
    await soon(() => heading(lan.page)).toContain(lan.words.orders.placed_title);
    const shown = await shopkeeper("orders", "show", await orderCode(lan));
    expect(dong(/Due\s+([\d,]+)/.exec(shown)?.[1] ?? "")).toBe(due);
  });

  it("another expected total is refused and the true one shown", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, scripts: false });
    await fillOrder(lan);
    const before = await countOrders();
    await setField(lan, "expected_total", "1000");
    await orderButton(lan).click();
    await sees(lan.page.getByRole("alert"), lan.words.cart.price_changed_title);
    expect(await lan.page.locator("#full_name").inputValue()).toBe(LAN_LIVES.full_name);
    expect(await countOrders()).toBe(before);
  });

  it.each(["-5", "0", "1e9", "1.5"])("a quantity of %s is refused", async (quantity) => {
    const lan = await shopper({ ...DEFAULT_WAY, scripts: false });
    await haveInCart(lan);
    const total = await lan.page.locator(".price-total").textContent();
    const answer = await lan.page.request.post(lan.at("/thanh-toan/gio-hang"), {
      form: { intent: "update", product_id: "1053", quantity },
      headers: { origin: lan.url },
    });
    expect(answer.status()).toBe(422);
    await lan.open("/thanh-toan/gio-hang");
    expect(await lan.page.locator(".price-total").textContent()).toBe(total);
    expect(await lan.page.locator("input[name=quantity]").inputValue()).toBe("1");
  });
});

describe("a guest who buys a flash sale product", () => {
  const flashSaleProduct = "/san-pham/may-massage/may-massage-chan-sorami-ms-f3-suoi-am";
  const maxPerCustomer = 2;

  it("sees the maximum per customer on the product page and in the cart, and is refused more at placement", async () => {
    const lan = await shopper();
    const { cart, buying } = lan.words;
    await lan.open(flashSaleProduct);
    await sees(lan.page, buying.flash_limits({ maximum: maxPerCustomer }));
    await haveInCart(lan, flashSaleProduct);
    await sees(lan.page, cart.flash_sale);
    await lan.page.getByRole("button", { name: cart.increase }).click();
    await sees(lan.page, cart.at_most({ count: maxPerCustomer }));
    expect(await lan.page.getByRole("button", { name: cart.increase }).isDisabled()).toBe(true);
    await fillRest(lan, "059 000 0021");
    await orderButton(lan).click();
    await soon(() => heading(lan.page)).toContain(lan.words.orders.placed_title);

    // The maximum is counted per phone number, whatever the browser.
    const again = await shopper();
    await haveInCart(again, flashSaleProduct);
    const name = (await again.page.locator(".line-name").textContent()) ?? "";
    await fillRest(again, "+84 590000021");
    const before = await countOrders();
    await orderButton(again).click();
    const [messageStart = ""] = again.errors.flash_had({ name, until: new Date().toISOString() }).split(name);
    await sees(again.page.getByRole("alert"), `${messageStart}${name}`);
    expect(await countOrders()).toBe(before);
  });
});

describe("a guest without a mouse", () => {
  it("buys by keyboard alone", async () => {
    const lan = await shopper();
    const { page, words } = lan;
    await lan.open(fryer);
    await tabTo(lan, () =>
      page.getByRole("button", { name: words.buying.buy }).filter({ visible: true }).evaluate(isFocused),
    );
    await page.keyboard.press("Enter");
    await comesTo(page, ({ pathname }) => pathname === "/thanh-toan/gio-hang");
    await wake(lan);
    for (const [field, text] of [
      ["full_name", LAN_LIVES.full_name],
      ["phone", LAN_LIVES.phone],
      ["address.city_code", "ha noi"],
      ["address.ward_code", "kim lien"],
      ["address.street", LAN_LIVES.street],
    ] as const) {
      const box = page.locator(`[id="${field}"]:not([disabled])`);
      await box.waitFor();
      await tabTo(lan, () => box.evaluate(isFocused));
      await page.keyboard.type(text);
      if (!field.endsWith("_code")) continue;
      await page.locator(`[id="${field}-options"]`).getByRole("option").first().waitFor();
      await page.keyboard.press("Enter");
    }
    await page.locator("input[name=shipping_method]:checked").waitFor();
    const cash = page.locator("input[name=payment_method][value=cod]");
    // Of methods none of which is chosen Tab reaches the first, and the arrows the others.
    await tabTo(lan, () => page.locator("input[name=payment_method]").first().evaluate(isFocused));
    const others = await page.locator("input[name=payment_method]").count();
    for (let n = 0; n < others && !(await cash.isChecked()); n++) await page.keyboard.press("ArrowDown");
    await tabTo(lan, () => orderButton(lan).evaluate(isFocused));
    await page.keyboard.press("Enter");
    await soon(() => heading(page)).toContain(words.orders.placed_title);
  });
});

async function fillOrder(lan: Shopper): Promise<void> {
  await haveInCart(lan);
  await fillRest(lan, LAN_LIVES.phone);
}

async function fillRest(lan: Shopper, phone: string): Promise<void> {
  await wake(lan);
  await fillReceiver(lan, { ...LAN_LIVES, phone });
  await fillAddress(lan);
  await pay(lan, "cod");
}

/** The fields of the order form as its submit button sends them. */
async function orderForm({ page }: Shopper): Promise<Record<string, string>> {
  const fields = await page
    .locator("form#order")
    .evaluate((form: HTMLFormElement) => [...new FormData(form)].map(([name, value]) => [name, String(value)]));
  return { ...Object.fromEntries(fields), intent: "place" };
}

async function addFields({ page }: Shopper, fields: Record<string, string>): Promise<void> {
  await page.locator("form#order").evaluate((form, added) => {
    for (const [name, value] of Object.entries(added)) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
  }, fields);
}

async function setField({ page }: Shopper, name: string, value: string): Promise<void> {
  await page.locator(`form#order [name=${name}]`).evaluate((field: HTMLInputElement, text) => {
    field.value = text;
  }, value);
}

const isFocused = (element: Element): boolean => element === document.activeElement;
const MAX_STOPS = 120;

/** Goes through a page by the Tab key alone; fails where a control cannot be reached. */
async function tabTo({ page }: Shopper, arrived: () => Promise<boolean>): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await arrived()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Not reached in ${MAX_STOPS} steps of the Tab key`);
}

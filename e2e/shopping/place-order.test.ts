/** A guest orders with cash on delivery. Spec §2 checkout, §5; rules/orders. */
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { describe, expect, it } from "vitest";
import {
  chooseUnit,
  fillReceiver,
  LAN_LIVES,
  order,
  orderButton,
  pay,
  putIntoCart,
  refresh,
  wake,
} from "../harness/checkout.ts";
import { dong, heading, type Shopper, sees, shoppers, shownText, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();

describe.each(ways)("a guest $name", (way) => {
  it("sees every error at its field, keeps what was typed, and orders once all is right", async () => {
    const lan = await shopper(way);
    const { errors } = lan;
    const { orders } = lan.words;
    const place = LAN_LIVES.places[way.locale];
    await putIntoCart(lan);
    await wake(lan);

    await orderButton(lan).click();
    await soon(() => mistakes(lan)).toEqual({
      full_name: errors.required,
      phone: errors.required,
      "address.city_code": errors.required,
      "address.ward_code": errors.required,
      "address.street": errors.required,
      shipping_method: errors.shipping_required,
      payment_method: errors.required_choice,
    });
    if (way.scripts) await soon(() => focused(lan)).toBe("full_name");
    const { full_name, phone, province, ward, street, shipping, payment } = lan.words.cart;
    expect(await toMend(lan)).toEqual([full_name, phone, province, ward, street, shipping, payment]);

    const wrong = { full_name: "Lan", phone: "059 000 001" };
    await fillReceiver(lan, wrong);
    await lan.page.locator("#email").fill("lan@");
    await chooseUnit(lan, "city_code", place.province);
    await refresh(lan, "wards");
    await lan.page.locator("[id='address.street']").fill(LAN_LIVES.street);
    await orderButton(lan).click();
    await soon(() => mistakes(lan)).toEqual({
      full_name: errors.name_invalid({ field: errors.fields.full_name }),
      phone: errors.phone_short({ missing: 1 }),
      email: errors.email_invalid,
      "address.ward_code": errors.required,
      shipping_method: errors.shipping_required,
      payment_method: errors.required_choice,
    });
    if (way.scripts) await soon(() => focused(lan)).toBe("full_name");
    expect(await lan.page.locator("#full_name").inputValue()).toBe(wrong.full_name);
    expect(await lan.page.locator("#phone").inputValue()).toBe(wrong.phone);
    expect(await lan.page.locator("#email").inputValue()).toBe("lan@");
    expect(await lan.page.locator("[id='address.street']").inputValue()).toBe(LAN_LIVES.street);

    await fillReceiver(lan, LAN_LIVES);
    await lan.page.locator("#email").fill("lan@mutosi.example");
    await chooseUnit(lan, "ward_code", place.ward);
    await refresh(lan, "fees");
    await lan.page.locator("input[name=shipping_method]:checked").waitFor();
    await pay(lan, "cod");
    // Each goes as soon as its field is right, also where the shop has chosen the carrier.
    if (way.scripts) await soon(() => toMend(lan)).toEqual([]);
    const due = dong(await shownText(orderButton(lan)));
    const code = await order(lan);
    expect(code).toHaveLength(10);
    expect(await heading(lan.page)).toContain(orders.placed_title);
    await totalOf(lan, due).waitFor();
    await sees(lan.page, orders.pay_on_delivery);

    await lan.open("/thanh-toan/gio-hang");
    await sees(lan.page, lan.words.cart.empty);
  });
});

it("a guest who pays in cash sees the same total everywhere, and the rounding", async () => {
  const lan = await shopper();
  const { cart, orders } = lan.words;
  await putIntoCart(lan);
  await wake(lan);
  await fillReceiver(lan, { ...LAN_LIVES, phone: "0590001821" });
  await chooseUnit(lan, "city_code", "Thành phố Cần Thơ");
  await chooseUnit(lan, "ward_code", "Phường Ninh Kiều");
  await lan.page.locator("[id='address.street']").fill(LAN_LIVES.street);
  await lan.page.locator("input[name=shipping_method]:checked").waitFor();
  const shown = async () => [
    dong(await shownText(lan.page.locator(".price-total"))),
    dong(await shownText(orderButton(lan))),
  ];
  const rounding = lan.page.locator("aside").getByText(cart.rounding).filter({ visible: true });
  await pay(lan, "bank_transfer");
  const [exact = 0] = await shown();
  expect(exact % 1000).not.toBe(0); // a delivery there ends in less than a thousand
  expect(await rounding.count()).toBe(0);
  await pay(lan, "cod");
  const cash = Math.ceil(exact / 1000) * 1000;
  expect(await shown()).toEqual([cash, cash]);
  expect(await rounding.count()).toBe(1);
  const code = await order(lan);
  await totalOf(lan, cash).waitFor();
  expect(await shownText(lan.page.locator("main"))).not.toContain(formatDong(exact));
  await lan.open("/tim-kiem-don-hang");
  await sees(lan.page, orders.order({ code: groupedCode(code) }));
  await totalOf(lan, cash).waitFor();
});

/** The row of a placed order that gives its total, if it is this many đồng. */
function totalOf({ page, words }: Shopper, due: number) {
  return page
    .locator("main .between")
    .filter({ hasText: words.orders.total })
    .filter({ hasText: formatDong(due) });
}

/** Every message on the form, by the field it stands at. */
async function mistakes({ page }: Shopper): Promise<Record<string, string>> {
  const found = await page.locator("form#order .field-error").all();
  const pairs = found.map(async (each) => [
    ((await each.getAttribute("id")) ?? "").replace(/-error$/, ""),
    ((await each.textContent()) ?? "").trim(),
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}

/** The names above the form. */
function toMend({ page }: Shopper): Promise<string[]> {
  return page.locator("form#order .field-names a").allTextContents();
}

function focused({ page }: Shopper): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.id);
}

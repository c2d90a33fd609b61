/** A guest orders and pays at the door. Spec §2 checkout, §5; readings "Cart, checkout, orders". */
import { formatDong } from "contract/money.ts";
import { describe, expect, it } from "vitest";
import {
  chooseUnit,
  fillReceiver,
  lan_lives,
  order,
  orderButton,
  pay,
  putIntoCart,
  refresh,
  wake,
} from "./checkout.ts";
import { dong, heading, type Shopper, sees, shoppers, soon, ways } from "./shopper.ts";

const shopper = shoppers();

describe.each(ways)("a guest $name", (way) => {
  it("is told of every mistake at its field, keeps what he typed, and orders once all is right", async () => {
    const lan = await shopper(way);
    const { errors } = lan;
    const { orders } = lan.words;
    const place = lan_lives.places[way.locale];
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

    const wrong = { full_name: "Lan", phone: "059 000 001" };
    await fillReceiver(lan, wrong);
    await lan.page.locator("#email").fill("lan@");
    await chooseUnit(lan, "city_code", place.province);
    await refresh(lan, "wards");
    await lan.page.locator("[id='address.street']").fill(lan_lives.street);
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
    expect(await lan.page.locator("[id='address.street']").inputValue()).toBe(lan_lives.street);

    await fillReceiver(lan, lan_lives);
    await lan.page.locator("#email").fill("lan@mutosi.example");
    await chooseUnit(lan, "ward_code", place.ward);
    await refresh(lan, "fees");
    await lan.page.locator("input[name=shipping_method]:checked").waitFor();
    await pay(lan, "cod");
    const due = dong((await orderButton(lan).textContent()) ?? "");
    const code = await order(lan);
    expect(code).toHaveLength(10);
    expect(await heading(lan.page)).toBe(orders.placed_title);
    const sums = await lan.page.locator("dl", { hasText: orders.total }).first().textContent();
    expect(sums).toContain(formatDong(due));
    await sees(lan.page, orders.pay_on_delivery);

    await lan.open("/thanh-toan/gio-hang");
    await sees(lan.page, lan.words.cart.empty);
  });
});

/** Every message on the form, by the field it stands at. */
async function mistakes({ page }: Shopper): Promise<Record<string, string>> {
  const found = await page.locator("form#order .field-error").all();
  const pairs = found.map(async (each) => [
    ((await each.getAttribute("id")) ?? "").replace(/-error$/, ""),
    ((await each.textContent()) ?? "").trim(),
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}

function focused({ page }: Shopper): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.id);
}

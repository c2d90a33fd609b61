/**
 * A shop with real rate limits that requires guests to prove the phone of an order before placing it; the order form
 * is kept meanwhile. Spec §2 /checkout/otp.
 */
import { setSetting } from "server/platform/settings.ts";
import { settings } from "server/settings.ts";
import { codeFor } from "server/testing/test-codes.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillAddress, fillReceiver, haveInCart, order, orderButton, pay, wake } from "../harness/checkout.ts";
import { at, path } from "../harness/google.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";
import { comesTo, DEFAULT_WAY, hears, type Shopper, shoppers, soon, type Way } from "../harness/shopper.ts";

let opened: OpenShop;
beforeAll(async () => {
  opened = await openShop({ config: { limit_factor: 1 } });
  await setSetting(opened.shop.ctx(), "checkout_otp", { on: true });
});
afterAll(() => opened.close());

const shopper = shoppers(() => opened.url);
const both: readonly Way[] = [DEFAULT_WAY, { name: "with scripts off", locale: "en", scripts: false, is_phone: true }];

/** The filled-in form, in a cart of one product. */
async function fillOrder(guest: Shopper, phone: string): Promise<void> {
  await haveInCart(guest);
  await wake(guest);
  await fillReceiver(guest, { full_name: "Phan Thu Mai", phone });
  await fillAddress(guest);
  await pay(guest, "cod");
}

/** The order is not placed yet: its button leads to the page of the code. */
async function isAskedForCode(guest: Shopper): Promise<void> {
  await orderButton(guest).click();
  await comesTo(guest.page, at(path(guest, "/checkout/otp")));
}

/** There, and back to the form by the code's last digit, or by a button without scripts. */
async function provesPhone(guest: Shopper, phone: string): Promise<void> {
  const { page, words, scripts } = guest;
  await page.getByRole("button", { name: words.identity.get_code }).click();
  await page.locator("#otp").waitFor();
  await wake(guest);
  await page.locator("#otp").fill(await codeFor(opened.shop, `+84${phone.slice(1)}`));
  if (!scripts) await page.getByRole("button", { name: words.identity.confirm }).click();
  await comesTo(page, at(path(guest, "/thanh-toan/gio-hang")));
}

describe("guests must prove their phone", () => {
  it.each(both)("the order form waits for the code, $name", async (way) => {
    const guest = await shopper(way);
    const phone = way.scripts ? "0590002001" : "0590002002";
    await fillOrder(guest, phone);
    await isAskedForCode(guest);
    expect((await guest.page.locator("#phone").inputValue()).replaceAll("-", "")).toBe(phone);
    await provesPhone(guest, phone);
    await soon(() => guest.page.locator("#full_name").inputValue()).toBe("Phan Thu Mai");
    await order(guest);
  });

  it("typed text is filled in again although the form's first request is pending", async () => {
    const guest = await shopper();
    const { page, words } = guest;
    const phone = "0590002004";
    await fillOrder(guest, phone);
    await page.locator("[name=note]").fill("Gọi trước khi giao");
    const answers = await holdRefreshes(guest);
    await page.locator("input[name=shipping_method]:not(:checked)").first().check();
    await answers.asked;
    await isAskedForCode(guest);
    await provesPhone(guest, phone);
    await hears(guest, words.identity.phone_confirmed);
    const typed = async () => ({
      name: await page.locator("#full_name").inputValue(),
      phone: (await page.locator("#phone").inputValue()).replace(/\D/g, ""),
      note: await page.locator("[name=note]").inputValue(),
    });
    const whole = { name: "Phan Thu Mai", phone, note: "Gọi trước khi giao" };
    await soon(typed).toEqual(whole);
    await answers.letGo();
    expect(await typed()).toEqual(whole);
    await order(guest);
  });

  it("with reCAPTCHA by setting, its code page asks for our own captcha: no third-party script runs beside payment", async () => {
    const { shop } = opened;
    Object.assign(shop.base.config, {
      recaptcha: { site_key: "a-site-key", secret_key: "a-secret-key", url: "http://127.0.0.1:1" },
    });
    const guest = await shopper();
    const phone = "0590002003";
    // A code was sent there before: the next one needs a captcha.
    await shop.visitor().identity.sendCode({ phone, purpose: "checkout" });
    shop.advanceClock(61_000);
    const elsewhere: string[] = [];
    guest.page.on("request", (request) => {
      if (!request.url().startsWith(opened.url) && !request.url().startsWith("data:")) elsewhere.push(request.url());
    });
    await fillOrder(guest, phone);
    await isAskedForCode(guest);
    await wake(guest);
    const asked = guest.page.waitForResponse((answer) => answer.url().includes("/-/captcha?own"));
    await guest.page.getByRole("button", { name: guest.words.identity.get_code }).click();
    await asked;
    await guest.page.locator("#otp").waitFor();
    expect(elsewhere).toEqual([]);
    Object.assign(shop.base.config, { recaptcha: null });
  });
});

describe("guests need not prove their phone", () => {
  it("a guest who orders above the limit without a proof is redirected to the code, and places the order with it", async () => {
    const ctx = opened.shop.ctx();
    await setSetting(ctx, "checkout_otp", { on: false });
    await setSetting(ctx, "unproven_orders", { ...settings.unproven_orders.initial, units_per_session: 0 });
    const guest = await shopper();
    const phone = "0590002005";
    await fillOrder(guest, phone);
    await isAskedForCode(guest);
    await provesPhone(guest, phone);
    await soon(() => guest.page.locator("#full_name").inputValue()).toBe("Phan Thu Mai");
    await order(guest);
  });
});

/** The order form's requests are answered by the shop at once, and their responses are held until released. */
async function holdRefreshes({ page }: Shopper): Promise<{ asked: Promise<unknown>; letGo(): Promise<unknown> }> {
  const [asked, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held: Promise<void>[] = [];
  await page.route(/\/gio-hang\.data/, async (route) => {
    if (!route.request().postData()?.includes("intent=refresh")) return route.continue();
    const response = await route.fetch();
    asked.resolve();
    const delivered = gone.promise.then(() => route.fulfill({ response }));
    held.push(delivered);
    return delivered;
  });
  const letGo = async () => {
    gone.resolve();
    await Promise.all(held);
    await page.unroute(/\/gio-hang\.data/);
  };
  return { asked: asked.promise, letGo };
}

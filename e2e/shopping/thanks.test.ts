/**
 * The thank-you page: the customer's name, the delivery day as a calendar file, and an account for the same phone.
 */
import { describe, expect, it } from "vitest";
import { fillAddress, fillReceiver, haveInCart, LAN_LIVES, order, pay, wake } from "../harness/checkout.ts";
import { comesTo, DEFAULT_WAY, heading, sees, shoppers, soon } from "../harness/shopper.ts";

const shopper = shoppers();

describe.each([true, false])("a guest who has ordered (scripts: %s)", (scripts) => {
  it("sees their name and the delivery day, saves the day, and creates an account", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, scripts });
    const { orders } = lan.words;
    await haveInCart(lan);
    await wake(lan);
    await fillReceiver(lan, LAN_LIVES);
    await fillAddress(lan);
    await pay(lan, "cod");
    const code = await order(lan);
    expect(await heading(lan.page)).toBe(`${orders.thanks({ name: "Lan" })} ${orders.placed_title}`);
    await sees(lan.page.locator(".outcome-date"), /\d\d\/\d\d\/\d{4}/);
    expect(await lan.page.locator(".outcome a.button-primary").textContent()).toBe(orders.track);

    const link = lan.page.getByRole("link", { name: orders.to_calendar });
    const address = lan.url + (await link.getAttribute("href"));
    expect(address).not.toContain(code);
    const file = await lan.page.context().request.get(address);
    expect([file.status(), file.headers()["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(file.headers()["cache-control"]).toContain("no-store");
    const text = await file.text();
    expect(text).toMatch(/DTSTART;VALUE=DATE:\d{8}\r\n/);
    expect(text).not.toContain(LAN_LIVES.street);
    expect(text).not.toContain("590000011");
    expect((await fetch(address)).status).toBe(404); // another visitor with the same URL

    await lan.page.getByRole("button", { name: orders.account_title }).click();
    await comesTo(lan.page, ({ pathname }) => pathname === "/register");
    expect(lan.page.url()).not.toMatch(/590|011/);
    await soon(async () => (await lan.page.locator("input[name=phone]").inputValue()).replace(/\D/g, "")).toMatch(
      /590000011$/,
    );
  });
});

/** Maintenance mode on and off. Spec §2 routing rules; rules/platform. */
import { afterEach, describe, expect, it } from "vitest";
import { putIntoCart, wake } from "../harness/checkout.ts";
import { shopkeeper } from "../harness/shopkeeper.ts";
import { heading, sees, shoppers, soon } from "../harness/shopper.ts";

const shopper = shoppers();
afterEach(async () => {
  await shopkeeper("settings", "set", "maintenance.on", "false");
  await shopkeeper("settings", "set", "maintenance.until", "");
});

describe("maintenance", () => {
  it("every page redirects to /bao-tri during maintenance and back afterwards; the cart is kept", async () => {
    const lan = await shopper();
    const { common } = lan.words;
    await putIntoCart(lan);
    await lan.open("/faq");
    await wake(lan);
    await shopkeeper("settings", "set", "maintenance.until", "2030-02-03T09:30:00+07:00");
    expect(await shopkeeper("settings", "set", "maintenance.on", "true")).toContain("maintenance.on is now true");
    const answer = async (path: string) => {
      const { status, headers } = await fetch(lan.at(path), { redirect: "manual" });
      return [status, headers.get("location"), headers.get("retry-after") !== null];
    };
    await soon(() => answer("/faq")).toEqual([302, "/bao-tri", false]);
    expect(await answer("/thanh-toan/gio-hang")).toEqual([302, "/bao-tri", false]);
    expect(await answer("/bao-tri")).toEqual([503, null, true]);

    await lan.page
      .locator("footer a[href='/diem-ban'], header a[href='/diem-ban']")
      .filter({ visible: true })
      .first()
      .click();
    await soon(() => new URL(lan.page.url()).pathname).toBe("/bao-tri");
    await soon(() => heading(lan.page)).toBe(common.maintenance_title);
    await sees(lan.page.locator("main"), common.maintenance_until({ at: "03/02/2030 09:30" }));
    await sees(lan.page.locator("main a[href^='tel:']"), "1800 0000");

    // The application was told of the maintenance too; nothing else went wrong.
    const said = lan.complaints.splice(0).filter((each) => !/^503 .*\/(?:bao-tri\.data|qr\/app\/)/.test(each));
    expect(said).toEqual([]);

    await shopkeeper("settings", "set", "maintenance.on", "false");
    await soon(() => answer("/bao-tri")).toEqual([302, "/", false]);
    await lan.page.goto(lan.at("/bao-tri"));
    await soon(() => new URL(lan.page.url()).pathname).toBe("/");
    await lan.open("/thanh-toan/gio-hang");
    await sees(lan.page.locator(".lines"), "AF-35");
  });
});

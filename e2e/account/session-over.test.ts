/** A page whose session has ended, and what was typed into it. Spec §2, §8. */
import { describe, it } from "vitest";
import { fryer, wake } from "../harness/checkout.ts";
import { at, logIn, path } from "../harness/google.ts";
import { DEMO_PASSWORD, signIn } from "../harness/member.ts";
import { comesTo, heading, type Shopper, shoppers, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();

/** From the page of the ended session back to the page before. */
async function logInAgain(lan: Shopper, address: string): Promise<void> {
  const { page, words } = lan;
  await page.locator("main").getByRole("link", { name: words.identity.log_in }).click();
  await comesTo(page, at(path(lan, "/login")));
  await page.getByRole("button", { name: words.identity.by_password }).click();
  await comesTo(page, at(path(lan, "/login/mat-khau")));
  await logIn(lan, "lan@mutosi.example", DEMO_PASSWORD);
  await comesTo(page, at(path(lan, address)));
  await wake(lan);
}

describe.each(ways)("$name", (way) => {
  it("after a sign-in the page and its typed text are back, without a question about signing out", async () => {
    const lan = await shopper(way);
    const { page, words } = lan;
    const book = "/tai-khoan/so-dia-chi?add=1";
    const street = page.locator("[id='address.street']");
    if (way.scripts) {
      await signIn(lan);
      await lan.open(book);
      await wake(lan);
      await street.fill("Số 8 phố Sen Hồng");
    }
    await page.context().addCookies([{ name: "session_id", value: "A".repeat(43), url: lan.url }]);
    if (way.scripts) await page.getByRole("button", { name: words.addresses.save, exact: true }).click();
    else await lan.open(book);
    await comesTo(page, at(path(lan, "/dang-xuat")));
    await soon(() => heading(page)).toBe(words.identity.session_over_title);
    await logInAgain(lan, "/tai-khoan/so-dia-chi");
    await soon(() => street.inputValue()).toBe(way.scripts ? "Số 8 phố Sen Hồng" : "");
  });

  it("a click on a favourite button in an ended session keeps the return path and the text typed elsewhere", async () => {
    if (!way.scripts) return; // nothing is sent beside the page
    const lan = await shopper(way);
    const { page } = lan;
    const quantity = page.locator("main input[name=quantity]").first();
    await signIn(lan);
    await lan.open(fryer);
    await wake(lan);
    await quantity.fill("3");
    // Only now: another request of the page would find the ended session before the click.
    await page.route("**/v1/product-favorite", async (route) => {
      await page.context().addCookies([{ name: "session_id", value: "A".repeat(43), url: lan.url }]);
      await route.fulfill({ status: 401, json: { message: "" } });
    });
    await page.locator("main [data-favourite]").first().click();
    await comesTo(page, at(path(lan, "/dang-xuat")));
    await logInAgain(lan, fryer);
    await soon(() => quantity.inputValue()).toBe("3");
  });
});

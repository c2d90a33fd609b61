/** The progress bar never stays: it ends after its time although a request gets no response. */
import { expect, it } from "vitest";
import { patient } from "../harness/browser.ts";
import { wake } from "../harness/checkout.ts";
import { comesTo, DEFAULT_WAY, shoppers } from "../harness/shopper.ts";

const shopper = shoppers();

it("the progress bar disappears after its limit although the request gets no answer, and shows again on another page", async () => {
  const lan = await shopper({ ...DEFAULT_WAY, is_phone: false });
  const { page } = lan;
  let held = 0;
  await page.route("**/-/cart.data**", () => {
    held += 1;
  });
  await lan.open("/san-pham/noi-chien-khong-dau");
  await wake(lan);
  await page.locator("form[data-add] button").first().dispatchEvent("click");
  await page.locator(".progress-bar-running").waitFor({ state: "attached", ...patient });
  await page.locator(".progress-bar-idle").waitFor({ state: "attached", ...patient });
  expect(held).toBe(1);
  await page.locator("footer a[href='/faq']").dispatchEvent("click");
  await comesTo(page, ({ pathname }) => pathname === "/faq");
  await page.locator(".progress-bar-idle").waitFor({ state: "attached", ...patient });
  lan.complaints.length = 0; // the unanswered request
});

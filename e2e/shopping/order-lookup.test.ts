/** Looking up an order, and cancelling it. Spec §2 order look-up; rules/orders. */
import { formatDong } from "contract/values/money.ts";
import { groupedCode, normaliseCode } from "contract/values/public-code.ts";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untilActive, wide } from "../harness/browser.ts";
import { LAN_LIVES, wake } from "../harness/checkout.ts";
import { giveCookies, headerOf, memberCookies } from "../harness/member.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";
import { comesTo, DEFAULT_WAY, heading, type Shopper, sees, shoppers, soon, ways } from "../harness/shopper.ts";
import { payByBank, placeOrder } from "../harness/wire.ts";

const shopper = shoppers();

describe.each(ways)("a guest $name", (way) => {
  it("finds an order by code and phone, and cancels it with a reason", async () => {
    const { order_code } = await placeOrder("cod");
    const lan = await shopper(way);
    const { orders } = lan.words;
    await lan.open("/tim-kiem-don-hang");
    await lookUp(lan, "", "");
    for (const field of ["id", "order_phone"]) await sees(lan.page.locator(`#${field}-error`), lan.errors.required);

    await lookUp(lan, order_code, "0590000012");
    await sees(lan.page.getByRole("alert"), orders.not_found);
    expect(normaliseCode(await lan.page.locator("#id").inputValue())).toBe(order_code);
    await lookUp(lan, "2222222222", LAN_LIVES.phone);
    await sees(lan.page.getByRole("alert"), orders.not_found);

    await lookUp(lan, groupedCode(order_code).toLowerCase(), LAN_LIVES.phone);
    await soon(() => heading(lan.page)).toBe(orders.order({ code: groupedCode(order_code) }));
    await sees(lan.page, orders.pay_on_delivery);
    expect(lan.page.url()).not.toContain(order_code);
    expect(await lan.page.locator("main").textContent()).not.toContain(LAN_LIVES.street);
    const slip = await lan.page.getByRole("link", { name: orders.slip }).getAttribute("href");
    const file = await lan.page.context().request.get(`${lan.url}${slip}`);
    expect([file.status(), file.headers()["content-type"]]).toEqual([200, "application/pdf"]);

    await lan.page.locator("summary", { hasText: orders.cancel }).click();
    await lan.page.getByRole("button", { name: orders.cancel }).click();
    await sees(lan.page.locator("#reason-error"), lan.errors.required_choice);
    await lan.page.locator("#reason").selectOption("changed_mind");
    await lan.page.getByRole("button", { name: orders.cancel }).click();
    await sees(lan.page, orders.cancelled_because({ reason: orders.cancel_reasons.changed_mind }));
    expect(await lan.page.getByRole("button", { name: orders.cancel }).count()).toBe(0);

    await lan.page.getByRole("button", { name: lan.words.purchases.buy_again }).click();
    await comesTo(lan.page, (address) => address.pathname.endsWith("/thanh-toan/gio-hang"));
    await sees(lan.page, lan.words.purchases.bought_again({ count: 1 }));
    await lan.open("/tim-kiem-don-hang");
    await lan.page.getByRole("button", { name: orders.look_up_another }).click();
    await soon(() => heading(lan.page)).toBe(orders.lookup_title);
  });

  it("sees what the shop owes when a paid order is cancelled", async () => {
    const placed = await placeOrder("bank_transfer");
    await payByBank(placed);
    const lan = await shopper(way);
    const { orders } = lan.words;
    await lan.open("/tim-kiem-don-hang");
    await lookUp(lan, placed.order_code, LAN_LIVES.phone);
    await sees(lan.page, orders.payment_statuses.success);
    await lan.page.locator("summary", { hasText: orders.cancel }).click();
    await lan.page.locator("#reason").selectOption("other");
    await lan.page.getByLabel(orders.cancel_note).fill("Mua nhầm");
    await lan.page.getByRole("button", { name: orders.cancel }).click();
    const owed = orders.refund_owed({ amount: formatDong(placed.totals.total) });
    await sees(lan.page, owed);

    const stranger = await shopper(way);
    await stranger.open(`/thanh-toan/trang-thai?uid_payment=${placed.uid_payment}`);
    await soon(() => heading(stranger.page)).toBe(orders.cancelled_title);
    await sees(stranger.page, owed);
    for (const untrue of [orders.paid_text, ...orders.next_steps_paid]) {
      expect(await stranger.page.getByText(untrue).count()).toBe(0);
    }
  });
});

describe.each([
  { screen: "wide", is_phone: false, viewport: wide },
  { screen: "small", is_phone: true, viewport: { width: 360, height: 740 } },
])("an order on a $screen screen", ({ is_phone, viewport }) => {
  it.each(["looked up", "of an account"])(
    "%s shows the total larger than its rows, and buttons of one width",
    async (how) => {
      const lan = await shopper({ ...DEFAULT_WAY, is_phone }, { viewport });
      const { page, words } = lan;
      if (how === "looked up") {
        const { order_code } = await placeOrder("cod");
        await lan.open("/tim-kiem-don-hang");
        await lookUp(lan, order_code, LAN_LIVES.phone);
      } else {
        const cookies = await memberCookies();
        await giveCookies(lan, cookies);
        const { order_code } = await placeOrder("cod", headerOf(cookies));
        await lan.open(`/tai-khoan/quan-ly-don-hang/${order_code}`);
      }
      await page.getByRole("link", { name: words.orders.slip }).waitFor();
      const sums = page.locator("section[aria-labelledby=products] .panel");
      const sizeOf = (part: Locator) =>
        part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      const [row, total] = await Promise.all([sizeOf(sums.locator("dd").first()), sizeOf(sums.locator("b").last())]);
      expect(total).toBeGreaterThan(row * 1.3);
      const widths = await page
        .locator(".order-actions > :is(a, button)")
        .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().width)));
      expect(widths.length).toBeGreaterThan(1);
      expect(new Set(widths).size).toBe(1);
    },
  );
});

it("a payment page without an order shows no order steps", async () => {
  const { page, words, open } = await shopper();
  await open("/thanh-toan/trang-thai");
  await sees(page, words.orders.no_payment_title);
  expect(await page.locator(".steps").count()).toBe(0);
});

describe("a guest whose form is wrong in several fields", () => {
  it("sees each error at its field, and that of the last one in a toast", async () => {
    const lan = await shopper();
    await lan.open("/tim-kiem-don-hang");
    await wake(lan);
    await lookUp(lan, "K7M", "12");
    await sees(lan.page.locator("#id-error"), lan.errors.order_code_invalid);
    await soon(() => lan.toasts).toEqual([await lan.page.locator("#order_phone-error").textContent()]);
  });
});

it("a code typed without blanks is shown in groups", async () => {
  const lan = await shopper();
  await lan.open("/tim-kiem-don-hang");
  await wake(lan);
  await lan.page.locator("#id").fill("abcdefghjk");
  await lan.page.locator("#id").blur();
  expect(await lan.page.locator("#id").inputValue()).toBe("ABC-DEF-GHJK");
});

describe("a guest who corrects a form while its page hydrates", () => {
  it("keeps the focus in the chosen field", async () => {
    const lan = await shopper();
    const scripts = Promise.withResolvers<void>();
    await lan.page.route("**/assets/*.js", async (route) => {
      await scripts.promise;
      await route.continue().catch(() => undefined); // the page that requested it is gone
    });
    await lan.open("/tim-kiem-don-hang");
    await lookUp(lan, "", "");
    await sees(lan.page.locator("#id-error"), lan.errors.required);
    scripts.resolve();
    await lan.page.locator("#order_phone").click();
    await untilActive(lan.page);
    await lan.page.keyboard.type(LAN_LIVES.phone);
    expect(await lan.page.locator("#order_phone").inputValue()).toBe(LAN_LIVES.phone);
    expect(await lan.page.locator("#id").inputValue()).toBe("");
  });
});

async function lookUp({ page, words }: Shopper, code: string, phone: string): Promise<void> {
  await page.locator("#id").fill(code);
  await page.locator("#order_phone").fill(phone);
  await page.getByRole("button", { name: words.orders.look_up, exact: true }).click();
}

describe("from a shared IP address with thirty wrong phones", () => {
  let opened: OpenShop;
  beforeAll(async () => {
    opened = await openShop({ config: { limit_factor: 1 } });
    const headers = { "x-order-phone": "0590000012" };
    const answers: number[] = [];
    for (const sign of "23456789ABCDEFGHJKMNPQRSTVWXYZ2")
      answers.push((await fetch(`${opened.url}/v0/order/23456789A${sign}`, { headers })).status);
    expect([answers[29], answers[30]]).toEqual([404, 422]);
  });
  afterAll(() => opened.close());
  const guests = shoppers(() => opened.url);

  it("the right phone opens the order after a captcha the page solves by itself", async () => {
    const { order_code } = await placeOrder("cod", "", opened.url);
    const lan = await guests();
    await lan.open("/tim-kiem-don-hang");
    await wake(lan);
    await lookUp(lan, order_code, LAN_LIVES.phone);
    await soon(() => heading(lan.page)).toBe(lan.words.orders.order({ code: groupedCode(order_code) }));
  });

  it("without scripts the form keeps what was typed and names the seconds to wait", async () => {
    const { order_code } = await placeOrder("cod", "", opened.url);
    const lan = await guests({ name: "with scripts off", locale: "en", scripts: false, is_phone: true });
    await lan.open("/tim-kiem-don-hang");
    await lookUp(lan, order_code, LAN_LIVES.phone);
    await sees(lan.page.getByRole("alert"), /\d+ seconds/);
    expect(await lan.page.locator("#id").inputValue()).toBe(order_code);
    expect(await lan.page.locator("#order_phone").inputValue()).toBe("059 000 0011");
  });
});

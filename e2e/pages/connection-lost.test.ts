/**
 * A hydrated page when the shop cannot be reached: it stays, shows a message, and tries again on request. Spec §7
 * retries, §8; docs/decisions/0231.
 */
import type { Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  fillAddress,
  fillReceiver,
  fryer,
  haveInCart,
  LAN_LIVES,
  orderButton,
  pay,
  wake,
} from "../harness/checkout.ts";
import { wrongs } from "../harness/invariants.ts";
import { DEMO_PASSWORD, signIn } from "../harness/member.ts";
import { countOrders } from "../harness/shopkeeper.ts";
import { comesTo, DEFAULT_WAY, heading, type Shopper, sees, shoppers, soon } from "../harness/shopper.ts";

const shopper = shoppers();
const OTHER_GOODS = "/san-pham/may-massage/may-massage-chan-sorami-ms-f3-suoi-am";
const CART_PAGE = "/thanh-toan/gio-hang";

const notice = ({ page }: Shopper) => page.locator(".not-reached");
const retry = (lan: Shopper) => notice(lan).getByRole("button", { name: lan.words.common.retry });

/** The values of a form's fields, secrets included. */
const typedInto = ({ page }: Shopper, form: string) =>
  page
    .locator(form)
    .first()
    .evaluate((element: HTMLFormElement) =>
      [...new FormData(element)]
        .filter(([name]) => name !== "idempotency_key")
        .map(([name, value]) => [name, String(value)]),
    );

async function noResponse(
  lan: Shopper,
  why: "offline" | "outcome_unknown" | "failed",
  what: "not_sent" | "not_opened",
) {
  await sees(notice(lan), lan.words.common[what][why]);
  expect(await lan.page.getByText(lan.words.common.error_title).count()).toBe(0);
}

/** Every request to the page's data is lost: before it arrives, or after the shop has acted on it. */
async function cutLine(
  { page }: Shopper,
  address: string,
  moment: "before" | "after",
  times: number,
): Promise<() => number> {
  let seen = 0;
  const cut = async (route: Route) => {
    if (route.request().method() !== "POST" || seen >= times) return route.continue();
    seen += 1;
    if (moment === "after") await route.fetch();
    await route.abort("connectionreset");
  };
  await page.route(`**${address}.data**`, cut);
  return () => seen;
}

describe("sending an order", () => {
  it("without a connection the order form is kept, and the order is placed once when the connection is back", async () => {
    const lan = await fillOrder(await shopper());
    const before = await countOrders();
    const typed = await typedInto(lan, "form#order");
    await lan.page.context().setOffline(true);
    await orderButton(lan).click();
    await noResponse(lan, "offline", "not_sent");
    expect(await typedInto(lan, "form#order")).toEqual(typed);
    await lan.page.context().setOffline(false);
    await retry(lan).click();
    await soon(() => heading(lan.page)).toContain(lan.words.orders.placed_title);
    expect(await countOrders()).toBe(before + 1);
    lan.complaints.length = 0; // the failed connection
  });

  it.each(["before", "after"] as const)(
    "the order is placed once when the connection fails %s it arrives, once or for long",
    async (moment) => {
      const lan = await fillOrder(await shopper());
      const before = await countOrders();
      const typed = await typedInto(lan, "form#order");
      const seen = await cutLine(lan, CART_PAGE, moment, 3);
      await orderButton(lan).click();
      await noResponse(lan, "outcome_unknown", "not_sent");
      expect(seen()).toBe(3);
      expect(await typedInto(lan, "form#order")).toEqual(typed);
      await orderButton(lan).click();
      await soon(() => heading(lan.page)).toContain(lan.words.orders.placed_title);
      expect(await countOrders()).toBe(before + 1);
      lan.complaints.length = 0; // the failed connection
    },
  );
});

describe("adding to the cart", () => {
  it.each(["before", "after"] as const)(
    "a product is added once when the connection fails %s it arrives",
    async (moment) => {
      const lan = await shopper();
      const { page, words } = lan;
      await haveInCart(lan, OTHER_GOODS); // from now on the visitor has a session
      await lan.open(fryer);
      await wake(lan);
      const add = page.getByRole("button", { name: words.catalogue.add, exact: true });
      const seen = await cutLine(lan, "/-/cart", moment, 4);
      await page.route("**/assets/cart-*.js", (route) => route.abort()); // the page of the cart is not needed for it
      await add.click();
      await noResponse(lan, "outcome_unknown", "not_sent");
      await add.click(); // by hand: the fourth is lost, the fifth gets through
      await sees(page, words.cart.added({ name: (await heading(page)) ?? "", count: 1 }));
      expect(seen()).toBe(4);
      await page.unrouteAll();
      await lan.open(CART_PAGE);
      expect(
        await page
          .locator("input[name=quantity]")
          .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)),
      ).toEqual(["1", "1"]);
      lan.complaints.length = 0; // files that were cut off
    },
  );
});

/** Every form with something to type: its page, and what is typed into it. */
const forms: { path: string; member?: true; fields: Record<string, string>; submit: (lan: Shopper) => string }[] = [
  { path: "/login", fields: { phone: "0590001801" }, submit: ({ words }) => words.identity.get_code },
  { path: "/register", fields: { phone: "0590001802" }, submit: ({ words }) => words.identity.get_code },
  { path: "/quen-mat-khau", fields: { phone: "0590001803" }, submit: ({ words }) => words.identity.get_code },
  {
    path: "/login/mat-khau",
    fields: { login: "nobody@mutosi.example", password: "Sai-Mat-Khau-1" },
    submit: ({ words }) => words.identity.log_in,
  },
  {
    path: "/tim-kiem-don-hang",
    fields: { id: "AAA-BBB-CCCC", order_phone: "0590001804" },
    submit: ({ words }) => words.orders.look_up,
  },
  {
    path: "/tai-khoan/thong-tin-tai-khoan",
    member: true,
    fields: { full_name: "Tạ Mai", nickname: "Mai" },
    submit: ({ words }) => words.profile.save,
  },
  {
    path: "/tai-khoan/doi-mat-khau",
    member: true,
    fields: { current_password: "Sai-Mat-Khau-1", password: DEMO_PASSWORD, password_confirmation: DEMO_PASSWORD },
    submit: ({ words }) => words.identity.save_password,
  },
  {
    path: "/tai-khoan/so-dia-chi?add=1",
    member: true,
    fields: { full_name: "Tạ Mai Lan", phone: "0590000011", "address.street": "Số 1" },
    submit: ({ words }) => words.addresses.save,
  },
];

describe("forms without a connection", () => {
  it("a form keeps what was typed while the shop is unreachable, and is sent afterwards", async () => {
    const lan = await shopper();
    const { page } = lan;
    await signIn(lan, "ngoc");
    const cookies = await page.context().cookies();
    for (const { path, member, fields, submit } of forms) {
      // The page the previous form leads to is left at once: its navigation may still be pending.
      await page.goto("about:blank").catch(() => undefined);
      await page.context().clearCookies();
      if (member) await page.context().addCookies(cookies);
      await lan.open(path);
      await wake(lan);
      const own = page.locator("main form").filter({ has: page.locator(`[id="${Object.keys(fields)[0]}"]`) });
      for (const [id, text] of Object.entries(fields)) await own.locator(`[id="${id}"]`).fill(text);
      const expectKept = async () => {
        for (const [id, text] of Object.entries(fields))
          expect(await own.locator(`[id="${id}"]`).inputValue()).toBe(text);
      };
      const send = () => own.getByRole("button", { name: submit(lan), exact: true }).click();

      await page.context().setOffline(true);
      await send();
      await noResponse(lan, "offline", "not_sent");
      await sees(notice(lan), lan.words.common.typed_remains);
      await expectKept();
      await page.context().setOffline(false);

      const { pathname } = new URL(page.url());
      await page.route(`**${pathname}.data**`, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
      await retry(lan).click();
      await noResponse(lan, "outcome_unknown", "not_sent");
      await expectKept();
      await page.unrouteAll();

      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await send();
      expect((await answered).status(), path).toBeLessThan(500);
      await soon(() => notice(lan).count()).toBe(0);
    }
    lan.complaints.length = 0; // the 502
  });
});

describe("the message that nothing could be sent", () => {
  const stated = async (lan: Shopper, text: string) =>
    soon(() => notice(lan).locator("p").allTextContents()).toEqual([text]);
  const overlaps = async (lan: Shopper) =>
    (await wrongs(lan, { locale: lan.locale, state: "hydrated", isDisturbed: true })).filter((what) =>
      /^no bar/.test(what),
    );

  it.each([
    ["a product's buy bar", true, fryer],
    ["the products to compare", true, "/san-pham/noi-com-dien"],
    ["the products to compare", false, "/san-pham/noi-com-dien"],
  ])(
    "the message does not cover %s (phone: %s), has an icon, and changes when the network is back",
    async (_, isPhone, path) => {
      const lan = await shopper({ ...DEFAULT_WAY, is_phone: isPhone });
      const { page, words } = lan;
      const { common, catalogue } = words;
      const [, after = ""] = catalogue.compare_add({ name: "|" }).split("|");
      await lan.open(path);
      await wake(lan);
      if (path !== fryer) await page.getByRole("button", { name: after }).first().click();
      await page.context().setOffline(true);
      await sees(page.locator(".offline-notice"), common.offline);
      expect(await overlaps(lan)).toEqual([]);
      await page.evaluate(() => {
        const { top = 0 } = document.querySelector("body > footer, .site-footer")?.getBoundingClientRect() ?? {};
        scrollBy(0, top - innerHeight + 50); // where what ends the page is about to come
      });
      expect(await overlaps(lan)).toEqual([]);
      await page.locator(".site-header .brand").click();
      await stated(lan, common.not_opened.offline);
      expect(await page.locator(".offline-notice").textContent()).toBe("");
      expect(await overlaps(lan)).toEqual([]);
      expect(await notice(lan).locator("> .icon").count()).toBe(1);
      expect((await notice(lan).boundingBox())?.width).toBeLessThanOrEqual(440);
      await page.context().setOffline(false);
      await stated(lan, common.online_again);
      await notice(lan).getByRole("button", { name: common.close }).click();
      lan.complaints.length = 0; // the failed connection
    },
  );

  it("the message mentions typed text only where there is a form", async () => {
    const lan = await shopper();
    const { page, words } = lan;
    await signIn(lan, "ngoc");
    await lan.open("/tai-khoan/thiet-bi");
    await wake(lan);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: words.profile.sign_out_all }).click();
    await stated(lan, words.common.not_sent.offline);
    await page.context().setOffline(false);
    await notice(lan).getByRole("button", { name: words.common.close }).click();
    lan.complaints.length = 0; // the failed connection
  });
});

describe("links without a connection", () => {
  it("a link stays on the page without a connection, and opens when it is back", async () => {
    const lan = await shopper();
    const { page } = lan;
    await lan.open("/san-pham");
    await wake(lan);
    const title = await heading(page);
    const stays = async () => {
      await noResponse(lan, "offline", "not_opened");
      expect(await heading(page)).toBe(title);
      await notice(lan).getByRole("button", { name: lan.words.common.close }).click();
    };
    await page.context().setOffline(true);
    await page.locator("main a[href*='page=2']").first().click();
    await stays();
    await page.locator("form#filter-form input[type=checkbox]").filter({ visible: true }).first().check();
    await stays();
    await page.locator("header input[name=name]").filter({ visible: true }).fill("nồi");
    await page.keyboard.press("Enter");
    await stays();
    await page
      .locator("header a[href='/tin-tuc'], footer a[href='/tin-tuc']")
      .filter({ visible: true })
      .first()
      .click();
    await noResponse(lan, "offline", "not_opened");
    await page.context().setOffline(false);
    await retry(lan).click();
    await comesTo(page, ({ pathname }) => pathname === "/tin-tuc");

    // A step back without a connection: the page stays, and so does its address.
    await page.context().setOffline(true);
    await page.evaluate(() => history.back());
    await noResponse(lan, "offline", "not_opened");
    await soon(() => new URL(page.url()).pathname).toBe("/tin-tuc");
    await page.context().setOffline(false);
    await page.evaluate(() => history.back());
    await comesTo(page, ({ pathname }) => pathname === "/san-pham");
    await soon(() => heading(page)).toBe(title);
    lan.complaints.length = 0; // the failed connection
  });
});

describe("background requests", () => {
  it.each([
    ["reset", 3],
    [503, 3],
    [429, 1],
  ] as const)("a failed background request does not change the page (%s)", async (failure, tries) => {
    const lan = await shopper();
    const { page } = lan;
    await haveInCart(lan);
    await lan.open("/san-pham/noi-com-dien");
    let tried = 0;
    await page.route(/\/-\/(?:suggest|visitor|cards|facets)\.data/, (route) => {
      if (/suggest\.data.*=noi(?:&|$)/.test(route.request().url())) tried++;
      return failure === "reset" ? route.abort("connectionreset") : route.fulfill({ status: failure, body: "" });
    });
    await wake(lan);
    const title = await heading(page);
    await page.locator("header input[name=name]").filter({ visible: true }).pressSequentially("noi");
    await soon(() => tried).toBe(tries);
    await page.evaluate(() => new Promise((done) => setTimeout(done))); // the page has heard of the last one
    expect([await heading(page), await notice(lan).count()]).toEqual([title, 0]);
    await lan.open(fryer);
    await wake(lan);
    await page.goBack();
    await soon(() => heading(page)).toBe(title);
    expect(await page.locator("header a[href='/thanh-toan/gio-hang']").count()).toBeGreaterThan(0);
    expect(await notice(lan).count()).toBe(0);
    lan.complaints.length = 0; // the 503
  });
});

describe("an error page of a proxy in front of the shop", () => {
  const refuse = (status: number) => (route: Route) =>
    route.fulfill({ status, contentType: "text/html", body: "<h1>Slow down</h1>" });

  it.each([
    [429, "failed"],
    [413, "failed"],
    [500, "outcome_unknown"],
  ] as const)("(%s) a form keeps what was typed and can be sent again", async (status, why) => {
    const lan = await fillOrder(await shopper());
    const before = await countOrders();
    const typed = await typedInto(lan, "form#order");
    await lan.page.route(`**${CART_PAGE}.data**`, refuse(status), { times: 1 });
    await orderButton(lan).click();
    await noResponse(lan, why, "not_sent");
    expect(await typedInto(lan, "form#order")).toEqual(typed);
    await retry(lan).click();
    await soon(() => heading(lan.page)).toContain(lan.words.orders.placed_title);
    expect(await countOrders()).toBe(before + 1);
    lan.complaints.length = 0; // the refusal
  });

  it("a navigation stays on the page, and the next try opens the other", async () => {
    const lan = await shopper();
    const { page } = lan;
    await lan.open("/san-pham");
    await wake(lan);
    const title = await heading(page);
    await page.route("**/faq.data**", refuse(429), { times: 1 });
    await page.locator("a[href='/faq']").filter({ visible: true }).first().click();
    await noResponse(lan, "failed", "not_opened");
    expect(await heading(page)).toBe(title);
    await retry(lan).click();
    await soon(() => heading(page)).toBe(lan.words.content.faq_title);
    lan.complaints.length = 0; // the refusal
  });
});

async function fillOrder(lan: Shopper): Promise<Shopper> {
  await haveInCart(lan);
  await wake(lan);
  await fillReceiver(lan, LAN_LIVES);
  await fillAddress(lan);
  await pay(lan, "cod");
  return lan;
}

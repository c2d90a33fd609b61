/** The lines of a cart and their quantities. Spec §2 checkout; rules/cart. */
import type { Locator, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { wide } from "../harness/browser.ts";
import { putIntoCart, wake } from "../harness/checkout.ts";
import { comesTo, DEFAULT_WAY, dong, type Shopper, sees, shoppers, shownText, soon, ways } from "../harness/shopper.ts";

/** Seven are in stock, and no test here buys one. */
const few = "/san-pham/ghe-massage/ghe-massage-cao-cap-sorami-mc-900-4d-massage-bap-chan";
const stock = 7;
const shopper = shoppers();

describe.each(ways)("a shopper $name", (way) => {
  it("adds a product to the cart, up to the stock and no more", async () => {
    const lan = await shopper(way);
    const { cart } = lan.words;
    await putIntoCart(lan, few);
    const price = dong((await lan.page.locator(".lines .price b").textContent()) ?? "");
    await lan.page.getByRole("button", { name: cart.increase }).click();
    await soon(() => quantity(lan).inputValue()).toBe("2");
    await soon(() => total(lan)).toBe(2 * price);

    await wake(lan);
    await typeQuantity(lan, stock);
    await sees(lan.page, cart.at_most({ count: stock }));
    await soon(() => total(lan)).toBe(stock * price);
    expect(await lan.page.getByRole("button", { name: cart.increase }).isDisabled()).toBe(true);

    await typeQuantity(lan, 99);
    await soon(() => total(lan)).toBe(stock * price);
    await lan.open("/thanh-toan/gio-hang");
    expect(await quantity(lan).inputValue()).toBe(String(stock));
  });

  it("removes a line, and undoes that", async () => {
    const lan = await shopper(way);
    const { cart } = lan.words;
    await putIntoCart(lan, few);
    const name = (await lan.page.locator(".line-name").textContent()) ?? "";
    await lan.page.getByRole("button", { name: cart.increase }).click();
    await soon(() => quantity(lan).inputValue()).toBe("2");

    await lan.page.getByRole("button", { name: cart.take_out({ name }) }).click();
    await sees(lan.page, cart.removed({ name }));
    await sees(lan.page, cart.empty);
    const undo = lan.page.getByRole("button", { name: cart.undo });
    if (way.scripts) await soon(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
    await undo.click();
    await soon(() => lan.page.getByText(cart.empty).count()).toBe(0);
    await soon(() => quantity(lan).inputValue()).toBe("2");
  });
});

describe("a line of the cart", () => {
  it.each([
    { screen: "wide", is_phone: false, viewport: wide },
    { screen: "tablet's", is_phone: false, viewport: { width: 768, height: 1000 } },
    { screen: "small", is_phone: true, viewport: { width: 360, height: 740 } },
  ])("quantity and remove button fit a $screen screen", async ({ is_phone, viewport }) => {
    const lan = await shopper({ ...DEFAULT_WAY, is_phone }, { viewport });
    await putIntoCart(lan, few);
    await wake(lan);
    await typeQuantity(lan, stock);
    const limit = lan.page.getByText(lan.words.cart.at_most({ count: stock }));
    await limit.waitFor();
    const line = lan.page.locator(".lines > li");
    const parts = [line, line.locator(".price"), line.locator(".quantity-box"), line.locator(".icon-button"), limit];
    const [row, price, stepper, bin, words] = await Promise.all(parts.map(boxOf));
    expect(bin?.right).toBeGreaterThanOrEqual((row?.right ?? 0) - 21);
    expect(stepper?.right).toBeLessThan(bin?.left ?? 0);
    if (is_phone) {
      expect(stepper?.top).toBeGreaterThanOrEqual(price?.bottom ?? 0);
      expect(stepper?.left).toBe(price?.left);
      return;
    }
    expect((bin?.left ?? 0) - (stepper?.right ?? 0)).toBeLessThan(24);
    expect(Math.abs((stepper?.middle ?? 0) - (price?.middle ?? 0))).toBeLessThan(2);
    expect(words?.right).toBeLessThanOrEqual(stepper?.left ?? 0);
  });
});

function boxOf(part: Locator) {
  return part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom, middle: (top + bottom) / 2 };
  });
}

describe("an empty cart", () => {
  it("an empty cart links to the catalogue, to recently viewed products and to the sign-in", async () => {
    const lan = await shopper();
    const { page, words } = lan;
    await lan.open(few);
    await wake(lan);
    await lan.open("/thanh-toan/gio-hang");
    await sees(page, words.cart.empty);
    expect(await page.locator(".category-tiles a").count()).toBe(8);
    const foot = await page.locator(".site-footer").boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeGreaterThanOrEqual(wide.height - 1);
    await wake(lan);
    await page.locator("main .product-card").first().waitFor();
    await page.getByRole("link", { name: words.cart.sign_in_for_cart }).click();
    await comesTo(page, ({ searchParams }) => searchParams.get("callbackurl") === "/thanh-toan/gio-hang");
  });
});

describe("a cart", () => {
  it("undo restores a line with the quantity shown, also if the shop never received it", async () => {
    const lan = await shopper();
    const { cart } = lan.words;
    await putIntoCart(lan, few);
    await wake(lan);
    const name = (await lan.page.locator(".line-name").textContent()) ?? "";
    let held = 0;
    await lan.page.route("**/thanh-toan/gio-hang.data**", async (route) => {
      if (route.request().method() !== "POST" || held > 0) return route.continue();
      held += 1; // no response: the next step aborts it
    });
    await lan.page.getByRole("button", { name: cart.increase }).click();
    await soon(() => held).toBe(1);
    await lan.page.getByRole("button", { name: cart.take_out({ name }) }).click();
    await sees(lan.page, cart.empty);
    await lan.page.getByRole("button", { name: cart.undo }).click();
    await soon(() => lan.page.getByText(cart.empty).count()).toBe(0);
    expect(await quantity(lan).inputValue()).toBe("2");
  });

  it("the cart's count shows on every page, also before hydration", async () => {
    const lan = await shopper();
    await putIntoCart(lan, few);
    await lan.open("/faq");
    expect(await lan.page.locator("[data-cart-count]").first().textContent()).toBe("1");
    await wake(lan);
    expect(await lan.page.locator("[data-cart-count]").first().textContent()).toBe("1");

    await lan.open(few);
    await lan.page.getByRole("button", { name: lan.words.buying.buy, exact: true }).click();
    await lan.page.locator(".lines").waitFor();
    expect(await quantity(lan).inputValue()).toBe("1"); // buying now what is in the cart doubles nothing
  });

  it("several first clicks at once all arrive in one cart, and the favourite belongs to the same visitor", async () => {
    const lan = await shopper();
    await lan.open("/san-pham");
    await wake(lan);
    await lan.page.evaluate(() => {
      document.querySelector<HTMLButtonElement>("[data-favourite]")?.click();
      const buttons = document.querySelectorAll<HTMLButtonElement>(".product-card-add button");
      for (const button of [...buttons].slice(0, 3)) button.click();
    });
    await soon(() => lan.page.locator("[data-cart-count]").first().textContent()).toBe("3");
    await lan.open("/thanh-toan/gio-hang");
    expect(await quantity(lan).count()).toBe(3);
    await lan.open("/san-pham");
    await wake(lan);
    await soon(() => lan.page.locator("[data-favourite][aria-pressed=true]").count()).toBe(1);
  });

  const fan = "/san-pham/quat-dien/quat-dung-sorami-fn-s40-40-cm-3-canh";

  it.each([
    {
      ...DEFAULT_WAY,
      name: "of a product's page on a phone, in Japanese",
      locale: "ja",
      is_phone: true,
      path: fan,
    } as const,
    { ...DEFAULT_WAY, name: "of a card, in English", locale: "en", path: "/san-pham" } as const,
  ])("a double click on the button $name adds one, however late the page handles it", async ({ path, ...way }) => {
    const lan = await shopper(way);
    const { page, words } = lan;
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await lan.open(path);
    await wake(lan);
    const form = page.locator("form[data-add]").first();
    const click = (atMs: number) =>
      form.evaluate((element, timeStamp) => {
        const click = new MouseEvent("click", { bubbles: true, cancelable: true });
        Object.defineProperty(click, "timeStamp", { value: timeStamp });
        element.querySelector("button[value=add]")?.dispatchEvent(click);
      }, atMs);
    const name = await nameOf(lan, path);
    await click(10_000);
    await page
      .getByText(words.cart.added({ name, count: 1 }))
      .first()
      .waitFor({ state: "attached" });
    await click(10_150);
    await click(11_500);
    await page
      .getByText(words.cart.added({ name, count: 2 }))
      .first()
      .waitFor({ state: "attached" });
    expect(posts).toHaveLength(2);
    await lan.open("/thanh-toan/gio-hang");
    expect(await quantity(lan).inputValue()).toBe("2");
  });

  it.each(ways)("adding above the maximum of a flash sale says so, $name", async (way) => {
    const lan = await shopper(way);
    const { page, words } = lan;
    const soldOnce = "/san-pham/noi-com-dien/noi-com-dien-tu-sorami-rc-15f-1-5-lit";
    await putIntoCart(lan, soldOnce);
    const name = (await page.locator(".line-name").first().textContent()) ?? "";
    await lan.open(soldOnce);
    await page.getByRole("button", { name: words.catalogue.add, exact: true }).click();
    await sees(page.locator("main").getByRole("alert"), name);
  });

  it("only ticked lines are ordered, the others stay", async () => {
    const lan = await shopper();
    const { cart } = lan.words;
    await putIntoCart(lan, few);
    await putIntoCart(lan);
    const [chair = 0, fryer = 0] = (await lan.page.locator(".lines .price b").allTextContents()).map(dong);
    await soon(() => total(lan)).toBe(chair + fryer);
    const name = (await lan.page.locator(".line-name").first().textContent()) ?? "";
    await lan.page.getByRole("button", { name: cart.buy_this({ name }) }).click();
    await sees(lan.page, cart.saved_for_later);
    await soon(() => total(lan)).toBe(fryer);
  });
});

describe("a quantity that does not reach the shop", () => {
  it.each(["while there is no connection", "before it arrives", "after it has arrived"])(
    "%s a failed quantity stays as typed, is marked, and is sent again as shown",
    async (when) => {
      const lan = await shopper();
      const { page, words } = lan;
      await putIntoCart(lan);
      await wake(lan);
      const price = await total(lan);
      const cut = async (route: Route) => {
        if (route.request().method() !== "POST") return route.continue();
        if (when === "after it has arrived") await route.fetch();
        return route.abort("connectionreset");
      };
      if (when === "while there is no connection") await page.context().setOffline(true);
      else await page.route("**/gio-hang.data**", cut);
      await typeQuantity(lan, 5);
      const mark = page.getByText(words.cart.not_saved({ quantity: 5, saved: 1 }));
      await mark.waitFor();
      await page.locator(".not-reached").waitFor();
      expect(await quantity(lan).inputValue()).toBe("5");
      await page.locator(".not-reached").getByRole("button", { name: words.common.close }).click();

      await page.context().setOffline(false);
      await page.unrouteAll();
      await mark.waitFor(); // still true
      await page.locator(".lines").getByRole("button", { name: words.common.retry }).click();
      await soon(() => total(lan)).toBe(5 * price);
      expect(await quantity(lan).inputValue()).toBe("5");
      await soon(() => mark.count()).toBe(0);
      lan.complaints.length = 0; // the failed connection
    },
  );
});

/** Of the first product that can be added there. */
async function nameOf({ page, words }: Shopper, path: string): Promise<string> {
  if (path !== "/san-pham") return (await page.locator("h1").textContent()) ?? "";
  const label = (await page.locator("form[data-add] button").first().getAttribute("aria-label")) ?? "";
  return label.replace(words.catalogue.add_named({ name: "" }), "");
}

const quantity = ({ page }: Shopper): Locator => page.locator("input[name=quantity]");

async function total({ page }: Shopper): Promise<number> {
  return dong(await shownText(page.locator(".price-total")));
}

/** Leaving the field is enough once hydrated; otherwise a button sends it, and the browser itself refuses too many. */
async function typeQuantity(lan: Shopper, figure: number): Promise<void> {
  await quantity(lan).fill(String(figure));
  if (lan.scripts) await quantity(lan).blur();
  else await lan.page.getByRole("button", { name: lan.words.cart.update }).click();
}

/** What lies in the cart, and how much of it. Spec §2 checkout; readings "Cart, checkout, orders". */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { putIntoCart, wake } from "./checkout.ts";
import { dong, type Shopper, sees, shoppers, soon, ways } from "./shopper.ts";

/** Seven of it are there, and nobody here buys one. */
const few = "/san-pham/ghe-massage/ghe-massage-cao-cap-sorami-mc-900-4d-massage-bap-chan";
const stock = 7;
const shopper = shoppers();

describe.each(ways)("a shopper $name", (way) => {
  it("puts a product into the cart, takes as many as there are and not one more", async () => {
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

  it("takes it out, and has it back as it was", async () => {
    const lan = await shopper(way);
    const { cart } = lan.words;
    await putIntoCart(lan, few);
    const name = (await lan.page.locator(".line-name").textContent()) ?? "";
    await lan.page.getByRole("button", { name: cart.increase }).click();
    await soon(() => quantity(lan).inputValue()).toBe("2");

    await lan.page.getByRole("button", { name: cart.take_out({ name }) }).click();
    await sees(lan.page, cart.removed({ name }));
    await sees(lan.page, cart.empty);
    await lan.page.getByRole("button", { name: cart.undo }).click();
    await soon(() => lan.page.getByText(cart.empty).count()).toBe(0);
    await soon(() => quantity(lan).inputValue()).toBe("2");
  });
});

describe("a cart", () => {
  it("is counted on every page, also while it sleeps", async () => {
    const lan = await shopper();
    await putIntoCart(lan, few);
    await lan.open("/faq");
    expect(await lan.page.locator("[data-cart-count]").first().textContent()).toBe("1");
    await wake(lan);
    expect(await lan.page.locator("[data-cart-count]").first().textContent()).toBe("1");
  });

  it("orders only the lines that are ticked, and keeps the others", async () => {
    const lan = await shopper();
    const { cart } = lan.words;
    await putIntoCart(lan, few);
    await putIntoCart(lan);
    const [chair = 0, fryer = 0] = (await lan.page.locator(".lines .price b").allTextContents()).map(dong);
    await soon(() => total(lan)).toBe(chair + fryer);
    const name = (await lan.page.locator(".line-name").first().textContent()) ?? "";
    await lan.page.getByRole("button", { name: cart.buy_this({ name }) }).click();
    await sees(lan.page, cart.kept_for_later);
    await soon(() => total(lan)).toBe(fryer);
  });
});

const quantity = ({ page }: Shopper): Locator => page.locator("input[name=quantity]");

async function total({ page }: Shopper): Promise<number> {
  return dong((await page.locator(".price-total").textContent()) ?? "");
}

/** Leaving the field is enough for the running page; otherwise a button sends it, and the browser itself refuses too many. */
async function typeQuantity(lan: Shopper, figure: number): Promise<void> {
  await quantity(lan).fill(String(figure));
  if (lan.scripts) await quantity(lan).blur();
  else await lan.page.getByRole("button", { name: lan.words.cart.update }).click();
}

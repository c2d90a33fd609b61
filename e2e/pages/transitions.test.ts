/** The picture of a card grows into the gallery. base.css */
import type { Page } from "playwright-core";
import { it } from "vitest";
import { wake } from "../harness/checkout.ts";
import { heading, shoppers, soon } from "../harness/shopper.ts";

const shopper = shoppers();

/** In the page: notes what moves from the old page to the new one, of documents and of client navigations alike. */
function watchTransitions(): void {
  const note = async (transition: ViewTransition) => {
    await transition.ready;
    const moving = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? "");
    const noted = JSON.parse(sessionStorage.getItem("moving") ?? "[]") as string[][];
    sessionStorage.setItem("moving", JSON.stringify([...noted, moving]));
  };
  const skipped = () => undefined; // the browser skips one where the next navigation has begun
  addEventListener("pagereveal", ({ viewTransition }) => viewTransition && note(viewTransition).catch(skipped));
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    note(transition).catch(skipped);
    return transition;
  };
}

/** Each transition since the last look: whether the product's picture was there before and after. */
async function grown(page: Page): Promise<boolean[]> {
  const noted = await page.evaluate(() => {
    const text = sessionStorage.getItem("moving") ?? "[]";
    sessionStorage.removeItem("moving");
    return text;
  });
  const sides = ["::view-transition-old(product)", "::view-transition-new(product)"];
  return (JSON.parse(noted) as string[][]).map((moving) => sides.every((side) => moving.includes(side)));
}

/** A browser that finds the next page too slow skips the transition. */
const again = { retry: 2 };

it.each([
  { name: "on a wide screen", is_phone: false },
  { name: "on a phone", is_phone: true },
])("$name the clicked card's picture grows into the gallery", again, async (way) => {
  const lan = await shopper({ ...way, locale: "vi", scripts: true, state: "hydrated" });
  const { page } = lan;
  await page.addInitScript(watchTransitions);
  await lan.open("/san-pham/noi-chien-khong-dau");
  await wake(lan);
  const card = page.locator(".product-card-name a").nth(1);
  const name = (await card.textContent()) ?? "";
  await card.click();
  await soon(() => heading(page)).toBe(name);
  await soon(() => grown(page)).toEqual([true]);
});

/** In the page: notes which card is marked as the one a product was opened from. */
function watchMarks(): void {
  const note = (records: MutationRecord[]) => {
    const marked = records.map(({ target }) => target as Element).filter((link) => link.hasAttribute("data-opened"));
    for (const link of marked) sessionStorage.setItem("marked", link.getAttribute("href") ?? "");
  };
  new MutationObserver(note).observe(document, { attributeFilter: ["data-opened"], subtree: true });
}

it("going Back to a page before hydration, the clicked card is marked until the transition ends", async () => {
  const lan = await shopper({ name: "on a phone", is_phone: true, locale: "vi", scripts: true, state: "not hydrated" });
  const { page } = lan;
  await page.addInitScript(watchMarks);
  await lan.open("/san-pham/noi-chien-khong-dau");
  const list = await heading(page);
  const card = page.locator(".product-card-name a").nth(1);
  const address = await card.getAttribute("href");
  await card.click();
  await soon(() => heading(page)).not.toBe(list);
  await page.goBack();
  await soon(() => heading(page)).toBe(list);
  await soon(() => page.evaluate(() => sessionStorage.getItem("marked"))).toBe(address);
  await soon(() => page.locator("[data-opened]").count()).toBe(0);
});

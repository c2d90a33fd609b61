/** The picture of a card grows into the gallery, and back into its card. Looks, proposal 4; base.css. */
import type { Page } from "playwright-core";
import { it } from "vitest";
import { wake } from "./checkout.ts";
import { heading, shoppers, soon } from "./shopper.ts";

const shopper = shoppers();

/** In the page: notes what moves from the old page to the new one, of documents and of the running application alike. */
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

it.each([
  { name: "on a wide screen that wakes with the press", is_phone: false },
  { name: "hydrated on a wide screen", is_phone: false, state: "hydrated" as const },
  { name: "hydrated on a phone", is_phone: true, state: "hydrated" as const },
])("$name the pressed card's picture grows into the gallery, and back into the card on the way back", async (way) => {
  const lan = await shopper({ ...way, locale: "vi", scripts: true });
  const { page } = lan;
  await page.addInitScript(watchTransitions);
  await lan.open("/san-pham/noi-chien-khong-dau");
  if (way.state) await wake(lan);
  const list = await heading(page);
  const card = page.locator(".product-card-name a").nth(1);
  const name = (await card.textContent()) ?? "";
  await card.click();
  await soon(() => heading(page)).toBe(name);
  await soon(() => grown(page)).toEqual([true]);
  await page.goBack();
  await soon(() => heading(page)).toBe(list);
  await soon(() => grown(page)).toEqual([true]);
});

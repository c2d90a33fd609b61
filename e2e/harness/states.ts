/** Makes sure of a page's state at each action: hydrated, or not yet. */
import type { Page } from "playwright-core";
import { untilActive } from "./browser.ts";

/** A page of the site that has not hydrated yet; other sites' pages never match. */
const NOT_HYDRATED = "html:not([data-active]):has(#page-plan)";

/** Before each click, fill or choice the page has hydrated. */
export async function actWhenHydrated(page: Page): Promise<void> {
  await page.addLocatorHandler(page.locator(NOT_HYDRATED), async () => {
    await page.keyboard.press("Shift");
    await untilActive(page);
  });
}

/**
 * The first click, key or text on each document comes before its scripts do, however quick the machine; a page without
 * interaction hydrates by itself, as always.
 */
export async function actBeforeHydration(page: Page): Promise<void> {
  let gate = Promise.withResolvers<void>();
  await page.exposeBinding("letScriptsCome", () => gate.resolve());
  await page.addInitScript(() => {
    const letScriptsCome = () => Reflect.get(window, "letScriptsCome")();
    const idleMs = 7000; // web/app/hydration/boot.ts
    for (const name of ["click", "keydown", "input", "change"])
      addEventListener(name, letScriptsCome, { capture: true });
    setTimeout(letScriptsCome, idleMs);
  });
  page.on("request", (request) => {
    const isPrefetch = request.headers()["sec-purpose"] !== undefined;
    if (request.isNavigationRequest() && !isPrefetch) gate = Promise.withResolvers<void>();
  });
  await page.route("**/assets/*.js", async (route) => {
    await gate.promise;
    await route.continue().catch(() => undefined); // the page that requested it is gone
  });
}

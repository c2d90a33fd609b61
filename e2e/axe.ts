/** What axe finds wrong with a page as it stands, in words one can act on. */
import axe from "axe-core";
import type { Page } from "playwright-core";

export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => `${id}: ${target} ${html.slice(0, 200)}`),
    );
  });
}

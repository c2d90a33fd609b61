/** What axe finds wrong with a page as it stands, as readable lines. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** By all of its rules, or only by these. */
export async function barriers(page: Page, only: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (rules) => {
      const axe: typeof import("axe-core") = Reflect.get(window, "axe");
      const { violations } = await axe.run(rules.length > 0 ? { runOnly: rules } : {});
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, target }) => `${id}: ${target} ${html.slice(0, 200)}`),
      );
    },
    [...only],
  );
}

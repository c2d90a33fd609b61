/** What axe finds wrong with a page as it stands, as readable lines. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

/** Less than half as long as what the package exports as its source: it is sent to every page. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** By all of its rules, or only by these. */
export async function barriers(page: Page, only: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async (rules) => {
      const axe: typeof import("axe-core") = Reflect.get(window, "axe");
      // Where a rule passed is written down for one element only, which takes half the time.
      const { violations } = await axe.run({
        resultTypes: ["violations"],
        ...(rules.length > 0 && { runOnly: rules }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, target }) => `${id}: ${target} ${html.slice(0, 200)}`),
      );
    },
    [...only],
  );
}

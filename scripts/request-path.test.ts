/** How many of the project's files stand between a request for a list and its cached page. decisions/0333 */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { testShop } from "server/testing/test-shop.ts";
import { expect, test } from "vitest";
import { cleared } from "../e2e/harness/shop-process.ts";

test("a list from the page cache passes nine files outside the catalogue, none of them a call's, a screen's or the database's", {
  timeout: 120_000,
}, async () => {
  const shop = await testShop();
  const env = { ...cleared(), DATABASE_URL: shop.url, DATA_DIR: shop.base.config.data_dir };
  const command = [resolve(import.meta.dirname, "request-path.ts")];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, maxBuffer: 1e6 });
  await shop.close();
  const [, cached = ""] = stdout.split("A list that is cached passes ");
  expect(Number.parseInt(cached, 10), stdout).toBeLessThanOrEqual(9);
  expect(cached).toContain("web/runtime/page-cache.ts");
  expect(cached).not.toMatch(/server\/(?:calls|database)\/|web\/app\//);
});

import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { platformJobs } from "./jobs.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

it("the nightly comparison ends well while the books agree, and fails with the first fault once they do not", async () => {
  const { run } = platformJobs.check_books;
  await run(shop.ctx());
  await sql`update catalogue.stock set allocated = allocated + 1 where variant_id = 1082 and warehouse = 'HN'`.execute(
    shop.sql,
  );
  await expect(run(shop.ctx())).rejects.toThrow(
    "Faults: 1, the first: stock: allocated differs from open orders: 1082 HN",
  );
});

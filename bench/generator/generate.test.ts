/** What a measurement would lose: the same catalogue twice, and a shop that is whole after the load. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoPatterns } from "../../scripts/commands/generate.ts";
import { phraseQuery } from "../../server/catalogue/index/search-document.ts";
import { carriedOf, phraseOf } from "../../server/catalogue/query/vocabulary.ts";
import { inTransaction } from "../../server/kernel/context.ts";
import { dropMemos } from "../../server/platform/memo.ts";
import { type TestShop, testShop } from "../../server/testing/test-shop.ts";
import { generate, inventRange } from "./generate.ts";
import { inventProduct } from "./invent.ts";
import type { Patterns } from "./patterns.ts";

let shop: TestShop;
let patterns: Patterns;
beforeAll(async () => {
  shop = await testShop();
  patterns = await demoPatterns(shop.sql);
});
afterAll(() => shop.close());

it("the same seed gives the same products, in any order; no two share a SKU, an address or a barcode", () => {
  const all = inventRange({ patterns, seed: 1, products: 3_000 }, 0, 3_000);
  expect(inventProduct(patterns, 1, 1_234)).toEqual(all[1_234]);
  expect(inventProduct(patterns, 2, 1_234)).not.toEqual(all[1_234]);
  const others = inventRange({ patterns, seed: 2, products: 3_000 }, 0, 3_000);
  const both = [...all, ...others];
  const variants = both.flatMap((product) => product.variants);
  for (const values of [
    both.map(({ slug }) => slug),
    variants.map(({ sku }) => sku),
    variants.map(({ barcode }) => barcode),
  ]) {
    expect(new Set(values).size).toBe(values.length);
  }
  for (const { price, sale_price } of variants) {
    expect(price % 10_000).toBe(0);
    if (sale_price !== null) expect(sale_price).toBeLessThan(price);
  }
  expect(new Set(all.map(({ category }) => category)).size).toBe(33);
});

it("a long tail has many brands and narrower categories, and changes nothing else of a product", async () => {
  const wide = await demoPatterns(shop.sql, { brands: 2_000, categories: 700 });
  expect(new Set(wide.tail.brands).size).toBe(1_970);
  expect(new Set(wide.tail.narrower.map(({ slug }) => slug)).size).toBe(667);
  const [few, many] = [patterns, wide].map((each) =>
    inventRange({ patterns: each, seed: 1, products: 3_000 }, 0, 3_000),
  );
  expect(new Set(many?.map(({ brand }) => brand)).size).toBeGreaterThan(700);
  expect(new Set(many?.map(({ category }) => category)).size).toBeGreaterThan(400);
  const rest = (products = many) =>
    products?.map(({ model, properties, variants }) => ({ model, properties, variants }));
  expect(rest(many)).toEqual(rest(few));
});

type Shape = { indexes: string[]; constraints: string[]; triggers: string[] };

async function shape(): Promise<Shape | undefined> {
  const { rows } = await sql<Shape>`select
    array(select indexdef from pg_indexes where schemaname = 'catalogue' order by 1) as indexes,
    array(select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'catalogue'::regnamespace and convalidated order by 1) as constraints,
    array(select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
      where tgrelid = 'catalogue.shelf'::regclass and not tgisinternal order by 1) as triggers`.execute(shop.sql);
  return rows[0];
}

async function miscounted(): Promise<unknown[]> {
  const { rows } = await sql`
    with counted as (select h.category_id, v.id as value_id, count(*)::int as products from catalogue.shelf h,
      catalogue.counted(h.choices, h.in_stock, h.saving) v (id) group by 1, 2)
    select k.category_id, k.value_id, k.products, c.products as counted from catalogue.shelf_counts k
      left join counted c using (category_id, value_id) where k.products <> coalesce(c.products, 0)
    union all select c.category_id, c.value_id, null, c.products from counted c
      where not exists (select from catalogue.shelf_counts k
        where (k.category_id, k.value_id) = (c.category_id, c.value_id))`.execute(shop.sql);
  return rows;
}

it("a large load leaves the shop whole, counted and searchable; repeated it adds nothing; more of it adds the rest", async () => {
  const before = await shape();
  const patterns = await demoPatterns(shop.sql, { brands: 100, categories: 60 });
  const load = (products: number, bulkFrom: number) =>
    generate(shop.sql, { patterns, seed: 1, products, bulk_from: bulkFrom }, shop.now, () => undefined);
  expect(await load(300, 1)).toEqual({ added: 300, there: 0 });
  expect(await shape()).toEqual(before);
  expect(await miscounted()).toEqual([]);
  expect(await load(300, 1_000)).toEqual({ added: 0, there: 300 });
  expect(await load(350, 1_000)).toEqual({ added: 50, there: 300 });
  expect(await miscounted()).toEqual([]);
  const { catalogue } = shop.visitor();
  for (const number of [0, 299, 349]) {
    const { model, slug, category } = inventProduct(patterns, 1, number);
    expect((await catalogue.products({ name: model })).data[0]?.slug).toBe(slug);
    expect((await catalogue.productBySlug({ slug })).categories.at(-1)?.slug).toBe(category);
  }
});

it("right after a load of thousands of brands, suggested terms are found by an index, and the listing index is not read whole", async () => {
  const wide = await demoPatterns(shop.sql, { brands: 2_000, categories: 100 });
  await generate(shop.sql, { patterns: wide, seed: 3, products: 2_000, bulk_from: 1 }, shop.now, () => undefined);
  dropMemos(["catalogue"]);
  expect((await shop.visitor().catalogue.suggest({ name: "nồi" })).terms).not.toEqual([]);
  const keys = Array.from({ length: 200 }, (_, at) => `noi com ${at}`);
  const asked = carriedOf(
    keys,
    keys.map((key) => phraseQuery(phraseOf(key))),
  );
  await inTransaction(shop.ctx(), async ({ sql: db }) => {
    const scans = async () => {
      const { rows } = await sql<{ whole: number; by_index: number }>`
        select (select seq_scan from pg_stat_xact_user_tables where relid = 'catalogue.shelf'::regclass)::int as whole,
          (select idx_scan from pg_stat_xact_user_tables where relid = 'catalogue.shelf'::regclass)::int as by_index`.execute(
        db,
      );
      return rows[0] ?? { whole: 0, by_index: 0 };
    };
    const before = await scans();
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${asked}`.execute(db);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Function Scan on matching");
    expect(plan).not.toContain("Seq Scan on shelf");
    await asked.execute(db);
    const after = await scans();
    expect(after.whole).toBe(before.whole);
    expect(after.by_index).toBeGreaterThanOrEqual(before.by_index + keys.length);
  });
});

/** Codes by the batch: made once, fetched once, found however they are typed. rules/promotions#batches */
import type { Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { batchCode, makeCodes, sweepBatches } from "./batches.ts";

let shop: TestShop;
let chi: Shop;
let code = "";
let sku = 0;
beforeAll(async () => {
  shop = await testShop({ max: 10 });
  chi = await shop.staff("chi");
  const { rows } = await sql<{ code: string; id: number }>`
    insert into promotions.promotions (kind, title, action, conditions, starts_at, ends_at, is_listed)
    values ('promo_code', '{"vi":"Lô mã"}', '{"type":"amount","amount":50000}', '{}', now() - interval '1 day',
      now() + interval '9 days', false)
    returning 'KM-' || id as code, (select v.id from catalogue.variants v join catalogue.prices p on p.variant_id = v.id
      where p.sale_price is null and p.list_price > 1000000
        and not exists (select from promotions.flash_sale_items i where i.variant_id = v.id) order by v.id limit 1) as id`.execute(
    shop.sql,
  );
  code = rows[0]?.code ?? "";
  sku = rows[0]?.id ?? 0;
});
afterAll(() => shop.close());

const codesOf = (content: string) => content.trim().split("\r\n").slice(1);
async function batch(count: number, max_uses?: number) {
  const { id } = await chi.promotions.makeBatch({ code, prefix: "TET", count, ...(max_uses && { max_uses }) });
  await makeCodes(shop.ctx(), { batch_id: id });
  return id;
}

async function tryCode(typed: string) {
  const visitor = shop.visitor();
  const { session_id } = await visitor.cart.addItem({ product_id: sku });
  return visitor.cart.addCoupon({ session_id: session_id ?? "", code: typed });
}

test("of 12,000 are all different, stored without their text, and one of them fits however it is typed", async () => {
  const id = await batch(12_000, 1);
  const [made] = (await chi.promotions.record({ code })).batches;
  expect(made).toMatchObject({ id, count: 12_000, made: 12_000, max_uses: 1, used: 0, state: "ready" });
  const { content, name } = await chi.promotions.fetchBatch({ code, batch: id });
  const codes = codesOf(content);
  expect([name, codes.length, new Set(codes).size]).toEqual([`${code}-${id}.csv`, 12_000, 12_000]);
  expect(codes.every((each) => /^TET(-[2-9A-HJ-NP-Z]{4}){3}$/.test(each))).toBe(true);
  const { rows } = await sql<{ plain: number }>`
    select count(*)::int as plain from promotions.codes where batch_id = ${id} and code is not null`.execute(shop.sql);
  expect(rows[0]?.plain).toBe(0);
  const [first = ""] = codes;
  const cart = await tryCode(` ${first.toLowerCase().replaceAll("-", " ")} `);
  expect(cart.codes).toMatchObject([{ slot: "promo_code", amount: 50_000, code: `…${first.slice(-4)}` }]);
  expect(await refusalCode(tryCode(`${first.slice(0, -1)}${first.endsWith("A") ? "B" : "A"}`))).toBe("invalid");
});

test("is fetched once, by one of many at once, and not after its time", async () => {
  const id = await batch(10);
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, () => chi.promotions.fetchBatch({ code, batch: id })),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await refusalCode(chi.promotions.fetchBatch({ code, batch: id }))).toBe("state_conflict");
  const late = await batch(10);
  await sql`update promotions.code_batches set finished_at = ${shop.now}::timestamptz - interval '25 hours' where id = ${late}`.execute(
    shop.sql,
  );
  await sweepBatches(shop.ctx());
  expect(await refusalCode(chi.promotions.fetchBatch({ code, batch: late }))).toBe("state_conflict");
  const states = (await chi.promotions.record({ code })).batches.map(({ id: each, state }) => [each, state]);
  expect(states).toEqual(
    expect.arrayContaining([
      [id, "fetched"],
      [late, "lapsed"],
    ]),
  );
});

test("is written once by jobs that run at once", async () => {
  const { id } = await chi.promotions.makeBatch({ code, prefix: "", count: 11_000 });
  await Promise.all(Array.from({ length: 4 }, () => makeCodes(shop.ctx(), { batch_id: id })));
  const { rows } = await sql<{ codes: number; digests: number }>`
    select count(*)::int as codes, count(distinct digest)::int as digests from promotions.codes where batch_id = ${id}`.execute(
    shop.sql,
  );
  expect(rows).toEqual([{ codes: 11_000, digests: 11_000 }]);
});

test("is for who may publish, at most 100,000, and for a promotion that has codes and is not over", async () => {
  const quynh = await shop.staff("quynh");
  expect(await refusalCode(quynh.promotions.makeBatch({ code, prefix: "", count: 1 }))).toBe("forbidden");
  expect(await refusalCode(chi.promotions.makeBatch({ code, prefix: "", count: 100_001 }))).toBe("invalid");
  const { rows } = await chi.promotions.desk({ kind: "flash_sale" });
  expect(await refusalCode(chi.promotions.makeBatch({ code: rows[0]?.code ?? "", prefix: "", count: 1 }))).toBe(
    "state_conflict",
  );
});

test("has codes that follow from its secret and differ in every letter", () => {
  const secret = Buffer.alloc(32, 7).toString("base64");
  const codes = Array.from({ length: 5_000 }, (_, number) => batchCode(secret, "", number));
  expect(new Set(codes).size).toBe(5_000);
  expect(batchCode(secret, "", 17)).toBe(codes[17]);
  for (let place = 0; place < 12; place++) expect(new Set(codes.map((each) => each[place])).size).toBe(32);
});

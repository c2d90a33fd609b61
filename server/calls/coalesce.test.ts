import { afterAll, beforeAll, expect, test } from "vitest";
import { dropMemos } from "../platform/memo.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { coalesce } from "./coalesce.ts";

const slug = "may-ep-cham-sorami-ju-75-mieng-75-mm";
let shop: TestShop;
let asked: string[] = [];

beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => asked.push(text) });
});
afterAll(() => shop.close());

test("a hundred identical reads at once cost one query, and each caller gets its own answer object", async () => {
  await shop.visitor().catalogue.productBySlug({ slug });
  asked = [];
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => shop.visitor().catalogue.productBySlug({ slug })),
  );
  expect(asked).toHaveLength(1);
  expect(new Set(answers).size).toBe(100);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test("reads in another language or of another product are not coalesced", async () => {
  const visitor = shop.visitor();
  const [vi, en, list, narrower] = await Promise.all([
    visitor.catalogue.productBySlug({ slug }),
    visitor.catalogue.productBySlug({ slug, lang: "en" }),
    visitor.catalogue.products({}),
    visitor.catalogue.products({ price_max: 1_000_000 }),
  ]);
  expect(en.name).not.toBe(vi.name);
  expect(narrower.meta.total).toBeLessThan(list.meta.total);
});

test("a call after an invalidation does not get an answer that was started before", async () => {
  const answers: ((price: number) => void)[] = [];
  const ask = () => coalesce(shop.ctx(), "the price", () => new Promise<number>((resolve) => answers.push(resolve)));
  const before = [ask(), ask()];
  dropMemos([`product:${slug}`]);
  const after = [ask(), ask()];
  expect(answers).toHaveLength(2);
  answers.forEach((resolve, at) => {
    resolve(at === 0 ? 590_000 : 484_000);
  });
  expect(await Promise.all(before)).toEqual([590_000, 590_000]);
  expect(await Promise.all(after)).toEqual([484_000, 484_000]);
});

test("a failure reaches all callers that wait for it, and no later ones", async () => {
  const ask = () => shop.visitor().catalogue.productBySlug({ slug: "khong-co" });
  const coalesce = await Promise.allSettled([ask(), ask(), ask()]);
  expect(coalesce.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await expect(ask()).rejects.toMatchObject({ status: 404 });
});

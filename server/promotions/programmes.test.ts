/** The demo's programmes as everyone sees them. rules/promotions#programmes */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeProgramme } from "../orders/test-programmes.ts";
import { dropMemos } from "../platform/memo.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { giveBackProgrammes, redeemProgrammes, retakeProgrammes } from "./running-programmes.ts";

const DAY_MS = 86_400_000;
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ programmes: true });
});
afterAll(() => shop.close());

test("those that run are listed, each with its terms, its quota and what of it is used", async () => {
  const { data } = await shop.visitor({ locale: "en" }).promotions.programmes({});
  expect(data.map(({ slug }) => slug)).toContain("mua-nhieu-giam-nhieu");
  expect(data.find(({ slug }) => slug === "bep-sach-nha-am")).toMatchObject({
    ...{ title: "Clean kitchen, warm home", lang: "en", type: "gift", state: "running", minimum_order: 3_000_000 },
    ...{ quota: 300, used: 0, per_customer: 1, terms: { type: "gift", product: { code: "SRM-CWP28-GN" } } },
    category_slugs: expect.arrayContaining(["nau-nuong", "so-che", "do-dung-bep"]),
  });
  expect(data.find(({ slug }) => slug === "mua-nhieu-giam-nhieu")).toMatchObject({
    ...{ type: "tier", quota: null, used: null, combines_with: ["coupon"] },
    terms: {
      type: "tier",
      tiers: [
        { quantity: 2, percent: 5 },
        { quantity: 4, percent: 10 },
      ],
    },
  });
});

test("one has its products by pages and by category, and its products name it", async () => {
  const lan = shop.visitor();
  const first = await lan.promotions.programme({ slug_or_id: "bep-sach-nha-am", limit: 5 });
  expect(first.products).toHaveLength(5);
  expect(first.meta.total).toBeGreaterThan(5);
  const second = await lan.promotions.programme({ slug_or_id: first.id, limit: 5, page: 2 });
  expect(second.products.map(({ code }) => code)).not.toContain(first.products[0]?.code);
  const some = await lan.promotions.programme({ slug_or_id: first.id, category: "so-che" });
  expect(some.meta.total).toBeLessThan(first.meta.total);
  const product = await lan.catalogue.product({ id: some.products[0]?.product_id ?? 0 });
  expect(product.promotion_programs).toContainEqual({
    ...{ slug: "bep-sach-nha-am", title: "Bếp sạch, nhà ấm", lang: "vi" },
  });
  expect((await lan.catalogue.product({ id: 1001 })).promotion_programs).not.toContainEqual(
    expect.objectContaining({ slug: "bep-sach-nha-am" }),
  );
});

test("one that has not begun, is over or used up says so, and is not listed; long over it is not there", async () => {
  const at = (days: number) => new Date(shop.now.getTime() + days * DAY_MS);
  const action = { type: "percent", rate_bp: 500, cap: null };
  await makeProgramme(shop.sql, shop.now, "sap-mo", { action, starts_at: at(1), ends_at: at(2) });
  await makeProgramme(shop.sql, shop.now, "da-qua", { action, starts_at: at(-3), ends_at: at(-2) });
  await makeProgramme(shop.sql, shop.now, "qua-lau", { action, starts_at: at(-50), ends_at: at(-40) });
  const spent = await makeProgramme(shop.sql, shop.now, "het-suat", { action, max_uses: 1 });
  await sql`update promotions.promotions set used = 1 where id = ${spent}`.execute(shop.sql);
  const lan = shop.visitor();
  const stateOf = async (slug_or_id: string) => (await lan.promotions.programme({ slug_or_id })).state;
  expect([await stateOf("sap-mo"), await stateOf("da-qua"), await stateOf("het-suat")]).toEqual([
    "coming",
    "ended",
    "used_up",
  ]);
  await expect(stateOf("qua-lau")).rejects.toMatchObject({ status: 404 });
  const listed = (await lan.promotions.programmes({})).data.map(({ slug }) => slug);
  for (const slug of ["sap-mo", "da-qua", "qua-lau", "het-suat"]) expect(listed).not.toContain(slug);
});

test("a percentage of a programme has no most in đồng, so that its price is the same in every cart", async () => {
  const action = { type: "percent", rate_bp: 500, cap: 100_000 };
  await expect(makeProgramme(shop.sql, shop.now, "co-tran", { action })).rejects.toThrow(
    "promotions_programme_uncapped",
  );
});

test("every page can name those that run, and none that is to come, over or used up", async () => {
  const at = (days: number) => new Date(shop.now.getTime() + days * DAY_MS);
  const action = { type: "percent", rate_bp: 500, cap: null };
  await makeProgramme(shop.sql, shop.now, "mai-mo", { action, starts_at: at(1), ends_at: at(2) });
  await makeProgramme(shop.sql, shop.now, "hom-qua", { action, starts_at: at(-3), ends_at: at(-2) });
  const left = await makeProgramme(shop.sql, shop.now, "con-mot", { action, max_uses: 2 });
  const named = async () => {
    dropMemos(["programmes"]); // as every process does when notified
    return (await shop.visitor({ locale: "en" }).content.chrome({})).programmes;
  };
  const first = await named();
  expect(first).toContainEqual({
    ...{ slug: "bep-sach-nha-am", title: "Clean kitchen, warm home", lang: "en", ends_at: expect.any(String) },
  });
  expect(first).toContainEqual({
    ...{ slug: "con-mot", title: "Chương trình con-mot", lang: "vi", ends_at: at(1).toISOString() },
  });
  for (const slug of ["mai-mo", "hom-qua"]) expect(first.map((each) => each.slug)).not.toContain(slug);
  await sql`update promotions.promotions set used = 2 where id = ${left}`.execute(shop.sql);
  expect((await named()).map(({ slug }) => slug)).not.toContain("con-mot");
});

test("the use that leaves nothing, and the one that comes back, purge every page that names the programme", async () => {
  const action = { type: "percent", rate_bp: 500, cap: null };
  const id = await makeProgramme(shop.sql, shop.now, "hai-suat", { action, max_uses: 2 });
  const { slug } = await shop.visitor().catalogue.product({ id: 1001 });
  const tags: string[] = [];
  const own = shop.ctx();
  const announce: typeof own.announce = async (_ctx, event, payload) => {
    if (event === "pages_changed") tags.push(...(payload as { tags: string[] }).tags);
  };
  const ctx = { ...own, announce };
  const purged = async (act: () => Promise<void>) => {
    tags.length = 0;
    await act();
    return [...tags];
  };
  const use = (order_ref: string) =>
    redeemProgrammes(ctx, { order_ref, buyer: "0590000077", uses: [{ promotion_id: id, amount: 1_000 }] });
  expect(await purged(() => use("A"))).toEqual(["programme:hai-suat"]);
  // Its price is on the pages of its products and in their lists too.
  const all = ["programme:hai-suat", "programmes", `product:${slug}`, "category:all"];
  expect(await purged(() => use("B"))).toEqual(expect.arrayContaining(all));
  expect(await purged(() => giveBackProgrammes(ctx, "B"))).toEqual(expect.arrayContaining(all));
  expect(await purged(() => retakeProgrammes(ctx, "B"))).toEqual(expect.arrayContaining(all));
  await giveBackProgrammes(ctx, "B");
  expect(await purged(() => giveBackProgrammes(ctx, "A"))).toEqual(["programme:hai-suat"]);
});

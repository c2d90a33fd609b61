/**
 * Favourites and recently viewed products: they belong to their owner, survive the sign-in and need consent where
 * stored. rules/catalogue
 */
import { isWireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEMO_PASSWORD as password } from "../../demo-accounts.ts";
import { openVisitorSession } from "../../identity/sessions.ts";
import { juicer, RICE_COOKER } from "../../orders/test-orders.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { MAX_FAVOURITES, mergeFavourites, toggleFavourite } from "./favourites.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 30 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from catalogue.favourites`.execute(shop.sql);
  await sql`delete from catalogue.viewed`.execute(shop.sql);
});

const all = { page: 1, limit: 100 };
const ids = (list: { data: { product_id: number }[] }) => list.data.map(({ product_id }) => product_id);

async function customer(name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from identity.customers where email = ${`${name}@mutosi.example`}`.execute(shop.sql);
  return rows[0]?.id ?? 0;
}
async function lastVisitor(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from identity.sessions where kind = 'visitor'`.execute(shop.sql);
  return rows[0]?.id ?? 0;
}
async function indexed(count: number): Promise<number[]> {
  const { rows } = await sql<{ variant_id: number }>`
    select variant_id from catalogue.shelf order by product_id limit ${count}`.execute(shop.sql);
  return rows.map(({ variant_id }) => variant_id);
}

describe("favourites", () => {
  test("a visitor's favourites are listed newest first, and no other visitor sees them", async () => {
    const visitor = shop.visitor();
    expect((await visitor.catalogue.toggleFavourite({ product_id: juicer })).favourite).toBe(true);
    shop.advanceClock(1000);
    expect((await visitor.catalogue.toggleFavourite({ product_id: RICE_COOKER })).count).toBe(2);
    expect(ids(await visitor.catalogue.favourites(all))).toEqual([RICE_COOKER, juicer]);
    expect((await visitor.catalogue.toggleFavourite({ product_id: RICE_COOKER })).favourite).toBe(false);
    expect(await visitor.catalogue.favouriteSlugs({})).toHaveLength(1);
    expect(await shop.visitor().catalogue.favouriteSlugs({})).toEqual([]);
    expect((await shop.visitor().catalogue.favourites(all)).data).toEqual([]);
  });

  test("adding twice is one favourite; the last call decides", async () => {
    const lan = await shop.as("lan");
    const wanted = { product_id: juicer, favourite: true };
    await Promise.all(Array.from({ length: 10 }, () => lan.catalogue.toggleFavourite(wanted)));
    expect(ids(await lan.catalogue.favourites(all))).toEqual([juicer]);
    await lan.catalogue.toggleFavourite({ product_id: juicer, favourite: false });
    expect((await lan.catalogue.toggleFavourite({ product_id: juicer, favourite: false })).count).toBe(0);
  });

  test("a favourite is on all devices of its owner", async () => {
    await (await shop.as("lan")).catalogue.toggleFavourite({ product_id: juicer });
    expect(ids(await (await shop.as("lan")).catalogue.favourites(all))).toEqual([juicer]);
  });

  test("an unknown product cannot be added, and the list has a maximum", async () => {
    const lan = await shop.as("lan");
    const missing = await lan.catalogue.toggleFavourite({ product_id: 999_999_999 }).catch((error: unknown) => error);
    expect(isWireFailure(missing, "not_found")).toBe(true);
    const id = await customer("lan");
    await sql`insert into catalogue.products (slug, model, brand_id, category_id, vat_class, weight_grams, length_mm, width_mm,
        height_mm, shipping_class, warranty_months, serial_prefix, art_kind)
      select 'day-' || n, 'D' || n, brand_id, category_id, vat_class, weight_grams, length_mm, width_mm, height_mm,
        shipping_class, warranty_months, serial_prefix, art_kind
      from catalogue.products p, generate_series(1, ${MAX_FAVOURITES}) n
      where p.id = (select product_id from catalogue.variants where id = ${juicer})`.execute(shop.sql);
    await sql`insert into catalogue.favourites (customer_id, product_id, added_at)
      select ${id}, id, now() from catalogue.products where slug like 'day-%'`.execute(shop.sql);
    const full = await lan.catalogue.toggleFavourite({ product_id: juicer }).catch((error: unknown) => error);
    expect(isWireFailure(full, "above_maximum")).toBe(true);
    expect(await lan.catalogue.favouriteSlugs({})).toHaveLength(MAX_FAVOURITES);
    expect((await lan.catalogue.favourites(all)).data).toEqual([]); // none of them is in the index
    await sql`delete from catalogue.products where slug like 'day-%'`.execute(shop.sql);
  });

  test("a visitor's favourites are merged at sign-in: none lost, none twice, also with two devices at once", async () => {
    const [a, b, c] = (await indexed(3)) as [number, number, number];
    const id = await customer("lan");
    const lan = await shop.as("lan");
    await lan.catalogue.toggleFavourite({ product_id: a });
    const sessions = [];
    for (const wanted of [
      [a, b],
      [b, c],
    ]) {
      const visitor = shop.visitor();
      for (const product_id of wanted) await visitor.catalogue.toggleFavourite({ product_id });
      sessions.push(await lastVisitor());
    }
    await Promise.all([...sessions, ...sessions].map((session) => mergeFavourites(shop.ctx(), session, id)));
    expect(ids(await lan.catalogue.favourites(all)).sort()).toEqual([a, b, c].sort());
    const { rows } = await sql`select 1 from catalogue.favourites where session_id is not null`.execute(shop.sql);
    expect(rows).toEqual([]);
  });
});

describe("favourites added while a sign-in is pending", () => {
  test("every accepted change is in the customer's list", { timeout: 60_000 }, async () => {
    const lan = await shop.as("lan");
    const products = await indexed(60);
    const kept: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { token, id } = await openVisitorSession(shop.ctx());
      const browser = () => shop.visitor({ token });
      const clicks = products.slice(round * 12, round * 12 + 12).map((product_id) =>
        browser()
          .catalogue.toggleFavourite({ product_id, favourite: true })
          .then(
            () => kept.push(product_id),
            (error: unknown) => isWireFailure(error, "conflict") || String(error),
          ),
      );
      const signingIn = browser().identity.login({ login: "lan@mutosi.example", password });
      clicks.splice(
        round * 2,
        0,
        signingIn.then(() => true),
      );
      const answers = await Promise.all(clicks);
      expect(answers.filter((each) => typeof each === "string")).toEqual([]);
      const { rows } = await sql`select from catalogue.favourites where session_id = ${id}`.execute(shop.sql);
      expect(rows).toHaveLength(0);
    }
    expect(ids(await lan.catalogue.favourites(all)).sort()).toEqual(kept.sort());
  });

  test("a late change is applied to the customer's list, not to the superseded session's", async () => {
    const minh = await shop.as("minh");
    const { token, id } = await openVisitorSession(shop.ctx());
    const visitor = shop.visitor({ token });
    await visitor.catalogue.toggleFavourite({ product_id: RICE_COOKER });
    await visitor.identity.login({ login: "minh@mutosi.example", password });
    const late = (product_id: number, favourite: boolean) =>
      toggleFavourite(shop.ctx(), { customer_id: null, session_id: id }, product_id, favourite);
    expect(await late(juicer, true)).toMatchObject({ favourite: true, count: 2 });
    expect(ids(await minh.catalogue.favourites(all)).sort()).toEqual([juicer, RICE_COOKER].sort());
    expect(await late(RICE_COOKER, false)).toMatchObject({ favourite: false, count: 1 });
    expect(ids(await minh.catalogue.favourites(all))).toEqual([juicer]);
    const { rows } = await sql`select from catalogue.favourites where session_id = ${id}`.execute(shop.sql);
    expect(rows).toHaveLength(0);
  });
});

describe("recently viewed products", () => {
  test("viewed products are stored only with consent, and deleted when it is withdrawn", async () => {
    const lan = await shop.as("lan");
    expect(await lan.catalogue.noteViewed({ product_ids: [juicer] })).toEqual({ kept: false });
    expect(await lan.catalogue.viewed({})).toEqual({ kept: false, products: [] });
    await lan.privacy.saveConsent({ purpose: "behaviour", given: true });
    expect(await lan.catalogue.noteViewed({ product_ids: [RICE_COOKER, juicer] })).toEqual({ kept: true });
    shop.advanceClock(60_000);
    await lan.catalogue.noteViewed({ product_ids: [juicer, 999_999_999] });
    const seen = async () => (await lan.catalogue.viewed({})).products.map(({ product_id }) => product_id);
    expect(await seen()).toEqual([juicer, RICE_COOKER]);
    await lan.catalogue.forgetViewed({ product_id: juicer });
    expect(await seen()).toEqual([RICE_COOKER]);
    await lan.privacy.saveConsent({ purpose: "behaviour", given: false });
    expect(await lan.catalogue.viewed({})).toEqual({ kept: false, products: [] });
    await lan.privacy.saveConsent({ purpose: "behaviour", given: true });
    expect(await seen()).toEqual([]);
    await lan.privacy.saveConsent({ purpose: "behaviour", given: false });
  });

  test("consent of another account or to advertising does not count", async () => {
    const minh = await shop.as("minh");
    await minh.privacy.saveConsent({ purpose: "marketing_sms", given: true });
    expect(await minh.catalogue.noteViewed({ product_ids: [juicer] })).toEqual({ kept: false });
  });

  test("the list has a maximum, and the newest stay", async () => {
    const lan = await shop.as("lan");
    await lan.privacy.saveConsent({ purpose: "behaviour", given: true });
    const many = await indexed(70);
    for (let from = 0; from < many.length; from += 20) {
      shop.advanceClock(1000);
      await lan.catalogue.noteViewed({ product_ids: many.slice(from, from + 20) });
    }
    const { products } = await lan.catalogue.viewed({});
    expect(products).toHaveLength(60);
    expect(products[0]?.product_id).toBe(many[60]);
  });
});

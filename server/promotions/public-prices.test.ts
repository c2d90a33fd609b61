/** What pages show is what the cart takes: the price of programmes and flash sales. rules/promotions#public-price */
import { formatDong } from "contract/values/money.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dealsOf } from "../cart/deals.ts";
import { itemsOf } from "../cart/items.ts";
import { cardsOf } from "../catalogue/products/cards.ts";
import { integrityViolations } from "../database/integrity.ts";
import { parcelOf } from "../fulfilment/quotes.ts";
import { emailNotification } from "../notifications/emails.ts";
import { laidOut } from "../notifications/outbox.ts";
import { juicer, orderForm, RICE_COOKER, startFlashSale } from "../orders/test-orders.ts";
import { makeProgramme } from "../orders/test-programmes.ts";
import { dropMemos } from "../platform/memo.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { turnDealPrices } from "./price-turns.ts";
import { runningProgrammes } from "./running-programmes.ts";
import { giveBackUses } from "./uses.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let shop: TestShop;
let productIds: ReadonlyMap<number, number>;
beforeAll(async () => {
  shop = await testShop({ programmes: true });
  const { rows } = await sql<{ id: number; product_id: number }>`select id, product_id from catalogue.variants`.execute(
    shop.sql,
  );
  productIds = new Map(rows.map(({ id, product_id }) => [id, product_id]));
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

const only = (variant: number) => ({ products: [productIds.get(variant) ?? 0] });
let buyers = 0;
const visitor = () => shop.visitor({ client: `10.8.${Math.floor(buyers / 250)}.${buyers++ % 250}` });
const items = (product_id: number) => [{ product_id, quantity: 1 }];

/** Of one unit: product page, list, listing index, delivery quote, cart. */
async function prices(variant: number): Promise<number[]> {
  await turnDealPrices(shop.ctx());
  const lan = visitor();
  const product = await lan.catalogue.product({ id: variant });
  const shown = product.variants.find((each) => each.product_id === variant);
  const { data } = await lan.catalogue.products({ name: product.code });
  const { rows } = await sql<{
    price: number;
  }>`select price from catalogue.shelf where variant_id = ${variant}`.execute(shop.sql);
  const cart = await lan.cart.addItem({ product_id: variant, quantity: 1 });
  return [
    shown?.price ?? 0,
    data.find((card) => card.product_id === variant)?.price ?? 0,
    rows[0]?.price ?? 0,
    (await parcelOf(shop.ctx(), variant)).amount,
    cart.items[0]?.unit_price ?? 0,
  ];
}
const five = (price: number) => Array.from({ length: 5 }, () => price);

/** The prices of a row do not rise or fall against its order. */
async function sorted(category: string): Promise<void> {
  const { data } = await visitor().catalogue.products({ category, sort: "price_asc" });
  const found = data.map(({ price }) => price);
  expect(found).toEqual(found.toSorted((one, other) => one - other));
}

test("each programme of the demo: a product of it has one price on page, in list, cart, order and email", async () => {
  await sql`update identity.customers set email_verified_at = now() where email = 'lan@mutosi.example'`.execute(
    shop.sql,
  );
  const { data } = await visitor().promotions.programmes({});
  expect(data.length).toBeGreaterThanOrEqual(2);
  for (const { slug } of data) {
    const { products } = await visitor().promotions.programme({ slug_or_id: slug });
    const card = products.find(({ available }) => available);
    if (!card) throw new Error(`${slug} has no product in stock`);
    // None of them is for one unit alone, so that the price is that without programmes.
    expect(await prices(card.product_id)).toEqual(five(card.price));
    expect(card.programme).toBeNull();
    const lan = await shop.as("lan");
    await lan.notifications.saveSettings({ settings: [{ topic: "orders", channel: "email", is_on: true }] });
    const placed = await lan.orders.place(orderForm({ items: items(card.product_id) }));
    expect(placed.totals.goods).toBe(card.price);
    const { rows } = await sql<{ id: number }>`select id from notifications.notifications
      where kind = 'order_placed' and subject = ${placed.order_code}`.execute(shop.sql);
    for (const { id } of rows) await emailNotification(shop.ctx(), { notification: id });
    const [email] = (await laidOut(shop.ctx(), "lan@mutosi.example")).filter(({ text }) =>
      text.includes(placed.order_code),
    );
    const { total, shipping, shipping_discount } = placed.totals;
    expect(total - shipping + shipping_discount).toBe(card.price);
    expect(email?.text).toContain(formatDong(total));
  }
});

describe("a programme that anybody pays for one unit", () => {
  beforeEach(async () => {
    await sql`update promotions.promotions set starts_at = starts_at - interval '900 days', ends_at = starts_at - interval '800 days'
      where kind = 'programme' and ends_at > ${shop.now}`.execute(shop.sql);
    await sql`delete from promotions.flash_sales`.execute(shop.sql);
    await sql`update catalogue.stock set on_hand = allocated + 50 where variant_id in (${juicer}, ${RICE_COOKER})`.execute(
      shop.sql,
    );
  });
  const make = (slug: string, change: Parameters<typeof makeProgramme>[3]) =>
    makeProgramme(shop.sql, shop.now, slug, change);

  test("sets the price of page, list, filter, cart and order, rounded alike, and is named", async () => {
    await make("le-dong", { action: { type: "percent", rate_bp: 1_333, cap: null }, conditions: only(juicer) });
    const price = 2_490_000 - 331_917;
    expect(await prices(juicer)).toEqual(five(price));
    const lan = visitor();
    const product = await lan.catalogue.product({ id: juicer });
    expect(product).toMatchObject({ price, flash_sale: null, programme: { slug: "le-dong", lang: "vi" } });
    const [category = ""] = product.categories.map(({ slug }) => slug).slice(-1);
    await sorted(category);
    const { data } = await lan.catalogue.products({ category, price_min: price, price_max: price });
    expect(data.map(({ product_id }) => product_id)).toContain(juicer);
    const [card] = await lan.catalogue.cards({ ids: `${juicer}` });
    expect(card).toMatchObject({ price, programme: { slug: "le-dong" } });
    const saleOff = await lan.catalogue.saleOff({ limit: 100 });
    expect(saleOff.data.find(({ product_id }) => product_id === juicer)?.price).toBe(price);
    expect((await lan.catalogue.compare({ slugs: [product.slug] }))[0]?.price).toBe(price);
    const placed = await visitor().orders.place(orderForm({ items: items(juicer), phone: "0590200001" }));
    expect(placed.totals.goods).toBe(price);
  });

  test("beside a flash sale the lower one holds, and the sale shows no quota where it does not", async () => {
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 2_000_000, quota: 5 });
    await make("gia-la", { action: { type: "fixed_price", price: 1_900_000 }, conditions: only(juicer) });
    expect(await prices(juicer)).toEqual(five(2_000_000)); // a line of a flash sale is not the programme's
    const withFlash = { ...only(juicer), with_flash: true };
    await make("ca-gio-vang", { action: { type: "fixed_price", price: 1_900_000 }, conditions: withFlash });
    expect(await prices(juicer)).toEqual(five(1_900_000));
    const product = await visitor().catalogue.product({ id: juicer });
    expect(product).toMatchObject({ flash_sale: null, programme: { slug: "ca-gio-vang" } });
    const { data } = await visitor().promotions.flashSale({ status: 1 });
    expect(data.find(({ product_id }) => product_id === juicer)).toMatchObject({ price: 1_900_000, flash_sale: null });
    expect((await visitor().catalogue.homeRows({})).flash_sale).toEqual([]);
  });

  test("that needs a quantity, a set, a rank, a first order, a place or a payment method leaves the price", async () => {
    const less = { type: "percent", rate_bp: 2_000, cap: null };
    const asked = [
      { min_quantity: 2 },
      { min_order: 2_490_001 },
      { ranks: ["gold"] },
      { first_order: true },
      { cities: ["01"] },
      { payment_methods: ["cod"] },
      { account_kinds: ["customer"] },
      { channels: ["app"] },
    ];
    for (const [at, condition] of asked.entries())
      await make(`can-them-${at}`, { action: less, conditions: { ...only(juicer), ...condition } });
    await make("can-hai", {
      action: { type: "tiers", tiers: [{ quantity: 2, rate_bp: 500 }] },
      conditions: only(juicer),
    });
    await make("mua-mot-tang-mot", { action: { type: "buy_get", buy: 1, free: 1 }, conditions: only(juicer) });
    await turnDealPrices(shop.ctx());
    expect(await visitor().catalogue.product({ id: juicer })).toMatchObject({ price: 2_490_000, programme: null });
    await make("dat-gia", { action: less, conditions: { ...only(juicer), min_quantity: 1, min_order: 2_490_000 } });
    expect(await visitor().catalogue.product({ id: juicer })).toMatchObject({ price: 1_992_000 });
  });

  test("begins and ends to the moment, by its hours too, and no page is cached beyond it", async () => {
    const midnight = Date.parse(
      `${new Date(shop.now.getTime() + 7 * HOUR_MS).toISOString().slice(0, 10)}T00:00:00+07:00`,
    );
    shop.advanceClock(midnight + DAY_MS + 8 * HOUR_MS - shop.now.getTime()); // tomorrow at 8
    const at = (minutes: number) => new Date(shop.now.getTime() + minutes * 60_000);
    const conditions = { ...only(juicer), hours: { from: 9, to: 10 } };
    const action = { type: "fixed_price", price: 2_000_000 };
    await make("mot-gio-sang", { action, conditions, starts_at: at(-60), ends_at: at(60 * 24) });
    const changes = async () => {
      dropMemos(["programmes"]);
      return (await visitor().content.chrome({})).prices_change_at;
    };
    expect([await prices(juicer), await changes()]).toEqual([five(2_490_000), at(60).toISOString()]);
    shop.advanceClock(HOUR_MS);
    expect([await prices(juicer), await changes()]).toEqual([five(2_000_000), at(60).toISOString()]);
    const product = await visitor().catalogue.product({ id: juicer });
    expect(product.programme?.ends_at).toBe(at(60).toISOString());
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where key = 'flash_sale_window'`.execute(shop.sql);
    expect(rows[0]?.run_at).toEqual(at(60));
    shop.advanceClock(HOUR_MS);
    expect(await prices(juicer)).toEqual(five(2_490_000));
    shop.advanceClock(23 * HOUR_MS);
    expect(await prices(juicer)).toEqual(five(2_490_000)); // its last day is over at 8
  });

  test("with its last use the pages are renewed at once, and again when the use comes back", async () => {
    await make("mot-suat", {
      action: { type: "fixed_price", price: 2_000_000 },
      conditions: only(juicer),
      max_uses: 1,
    });
    expect(await prices(juicer)).toEqual(five(2_000_000));
    const { order_code } = await visitor().orders.place(orderForm({ items: items(juicer), phone: "0590200002" }));
    const { rows } = await sql`select from graphile_worker.jobs where key = 'flash_sale_quota'`.execute(shop.sql);
    expect(rows).toHaveLength(1);
    expect(await prices(juicer)).toEqual(five(2_490_000));
    const heard: string[] = [];
    const ctx = shop.ctx();
    await giveBackUses(
      {
        ...ctx,
        announce: async (_ctx, event, payload) => {
          if (event === "pages_changed") heard.push(...(payload as { tags: string[] }).tags);
        },
      },
      order_code,
    );
    const { slug, categories } = await visitor().catalogue.product({ id: juicer });
    expect(heard).toEqual(
      expect.arrayContaining([`product:${slug}`, `category:${categories.at(-1)?.slug}`, "category:all"]),
    );
    expect(await prices(juicer)).toEqual(five(2_000_000));
  });

  test("whatever the programmes, pages show what the cart takes for one unit", { timeout: 300_000 }, async () => {
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 2_100_000, quota: 9 });
    const variants = [juicer, RICE_COOKER, 1001, 1040, 1100];
    const found = [...(await itemsOf(shop.ctx(), variants)).values()];
    const some = <T>(values: readonly T[]) => fc.subarray([...new Set(values)], { minLength: 1 });
    const conditions = fc.record(
      {
        products: some(found.map(({ belongs }) => belongs.product)),
        categories: some(found.flatMap(({ belongs }) => belongs.categories)),
        brands: some(found.map(({ belongs }) => belongs.brand)),
        shipping_classes: some(["parcel", "bulky", "install"]),
        price_from: fc.integer({ min: 0, max: 3_000_000 }),
        price_to: fc.integer({ min: 500_000, max: 20_000_000 }),
        with_flash: fc.boolean(),
        min_quantity: fc.integer({ min: 0, max: 2 }),
        min_order: fc.integer({ min: 0, max: 3_000_000 }),
        account_kinds: some(["guest", "customer"]),
        ranks: some(["gold", "silver"]),
        cities: some(["01"]),
        channels: some(["web", "app"]),
        hours: fc.record({ from: fc.integer({ min: 0, max: 23 }), to: fc.integer({ min: 0, max: 24 }) }),
      },
      { requiredKeys: [] },
    );
    const few = conditions.map((all) => Object.fromEntries(Object.entries(all).slice(0, 3)));
    const rate = fc.integer({ min: 1, max: 9_999 });
    const action = fc.oneof(
      fc.record({ type: fc.constant("percent"), rate_bp: rate, cap: fc.constant(null) }),
      fc.record({ type: fc.constant("fixed_price"), price: fc.integer({ min: 1, max: 5_000_000 }) }),
      fc.record({
        type: fc.constant("tiers"),
        tiers: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 3 }), rate_bp: rate }), { maxLength: 3 }),
      }),
      fc.constant({ type: "buy_get", buy: 1, free: 1 }),
    );
    const programme = fc.record({
      action,
      conditions: few,
      priority: fc.integer({ min: 0, max: 2 }),
      used: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(programme, { minLength: 1, maxLength: 4 }), async (made) => {
        await sql`delete from promotions.promotions where slug like 'ngau-nhien-%'`.execute(shop.sql);
        for (const [at, { used, ...change }] of made.entries()) {
          const id = await make(`ngau-nhien-${at}`, { ...change, ...(used && { max_uses: 1 }) });
          if (used && at % 2 === 0)
            await sql`update promotions.promotions set used = 1 where id = ${id}`.execute(shop.sql);
        }
        const ctx = shop.ctx();
        const programmes = await runningProgrammes(ctx, { customer_id: null, phone: "" });
        const choices = { payment_method: null, shipping_method: null, city_code: null };
        const taken = found.map((item) => {
          const line = { key: "k", kind: "bought" as const, variant_id: item.product_id, quantity: 1, selected: true };
          const [priced] = dealsOf(ctx, [{ line, item }], { codes: [], programmes }, choices).lines;
          const by = programmes.find(({ promotion }) => promotion.id === priced?.programme);
          return [item.product_id, priced?.unit_price, by?.slug ?? null, priced?.is_flash];
        });
        const cards = await cardsOf(
          ctx,
          found.map(({ product_id }) => product_id),
        );
        expect(
          cards.map((card) => [card.product_id, card.price, card.programme?.slug ?? null, card.flash_sale !== null]),
        ).toEqual(taken);
      }),
      { numRuns: 60 },
    );
    await turnDealPrices(shop.ctx());
    await sql`delete from promotions.promotions where slug like 'ngau-nhien-%'`.execute(shop.sql);
    await turnDealPrices(shop.ctx());
    expect((await visitor().catalogue.cards({ ids: `${RICE_COOKER}` }))[0]?.price).toBe(590_000);
  });
});

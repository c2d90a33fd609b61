/** Flash sales under concurrency: the quota and each customer's maximum are never exceeded. rules/promotions */
import type { ShopError } from "contract/errors.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cancelOrder } from "../orders/orders.ts";
import { juicer, orderForm, setStock, startFlashSale } from "../orders/test-orders.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { flashPrices, giveBackFlash, takeFlash } from "./flash-sales.ts";
import { nextPriceChange, turnDealPrices } from "./price-turns.ts";

const HOUR_MS = 60 * 60 * 1000;
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 64, timeout_factor: 10 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from promotions.flash_sale_takes`.execute(shop.sql);
  await sql`update promotions.flash_sale_items set sold = 0`.execute(shop.sql);
});

type Item = { id: number; variant_id: number; quota: number; maximum: number; price: number };
async function itemOf(sku: string): Promise<Item> {
  const { rows } = await sql<Item>`select i.* from promotions.flash_sale_items i
    join catalogue.variants v on v.id = i.variant_id where v.sku = ${sku}`.execute(shop.sql);
  const [item] = rows;
  if (!item) throw new Error(`no flash price of ${sku}`);
  return item;
}
const soldOf = async ({ id }: Item) =>
  (await sql<{ sold: number }>`select sold from promotions.flash_sale_items where id = ${id}`.execute(shop.sql)).rows[0]
    ?.sold;

let orders = 0;
const take = (item: Item, quantity: number, buyer: string, order_ref = `ORDER${++orders}`) =>
  takeFlash(shop.ctx(), { order_ref, buyer, customer_id: null, items: [{ item_id: item.id, quantity }] });

describe("quota and limits", () => {
  test("60 buyers at once of 20 units: exactly 20 get one, the others are refused", async () => {
    const cooker = await itemOf("SRM-RC15F-BK");
    const answers = await Promise.allSettled(Array.from({ length: 60 }, (_, at) => take(cooker, 1, `+8490000${at}`)));
    const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as ShopError] : []));
    expect(answers.length - refusals.length).toBe(cooker.quota);
    for (const { code, params } of refusals) {
      expect(code).toBe("out_of_stock");
      expect(params).toMatchObject({ name: expect.stringContaining("RC-15F"), maximum: 0 });
    }
    expect(await soldOf(cooker)).toBe(20);
  });

  test("forty orders at once of one phone number get one unit where the maximum is one", async () => {
    const cooker = await itemOf("SRM-RC15F-BK");
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => take(cooker, 1, "+84590000011")));
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
    await expect(take(cooker, 1, "+84590000011")).rejects.toMatchObject({
      code: "above_maximum",
      params: { maximum: 0 },
    });
    await expect(take(cooker, 1, "+84590000012")).resolves.toBeUndefined();
    expect(await soldOf(cooker)).toBe(2);
  });

  test("a quantity above the maximum, below the minimum or over two lines is refused and names the product", async () => {
    const pot = await itemOf("SRM-CWS5-SV");
    await expect(take(pot, 4, "+841")).rejects.toMatchObject({
      code: "above_maximum",
      params: { maximum: 3, name: expect.any(String) },
    });
    const twice = [
      { item_id: pot.id, quantity: 2 },
      { item_id: pot.id, quantity: 2 },
    ];
    await expect(
      takeFlash(shop.ctx(), { order_ref: "TWICE", buyer: "+842", customer_id: null, items: twice }),
    ).rejects.toMatchObject({
      code: "above_maximum",
    });
    await sql`update promotions.flash_sale_items set minimum = 2 where id = ${pot.id}`.execute(shop.sql);
    await expect(take(pot, 1, "+843")).rejects.toMatchObject({ code: "below_minimum", params: { minimum: 2 } });
    await sql`update promotions.flash_sale_items set minimum = 1 where id = ${pot.id}`.execute(shop.sql);
    const fan = await itemOf("SRM-FNS40-WH");
    const mixed = [
      { item_id: fan.id, quantity: 1 },
      { item_id: pot.id, quantity: 9 },
    ];
    await expect(
      takeFlash(shop.ctx(), { order_ref: "MIXED", buyer: "+844", customer_id: null, items: mixed }),
    ).rejects.toThrow();
    expect(await soldOf(fan)).toBe(0);
  });

  test("orders of the same items in any order do not deadlock", async () => {
    const items = await Promise.all(["SRM-CWS5-SV", "SRM-CRD1-PK", "SRM-FNS40-WH", "SRM-MEB2-BK"].map(itemOf));
    const failures: unknown[] = [];
    const order = (number: number) =>
      shop.sql
        .transaction()
        .execute((db) => {
          const takes = items.map((item) => ({ item_id: item.id, quantity: 1 })).sort(() => Math.random() - 0.5);
          const ctx = { ...shop.ctx(), sql: db, in_transaction: true as const };
          return takeFlash(ctx, { order_ref: `D${number}`, buyer: `+85${number}`, customer_id: null, items: takes });
        })
        .catch((error: unknown) => failures.push((error as ShopError).code));
    await Promise.all(Array.from({ length: 120 }, (_, number) => order(number)));
    expect(new Set(failures)).toEqual(new Set(["out_of_stock"]));
    expect(failures).toHaveLength(120 - 30); // the smallest quota among them
  });

  test("a cancelled order returns its units once, to the quota and to the customer's share", async () => {
    const cooker = await itemOf("SRM-RC15F-BK");
    await take(cooker, 1, "+8491", "FALLEN");
    await Promise.all(Array.from({ length: 10 }, () => giveBackFlash(shop.ctx(), "FALLEN")));
    expect(await soldOf(cooker)).toBe(0);
    await expect(take(cooker, 1, "+8491")).resolves.toBeUndefined();
    await giveBackFlash(shop.ctx(), "NEVER-THERE");
    expect(await soldOf(cooker)).toBe(1);
  });

  test("phone numbers are not stored in clear", async () => {
    await take(await itemOf("SRM-RC15F-BK"), 1, "+84590000099");
    const { rows } = await sql<{ line: string }>`select t::text as line from promotions.flash_sale_takes t`.execute(
      shop.sql,
    );
    expect(rows.length).toBe(1);
    expect(JSON.stringify(rows)).not.toContain("590000099");
    expect(JSON.stringify(rows)).not.toContain(Buffer.from("590000099").toString("hex"));
  });
});

describe("limits of a flash sale in cart and pages", () => {
  const phone = "0590000031";
  const hours = 3_600_000;
  let buyers = 0;
  const buyer = () => shop.visitor({ client: `10.7.0.${buyers++}` });
  const quick = (quantity: number, change: { phone?: string; note?: string } = {}) =>
    orderForm({ items: [{ product_id: juicer, quantity }], phone, note: `${buyers}`, ...change });

  const noSale = () => sql`delete from promotions.flash_sales where code like 'T%'`.execute(shop.sql);

  beforeEach(async () => {
    await noSale();
    await setStock(shop.sql, juicer, 20);
  });
  afterAll(noSale);

  test("with fewer units left than the minimum the normal price applies, until units come back", async () => {
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_990_000, quota: 5, minimum: 2 });
    const first = await buyer().orders.place(quick(4, { note: "bốn" }));
    expect(first.totals.goods).toBe(4 * 1_990_000);
    const lan = buyer();
    const cart = await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    expect(cart.items[0]).toMatchObject({ unit_price: 2_490_000, flash_sale: false, problem: null, minimum: 1 });
    expect((await lan.catalogue.product({ id: juicer })).flash_sale).toBeNull();
    expect((await lan.orders.place(orderForm({ phone }))).totals.goods).toBe(2_490_000);
    expect((await buyer().orders.place(quick(3))).totals.goods).toBe(3 * 2_490_000);
    await cancelOrder(shop.ctx(), first.order_code, { note: "thử" });
    expect((await buyer().orders.place(quick(5, { phone: "0590000032" }))).totals.goods).toBe(5 * 1_990_000);
  });

  test("with less stock than the minimum the normal price applies", async () => {
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_990_000, quota: 9, minimum: 2 });
    await setStock(shop.sql, juicer, 3);
    expect((await buyer().orders.place(quick(2))).totals.goods).toBe(2 * 1_990_000);
    expect((await buyer().orders.place(quick(1))).totals.goods).toBe(2_490_000);
  });

  test("the maximum applies and is shown while the sale runs, and not afterwards", async () => {
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_990_000, quota: 9, maximum: 3 });
    const until = formatDateTime(new Date(shop.now.getTime() + hours), "vi");
    const lan = buyer();
    for (const write of [
      () => lan.cart.addItem({ product_id: juicer, quantity: 4 }),
      () => lan.orders.place(quick(4)),
    ]) {
      const { status, body } = await refusal(write());
      expect([status, body.code]).toEqual([422, "above_maximum"]);
      for (const fact of ["tối đa 3", until]) expect(body.message).toContain(fact);
    }
    await lan.cart.addItem({ product_id: juicer, quantity: 3 });
    shop.advanceClock(hours);
    await lan.cart.updateItem({ product_id: juicer, quantity: 4 });
    expect((await lan.orders.place(orderForm({ phone }))).totals.goods).toBe(4 * 2_490_000);
    shop.advanceClock(-hours);
  });

  test("a customer who has bought the maximum reads so, in the cart as well, never 'at most 0'", async () => {
    await startFlashSale(shop.sql, shop.now, {
      variant_id: juicer,
      price: 1_990_000,
      quota: 9,
      minimum: 2,
      maximum: 3,
    });
    await buyer().orders.place(quick(2));
    const { body } = await refusal(buyer().orders.place(quick(2)));
    expect(body.code).toBe("above_maximum");
    expect(body.message).toContain("Bạn đã mua đủ số lượng giá flash sale");
    expect(body.message).not.toMatch(/tối đa 0/i);
    const lan = buyer();
    await lan.cart.addItem({ product_id: juicer, quantity: 2 });
    const { items } = await lan.cart.updateInfo({ phone });
    expect(items[0]?.problem).toMatchObject({ code: "above_maximum", maximum: 0, flash_until: expect.any(String) });
    const other = await lan.cart.updateInfo({ phone: "0590000032" });
    expect(other.items[0]?.problem).toBeNull();
  });
});

describe("price of a flash sale", () => {
  const cooker = async () => (await shop.visitor().catalogue.products({ name: "RC-15F" })).data[0];

  test("the flash price applies everywhere while the window is open and units are left, and the old one after", async () => {
    const item = await itemOf("SRM-RC15F-BK");
    const running = await cooker();
    expect(running).toMatchObject({ price: 1_318_000, badges: expect.arrayContaining(["flash"]) });
    expect(running?.flash_sale).toMatchObject({ code: "FS-A", quota: 20, sold: 0, minimum: 1, maximum: 1 });
    for (let at = 0; at < item.quota; at++) await take(item, 1, `+8492${at}`);
    expect(await cooker()).toMatchObject({ flash_sale: null });
    expect((await cooker())?.price).toBeGreaterThan(1_318_000);
    await giveBackFlash(shop.ctx(), `ORDER${orders}`);
    expect(await cooker()).toMatchObject({ price: 1_318_000, flash_sale: { sold: 19 } });
    expect((await flashPrices(shop.ctx(), [item.variant_id])).get(item.variant_id)).toMatchObject({
      price: 1_318_000,
      sold: 19,
    });
  });

  test("a flash price above the current price does not apply", async () => {
    const item = await itemOf("SRM-CRD1-PK");
    await sql`update promotions.flash_sale_items set price = 100000000 where id = ${item.id}`.execute(shop.sql);
    expect((await flashPrices(shop.ctx())).has(item.variant_id)).toBe(false);
    await sql`update promotions.flash_sale_items set price = ${item.price} where id = ${item.id}`.execute(shop.sql);
  });

  test("the price changes on time: lists are sorted, pages purged, and the next change is scheduled", async () => {
    const heard: string[] = [];
    const ctx = () => ({
      ...shop.ctx(),
      announce: async (_ctx: unknown, _event: string, payload: unknown) => {
        heard.push(...(payload as { tags: string[] }).tags);
      },
    });
    const order = async () =>
      (await shop.visitor().catalogue.products({ category: "noi-com-dien", sort: "price_asc" })).data.map(
        (card) => card.price,
      );
    expect(await order()).toEqual((await order()).toSorted((one, other) => one - other));
    const began = shop.now.getTime();
    const end = await nextPriceChange(ctx());
    expect(end?.getTime()).toBeGreaterThan(began);
    await turnDealPrices(ctx());
    expect(heard).toEqual([]); // nothing has changed since the shop was filled
    shop.advanceClock((end?.getTime() ?? 0) - began);
    expect((await cooker())?.flash_sale).toBeNull(); // to the second, whether or not the listing index has followed
    await turnDealPrices(ctx());
    expect(heard).toContain("product:noi-com-dien-tu-sorami-rc-15f-1-5-lit");
    expect(heard).toContain("category:noi-com-dien");
    expect(heard).toContain("flash_sales");
    expect(await order()).toEqual((await order()).toSorted((one, other) => one - other));
    const { rows } = await sql<{
      run_at: Date;
    }>`select run_at from graphile_worker.jobs where key = 'flash_sale_window'`.execute(shop.sql);
    expect(rows[0]?.run_at.getTime()).toBe((await nextPriceChange(ctx()))?.getTime());
    shop.advanceClock(began - shop.now.getTime());
    await turnDealPrices(shop.ctx());
  });

  test("the price of a sale that ended no longer applies", async () => {
    const item = await itemOf("SRM-RC15F-BK");
    shop.advanceClock(24 * HOUR_MS);
    await expect(take(item, 1, "+8493")).rejects.toMatchObject({ code: "price_changed" });
    shop.advanceClock(-24 * HOUR_MS);
    const tomorrow = await itemOf("SRM-BL15-WH");
    await expect(take(tomorrow, 1, "+8494")).rejects.toMatchObject({ code: "price_changed" });
  });
});

describe("public flash sale calls", () => {
  test("the running sale is shown with its products, the next one without prices", async () => {
    const lan = shop.visitor({ locale: "en" });
    const now = await lan.promotions.flashSale({ limit: 100, status: 1 });
    expect(now.sale).toMatchObject({ code: "FS-A", title: "Golden hours", lang: "en", running: true });
    expect(now.next).toMatchObject({ code: "FS-B", running: false });
    expect(now.meta.total).toBe(8);
    for (const card of now.data) expect(card.price).toBe(card.flash_sale?.price);
    const next = await lan.promotions.flashSale({ status: 0, limit: 5, page: 2 });
    expect(next).toMatchObject({ sale: { code: "FS-B" }, meta: { total: 7, current_page: 2 } });
    for (const card of next.data) expect(card.flash_sale).toBeNull();
  });
});

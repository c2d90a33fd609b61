/** Trying a cart answers what the real cart answers. rules/promotions#try-a-cart */
import type { Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minuteText } from "../../promotions/desk/stored-form.ts";
import { refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

let shop: TestShop;
let chi: Shop;
let goods: { id: number; sku: string }[] = [];
beforeAll(async () => {
  shop = await testShop({ programmes: true });
  chi = await shop.staff("chi");
  const { rows } = await sql<{ id: number; sku: string }>`
    select v.id, v.sku from catalogue.variants v join catalogue.prices p on p.variant_id = v.id
    join catalogue.products product on product.id = v.product_id and product.status = 'active'
    join catalogue.categories c on c.id = product.category_id
    left join catalogue.categories root on root.id = c.parent_id
    join catalogue.stock s on s.variant_id = v.id and s.on_hand - s.allocated > 5
    where coalesce(root.slug, c.slug) in ('nau-nuong', 'so-che') and catalogue.current_price(p, now()) > 700000
    group by v.id order by v.id limit 4`.execute(shop.sql);
  goods = rows;
});
afterAll(() => shop.close());

const linesText = (count: number) =>
  goods
    .slice(0, count)
    .map(({ sku }) => `${sku} 1`)
    .join("\n");

/** The same goods and codes in the cart of a visitor. */
async function realCart(count: number, code: string) {
  const visitor = shop.visitor();
  let session_id = "";
  for (const { id } of goods.slice(0, count))
    session_id = (await visitor.cart.addItem({ product_id: id })).session_id ?? session_id;
  return visitor.cart.addCoupon({ session_id, code });
}

test("a code takes off what it takes off the real cart, line by line", async () => {
  const cart = await realCart(4, "BEP5");
  const tried = await chi.cart.tryCart({ lines: linesText(4), rank: "guest" });
  const rule = tried.rules.find(({ name }) => name === "BEP5");
  expect(rule?.failure).toBeNull();
  expect(rule?.amount).toBe(cart.codes.find(({ code }) => code === "BEP5")?.amount);
  expect(rule?.shares.reduce((sum, { amount }) => sum + amount, 0)).toBe(rule?.amount);
  const goodsOfCart = cart.items.filter(({ unit_price }) => unit_price > 0);
  expect(tried.lines.map(({ unit_price }) => unit_price)).toEqual(goodsOfCart.map(({ unit_price }) => unit_price));
  expect(tried.totals.goods).toBe(cart.totals.goods);
});

test("says the first condition that fails, with the sum that is missing", async () => {
  const { rules } = await chi.cart.tryCart({ lines: linesText(1), rank: "guest", first_order: false });
  const of = (name: string) => rules.find((each) => each.name === name);
  expect(of("CHAOBAN")?.failure?.why).toBe("first_order");
  const bep5 = of("BEP5")?.failure;
  expect(bep5?.why).toBe("min_order");
  const { lines } = await chi.cart.tryCart({ lines: linesText(1), rank: "guest" });
  expect(bep5?.missing).toBe(1_500_000 - (lines[0]?.amount ?? 0));
  expect(rules.filter(({ kind }) => kind === "delivery_coupon").every(({ failure }) => failure?.why === "unit")).toBe(
    true,
  );
  const near = await chi.cart.tryCart({ lines: linesText(4), rank: "gold", city_code: "01" });
  expect(near.totals.shipping).toBeGreaterThan(0);
  expect(near.rules.some(({ kind, failure }) => kind === "delivery_coupon" && failure?.why === "unit")).toBe(false);
});

test("a draft is tried as it would be, at the time asked; what is unknown is named, and nothing is stored", async () => {
  const { code } = await chi.promotions.make({ kind: "promo_code", title: { vi: "Thử trước" } });
  const { form } = await chi.promotions.record({ code });
  const { kind: _, ...fields } = form;
  const at = (days: number) => minuteText(new Date(shop.now.getTime() + days * 86_400_000));
  await chi.promotions.save({
    ...{ ...fields, code, version: 1, percent: 7, cap: 200_000, ranks: ["gold"], starts: at(5), ends: at(9) },
  });
  const tried = async (rank: "gold" | "member", day: number) => {
    const { rules, unknown } = await chi.cart.tryCart({
      lines: `${linesText(2)}\nKHONG-CO 1`,
      promotion: code,
      rank,
      at: at(day),
    });
    return { ...rules[0], unknown };
  };
  expect(await tried("gold", 6)).toMatchObject({ code, is_asked: true, failure: null, unknown: ["KHONG-CO"] });
  expect((await tried("gold", 6)).amount).toBeGreaterThan(0);
  expect((await tried("member", 6)).failure?.why).toBe("rank");
  expect((await tried("gold", 2)).failure?.why).toBe("not_begun");
  expect((await tried("gold", 9)).failure?.why).toBe("expired");
  expect(await refusalCode(chi.cart.tryCart({ lines: linesText(1), promotion: "KM-99999" }))).toBe("not_found");
  expect(await refusalCode((await shop.staff("ngoc")).cart.tryCart({ lines: linesText(1) }))).toBe("forbidden");
});

test("programmes say what they took, or why not", async () => {
  const { rules } = await chi.cart.tryCart({ lines: linesText(4), rank: "member" });
  const programmes = rules.filter(({ kind }) => kind === "programme");
  expect(programmes.length).toBeGreaterThan(0);
  for (const { amount, failure, is_used } of programmes)
    expect([amount > 0, is_used]).toEqual([failure === null, failure === null]);
});

/** Random carts, rules, codes and callers for the tests of deals. */
import { shippingClasses } from "contract/fulfilment/fulfilment.ts";
import { ranks } from "contract/loyalty/ranks.ts";
import fc from "fast-check";
import type { ChosenCodes } from "./codes.ts";
import type { Action, Conditions, GoodsLine, Promotion, Situation } from "./promotion.ts";

export const NOW = new Date("2026-11-28T03:00:00Z"); // 10:00 in Việt Nam
export const DAY_MS = 86_400_000;

/** Mostly the first: with every condition at random, next to nothing would ever apply. */
function mostly<T, U>(usual: T, rare: U): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(rare) });
}

const price = fc.integer({ min: 1, max: 30_000_000 });
const id = fc.integer({ min: 1, max: 4 });
const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const limit = mostly(null, 0);

export const goodsLine = fc
  .record({
    product_id: id,
    categories: fc.subarray([1, 2, 3, 4]),
    brand: fc.constantFrom(1, 2),
    shipping_class: fc.constantFrom(...shippingClasses),
    quantity: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(40)),
    list_price: price,
    sale: fc.integer({ min: 0, max: 6_000 }),
    flash: fc.option(fc.integer({ min: 0, max: 7_000 }), { freq: 3 }),
  })
  .map(({ sale, flash, ...line }) => {
    const off = (amount: number, bp: number) => Math.max(1, amount - Math.floor((amount * bp) / 10_000));
    const regular_price = off(line.list_price, sale);
    return { ...line, regular_price, flash_price: flash === null ? null : off(line.list_price, flash) };
  });
export const cart = fc
  .array(goodsLine, { minLength: 1, maxLength: 6 })
  .map((lines) =>
    lines.map((line, at): GoodsLine => ({ ...line, key: `k${at}`, sku: `S${(at * 7) % 5}`, variant_id: at + 1 })),
  );

const conditions: fc.Arbitrary<Conditions> = fc.record(
  {
    products: some([1, 2, 3, 4]),
    categories: some([1, 2, 3, 4]),
    brands: some([1, 2, 3]),
    shipping_classes: some(shippingClasses),
    price_from: fc.integer({ min: 0, max: 5_000_000 }),
    price_to: fc.integer({ min: 10_000_000, max: 30_000_000 }),
    with_flash: fc.boolean(),
    min_quantity: fc.integer({ min: 0, max: 5 }),
    min_order: fc.integer({ min: 0, max: 30_000_000 }),
    account_kinds: some(["customer", "agent", "guest"]),
    ranks: some(ranks),
    first_order: fc.boolean(),
    payment_methods: some(["cod", "bank_transfer"]),
    cities: some(["01", "79"]),
    channels: some(["web", "app"]),
    hours: fc.record({ from: fc.integer({ min: 0, max: 12 }), to: fc.integer({ min: 9, max: 24 }) }),
  },
  { requiredKeys: [] },
);
export const anyRate = fc.integer({ min: 1, max: 10_000 });
const codeAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant("percent" as const), rate_bp: anyRate, cap: fc.option(price) }),
  fc.record({ type: fc.constant("amount" as const), amount: price }),
);
const programmeAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant("percent" as const), rate_bp: anyRate, cap: fc.constant(null) }),
  fc.record({ type: fc.constant("fixed_price" as const), price }),
  fc.record({
    type: fc.constant("tiers" as const),
    tiers: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 6 }), rate_bp: anyRate }), { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant("buy_get" as const),
    buy: fc.integer({ min: 1, max: 3 }),
    free: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    type: fc.constant("bundle" as const),
    variants: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    price,
  }),
  fc.record({
    type: fc.constant("gift" as const),
    variant_id: fc.constant(90),
    value: fc.integer({ min: 0, max: 3_000_000 }),
  }),
);
export const promotion = (kind: Promotion["kind"], action: fc.Arbitrary<Action>, asked = conditions) =>
  fc.record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    kind: fc.constant(kind),
    starts_at: mostly(NOW, new Date(NOW.getTime() + 1)),
    ends_at: mostly(new Date(NOW.getTime() + DAY_MS), NOW),
    // Few conditions, or nothing would ever apply.
    conditions: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 3, arbitrary: asked }),
    action,
    priority: fc.integer({ min: 0, max: 2 }),
    combines: mostly(true, false),
    combines_with: fc.option(fc.subarray(["coupon", "promo_code"] as ("coupon" | "promo_code")[])),
    uses_left: limit,
    customer_uses_left: limit,
    budget_left: fc.option(price),
    is_own: mostly(true, false),
  }) as fc.Arbitrary<Promotion>;
export const fewConditions = conditions.map((all) => Object.fromEntries(Object.entries(all).slice(0, 2)) as Conditions);
export const programmes = fc.uniqueArray(promotion("programme", programmeAction, fewConditions), {
  maxLength: 5,
  selector: (each) => each.id,
});
export const codes: fc.Arbitrary<ChosenCodes> = fc.record(
  {
    coupon: promotion("coupon", codeAction, fewConditions),
    promo_code: promotion("promo_code", codeAction, fewConditions),
    voucher: promotion("voucher", codeAction, fewConditions),
  },
  { requiredKeys: [] },
);
export const situation: fc.Arbitrary<Situation> = fc.record({
  now: fc.constant(NOW),
  account: fc.option(
    fc.record({ kind: fc.constantFrom("customer", "agent"), rank: fc.option(fc.constantFrom(...ranks)) }),
  ),
  is_first_order: fc.constantFrom(true, false, null),
  payment_method: fc.constantFrom("cod", "bank_transfer", null),
  shipping_method: fc.constantFrom("GHN", null),
  city_code: fc.constantFrom("01", "79", null),
  channel: fc.constantFrom("web", "app"),
});

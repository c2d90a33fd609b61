/**
 * What a promotion is, and what it is judged by. Pure values: who reads them from the database and
 * who calculates with them share nothing else. Đồng throughout. rules/promotions#conditions, rules/promotions#actions
 */
import type { ShippingClass } from "contract/fulfilment/fulfilment.ts";
import type { Rank } from "contract/loyalty/ranks.ts";
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import type { Dong, RateBp } from "contract/values/money.ts";

/** A line that was bought, as the calculation sees it. Gifts are no lines here: they earn, count and lower nothing. */
export type GoodsLine = {
  key: string;
  sku: string;
  variant_id: number;
  product_id: number;
  /** Its category and all above it. */
  categories: readonly number[];
  brand: number;
  shipping_class: ShippingClass;
  quantity: number;
  list_price: Dong;
  /** The sale price, else the list price: what is asked without deals. */
  regular_price: Dong;
  /** The price of a flash lot, where it is lower than the regular one. */
  flash_price: Dong | null;
};

/** Everything about a caller and a coming order that a condition may ask. */
export type Situation = {
  now: Date;
  account: { kind: string; rank: Rank | null } | null;
  /** No other order of this account or phone that is not cancelled. Null while neither is known. */
  is_first_order: boolean | null;
  payment_method: string | null;
  shipping_method: string | null;
  city_code: string | null;
  channel: string;
};

/** Every condition that is set must hold. The first group is about lines and makes them eligible, the second about all else. */
export type Conditions = {
  products?: readonly number[];
  categories?: readonly number[];
  brands?: readonly number[];
  shipping_classes?: readonly ShippingClass[];
  /** Of the regular price of one unit, both included. */
  price_from?: Dong;
  price_to?: Dong;
  /** Lines of a flash sale count too. */
  with_flash?: boolean;

  /** Units of eligible lines together. */
  min_quantity?: number;
  /** Eligible lines at their current price, before any code. */
  min_order?: Dong;
  account_kinds?: readonly string[];
  ranks?: readonly Rank[];
  first_order?: boolean;
  payment_methods?: readonly string[];
  cities?: readonly string[];
  channels?: readonly string[];
  /** Hours of the day in Việt Nam, [from, to). */
  hours?: { from: number; to: number };
};

export type Action =
  | { type: "percent"; rate_bp: RateBp; cap: Dong | null }
  | { type: "amount"; amount: Dong }
  | { type: "fixed_price"; price: Dong }
  /** The rate of the highest step that the units of all eligible lines reach. */
  | { type: "tiers"; tiers: readonly { quantity: number; rate_bp: RateBp }[] }
  /** Of every `buy` + `free` units the cheapest `free` cost nothing; "cheapest free" is buy 1, free 1 or buy 2, free 1. */
  | { type: "buy_get"; buy: number; free: number }
  /** One unit of each product together for one price. */
  | { type: "bundle"; variants: readonly number[]; price: Dong }
  | { type: "gift"; variant_id: number; value: Dong }
  /** A payment: an old appliance is handed over on delivery, for goods of which one is of these categories and delivered by `shipping_class`. */
  | { type: "trade_in"; amount: Dong; one_of: readonly number[]; shipping_class: ShippingClass }
  | { type: "delivery_percent"; rate_bp: RateBp; cap: Dong | null }
  | { type: "delivery_amount"; amount: Dong };

export type Promotion = {
  id: number;
  /** The slot its code stands in; a programme applies by itself. */
  kind: CodeSlot | "programme";
  starts_at: Date;
  ends_at: Date;
  conditions: Conditions;
  action: Action;
  /** The lower goes first among programmes that want the same units; then the lower id. */
  priority: number;
  /** Of a code: whether it stands beside a code of another slot on goods. */
  combines: boolean;
  /** Of a programme: the slots whose codes its lines count for and take; null is every slot. */
  combines_with: readonly CodeSlot[] | null;
  /** What is left of its budget: uses in all, of this customer, and đồng. Null is without limit. */
  uses_left: number | null;
  customer_uses_left: number | null;
  budget_left: Dong | null;
  /** Of a voucher or a code that has an owner: whether that is the caller. */
  is_own: boolean;
};

/** In the order in which they are told: the first that fails. rules/promotions#first-failing-condition */
export type Failure =
  | { why: "not_yours" | "expired" | "used_up" | "per_customer" | "first_order" | "rank" | "account_kind" }
  | { why: "not_begun"; starts_at: Date }
  | { why: "hours"; from: number; to: number }
  | { why: "payment_method"; methods: readonly string[] }
  | { why: "unit" | "area" | "channel" | "no_such_goods" | "flash_only" | "not_combinable" }
  | { why: "min_quantity"; missing: number }
  | { why: "min_order"; missing: Dong };

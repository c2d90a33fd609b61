/**
 * The only place where an amount due is computed. Pure: what is sold and what is taken off come in, every part of the
 * amount comes out, and the parts always sum to the whole. No step ever goes below zero.
 * Spec §5, §9; rules/cart#calculation, rules/platform#vat
 */
import type { LineKind, Totals } from "contract/cart/cart.ts";
import { allocate, type Dong, type RateBp, roundCashUp, sum } from "contract/values/money.ts";
import { DEFAULT_POINT_RULES, type Points, pointsValue } from "contract/values/points.ts";
import { type VatGroup, vatGroups } from "contract/values/vat.ts";

export type PricedLine = {
  key: string;
  /** A gift costs nothing, and nothing lowers it. */
  kind: LineKind;
  quantity: number;
  list_price: Dong;
  /** The current price, at most the list price (promotions/current-prices.ts), and whether it is that of a flash sale. */
  unit_price: Dong;
  flash_sale: boolean;
  vat_rate_bp: RateBp;
};

/** What takes something off the goods: a coupon, a code. `amount` is positive and the most it may take. */
export type GoodsDiscount = {
  source: string;
  label: string;
  amount: Dong;
  /** The lines it may lower; without it all lines. Lines at a flash price are never lowered. */
  keys?: readonly string[];
  /** Instead: what it takes off each line, by key, as promotions calculated it. */
  shares?: ReadonlyMap<string, Dong>;
  /** The code it came by. */
  code?: string;
};

/** What is paid before money is due: the maximum of each, in đồng but for `points`. A voucher pays no line at a flash price. */
export type Prepaid = {
  voucher: Dong;
  voucher_shares?: ReadonlyMap<string, Dong>;
  trade_in: Dong;
  points: Points;
  gift_card: Dong;
};
const NOTHING_PREPAID: Prepaid = { voucher: 0, trade_in: 0, points: 0, gift_card: 0 };

export type ShippingFee = { fee: Dong; discount: Dong; vat_rate_bp: RateBp };

export type LineAmount = {
  key: string;
  unit_price: Dong;
  /** The former price, when `unit_price` is lower. */
  list_price: Dong | null;
  flash_sale: boolean;
  line_total: Dong;
  /** Its part of the discounts and of the voucher, and the price that is left. */
  discount: Dong;
  voucher: Dong;
  payable: Dong;
};

/** A signed amount with its source: what the summary lists between goods and total. */
export type AppliedAdjustment = {
  source: string;
  label: string;
  amount: Dong;
  code: string | null;
  /** Its part of each line, by key, signed like the amount. */
  shares: Record<string, Dong>;
};

export type Amounts = {
  lines: LineAmount[];
  adjustments: AppliedAdjustment[];
  vat_groups: VatGroup[];
  totals: Totals;
};

/** Throws RangeError when an amount passes 2^53: nothing that large is sold. */
export function totals(
  priced: readonly PricedLine[],
  discounts: readonly GoodsDiscount[] = [],
  shipping: ShippingFee | null = null,
  prepaid: Prepaid = NOTHING_PREPAID,
): Amounts {
  // 1. The current price of each line, as promotions answered it; a gift costs nothing.
  const lines = priced.map(priceOf);
  // 2. Goods.
  const goods = sum(lines.map((line) => line.line_total));
  // 3. Discounts in the order given (coupon, promo code), each on what the ones before left.
  const adjustments = discounts.map(({ source, label, code = null, ...each }): AppliedAdjustment => {
    const before = new Map(lines.map((line) => [line.key, line.discount]));
    const amount = 0 - apply("discount", each, lines);
    const parts = lines.map(({ key, discount }): [string, Dong] => [key, (before.get(key) ?? 0) - discount]);
    return { source, label, amount, code, shares: Object.fromEntries(parts.filter(([, part]) => part !== 0)) };
  });
  const discount = sum(lines.map((line) => line.discount));
  // 4. What pays for goods: the voucher, which lowers their price, then trade-in and points, each what is left.
  const { voucher_shares: shares } = prepaid;
  const voucher = apply("voucher", { amount: prepaid.voucher, ...(shares && { shares }) }, lines);
  const trade_in = within(prepaid.trade_in, goods - discount - voucher);
  const left = goods - discount - voucher - trade_in;
  const points = within(prepaid.points, Math.floor(left / DEFAULT_POINT_RULES.value));
  const points_amount = pointsValue(points);
  // 5. Delivery.
  const fee = shipping?.fee ?? 0;
  // 6. What free-delivery rule or delivery coupon takes off it: never more than the fee.
  const shipping_discount = Math.min(fee, shipping?.discount ?? 0);
  // 7. The gift card, last: delivery too.
  const gift_card = within(prepaid.gift_card, sum([left, -points_amount, fee, -shipping_discount]));
  // 8. The amount due.
  const total = sum([left, -points_amount, fee, -shipping_discount, -gift_card]);
  // 9. The VAT contained in the price, once per rate, so that it is the figure of the invoice. What pays leaves it as it is.
  const taxed = lines.map((line, index) => ({ gross: line.payable, rate_bp: priced[index]?.vat_rate_bp ?? 0 }));
  if (shipping) taxed.push({ gross: fee - shipping_discount, rate_bp: shipping.vat_rate_bp });
  const groupsOfVat = vatGroups(taxed.filter((each) => each.gross > 0));
  const bought = priced.filter((line) => line.kind === "bought");
  const listed = sum(bought.map((line) => checkedTimes(line.list_price, line.quantity)));
  return {
    lines,
    adjustments,
    vat_groups: groupsOfVat,
    totals: {
      goods,
      discount,
      ...{ voucher, trade_in, points, points_amount },
      shipping: fee,
      shipping_discount,
      gift_card,
      total,
      vat: sum(groupsOfVat.map((group) => group.vat)),
      saving: listed - (goods - discount),
      cash: roundCashUp(total),
    },
  };
}

function priceOf(line: PricedLine): LineAmount {
  const { key, kind, quantity } = line;
  const none = { discount: 0, voucher: 0 };
  if (kind === "gift")
    return { key, unit_price: 0, list_price: null, flash_sale: false, line_total: 0, ...none, payable: 0 };
  const { unit_price, flash_sale } = line;
  const line_total = checkedTimes(unit_price, quantity);
  const list_price = unit_price < line.list_price ? line.list_price : null;
  return { key, unit_price, list_price, flash_sale, line_total, ...none, payable: line_total };
}

/** Spreads an amount over the lines it may lower, by what is left of each; answers what it really took. */
function apply(
  what: "discount" | "voucher",
  { amount, keys, shares }: Pick<GoodsDiscount, "amount" | "keys" | "shares">,
  lines: LineAmount[],
): Dong {
  if (shares) {
    let shared = 0;
    for (const line of lines) {
      const part = within(shares.get(line.key) ?? 0, line.payable);
      line[what] += part;
      line.payable -= part;
      shared += part;
    }
    return shared;
  }
  const open = lines.filter((line) => !line.flash_sale && (keys?.includes(line.key) ?? true));
  const taken = within(amount, sum(open.map((line) => line.payable)));
  const parts = allocate(
    taken,
    open.map((line) => line.payable),
  );
  for (const [index, line] of open.entries()) {
    line[what] += parts[index] ?? 0;
    line.payable -= parts[index] ?? 0;
  }
  return taken;
}

/** As much of an amount as there is room for. */
const within = (amount: number, room: number): number => Math.min(Math.max(amount, 0), room);

function checkedTimes(price: Dong, quantity: number): Dong {
  return sum([price * quantity]);
}

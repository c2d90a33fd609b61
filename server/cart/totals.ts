/**
 * The only place where an amount due is computed. Pure: what is sold and what is taken off come in, every part of the
 * amount comes out, and the parts always sum to the whole. No step ever goes below zero.
 * Spec §5, §9; rules/cart#calculation, rules/platform#vat
 */
import type { Totals } from "contract/cart/cart.ts";
import { allocate, type Dong, type RateBp, roundCashUp, sum } from "contract/values/money.ts";
import { type VatGroup, vatGroups } from "contract/values/vat.ts";

export type PricedLine = {
  key: string;
  quantity: number;
  list_price: Dong;
  /** The current price, at most the list price (promotions/current-prices.ts), and whether it is that of a flash sale. */
  unit_price: Dong;
  flash_sale: boolean;
  vat_rate_bp: RateBp;
};

/** What takes something off the goods: a coupon, a code, a voucher. `amount` is positive and the most it may take. */
export type GoodsDiscount = {
  source: string;
  label: string;
  amount: Dong;
  /** The lines it may lower; without it all lines. Lines at a flash price are never lowered. */
  keys?: readonly string[];
};

export type ShippingFee = { fee: Dong; discount: Dong; vat_rate_bp: RateBp };

export type LineAmount = {
  key: string;
  unit_price: Dong;
  /** The former price, when `unit_price` is lower. */
  list_price: Dong | null;
  flash_sale: boolean;
  line_total: Dong;
  /** Its part of the discounts, and what is left to pay for it. */
  discount: Dong;
  payable: Dong;
};

/** A signed amount with its source: what the summary lists between goods and total. */
export type AppliedAdjustment = { source: string; label: string; amount: Dong };

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
): Amounts {
  // 1. The current price of each line, as promotions answered it.
  const lines = priced.map(priceOf);
  // 2. Goods.
  const goods = sum(lines.map((line) => line.line_total));
  // 3. Discounts in the order given (coupon, promo code, voucher), each on what the ones before left.
  const adjustments = discounts.map((discount) => apply(discount, lines));
  const discount = sum(lines.map((line) => line.discount));
  // 4. Delivery.
  const fee = shipping?.fee ?? 0;
  // 5. What free-delivery rule or delivery coupon takes off it: never more than the fee.
  const shipping_discount = Math.min(fee, shipping?.discount ?? 0);
  // 6. The amount due.
  const total = sum([goods, -discount, fee, -shipping_discount]);
  // 7. The VAT contained in it, once per rate, so that it is the figure of the invoice.
  const taxed = lines.map((line, index) => ({ gross: line.payable, rate_bp: priced[index]?.vat_rate_bp ?? 0 }));
  if (shipping) taxed.push({ gross: fee - shipping_discount, rate_bp: shipping.vat_rate_bp });
  const groupsOfVat = vatGroups(taxed.filter((each) => each.gross > 0));
  const listed = sum(priced.map((line) => checkedTimes(line.list_price, line.quantity)));
  return {
    lines,
    adjustments,
    vat_groups: groupsOfVat,
    totals: {
      goods,
      discount,
      shipping: fee,
      shipping_discount,
      total,
      vat: sum(groupsOfVat.map((group) => group.vat)),
      saving: listed - (goods - discount),
      cash: roundCashUp(total),
    },
  };
}

function priceOf(line: PricedLine): LineAmount {
  const { unit_price, flash_sale } = line;
  const line_total = checkedTimes(unit_price, line.quantity);
  const list_price = unit_price < line.list_price ? line.list_price : null;
  return { key: line.key, unit_price, list_price, flash_sale, line_total, discount: 0, payable: line_total };
}

/** Spreads a discount over the lines it may lower, by what is left of each; answers what it really took. */
function apply(discount: GoodsDiscount, lines: LineAmount[]): AppliedAdjustment {
  const open = lines.filter((line) => !line.flash_sale && (discount.keys?.includes(line.key) ?? true));
  const taken = Math.min(Math.max(discount.amount, 0), sum(open.map((line) => line.payable)));
  const parts = allocate(
    taken,
    open.map((line) => line.payable),
  );
  for (const [index, line] of open.entries()) {
    line.discount += parts[index] ?? 0;
    line.payable -= parts[index] ?? 0;
  }
  return { source: discount.source, label: discount.label, amount: taken === 0 ? 0 : -taken };
}

function checkedTimes(price: Dong, quantity: number): Dong {
  return sum([price * quantity]);
}

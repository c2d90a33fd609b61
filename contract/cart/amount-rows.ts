/**
 * The rows between the goods of an order and its total, each with its signed amount, in the order of the calculation: one list for
 * cart, order, slip and office, rounding included. Pure, without zod, because screens read it too. rules/cart#calculation
 */
import type { PaymentView } from "../payments/payments.ts";
import type { Adjustment, Totals } from "./cart.ts";
import type { PrepaidPart } from "./prepaid.ts";

export type AmountRow = {
  key: string;
  amount: number;
} & (
  | { of: "goods" | "discount" | "shipping" | "shipping_discount" | "rounding" | PrepaidPart }
  /** What a code took off, by the slot of the code; the label where the code is not told. */
  | { of: "code"; source: string; code: string | null; label: string }
);

/**
 * What an order comes to as a whole: paid on delivery up to a thousand, also after it was cancelled; otherwise its total. What was
 * paid of it already does not lower it.
 */
export const wholeOf = (totals: Totals, payment: Pick<PaymentView, "is_on_delivery" | "amount">): number =>
  payment.is_on_delivery ? Math.max(payment.amount, totals.total) : totals.total;

/** They sum to `whole`, the total where it is left out. Goods and delivery are always among them, the others where they are not 0. */
export function amountRows(totals: Totals, adjustments: readonly Adjustment[], whole = totals.total): AmountRow[] {
  const from = (source: string) => adjustments.filter((each) => each.source === source).map(codeRow);
  const ofGoods = adjustments.filter(({ source }) => source !== "voucher" && source !== "delivery_coupon").map(codeRow);
  const vouchers = from("voucher");
  const delivery = from("delivery_coupon");
  const rows: AmountRow[] = [
    { key: "goods", of: "goods", amount: totals.goods },
    ...ofGoods,
    { key: "discount", of: "discount", amount: rest(totals.discount, ofGoods) },
    ...vouchers,
    { key: "voucher", of: "voucher", amount: rest(totals.voucher, vouchers) },
    { key: "trade_in", of: "trade_in", amount: 0 - totals.trade_in },
    { key: "points_amount", of: "points_amount", amount: 0 - totals.points_amount },
    { key: "shipping", of: "shipping", amount: totals.shipping },
    ...delivery,
    { key: "shipping_discount", of: "shipping_discount", amount: rest(totals.shipping_discount, delivery) },
    { key: "gift_card", of: "gift_card", amount: 0 - totals.gift_card },
    { key: "rounding", of: "rounding", amount: whole - totals.total },
  ];
  return rows.filter(({ key, amount }) => key === "goods" || key === "shipping" || amount !== 0);
}

const codeRow = ({ source, code, label, amount }: Adjustment): AmountRow => ({
  key: `${source} ${code ?? label}`,
  of: "code",
  ...{ source, code, label, amount },
});

/** What of such a part no code took off. */
const rest = (part: number, named: readonly AmountRow[]): number =>
  0 - part - named.reduce((all, { amount }) => all + amount, 0);

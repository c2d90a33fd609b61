/** The rows between goods and total, in the reader's language. */
import { type AmountRow, amountRows } from "contract/cart/amount-rows.ts";
import type { Adjustment, Totals } from "contract/cart/cart.ts";
import { codeSlots } from "contract/promotions/code-slots.ts";
import { formatDong } from "contract/values/money.ts";
import type { Messages } from "messages/messages.ts";

type Named = {
  goods: string;
  /** In place of the delivery fee, where it is not known yet. */
  shipping?: string | undefined;
  /** What the rows sum to; the total where it is left out. */
  whole?: number | undefined;
};

export function shownAmounts(
  totals: Totals,
  adjustments: readonly Adjustment[],
  { cart: words, codes }: Pick<Messages, "cart" | "codes">,
  { goods, shipping, whole }: Named,
) {
  return amountRows(totals, adjustments, whole).map((row) => ({
    key: row.key,
    name: nameOf(row),
    value: row.of === "shipping" && shipping ? shipping : (row.of === "rounding" ? "+" : "") + signed(row.amount),
    less: row.amount < 0,
  }));

  function nameOf(row: AmountRow): string {
    switch (row.of) {
      case "goods":
        return goods;
      case "code":
        return codeName(row, codes.rows);
      case "discount":
        return words.discount;
      case "shipping":
        return words.shipping_fee;
      case "rounding":
        return words.rounding;
      case "shipping_discount":
        return words.shipping_discount;
      default:
        return words.means[row.of](totals);
    }
  }
}

/** By its code; by what was stored with the order where there is none to tell. */
function codeName({ code, source, label }: AmountRow & { of: "code" }, codes: Messages["codes"]["rows"]): string {
  const slot = codeSlots.find((each) => each === source);
  return slot && code ? codes[slot]({ code }) : label;
}

const signed = (amount: number): string => (amount < 0 ? `−${formatDong(0 - amount)}` : formatDong(amount));

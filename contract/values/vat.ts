/**
 * The VAT contained in prices that include it, per rate, as an invoice states it. Rates are data with dates (8 % until
 * the end of 2026 for most goods): this file knows none. rules/platform#vat
 */
import { type Dong, divideHalfUp, type RateBp, sum } from "./money.ts";

export type TaxedAmount = { gross: Dong; rate_bp: RateBp };
export type VatGroup = { rate_bp: RateBp; gross: Dong; net: Dong; vat: Dong };

const WHOLE_BP = 10_000;

/**
 * One group for each rate, lowest first; `net + vat = gross` in each. The net of a whole group is rounded (half up),
 * not of its lines, so that the invoice has one rounding per rate.
 */
export function vatGroups(amounts: readonly TaxedAmount[]): VatGroup[] {
  const rates = [...new Set(amounts.map((each) => each.rate_bp))].toSorted((a, b) => a - b);
  return rates.map((rate_bp) => {
    const gross = sum(amounts.filter((each) => each.rate_bp === rate_bp).map((each) => each.gross));
    const net = netOf(gross, rate_bp);
    return { rate_bp, gross, net, vat: gross - net };
  });
}

/** All VAT contained in the amounts. */
export function vatIn(amounts: readonly TaxedAmount[]): Dong {
  return sum(vatGroups(amounts).map((group) => group.vat));
}

function netOf(gross: Dong, rate_bp: RateBp): Dong {
  return divideHalfUp(BigInt(gross) * BigInt(WHOLE_BP), BigInt(WHOLE_BP + rate_bp));
}

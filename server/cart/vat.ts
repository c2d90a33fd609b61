/**
 * The VAT rate of a day. The catalogue says which goods may have the reduced rate (8) and which never (10); the
 * reduction itself has dates and ends without a change to any product. rules/platform#vat
 */
import { businessDay } from "contract/values/locale.ts";
import type { RateBp } from "contract/values/money.ts";

const STANDARD_BP: RateBp = 1000; // 10 %
/** Resolution 204/2025/QH15: days in Asia/Ho_Chi_Minh, both included. A prolongation is one more line. */
const reductions = [{ from: "2025-07-01", until: "2026-12-31", rate_bp: 800 }] as const;

/** `percent` as the catalogue stores it: 8 for goods with a reduction, 10 for those without. Delivery counts as 8. */
export function vatRateBp(percent: number, at: Date): RateBp {
  if (percent * 100 >= STANDARD_BP) return STANDARD_BP;
  const day = businessDay(at);
  return reductions.find(({ from, until }) => from <= day && day <= until)?.rate_bp ?? STANDARD_BP;
}

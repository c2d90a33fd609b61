/**
 * The VAT class of goods, and what a class is taxed with on a day. A product has the class; the rates are a setting with
 * dates (`vat_rates`), so that a law that changes them needs neither a release nor a change to any product.
 * rules/platform#vat
 */
import { businessDay } from "contract/values/locale.ts";
import type { RateBp } from "contract/values/money.ts";
import type { Ctx } from "../../kernel/context.ts";
import { type Setting, setting } from "../../platform/settings.ts";

export type VatClass = "reduced" | "standard";
export type VatRates = Setting<"vat_rates">;

/** ASSUMED(0011): delivery is taxed like reduced goods. */
export const DELIVERY_VAT: VatClass = "reduced";

/** How files name a class: by the percent it had while there was a reduction. */
const REDUCED_PERCENT = 8;
const STANDARD_PERCENT = 10;

export function classOf(percent: number): VatClass {
  return percent < STANDARD_PERCENT ? "reduced" : "standard";
}

export function percentOf(vat_class: VatClass): number {
  return vat_class === "reduced" ? REDUCED_PERCENT : STANDARD_PERCENT;
}

/** No statement when warm. */
export function vatRates(ctx: Ctx): Promise<VatRates> {
  return setting(ctx, "vat_rates");
}

/** The rate in force on the day of `at`, on the shop's clock: the last that has begun; before all of them the first. */
export function rateOf(rates: VatRates, vat_class: VatClass, at: Date): RateBp {
  const day = businessDay(at);
  const dated = rates[vat_class];
  const found = dated.findLast(({ from }) => from <= day) ?? dated[0];
  if (!found) throw new Error(`no rate of the class ${vat_class}`);
  return found.rate_bp;
}

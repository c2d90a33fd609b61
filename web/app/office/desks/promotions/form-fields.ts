/** The fields of a draft as its form sends them: each of the call but what names it. */
import type { InputOf } from "contract/contract.ts";

type FieldName = Exclude<keyof InputOf<"promotions.save">, "code" | "version">;

const named: Readonly<Record<FieldName, true>> = {
  ...{ action: true, title: true, public_code: true, slug: true, is_listed: true, first_order: true, ranks: true },
  ...{ accounts: true, categories: true, products: true, shipping: true, price_from: true, price_to: true },
  ...{ with_flash: true, min_order: true, min_quantity: true, methods: true, hour_from: true, hour_to: true },
  ...{ percent: true, cap: true, amount: true, price: true, tiers: true, buy: true, free: true, variants: true },
  ...{ lots: true, starts: true, ends: true, max_uses: true, per_customer: true, budget: true, combines: true },
  ...{ combines_with: true, priority: true, minimum: true, maximum: true },
  ...{ given_for: true, given_rank: true, given_days: true },
};
export const formFields = Object.keys(named) as FieldName[];

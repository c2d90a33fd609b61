/** A programme in sentences, from its data alone. */
import type { Programme } from "contract/promotions/promotions.ts";
import { formatDateTime, type Locale } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { Messages } from "messages/messages.ts";

type Words = Messages["promotions"];
type Terms = Omit<Programme, "id" | "lang">;

const percentOf = (percent: number) => `${percent}%`;

/** What one gets. */
export function leadOf({ terms, minimum_order }: Terms, words: Words): string {
  switch (terms.type) {
    case "gift": {
      const name = terms.product?.name ?? "";
      return minimum_order > 0
        ? words.gift({ amount: formatDong(minimum_order), name })
        : words.gift_without_minimum({ name });
    }
    case "tier": {
      const steps = terms.tiers.map(({ quantity, percent }) => words.tier({ quantity, percent: percentOf(percent) }));
      return words.tiers({ steps: steps.join(", ") });
    }
    case "trade_in":
      return words.trade_in({ amount: formatDong(terms.amount), minimum: formatDong(minimum_order) });
    case "percent":
      return words.percent({ percent: percentOf(terms.percent) });
    case "fixed_price":
      return words.fixed_price({ amount: formatDong(terms.price) });
    case "buy_get":
      return words.buy_get({ buy: terms.buy, free: terms.free });
    case "bundle":
      return words.bundle({ amount: formatDong(terms.price) });
  }
}

/** The last moment of a window is the one before its end. */
export const lastMoment = (ends_at: string): string => new Date(Date.parse(ends_at) - 1).toISOString();

/** The rules, each with its heading. */
export function rulesOf(programme: Terms, words: Words, locale: Locale): { heading: string; text: string }[] {
  const { starts_at, ends_at, categories, terms, minimum_order, per_customer, minimum, maximum } = programme;
  const when = [
    words.rule_window({ from: formatDateTime(starts_at, locale), to: formatDateTime(lastMoment(ends_at), locale) }),
    categories.length > 0 ? words.rule_categories({ names: categories.map(({ name }) => name).join(", ") }) : "",
  ];
  const how = [
    minimum_order > 0 ? words.rule_minimum({ amount: formatDong(minimum_order) }) : "",
    terms.type === "gift" ? words.rule_gift : leadOf(programme, words),
    per_customer === null ? "" : words.rule_each({ count: per_customer }),
    minimum === null ? "" : words.rule_bounds_from({ minimum }),
    maximum === null ? "" : words.rule_bounds_to({ maximum }),
  ];
  const beside = [
    codesText(programme, words),
    programme.with_flash ? "" : words.rule_flash,
    terms.type === "gift" ? words.rule_return : "",
  ];
  const text = (sentences: string[]) => sentences.filter(Boolean).join(" ");
  return [
    { heading: words.rule_when, text: text(when) },
    { heading: words.rule_how, text: text(how) },
    { heading: words.rule_with, text: text(beside) },
  ];
}

function codesText({ combines_with }: Terms, words: Words): string {
  if (combines_with === null) return words.rule_codes_all;
  const kinds = combines_with.filter((slot) => slot === "coupon" || slot === "promo_code");
  if (kinds.length === 0) return words.rule_no_codes;
  return words.rule_codes({ kinds: kinds.map((slot) => words.slots[slot]).join(", ") });
}

/** A rule read back as a sentence, in the languages of the office. Pure. rules/promotions#desk */
import type { Locale } from "contract/values/locale.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { rule as en } from "messages/office/en/promotions.ts";
import { rule as vi } from "messages/office/vi/promotions.ts";
import type { Action } from "../engine/promotion.ts";
import type { RuleReading } from "./reading.ts";

const wordsOf = (locale: Locale) => (locale === "vi" ? vi : en);
type RuleWords = ReturnType<typeof wordsOf>;

const percentOf = (rate_bp: number): string => String(rate_bp / 100);

function actionText(words: RuleWords, action: Action, skuOf: (id: number) => string): string {
  const most = (cap: number | null) => (cap === null ? "" : words.cap({ amount: formatDong(cap) }));
  switch (action.type) {
    case "percent":
      return words.percent({ percent: percentOf(action.rate_bp) }) + most(action.cap);
    case "amount":
      return words.amount({ amount: formatDong(action.amount) });
    case "delivery_percent":
      return words.delivery_percent({ percent: percentOf(action.rate_bp) }) + most(action.cap);
    case "delivery_amount":
      return words.delivery_amount({ amount: formatDong(action.amount) });
    case "fixed_price":
      return words.fixed_price({ price: formatDong(action.price) });
    case "tiers": {
      const steps = action.tiers.map(({ quantity, rate_bp }) => words.tier({ quantity, percent: percentOf(rate_bp) }));
      return words.tiers({ steps: steps.join(", ") });
    }
    case "buy_get":
      return words.buy_get({ buy: action.buy, free: action.free });
    case "bundle":
      return words.bundle({ skus: action.variants.map(skuOf).join(" + "), price: formatDong(action.price) });
    case "gift":
      return words.gift({ sku: skuOf(action.variant_id) });
    case "trade_in":
      return words.trade_in({ amount: formatDong(action.amount) });
  }
}

/** What it does, and for what: the first part of the sentence, and what a list shows. */
export function ruleText(locale: Locale, { kind, action, conditions, lots, ...names }: RuleReading): string {
  const words = wordsOf(locale);
  if (kind === "flash_sale") return words.lots({ lots });
  if (!action) return words.incomplete;
  const sku = (id: number) => names.variants.find((each) => each.id === id)?.sku ?? "?";
  const { min_order, min_quantity, price_from, price_to, with_flash, shipping_classes } = conditions;
  const categories = names.categories.map((each) => (locale === "vi" ? each.vi : each.en));
  const goods = [...categories, ...names.products.map((each) => each.sku)];
  const parts = [
    goods.length > 0 ? words.goods({ names: goods.join(", ") }) : words.all_goods,
    shipping_classes && words.shipping({ classes: shipping_classes.map((each) => words.classes[each]).join(", ") }),
    price_from !== undefined && words.price_from({ price: formatDong(price_from) }),
    price_to !== undefined && words.price_to({ price: formatDong(price_to) }),
    with_flash ? words.with_flash : words.without_flash,
    min_quantity !== undefined && words.min_quantity({ count: min_quantity }),
    min_order !== undefined && words.min_order({ amount: formatDong(min_order) }),
  ];
  return `${actionText(words, action, sku)} ${parts.filter(Boolean).join(" ")}`;
}

export type RuleLimits = {
  code: string;
  starts_at: Date | null;
  ends_at: Date | null;
  max_uses: number | null;
  per_customer: number | null;
  budget: number | null;
};

/** The whole rule: who, when, how often. Begins with its code where it has one. */
export function ruleSentence(locale: Locale, reading: RuleReading, limits: RuleLimits): string {
  const words = wordsOf(locale);
  const { code, starts_at, ends_at, max_uses, per_customer, budget } = limits;
  const { ranks, first_order, account_kinds, payment_methods, hours } = reading.conditions;
  const parts = [
    ranks && words.ranks({ ranks: ranks.map((each) => words.rank_names[each]).join(", ") }),
    first_order && words.first_order,
    account_kinds &&
      words.accounts({ kinds: account_kinds.map((each) => words.account_names[each] ?? each).join(", ") }),
    payment_methods && words.methods({ methods: payment_methods.join(", ") }),
    hours && words.hours(hours),
    per_customer !== null && words.per_customer({ count: per_customer }),
    max_uses !== null && reading.kind !== "flash_sale" && words.max_uses({ count: max_uses.toLocaleString("en-US") }),
    budget !== null && words.budget({ amount: formatDong(budget) }),
    starts_at && ends_at
      ? words.window({ from: formatDateTime(starts_at, locale), to: formatDateTime(ends_at, locale) })
      : words.no_window,
  ];
  const said = [ruleText(locale, reading), ...parts.filter(Boolean)].join(words.between);
  const whole = code ? `${code} ${said}` : `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
  return `${whole}.`;
}

/**
 * A cart that nobody has, calculated by the functions of every cart: each code alone, then those that fit with which it costs
 * least, and the programmes with them. Writes nothing. rules/promotions#try-a-cart
 */
import type { TrialFailure, TriedCart, TriedRule } from "contract/cart/trial.ts";
import { isShopError } from "contract/errors.ts";
import type { ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import type { Rank } from "contract/loyalty/ranks.ts";
import type { Destination } from "../../fulfilment/addresses.ts";
import { units } from "../../fulfilment/units.ts";
import type { Ctx } from "../../kernel/context.ts";
import { sayTitle } from "../../platform/settings.ts";
import type { StoredCode } from "../../promotions/codes.ts";
import { minuteOf } from "../../promotions/desk/judgement.ts";
import { variantsOf } from "../../promotions/desk/named-goods.ts";
import { promotionRow } from "../../promotions/desk/reading.ts";
import { type Tried, triedPromotions } from "../../promotions/desk/tried.ts";
import { cheapestCodes } from "../../promotions/engine/best.ts";
import { minimumFailure, names, personalFailure, situationFailure } from "../../promotions/engine/conditions.ts";
import type { StoredLine } from "../carts.ts";
import { type CodeOutcome, codeOutcomes, type Deals, dealsOf, type OrderChoices, programmeUses } from "../deals.ts";
import { amountsOf, giftLines, type LineWithVariant, linesWithVariants, quotesFor, sendersOf } from "../view.ts";

type TrialInput = {
  lines: string;
  promotion?: string | undefined;
  rank: Rank | "guest";
  first_order: boolean;
  at?: string | undefined;
  city_code?: string | undefined;
  payment_method?: string | undefined;
};
type Basket = { lines: readonly LineWithVariant[]; tried: Tried; choices: OrderChoices; place: Destination | null };

/** Throws not_found for a promotion there is none of. */
export async function tryCart(ctx: Ctx, asked: TrialInput): Promise<TriedCart> {
  if (asked.promotion) await promotionRow(ctx, asked.promotion);
  const then: Ctx = { ...ctx, now: minuteOf(asked.at) ?? ctx.now };
  const { lines, unknown } = await linesOf(then, asked.lines);
  const account = asked.rank === "guest" ? null : { kind: "customer", rank: asked.rank };
  const tried = await triedPromotions(then, { account, is_first_order: asked.first_order }, asked.promotion);
  const place = placeOf(asked.city_code);
  const choices: OrderChoices = {
    payment_method: asked.payment_method ?? null,
    shipping_method: null,
    city_code: asked.city_code ?? null,
  };
  const basket = { lines, tried, choices, place };
  const alone: { code: StoredCode; outcome: CodeOutcome; deals: Deals }[] = [];
  for (const code of tried.codes) {
    const { deals, outcomes } = await calculated(then, basket, [code]);
    const [outcome] = outcomes;
    if (outcome) alone.push({ code, outcome, deals });
  }
  // A voucher belongs to one customer: of those that are not tried none is in the cart.
  const isHad = ({ id, promotion }: StoredCode) => promotion.kind !== "voucher" || asked.promotion === `KM-${id}`;
  const fitting = alone.filter(({ code, outcome }) => outcome.failure === null && isHad(code)).map(({ code }) => code);
  const best = await cheapestCodes(
    fitting,
    [],
    async (codes) => (await calculated(then, basket, codes)).amounts.totals.total,
  );
  const { deals, amounts } = await calculated(then, basket, best);
  const { goods, discount, voucher, shipping, shipping_discount, total } = amounts.totals;
  const gifts = await giftLines(then, deals);
  return {
    at: then.now.toISOString(),
    unknown,
    lines: deals.lines.map((line) => {
      const item = lines.find((each) => each.line.key === line.key)?.item;
      const programme = tried.programmes.find(({ promotion }) => promotion.id === line.programme);
      return {
        ...{ sku: line.sku, name: item?.name ?? line.sku, quantity: line.quantity, list_price: line.list_price },
        ...{ unit_price: line.unit_price, is_flash: line.is_flash, amount: line.amount },
        programme: programme ? sayTitle(programme.title, ctx.locale).title : null,
      };
    }),
    gifts: gifts.map(({ item }) => ({ sku: item.code, name: item.name })),
    rules: [
      ...alone.map((each) => codeRule(ctx, each, best, asked.promotion)),
      ...tried.programmes.map((each) => programmeRule(ctx, deals, each, asked.promotion)),
    ].toSorted(
      (a, b) => Number(b.is_asked) - Number(a.is_asked) || Number(b.is_used) - Number(a.is_used) || b.amount - a.amount,
    ),
    totals: { goods, discount, voucher, shipping, shipping_discount, total },
  };
}

/** `SKU quantity`, a line each; the quantity may be left out. */
async function linesOf(ctx: Ctx, typed: string) {
  const asked = typed.split("\n").flatMap((line) => {
    const [sku = "", quantity = "1"] = line.trim().split(/[\s:;x×]+(?=\d+$)|\s+/);
    return sku === "" ? [] : [{ sku, quantity: /^[1-9]\d{0,3}$/.test(quantity) ? Number(quantity) : 1 }];
  });
  const found = await variantsOf(
    ctx,
    asked.map(({ sku }) => sku),
  );
  const quantities = new Map<number, number>();
  for (const { sku, quantity } of asked) {
    const variant = found(sku);
    if (variant) quantities.set(variant.variant_id, (quantities.get(variant.variant_id) ?? 0) + quantity);
  }
  const stored = [...quantities].map(
    ([variant_id, quantity]): StoredLine => ({
      ...{ key: String(variant_id), kind: "bought", variant_id, quantity },
      ...{ selected: true, price_seen: 0, price_before: null },
    }),
  );
  const lines = (await linesWithVariants(ctx, stored)).filter(({ item }) => item.is_for_sale);
  return { lines, unknown: asked.filter(({ sku }) => !found(sku)).map(({ sku }) => sku) };
}

/** A place of the province: the fee depends on it, whichever ward it is near the centre. */
function placeOf(city_code: string | undefined): Destination | null {
  if (!city_code) return null;
  const ward = [...units().wards.values()].find(({ province_code }) => province_code === city_code);
  return ward ? { ward_code: ward.code, legacy_address: null } : null;
}

async function calculated(ctx: Ctx, { lines, tried, choices, place }: Basket, codes: readonly StoredCode[]) {
  const promotions = { codes, programmes: tried.programmes };
  const everywhere = [...new Set(tried.programmes.flatMap(({ gift_stock }) => [...gift_stock.keys()]))].toSorted();
  const senders = place ? await sendersOf(ctx, promotions, place) : everywhere;
  const deals = dealsOf(ctx, lines, promotions, choices, senders);
  const quote = await quoteOf(ctx, lines, place, deals);
  return { deals, outcomes: codeOutcomes(deals, quote), amounts: await amountsOf(ctx, lines, quote, deals) };
}

/** The first delivery that can be chosen; null without a place, or where none delivers there. */
async function quoteOf(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  place: Destination | null,
  deals: Deals,
): Promise<ShippingQuote | null> {
  if (!place || lines.length === 0) return null;
  try {
    return (await quotesFor(ctx, lines, place, deals)).find(({ available }) => available) ?? null;
  } catch (error) {
    // None delivers there: the goods are calculated all the same.
    if (isShopError(error) && error.code === "shipping_unavailable") return null;
    throw error;
  }
}

type Alone = { code: StoredCode; outcome: CodeOutcome; deals: Deals };

function codeRule(
  ctx: Ctx,
  { code: { id, code, title, promotion }, outcome, deals }: Alone,
  best: readonly StoredCode[],
  asked: string | undefined,
): TriedRule {
  const { failure, taken, cut } = outcome;
  const shares = promotion.kind === "delivery_coupon" ? undefined : deals.off[promotion.kind]?.shares;
  const why = failure?.why ?? (taken === 0 ? "nothing" : null);
  return {
    ...{ code: `KM-${id}`, name: code || sayTitle(title, ctx.locale).title, kind: promotion.kind },
    ...{ is_asked: asked === `KM-${id}`, amount: taken, cut, is_used: best.some((each) => each.id === id) },
    shares: deals.lines.flatMap(({ key, sku }) => {
      const amount = shares?.get(key) ?? 0;
      return amount > 0 ? [{ sku, amount }] : [];
    }),
    failure: why && { why, missing: failure && "missing" in failure ? failure.missing : 0 },
  };
}

function programmeRule(
  ctx: Ctx,
  deals: Deals,
  programme: Tried["programmes"][number],
  asked: string | undefined,
): TriedRule {
  const { promotion, title } = programme;
  const { id } = promotion;
  const amount = programmeUses(deals).find(({ promotion_id }) => promotion_id === id)?.amount ?? 0;
  const ofPrices = deals.lines
    .filter((line) => line.programme === id)
    .map(({ sku, regular_price, unit_price, quantity }) => ({ sku, amount: (regular_price - unit_price) * quantity }));
  const set = deals.sets.find((each) => each.promotion === promotion)?.shares;
  const ofSets = deals.lines.flatMap(({ key, sku }) => (set?.get(key) ? [{ sku, amount: set.get(key) ?? 0 }] : []));
  return {
    ...{ code: `KM-${id}`, name: sayTitle(title, ctx.locale).title, kind: "programme", cut: 0 },
    ...{ is_asked: asked === `KM-${id}`, amount, is_used: amount > 0, shares: [...ofPrices, ...ofSets] },
    failure: amount > 0 ? null : failureOf(deals, programme),
  };
}

/** As programmes are judged: the person, the way it is ordered, the goods, the minimum; then another price is lower. */
function failureOf(deals: Deals, programme: Tried["programmes"][number]): { why: TrialFailure; missing: number } {
  const { promotion } = programme;
  const { conditions } = promotion;
  const before = personalFailure(promotion, deals.situation) ?? situationFailure(promotion, deals.situation);
  if (before) return { why: before.why, missing: 0 };
  const named = deals.lines.filter((line) => names(conditions, line));
  if (named.length === 0) return { why: "no_such_goods", missing: 0 };
  const open = named.filter((line) => conditions.with_flash || !line.is_flash);
  if (open.length === 0) return { why: "flash_only", missing: 0 };
  const short = minimumFailure(conditions, open);
  if (short) return { why: short.why, missing: "missing" in short ? short.missing : 0 };
  return { why: deals.missed.includes(programme) ? "no_gift" : "lower_price", missing: 0 };
}

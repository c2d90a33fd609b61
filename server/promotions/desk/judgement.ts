/**
 * What publishing a promotion is judged by: what is missing, the line it lowers most, the most it may cost, what runs beside
 * it, and whether a second person decides. rules/promotions#publishing
 */
import type { PromotionJudgement } from "contract/promotions/desk-promotions.ts";
import type { PromotionForm } from "contract/promotions/promotion-form.ts";
import type { ApprovalReason, PromotionHindrance } from "contract/promotions/promotions-desk.ts";
import { type Dong, formatDong, share, sum } from "contract/values/money.ts";
import type { Ctx } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";
import { codeDigest } from "../codes.ts";
import type { Action } from "../engine/promotion.ts";
import { conflictsOf } from "./conflicts.ts";
import { type EligibleGoods, eligibleGoods, giftValue, goodsOf } from "./eligible.ts";
import { lotsOf, type NamedGoods, namedGoods } from "./named-goods.ts";
import { type Rule, ruleOf } from "./rule.ts";

export type Candidate = { form: PromotionForm; goods: NamedGoods; rule: Rule; window: Window | null };
export type Window = { starts_at: Date; ends_at: Date };

/** A minute of a form on the shop's clock. */
export const minuteOf = (typed: string | undefined): Date | null => (typed ? new Date(`${typed}:00+07:00`) : null);

export async function candidateOf(ctx: Ctx, form: PromotionForm): Promise<Candidate> {
  const goods = await namedGoods(ctx, form);
  const [starts_at, ends_at] = [minuteOf(form.starts), minuteOf(form.ends)];
  return { form, goods, rule: ruleOf(form, goods), window: starts_at && ends_at && { starts_at, ends_at } };
}

/** A lowered line: what is asked without deals, and what comes off the list price. */
type Lowered = { sku: string; regular: Dong; off: Dong; own: Dong };
/** By law: of the price asked without deals. Decree 81/2018. */
const HALF = 2;

const rateOf = ({ off, regular }: Pick<Lowered, "off" | "regular">): number =>
  regular === 0 ? 0 : Math.ceil((off * 1000) / regular) / 10;

/** What a rule takes off one unit, alone. Null: it lowers no line by itself. */
function ownPart(action: Action, price: Dong): Dong | null {
  switch (action.type) {
    case "percent": {
      const part = share(price, action.rate_bp);
      return action.cap === null ? part : Math.min(part, action.cap);
    }
    case "fixed_price":
      return Math.max(0, price - action.price);
    case "tiers":
      return share(price, Math.max(...action.tiers.map(({ rate_bp }) => rate_bp)));
    case "buy_get":
      return Math.ceil((price * action.free) / (action.buy + action.free));
    default:
      return null;
  }
}

function loweredLines({ form, rule }: Candidate, goods: readonly EligibleGoods[], gift: Dong): Lowered[] {
  const { action, conditions } = rule;
  if (form.kind === "flash_sale") {
    const lots = new Map(
      lotsOf(form.lots).flatMap((lot) => (lot ? [[lot.sku.toLowerCase(), lot.price] as const] : [])),
    );
    return goods.flatMap(({ sku, list_price, regular_price: regular }) => {
      const price = lots.get(sku.toLowerCase());
      return price === undefined ? [] : [{ sku, regular, off: list_price - price, own: regular - price }];
    });
  }
  if (!action) return [];
  if (action.type === "amount" || action.type === "gift") {
    const worth = action.type === "gift" ? gift : action.amount;
    const minimum = conditions.min_order ?? 0;
    return minimum === 0 ? [] : [{ sku: `≥ ${formatDong(minimum)}`, regular: minimum, off: worth, own: worth }];
  }
  if (action.type === "bundle") {
    const set = goods.filter(({ variant_id }) => action.variants.includes(variant_id));
    const regular = sum(set.map(({ regular_price }) => regular_price));
    const list = sum(set.map(({ list_price }) => list_price));
    return [
      { sku: set.map(({ sku }) => sku).join(" + "), regular, off: list - action.price, own: regular - action.price },
    ];
  }
  return goods.flatMap(({ sku, list_price, regular_price: regular }) => {
    const own = ownPart(action, regular);
    return own === null ? [] : [{ sku, regular, off: list_price - regular + own, own }];
  });
}

/** Null: nothing bounds it. */
function mostOf({ form, rule: { action } }: Candidate, goods: readonly EligibleGoods[], gift: Dong): Dong | null {
  if (form.kind === "flash_sale") {
    const prices = new Map(goods.map(({ sku, regular_price }) => [sku.toLowerCase(), regular_price]));
    return sum(
      lotsOf(form.lots).flatMap((lot) =>
        lot ? [Math.max(0, (prices.get(lot.sku.toLowerCase()) ?? lot.price) - lot.price) * lot.quota] : [],
      ),
    );
  }
  const each =
    action?.type === "amount" || action?.type === "delivery_amount"
      ? action.amount
      : action?.type === "percent" || action?.type === "delivery_percent"
        ? action.cap
        : action?.type === "gift"
          ? gift
          : null;
  const byUses = each !== null && form.max_uses !== undefined ? each * form.max_uses : null;
  const bounds = [byUses, form.kind === "programme" ? null : (form.budget ?? null)].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : Math.min(...bounds);
}

function missingParts(ctx: Ctx, { form, goods, rule, window }: Candidate): PromotionHindrance[] {
  const { kind, public_code, given_for } = form;
  const lots = lotsOf(form.lots);
  const isGivenWrong =
    given_for !== undefined &&
    given_for !== "birthday" &&
    (form.given_days === undefined || (given_for === "rank") !== (form.given_rank !== undefined));
  const found: [PromotionHindrance, boolean][] = [
    ["action_missing", kind !== "flash_sale" && rule.action === null],
    ["window_missing", window === null],
    ["window_over", window !== null && (window.ends_at <= ctx.now || window.ends_at <= window.starts_at)],
    ["goods_unknown", goods.unknown.length > 0],
    [
      "code_missing",
      kind !== "programme" && kind !== "flash_sale" && public_code !== "" && codeDigest(public_code) === null,
    ],
    ["slug_missing", kind === "programme" && form.slug === undefined],
    ["lots_missing", kind === "flash_sale" && lots.length === 0],
    ["lots_malformed", kind === "flash_sale" && lots.includes(null)],
    ["unlimited_voucher", kind === "voucher" && isGivenWrong],
  ];
  return found.flatMap(([hindrance, is]) => (is ? [hindrance] : []));
}

/** Of the promotion as it is published: what is in force beside it is not itself. Reads alone. */
export async function assess(ctx: Ctx, candidate: Candidate, own = ""): Promise<PromotionJudgement> {
  const { form, rule, window } = candidate;
  const { promotion_budget, promotion_percent } = await setting(ctx, "approval_limits");
  const at = window && window.starts_at > ctx.now ? window.starts_at : ctx.now;
  const isWhole = form.kind === "flash_sale" || rule.action?.type === "bundle";
  const goods = isWhole
    ? await goodsOf(
        ctx,
        candidate.goods.variants.map(({ variant_id }) => variant_id),
        at,
      )
    : await eligibleGoods(ctx, rule.conditions, at);
  const gift = rule.action?.type === "gift" ? await giftValue(ctx, rule.action.variant_id, at) : 0;
  const lines = loweredLines(candidate, goods, gift);
  const deep = lines.toSorted((a, b) => rateOf(b) - rateOf(a) || (a.sku < b.sku ? -1 : 1))[0];
  const isCode = form.kind === "coupon" || form.kind === "promo_code";
  const isExempt = form.kind === "voucher" || form.kind === "delivery_coupon";
  const most = mostOf(candidate, goods, gift);
  const hindrances = missingParts(ctx, candidate);
  if (goods.length === 0 && !hindrances.includes("lots_missing")) hindrances.push("goods_missing");
  // A code's part beyond the half is cut where it meets a lowered price; a programme's price is not.
  if (!isExempt && lines.some((line) => (isCode ? line.own : line.off) * HALF > line.regular))
    hindrances.push("above_half");
  if (form.kind === "flash_sale" && lines.some(({ own: off }) => off <= 0)) hindrances.push("lot_above_price");
  const type = rule.action?.type;
  const isUnbounded = (type === "amount" || type === "gift") && rule.conditions.min_order === undefined;
  const needs: [ApprovalReason, boolean][] = [
    ["no_budget", most === null],
    ["budget", most !== null && most > promotion_budget],
    ["deep", deep !== undefined && rateOf(deep) > promotion_percent],
    ["no_minimum", isUnbounded],
  ];
  const cut = isCode ? lines.filter((line) => line.off * HALF > line.regular) : [];
  return {
    hindrances: [...new Set(hindrances)],
    warnings: [
      ...(await conflictsOf(ctx, candidate, goods, own)),
      ...(cut.length > 0
        ? [
            {
              warning: "cut_lines" as const,
              names: cut.slice(0, 5).map(({ sku }) => sku),
              count: cut.length,
              until: "",
            },
          ]
        : []),
    ],
    goods: goods.length,
    deepest: deep ? { sku: deep.sku, percent: rateOf(deep), regular: deep.regular, off: deep.off } : null,
    most,
    needs: needs.flatMap(([reason, is]) => (is ? [reason] : [])),
    limits: { budget: promotion_budget, percent: promotion_percent },
  };
}

/**
 * Step 1, the current price: the lowest of list, sale, flash lot and programme, and at an equal price the one that needs no
 * programme. Then the sets (buy and get, bundles), whose free or cheaper units are shared over the lines of the set.
 * Pure; the order of lines and programmes changes nothing. rules/promotions#current-price
 */
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import { type Dong, type RateBp, share, sum } from "contract/values/money.ts";
import { minimumFailure, names, personalFailure, situationFailure } from "./conditions.ts";
import type { GoodsLine, Promotion, Situation } from "./promotion.ts";
import { type Shares, shareOver } from "./sharing.ts";

/** A line with its current price. */
export type PricedGoods = GoodsLine & {
  unit_price: Dong;
  is_flash: boolean;
  /** The programme whose price this is, and the slots that still go with the line. */
  programme: number | null;
  combines_with: readonly CodeSlot[] | null;
  /** Its part of what sets take off; what is left is `amount`. */
  set_share: Dong;
  amount: Dong;
};

/** What a set takes off, in all and per line. */
export type SetDiscount = { promotion: Promotion; shares: Shares };

export function currentPriceOf(
  goods: readonly GoodsLine[],
  programmes: readonly Promotion[],
  situation: Situation,
): { lines: PricedGoods[]; sets: SetDiscount[] } {
  const running = programmes
    .filter((each) => each.kind === "programme")
    .filter((each) => personalFailure(each, situation) === null && situationFailure(each, situation) === null)
    .toSorted((a, b) => a.priority - b.priority || a.id - b.id);
  const priced = goods.map(withoutProgramme);
  const prices = running.map((programme) => ({ programme, priceOf: unitPriceOf(programme, priced) }));
  const lines = priced.map((line) => {
    let best = line;
    for (const { programme, priceOf } of prices) {
      const price = priceOf(line);
      if (price === null || price >= best.unit_price) continue;
      const { combines_with } = programme;
      best = { ...line, unit_price: price, is_flash: false, programme: programme.id, combines_with };
    }
    return { ...best, amount: best.unit_price * best.quantity };
  });
  return withSets(lines, running);
}

function withoutProgramme(line: GoodsLine): PricedGoods {
  const isFlash = line.flash_price !== null && line.flash_price < line.regular_price;
  const unit_price = isFlash ? (line.flash_price ?? 0) : line.regular_price;
  const none = { programme: null, combines_with: null, set_share: 0 };
  return { ...line, unit_price, is_flash: isFlash, ...none, amount: unit_price * line.quantity };
}

/** The lines a programme is about: of a flash sale only where it says so. */
const linesOf = ({ conditions }: Promotion, lines: readonly PricedGoods[]): PricedGoods[] =>
  lines.filter((line) => (conditions.with_flash || !line.is_flash) && names(conditions, line));

/** What a unit of a line costs in a programme; null where it sets no price for it. A percentage is of the price asked without deals. */
function unitPriceOf(programme: Promotion, priced: readonly PricedGoods[]): (line: PricedGoods) => Dong | null {
  const lines = linesOf(programme, priced);
  const { action, conditions } = programme;
  if (lines.length === 0 || minimumFailure(conditions, lines)) return () => null;
  const keys = new Set(lines.map(({ key }) => key));
  const less = (rate_bp: RateBp) => (line: PricedGoods) =>
    keys.has(line.key) ? line.regular_price - share(line.regular_price, rate_bp) : null;
  if (action.type === "fixed_price") return (line) => (keys.has(line.key) ? action.price : null);
  if (action.type === "percent") return less(action.rate_bp);
  if (action.type !== "tiers") return () => null;
  const units = sum(lines.map((line) => line.quantity));
  const reached = action.tiers.filter((tier) => tier.quantity <= units);
  return less(Math.max(0, ...reached.map((tier) => tier.rate_bp)));
}

type Unit = { key: string; price: Dong };

/** Sets take units that no earlier set has, dearest first, so that what is free is the cheapest of its set. */
function withSets(
  lines: PricedGoods[],
  programmes: readonly Promotion[],
): { lines: PricedGoods[]; sets: SetDiscount[] } {
  const left = new Map(lines.map(({ key, quantity }) => [key, quantity]));
  const sets: SetDiscount[] = [];
  for (const promotion of programmes) {
    const open = linesOf(promotion, lines).filter((line) => line.programme === null && (left.get(line.key) ?? 0) > 0);
    if (open.length === 0 || minimumFailure(promotion.conditions, open)) continue;
    const taken = takeSets(promotion, open, left);
    if (taken.off === 0) continue;
    for (const [key, { units }] of taken.lines) left.set(key, (left.get(key) ?? 0) - units);
    const inSet = open.filter((line) => taken.lines.has(line.key));
    sets.push({ promotion, shares: shareOver(taken.off, inSet, ({ key }) => taken.lines.get(key)?.worth ?? 0) });
  }
  const own = (key: string) => sum(sets.map(({ shares }) => shares.get(key) ?? 0));
  const slots = (key: string) => sets.find(({ shares }) => shares.has(key))?.promotion.combines_with ?? null;
  const after = lines.map((line) => {
    const ofSets = own(line.key);
    const combinesWith = line.programme === null ? slots(line.key) : line.combines_with;
    return { ...line, set_share: ofSets, combines_with: combinesWith, amount: line.amount - ofSets };
  });
  return { lines: after, sets };
}

type Taken = { off: Dong; lines: Map<string, { units: number; worth: Dong }> };

function takeSets({ action }: Promotion, open: readonly PricedGoods[], left: ReadonlyMap<string, number>): Taken {
  const taken: Taken = { off: 0, lines: new Map() };
  const note = ({ key, price }: Unit) => {
    const { units, worth } = taken.lines.get(key) ?? { units: 0, worth: 0 };
    taken.lines.set(key, { units: units + 1, worth: worth + price });
  };
  if (action.type === "buy_get") {
    const units = unitsOf(open, left);
    const size = action.buy + action.free;
    const whole = Math.floor(units.length / size) * size;
    for (const unit of units.slice(0, whole)) note(unit);
    // The cheapest of all units in whole sets: dearest first, so they are the last of them.
    taken.off = sum(units.slice(whole - (whole / size) * action.free, whole).map(({ price }) => price));
  }
  if (action.type === "bundle") {
    const parts = action.variants.map((id) => open.find((line) => line.variant_id === id));
    const worth = sum(parts.map((line) => line?.unit_price ?? 0));
    if (parts.some((line) => line === undefined) || worth <= action.price) return taken;
    const wanted = new Map<string, number>();
    for (const line of parts) if (line) wanted.set(line.key, (wanted.get(line.key) ?? 0) + 1);
    const count = Math.min(...[...wanted].map(([key, each]) => Math.floor((left.get(key) ?? 0) / each)));
    for (let set = 0; set < count; set += 1)
      for (const line of parts) if (line) note({ key: line.key, price: line.unit_price });
    taken.off = (worth - action.price) * count;
  }
  return taken;
}

/** Single units, dearest first; equal prices by SKU and key. */
function unitsOf(open: readonly PricedGoods[], left: ReadonlyMap<string, number>): Unit[] {
  return open
    .toSorted((a, b) => b.unit_price - a.unit_price || (`${a.sku} ${a.key}` < `${b.sku} ${b.key}` ? -1 : 1))
    .flatMap(({ key, unit_price }) => Array.from({ length: left.get(key) ?? 0 }, () => ({ key, price: unit_price })));
}

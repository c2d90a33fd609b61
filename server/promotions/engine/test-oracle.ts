/**
 * A second calculation of deals, as slow and plain as can be: the sentences of the rules one after another, over single units
 * and fractions. It shares no function with the engine, and the tests compare both. rules/promotions#order-of-calculation
 */
import type { ChosenCodes } from "./codes.ts";
import type { GoodsLine, Promotion, Situation } from "./promotion.ts";

type Row = {
  line: GoodsLine;
  price: number;
  flash: boolean;
  programme: Promotion | null;
  set: number;
  set_programme: Promotion | null;
  free_units: number;
  coupon: number;
  promo: number;
  gift: number;
  voucher: number;
};

/** Fractions as pairs of whole numbers, so that half a đồng is exactly half. */
const roundHalfUp = (top: bigint, bottom: bigint): number => {
  const whole = top / bottom;
  return Number((top % bottom) * 2n >= bottom ? whole + 1n : whole);
};
const rateOf = (amount: number, rate_bp: number) => roundHalfUp(BigInt(amount) * BigInt(rate_bp), 10_000n);

/** Give everyone the whole part, then one đồng each to the largest remainders, the lower SKU first. */
function spread(amount: number, among: { row: Row; weight: number }[]): Map<Row, number> {
  const result = new Map<Row, number>();
  let all = 0n;
  for (const { weight } of among) all += BigInt(weight);
  const waiting: { row: Row; rest: bigint }[] = [];
  let given = 0;
  for (const { row, weight } of among) {
    const exact = BigInt(amount) * BigInt(weight);
    const whole = all === 0n ? 0 : Number(exact / all);
    result.set(row, whole);
    given += whole;
    waiting.push({ row, rest: all === 0n ? 0n : exact % all });
  }
  while (given < amount) {
    let next: { row: Row; rest: bigint } | null = null;
    for (const each of waiting) {
      if (next === null || each.rest > next.rest) next = each;
      else if (each.rest === next.rest && nameOf(each.row) < nameOf(next.row)) next = each;
    }
    if (!next) break;
    result.set(next.row, (result.get(next.row) ?? 0) + 1);
    waiting.splice(waiting.indexOf(next), 1);
    given += 1;
  }
  return result;
}

const nameOf = ({ line }: Row) => `${line.sku}\u0000${line.key}`;

function isAbout(promotion: Promotion, line: GoodsLine): boolean {
  const c = promotion.conditions;
  if (c.products && !c.products.includes(line.product_id)) return false;
  if (c.categories) {
    let found = false;
    for (const category of line.categories) if (c.categories.includes(category)) found = true;
    if (!found) return false;
  }
  if (c.brands && !c.brands.some((brand) => brand === line.brand)) return false;
  if (c.shipping_classes && !c.shipping_classes.includes(line.shipping_class)) return false;
  if (c.price_from !== undefined && line.regular_price < c.price_from) return false;
  return !(c.price_to !== undefined && line.regular_price > c.price_to);
}

function isOpen(promotion: Promotion, s: Situation): boolean {
  const c = promotion.conditions;
  const hour = new Date(s.now.getTime() + 7 * 3_600_000).getUTCHours();
  const kind = s.account === null ? "guest" : s.account.kind;
  const rank = s.account === null ? null : s.account.rank;
  if (!promotion.is_own) return false;
  if (s.now < promotion.starts_at || s.now >= promotion.ends_at) return false;
  for (const rest of [promotion.uses_left, promotion.customer_uses_left, promotion.budget_left])
    if (rest !== null && rest < 1) return false;
  if (c.first_order && s.is_first_order === false) return false;
  if (c.ranks && (rank === null || !c.ranks.includes(rank))) return false;
  if (c.account_kinds && !c.account_kinds.includes(kind)) return false;
  if (c.hours && !(hour >= c.hours.from && hour < c.hours.to)) return false;
  if (c.payment_methods && !c.payment_methods.some((each) => each === s.payment_method)) return false;
  if (c.cities && !c.cities.some((each) => each === s.city_code)) return false;
  if (c.channels && !c.channels.includes(s.channel)) return false;
  return !(promotion.kind === "delivery_coupon" && s.shipping_method === null);
}

/** Units, and the money of their current price. */
function reaches(promotion: Promotion, rows: Row[], moneyOf: (row: Row) => number): boolean {
  let units = 0;
  let money = 0;
  for (const row of rows) {
    units += row.line.quantity;
    money += moneyOf(row);
  }
  return units >= (promotion.conditions.min_quantity ?? 0) && money >= (promotion.conditions.min_order ?? 0);
}

const current = (row: Row) => row.price * row.line.quantity - row.set;

export function oracle(
  goods: readonly GoodsLine[],
  programmes: readonly Promotion[],
  codes: ChosenCodes,
  situation: Situation,
) {
  const rows = goods.map((line): Row => {
    const flash = line.flash_price !== null && line.flash_price < line.regular_price;
    const price = flash ? Number(line.flash_price) : line.regular_price;
    const none = { set: 0, free_units: 0, coupon: 0, promo: 0, gift: 0, voucher: 0 };
    return { line, price, flash, programme: null, set_programme: null, ...none };
  });
  const open = programmes.filter((each) => each.kind === "programme" && isOpen(each, situation));
  open.sort((a, b) => (a.priority === b.priority ? a.id - b.id : a.priority - b.priority));
  setPrices(rows, open);
  takeSets(rows, open);

  const run = () => goodsCodes(rows, codes, situation);
  run();
  const gifts = open.filter((programme) => {
    if (programme.action.type !== "gift") return false;
    const set = rows.filter((row) => isAbout(programme, row.line) && (programme.conditions.with_flash || !row.flash));
    const left = (row: Row) => current(row) - row.coupon - row.promo;
    return set.reduce((all, row) => all + left(row), 0) > 0 && reaches(programme, set, left);
  });
  const shares = gifts.map((programme) => {
    const set = rows.filter((row) => isAbout(programme, row.line) && (programme.conditions.with_flash || !row.flash));
    const value = programme.action.type === "gift" ? programme.action.value : 0;
    return spread(
      value,
      set.map((row) => ({ row, weight: current(row) - row.coupon - row.promo })),
    );
  });
  for (const row of rows) for (const each of shares) row.gift += each.get(row) ?? 0;
  if (gifts.length > 0) run();

  const { voucher } = codes;
  if (voucher && isOpen(voucher, situation)) {
    const about = rows.filter((row) => isAbout(voucher, row.line) && (voucher.conditions.with_flash || !row.flash));
    if (about.length > 0 && reaches(voucher, about, current)) {
      const among = about.map((row) => ({ row, weight: current(row) - row.coupon - row.promo }));
      const room = among.reduce((all, { weight }) => all + weight, 0);
      for (const [row, part] of spread(worthOf(voucher, room), among)) row.voucher = part;
    }
  }
  return { rows, gifts };
}

/** The lowest price that any programme asks; a percentage is of the price without deals. */
function setPrices(rows: Row[], programmes: Promotion[]): void {
  const asked = rows.map((row) => {
    const prices: { price: number; programme: Promotion }[] = [];
    for (const programme of programmes) {
      const about = rows.filter(
        (each) => isAbout(programme, each.line) && (programme.conditions.with_flash || !each.flash),
      );
      if (!about.includes(row) || !reaches(programme, about, (each) => each.price * each.line.quantity)) continue;
      const { action } = programme;
      if (action.type === "fixed_price") prices.push({ price: action.price, programme });
      let rate = action.type === "percent" ? action.rate_bp : 0;
      if (action.type === "tiers") {
        let units = 0;
        for (const each of about) units += each.line.quantity;
        for (const tier of action.tiers) if (units >= tier.quantity && tier.rate_bp > rate) rate = tier.rate_bp;
      }
      if (rate > 0) prices.push({ price: row.line.regular_price - rateOf(row.line.regular_price, rate), programme });
    }
    return prices;
  });
  for (const [at, row] of rows.entries())
    for (const { price, programme } of asked[at] ?? [])
      if (price < row.price) {
        row.price = price;
        row.programme = programme;
        row.flash = false;
      }
  for (const row of rows) row.free_units = row.line.quantity;
}

function takeSets(rows: Row[], programmes: Promotion[]): void {
  for (const programme of programmes) {
    const { action } = programme;
    if (action.type !== "buy_get" && action.type !== "bundle") continue;
    const about = rows.filter(
      (row) =>
        row.programme === null &&
        row.free_units > 0 &&
        isAbout(programme, row.line) &&
        (programme.conditions.with_flash || !row.flash),
    );
    if (about.length === 0 || !reaches(programme, about, (row) => row.price * row.line.quantity)) continue;
    const worth = new Map<Row, number>();
    const used = new Map<Row, number>();
    let off = 0;
    const put = (row: Row) => {
      worth.set(row, (worth.get(row) ?? 0) + row.price);
      used.set(row, (used.get(row) ?? 0) + 1);
    };
    if (action.type === "buy_get") {
      const units: Row[] = [];
      for (const row of about) for (let n = 0; n < row.free_units; n += 1) units.push(row);
      units.sort(
        (a, b) => b.price - a.price || (`${a.line.sku} ${a.line.key}` < `${b.line.sku} ${b.line.key}` ? -1 : 1),
      );
      const sets = Math.floor(units.length / (action.buy + action.free));
      const inSets = units.slice(0, sets * (action.buy + action.free));
      for (const row of inSets) put(row);
      for (let n = 0; n < sets * action.free; n += 1) off += inSets[inSets.length - 1 - n]?.price ?? 0;
    } else {
      for (;;) {
        const set: Row[] = [];
        for (const variant of action.variants) {
          const row = about.find((each) => each.line.variant_id === variant);
          if (row) set.push(row);
        }
        const price = set.reduce((all, row) => all + row.price, 0);
        const tally = (row: Row) => set.filter((each) => each === row).length;
        const enough = set.every((row) => row.free_units - (used.get(row) ?? 0) >= tally(row));
        if (set.length === 0 || set.length !== action.variants.length || !enough || price <= action.price) break;
        for (const row of set) put(row);
        off += price - action.price;
      }
    }
    if (off === 0) continue;
    const among = about.filter((row) => used.has(row)).map((row) => ({ row, weight: worth.get(row) ?? 0 }));
    for (const [row, part] of spread(off, among)) {
      row.set += part;
      row.free_units -= used.get(row) ?? 0;
      row.set_programme ??= programme;
    }
  }
}

const worthOf = (code: Promotion, of: number): number => {
  const { action } = code;
  let value = 0;
  if (action.type === "amount") value = action.amount;
  if (action.type === "percent") {
    value = rateOf(of, action.rate_bp);
    if (action.cap !== null && value > action.cap) value = action.cap;
  }
  if (code.budget_left !== null && value > code.budget_left) value = code.budget_left;
  return Math.min(value, of);
};

/** Coupon, promo code, then the 50 % rule line by line: first the coupon is made smaller, then the promo code. */
function goodsCodes(rows: Row[], { coupon, promo_code }: ChosenCodes, situation: Situation): void {
  for (const row of rows) {
    row.coupon = 0;
    row.promo = 0;
  }
  const linesFor = (code: Promotion, slot: "coupon" | "promo_code") =>
    rows.filter((row) => {
      const programme = row.programme ?? row.set_programme;
      const refused = programme?.combines_with && !programme.combines_with.includes(slot);
      return isAbout(code, row.line) && (code.conditions.with_flash || !row.flash) && !refused;
    });
  let couponCounts = false;
  if (coupon && isOpen(coupon, situation)) {
    const lines = linesFor(coupon, "coupon");
    if (lines.length > 0 && reaches(coupon, lines, current)) {
      couponCounts = true;
      const room = lines.reduce((all, row) => all + current(row), 0);
      for (const [row, part] of spread(
        worthOf(coupon, room),
        lines.map((row) => ({ row, weight: current(row) })),
      ))
        row.coupon = part;
    }
  }
  const together = coupon === undefined || !couponCounts || (coupon.combines && promo_code?.combines);
  if (promo_code && together && isOpen(promo_code, situation)) {
    const lines = linesFor(promo_code, "promo_code");
    if (lines.length > 0 && reaches(promo_code, lines, current)) {
      const among = lines.map((row) => ({ row, weight: current(row) - row.coupon }));
      const room = among.reduce((all, { weight }) => all + weight, 0);
      for (const [row, part] of spread(worthOf(promo_code, room), among)) row.promo = part;
    }
  }
  for (const row of rows) {
    const { line } = row;
    const tooMuch = () =>
      2 * (line.list_price * line.quantity - (current(row) - row.coupon - row.promo - row.gift)) >
      line.regular_price * line.quantity;
    const over = () =>
      Math.ceil(
        (2 * (line.list_price * line.quantity - (current(row) - row.coupon - row.promo - row.gift)) -
          line.regular_price * line.quantity) /
          2,
      );
    if (tooMuch()) row.coupon -= Math.min(row.coupon, over());
    if (tooMuch()) row.promo -= Math.min(row.promo, over());
  }
}

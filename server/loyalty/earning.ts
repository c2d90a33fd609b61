/**
 * What an order earns when it completes, and what a refund of its lines takes back: points, and the spend that ranks count. An
 * order earns once, a refund takes back once. rules/loyalty#earning, rules/loyalty#returns
 */
import { ShopError } from "contract/errors.ts";
import { allocate, type Dong, type RateBp, sum } from "contract/values/money.ts";
import { type Points, pointsEarned, pointsValue } from "contract/values/points.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { lockAccount, pointsAccountOf } from "../ledger/accounts.ts";
import { giveBackSpent, lockHolds } from "../ledger/holds.ts";
import { credit, debit } from "../ledger/movements.ts";
import { endOfMonth } from "../ledger/periods.ts";
import { takesPart } from "./accounts.ts";
import { extensionOf, purposeOf } from "./order-holds.ts";

/** Points end with the month so many months after that of earning. */
export const POINTS_MONTHS = 12; // ASSUMED(0371)

type EarningOrder = {
  kind: string;
  customer_id: number | null;
  /** Of the account, or of the one that has proved the phone of a guest's order. */
  earner: number | null;
  placed_at: Date;
  earn_rate_bp: RateBp | null;
  goods: Dong;
  trade_in: Dong;
  points: Points;
  gift_card: Dong;
  /** The delivery after what lowers it. */
  delivery: Dong;
  lines: { key: string; sku: string; quantity: number; payable: Dong; points: Points; returned: number }[];
};

async function readOrder(ctx: Ctx, order_code: string): Promise<EarningOrder> {
  const { rows } = await sql<EarningOrder>`
    select o.kind, o.customer_id, o.placed_at, o.earn_rate_bp, o.goods, o.trade_in, o.points, o.gift_card, o.shipping - o.shipping_discount as delivery,
      coalesce(o.customer_id, (select c.id from identity.customers c where c.phone = o.receiver_phone)) as earner,
      (select coalesce(jsonb_agg(jsonb_build_object('key', l.key, 'sku', l.sku, 'quantity', l.quantity, 'points', l.points,
          'payable', l.line_total - l.discount - l.voucher,
          'returned', coalesce((select sum(r.quantity) from loyalty.return_lines r join loyalty.returns t using (source)
            where t.order_code = o.code and r.key = l.key), 0)) order by l.id), '[]')
        from orders.lines l where l.order_id = o.id) as lines
    from orders.orders o where o.code = ${order_code}`.execute(ctx.sql);
  const [order] = rows;
  if (!order) throw new ShopError("not_found");
  return order;
}

/**
 * Points and spend of an order that completes; nothing for one without an account, or of who was not sixteen when it was placed.
 * Locks the points account. Safe to repeat.
 */
export function earnPoints(ctx: Ctx, order_code: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const order = await readOrder(ctx, order_code);
    const { earner, earn_rate_bp: rate_bp } = order;
    // What was exchanged for points earns none.
    if (order.kind === "exchange") return;
    if (earner === null || rate_bp === null || !(await takesPart(ctx, earner, order.placed_at))) return;
    const account = await lockAccount(ctx, await pointsAccountOf(ctx, earner));
    const returned = await returnedOf(ctx, order_code);
    const base = baseOf(order) - returned.base;
    const points = pointsEarned(base, rate_bp);
    const written = await ctx.sql
      .insertInto("loyalty.earnings")
      .values({
        ...{ order_code, customer_id: earner, base, kept_base: base, rate_bp, points },
        completed_at: ctx.now,
      })
      .onConflict((conflict) => conflict.column("order_code").doNothing())
      .returning("order_code")
      .executeTakeFirst();
    if (!written) return;
    const source = purposeOf(order_code);
    await credit(ctx, account, { code: "earn", amount: points, source, ends_at: endOfMonth(ctx.now, POINTS_MONTHS) });
    await sql`update loyalty.earnings set lot_id = (select min(e.lot_id) from ledger.entries e
        join ledger.transfers t on t.id = e.transfer_id where t.code = 'earn' and t.source = ${source} and e.amount > 0)
      where order_code = ${order_code}`.execute(ctx.sql);
  });
}

/** Goods after codes, voucher, trade-in and points. */
const baseOf = ({ lines, trade_in, points }: EarningOrder): Dong =>
  sum(lines.map((line) => line.payable)) - trade_in - pointsValue(points);

type Refund = {
  order_code: string;
  /** The refund: it takes back once. */
  source: string;
  lines: readonly { key: string; quantity: number }[];
};

/**
 * A refund of chosen lines: their points and their part of the gift cards come back, what they earned is taken back, and they
 * never counted for a rank. Answers all three. Throws invalid where more is named than is left. The payable lock is held. Locks ledger accounts by id. Safe to repeat.
 */
export function takeBackLines(
  ctx: Ctx,
  { order_code, source, lines }: Refund,
): Promise<{ back: Points; taken: Points; gift_card: Dong }> {
  return inTransaction(ctx, async (ctx) => {
    const order = await readOrder(ctx, order_code);
    const accounts = await lockHolds(ctx, purposeOf(order_code));
    if (await isReturned(ctx, source)) return { back: 0, taken: 0, gift_card: 0 };
    const parts = returnedParts(order, lines);
    const base = sum(parts.map((part) => part.base));
    const points = sum(parts.map((part) => part.points));
    const gift_card = sum(parts.map((part) => part.gift_card));
    await ctx.sql
      .insertInto("loyalty.returns")
      .values({ source, order_code, base, points, gift_card, at: ctx.now })
      .execute();
    await ctx.sql
      .insertInto("loyalty.return_lines")
      .values(parts.map(({ key, quantity }) => ({ source, key, quantity })))
      .execute();
    let [back, money] = [0, 0];
    // What was taken last comes back first: of several cards the last.
    for (const { hold } of accounts.toReversed()) {
      const wanted = hold.kind === "points" ? points - back : gift_card - money;
      if (hold.spent === hold.back || wanted === 0) continue;
      const account = await lockAccount(ctx, hold.account_id);
      const from = hold.kind === "points" ? `refund:${source}` : `refund:${source} ${hold.id}`;
      const giving = { amount: wanted, source: from, extension: extensionOf(ctx, hold.kind) };
      const came = await giveBackSpent(ctx, account, hold, giving);
      if (hold.kind === "points") back += came;
      else money += came;
    }
    return { back, taken: await takeBack(ctx, { order_code, source, base }), gift_card: money };
  });
}

async function isReturned(ctx: Ctx, source: string): Promise<boolean> {
  const found = await ctx.sql
    .selectFrom("loyalty.returns")
    .select("source")
    .where("source", "=", source)
    .executeTakeFirst();
  return found !== undefined;
}

async function returnedOf(ctx: Ctx, order_code: string): Promise<{ base: Dong }> {
  const { rows } = await sql<{ base: Dong }>`select coalesce(sum(base), 0)::dong as base from loyalty.returns
    where order_code = ${order_code}`.execute(ctx.sql);
  return rows[0] ?? { base: 0 };
}

/**
 * What each line's pieces that come back carry. The trade-in is spread over the lines by what is left of each, the points as
 * they were at placement; a line's part over its pieces the same way, and pieces come back in their order.
 */
function returnedParts(order: EarningOrder, wanted: Refund["lines"]) {
  const sorted = order.lines.toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
  const tradeIns = allocate(
    order.trade_in,
    sorted.map((line) => line.payable),
  );
  const tradeIn = new Map(sorted.map(({ key }, index) => [key, tradeIns[index] ?? 0]));
  const cards = cardShares(order, sorted, tradeIn);
  return wanted.map(({ key, quantity }) => {
    const line = order.lines.find((each) => each.key === key);
    if (!line || quantity < 1 || line.returned + quantity > line.quantity)
      throw new ShopError("invalid", { fields: { lines: [{ key: "above_maximum" }] } });
    const pieces = Array.from({ length: line.quantity }, () => 1);
    const chosen = <T>(list: readonly T[]): T[] => list.slice(line.returned, line.returned + quantity);
    const payable = allocate(line.payable, pieces);
    const traded = allocate(tradeIn.get(key) ?? 0, payable);
    // An exchanged line cost points alone.
    const sharedPoints = allocate(line.points, line.payable > 0 ? payable : pieces);
    const points = sum(chosen(sharedPoints));
    const left = payable.map((part, index) =>
      Math.max(0, part - (traded[index] ?? 0) - pointsValue(sharedPoints[index] ?? 0)),
    );
    const gift_card = sum(chosen(allocate(cards.get(key) ?? 0, left)));
    const base = sum(chosen(payable)) - sum(chosen(traded)) - pointsValue(points);
    return { key, quantity, points, gift_card, base: Math.max(0, base) };
  });
}

/** What gift cards paid of each line: spread over what is left of the lines, and over the delivery, which is the last. */
function cardShares(
  { gift_card, delivery }: EarningOrder,
  sorted: EarningOrder["lines"],
  tradeIn: ReadonlyMap<string, Dong>,
): Map<string, Dong> {
  const left = sorted.map(({ key, payable, points }) =>
    Math.max(0, payable - (tradeIn.get(key) ?? 0) - pointsValue(points)),
  );
  const parts = allocate(gift_card, [...left, delivery]);
  return new Map(sorted.map(({ key }, index) => [key, parts[index] ?? 0]));
}

type Earned = {
  customer_id: number;
  base: Dong;
  kept_base: Dong;
  rate_bp: RateBp;
  points: Points;
  lot_id: number | null;
};

/**
 * What an order earned less what its kept base earns: from the lot it earned, then soonest end, then as a debt. What of the
 * order's points ended unused is not asked for again.
 */
async function takeBack(
  ctx: Ctx,
  { order_code, source, base }: { order_code: string; source: string; base: Dong },
): Promise<Points> {
  const { rows } = await sql<Earned>`select customer_id, base, kept_base, rate_bp, points, lot_id
    from loyalty.earnings where order_code = ${order_code} for update`.execute(ctx.sql);
  const [earned] = rows;
  if (!earned) return 0;
  const account = await lockAccount(ctx, await pointsAccountOf(ctx, earned.customer_id));
  const kept = Math.max(0, earned.kept_base - base);
  await ctx.sql.updateTable("loyalty.earnings").set({ kept_base: kept }).where("order_code", "=", order_code).execute();
  const owed = earned.points - pointsEarned(kept, earned.rate_bp);
  const gone = await goneOf(ctx, order_code, earned.lot_id);
  const amount = Math.max(0, owed - gone);
  const first = earned.lot_id === null ? {} : { first: earned.lot_id };
  await debit(ctx, account, {
    code: "take_back",
    amount,
    source: `${purposeOf(order_code)} ${source}`,
    owing: true,
    ...first,
  });
  return amount;
}

/** What was taken back of an order before, and what of its points ended unused. */
async function goneOf(ctx: Ctx, order_code: string, lot_id: number | null): Promise<Points> {
  const { rows } = await sql<{ gone: Points }>`
    select coalesce((select sum(t.amount) from ledger.transfers t where t.code = 'take_back'
        and t.source in (select ${`${purposeOf(order_code)} `} || r.source from loyalty.returns r where r.order_code = ${order_code})), 0)::points
      + coalesce((select -sum(e.amount) from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
        where t.code = 'expire' and e.lot_id in (select l.id from ledger.lots l where ${lot_id}::bigint in (l.id, l.origin_id))), 0)::points as gone`.execute(
    ctx.sql,
  );
  return rows[0]?.gone ?? 0;
}

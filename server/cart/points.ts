/**
 * Points in a cart: how many its owner may spend on these goods, and how many of those that were asked for are taken. Typing more
 * is refused with the nearest that is allowed; a cart that changes later lowers them and says so. rules/loyalty#spending
 */
import type { CartPoints, Totals } from "contract/cart/cart.ts";
import { ShopError } from "contract/errors.ts";
import { DEFAULT_POINT_RULES, mostSpendable, type Points, pointsEarned } from "contract/values/points.ts";
import type { Ctx } from "../kernel/context.ts";
import { takesPart, termsOf, usablePoints } from "../loyalty/accounts.ts";

type Spending = Omit<CartPoints, "earns">;

/** Points pay at most their share of the goods that codes and voucher leave. */
export const mostFor = (balance: Points, { goods, discount, voucher }: Totals): Points =>
  mostSpendable(balance, goods - discount - voucher);

type Asking = { customer_id: number | null; points: Points };

/** What an order of these may spend; null for who has no account. One statement. `before` are the amounts without points. */
export async function spendingOf(ctx: Ctx, { customer_id, points }: Asking, before: Totals): Promise<Spending | null> {
  if (customer_id === null) return null;
  const balance = await usablePoints(ctx, customer_id);
  return { balance, maximum: mostFor(balance, before), wanted: points, step: DEFAULT_POINT_RULES.step };
}

/** What an order with these amounts earns; nothing under sixteen. At most two statements. */
export async function earnedBy(ctx: Ctx, customer_id: number, due: Totals): Promise<Points> {
  if (due.goods === 0 || !(await takesPart(ctx, customer_id, ctx.now))) return 0;
  const { goods, discount, voucher, trade_in, points_amount } = due;
  const { earn_rate_bp } = await termsOf(ctx, customer_id);
  return pointsEarned(goods - discount - voucher - trade_in - points_amount, earn_rate_bp);
}

/** As many of the wanted ones as may be taken, in whole steps. */
export const takenOf = ({ wanted, maximum }: Spending): Points => nearestAllowed(Math.min(wanted, maximum), maximum);

/** Throws invalid at `points` with the nearest that is allowed, for what is off the step, below 0 or above the maximum. */
export function assertAllowed(points: Points, maximum: Points): void {
  const nearest = nearestAllowed(points, maximum);
  if (nearest === points) return;
  const fault = { key: maximum === 0 ? "points_none" : "points_nearest", params: { nearest } };
  throw new ShopError("invalid", { message_key: fault.key, params: fault.params, fields: { points: [fault] } });
}

/** Half a step goes down; the maximum is a whole step. */
function nearestAllowed(points: Points, maximum: Points): Points {
  const { step } = DEFAULT_POINT_RULES;
  return Math.max(0, Math.min(maximum, Math.ceil(points / step - 0.5) * step));
}

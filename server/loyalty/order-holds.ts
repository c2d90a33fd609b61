/**
 * What an order holds of points and gift cards: held at placement, spent when it is confirmed, given back when it is off, and
 * held again when it is reopened. One purpose of the ledger for all of them, and one for what vouchers of the exchange shop
 * cost, which is final once it is spent. rules/loyalty#spending, rules/loyalty#exchange-shop
 */
import { ShopError } from "contract/errors.ts";
import type { Dong } from "contract/values/money.ts";
import type { Points } from "contract/values/points.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import type { AccountKind } from "../ledger/accounts.ts";
import { lockAccount, lockAccounts, pointsAccountOf } from "../ledger/accounts.ts";
import { type Extension, giveBackSpent, hold, holdsOf, lockHolds, releaseHold, spendHold } from "../ledger/holds.ts";
import { endOfDays, endOfMonths } from "../ledger/periods.ts";

/** Points that come back are good for so many days, a gift card's money for so many months. */
const POINTS_BACK_DAYS = 30; // ASSUMED(0371)
const CARD_BACK_MONTHS = 3; // ASSUMED(0371)

export const purposeOf = (order_code: string): string => `order:${order_code}`;
const vouchersPurposeOf = (order_code: string): string => `${purposeOf(order_code)} vouchers`;

export function extensionOf(ctx: Ctx, kind: AccountKind): Extension {
  const at_least = kind === "points" ? endOfDays(ctx.now, POINTS_BACK_DAYS) : endOfMonths(ctx.now, CARD_BACK_MONTHS);
  return { at_least, today: endOfDays(ctx.now, 0) };
}

/** Locks the points account of the buyer. Throws price_changed where another order has taken them. */
export async function holdPoints(
  ctx: Ctx,
  { customer_id, order_code, points }: { customer_id: number; order_code: string; points: Points },
  what: "goods" | "vouchers" = "goods",
): Promise<void> {
  const account = await lockAccount(ctx, await pointsAccountOf(ctx, customer_id));
  const purpose = what === "goods" ? purposeOf(order_code) : vouchersPurposeOf(order_code);
  if (!(await hold(ctx, account, { amount: points, purpose }))) throw new ShopError("price_changed");
}

/** What each card pays of an order, in the order of entry. Throws price_changed where another order has taken it. */
export async function holdCards(
  ctx: Ctx,
  { order_code, parts }: { order_code: string; parts: readonly { card: { account_id: number }; amount: Dong }[] },
): Promise<void> {
  const paying = parts.filter(({ amount }) => amount > 0);
  const accounts = await lockAccounts(
    ctx,
    paying.map(({ card }) => card.account_id),
  );
  for (const { card, amount } of paying) {
    const account = accounts.get(card.account_id);
    const isHeld = account && (await hold(ctx, account, { amount, purpose: purposeOf(order_code) }));
    if (!isHeld) throw new ShopError("price_changed");
  }
}

/** The order is confirmed. Locks ledger accounts by id. Safe to repeat. */
export async function spendHeld(ctx: Ctx, order_code: string): Promise<void> {
  for (const purpose of [purposeOf(order_code), vouchersPurposeOf(order_code)])
    for (const { hold, account } of await lockHolds(ctx, purpose)) await spendHold(ctx, account, hold);
}

/**
 * The order is off: what is held is let go, what was spent comes back, but for what paid vouchers. Locks ledger accounts by id.
 * Safe to repeat.
 */
export async function giveBackHeld(ctx: Ctx, order_code: string): Promise<void> {
  for (const { hold, account } of await lockHolds(ctx, purposeOf(order_code))) {
    const extension = extensionOf(ctx, hold.kind);
    await releaseHold(ctx, account, hold, extension);
    const back = { amount: hold.spent - hold.back, source: `hold:${hold.id} ${hold.back}`, extension };
    await giveBackSpent(ctx, account, hold, back);
  }
  for (const { hold, account } of await lockHolds(ctx, vouchersPurposeOf(order_code)))
    await releaseHold(ctx, account, hold, extensionOf(ctx, hold.kind));
}

/** A lapsed order holds again what it held. Throws conflict where that is there no more. Locks ledger accounts by id. */
export function retakeHeld(ctx: Ctx, order_code: string): Promise<void> {
  const purposes = [purposeOf(order_code), vouchersPurposeOf(order_code)];
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ account_id: number; amount: number; purpose: string }>`
      select distinct on (h.purpose, h.account_id) h.account_id, t.amount, h.purpose
      from ledger.holds h join ledger.transfers t on t.hold_id = h.id and t.code = 'hold'
      where h.purpose = any(${purposes}::text[]) order by h.purpose, h.account_id, h.id desc`.execute(ctx.sql);
    await lockAccounts(
      ctx,
      rows.map((row) => row.account_id),
    );
    const foreign = await keptByOthers(ctx, order_code);
    for (const { account_id, amount, purpose } of rows) {
      const still = await holdsOf(ctx, purpose);
      const isHeld = still.some(
        (each) => each.account_id === account_id && (each.amount > 0 || each.spent > each.back),
      );
      if (isHeld) continue;
      const account = await lockAccount(ctx, account_id);
      const isThere = !foreign.has(account_id) && (await hold(ctx, account, { amount, purpose }));
      if (isThere) continue;
      const message_key = account.kind === "points" ? "points_used_up" : "gift_card_used_up";
      throw new ShopError("conflict", { message_key });
    }
  });
}

/** Accounts of the order's cards that another account keeps by now, or that are void. */
async function keptByOthers(ctx: Ctx, order_code: string): Promise<Set<number>> {
  const { rows } = await sql<{ account_id: number }>`
    select c.account_id from ledger.holds h join loyalty.gift_cards c on c.account_id = h.account_id
    where h.purpose = ${purposeOf(order_code)} and (c.voided_at is not null or (c.kept_by is not null
      and c.kept_by is distinct from (select o.customer_id from orders.orders o where o.code = ${order_code})))`.execute(
    ctx.sql,
  );
  return new Set(rows.map(({ account_id }) => account_id));
}

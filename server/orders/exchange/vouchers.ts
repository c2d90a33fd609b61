/** The vouchers of an exchange, issued when their points are taken: from then on they are final. rules/loyalty#exchange-shop */
import type { Ctx } from "../../kernel/context.ts";
import { endOfDays } from "../../ledger/periods.ts";
import { spendHeld } from "../../loyalty/order-holds.ts";
import { markIssued, noteVouchers } from "../../loyalty/rewards.ts";
import { issueCodes } from "../../promotions/codes.ts";
import { lockIssuers } from "../../promotions/uses.ts";

/**
 * An order is confirmed: its vouchers are issued, and what it holds is spent. Locks promotions that vouchers are issued of, then
 * ledger accounts by id. Safe to repeat.
 */
export async function takeHeld(ctx: Ctx, order_code: string): Promise<void> {
  const issued = await markIssued(ctx, order_code);
  await lockIssuers(
    ctx,
    issued.map(({ promotion_id }) => promotion_id),
  );
  for (const { reward_id, customer_id, promotion_id, quantity, valid_days } of issued) {
    const ends_at = endOfDays(ctx.now, valid_days);
    const codes = await issueCodes(ctx, { promotion_id, customer_id, count: quantity, ends_at });
    await noteVouchers(ctx, { order_ref: order_code, reward_id, codes });
  }
  await spendHeld(ctx, order_code);
}

/** The membership rank of an account, which conditions of promotions read. rules/promotions#ranks */
import type { Ctx } from "../kernel/context.ts";

/** Reaction to person_erased. */
export async function eraseMembership(ctx: Ctx, customer_id: number): Promise<void> {
  await ctx.sql.deleteFrom("loyalty.accounts").where("customer_id", "=", customer_id).execute();
}

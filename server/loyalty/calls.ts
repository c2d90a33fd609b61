/** Points and ranks: whose they are is the token's. Spec §7; rules/loyalty */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { pointsHistory } from "./history.ts";
import { listRanks, pointsOverview } from "./overview.ts";
import { listRewards } from "./rewards.ts";

async function callerOf(ctx: Ctx): Promise<number> {
  const session = await ctx.session();
  if (!session || session.customer_id === null) throw new ShopError("unauthenticated");
  return session.customer_id;
}

export const loyaltyCalls = implement(contract.loyalty, {
  ranks: listRanks,
  points: async (ctx) => pointsOverview(ctx, await callerOf(ctx)),
  history: async (ctx, input) => pointsHistory(ctx, await callerOf(ctx), input),
  rewards: async (ctx) => listRewards(ctx, await callerOf(ctx)),
});

/** Privacy calls: always about the caller, whom the token names. */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { implement } from "../calls/handle.ts";
import { assertOwnerHere } from "../identity/signing-in/credentials.ts";
import type { Ctx } from "../kernel/context.ts";
import { sayConsent } from "./consents.ts";
import { askDeletion, askExport, keepAccount, privacyOf } from "./requests.ts";

export async function customerOf(ctx: Ctx): Promise<number> {
  const customer_id = (await ctx.session())?.customer_id;
  if (!customer_id) throw new ShopError("unauthenticated");
  return customer_id;
}

export const privacyCalls = implement(contract.privacy, {
  overview: async (ctx) => privacyOf(ctx, await customerOf(ctx)),

  saveConsent: async (ctx, input) => {
    const customer_id = await customerOf(ctx);
    await sayConsent(ctx, customer_id, input);
    return privacyOf(ctx, customer_id);
  },

  askExport: async (ctx, shown) => askExport(ctx, (await assertOwnerHere(ctx, shown)).id),

  askDeletion: async (ctx) => {
    const customer_id = await customerOf(ctx);
    await askDeletion(ctx, customer_id);
    return privacyOf(ctx, customer_id);
  },

  takeBackDeletion: async (ctx) => {
    const customer_id = await customerOf(ctx);
    await keepAccount(ctx, customer_id);
    return privacyOf(ctx, customer_id);
  },
});

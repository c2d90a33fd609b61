/** Which phone an order may name without a code. Spec §2 /checkout/otp; rules/orders#phone */
import { ShopError } from "contract/errors.ts";
import type { Ctx } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";
import { findAccount } from "../customers.ts";
import { isVerifiedInSession } from "./otp.ts";

/**
 * A signed-in customer has proved a phone, whichever the order names; a guest proves the order's in this
 * session where the setting `checkout_otp` asks for it. False: it was not asked for and not proved. Throws
 * phone_unconfirmed.
 */
export async function assertPhoneProved(ctx: Ctx, order_phone: string): Promise<boolean> {
  const session = await ctx.session();
  if (session?.customer_id) {
    const account = await findAccount(ctx, session.customer_id);
    if (!account?.phone) throw phoneUnconfirmed();
    return true;
  }
  if (session && (await isVerifiedInSession(ctx, order_phone, session.id))) return true;
  if ((await setting(ctx, "checkout_otp")).on) throw phoneUnconfirmed();
  return false;
}

export const phoneUnconfirmed = () =>
  new ShopError("phone_unconfirmed", { fields: { phone: [{ key: "phone_unconfirmed" }] } });

/** Whose phone an order may name without further ado. Spec §2 /checkout/otp; readings "People". */
import { ShopError } from "contract/errors.ts";
import type { Ctx } from "../context.ts";
import { setting } from "../settings.ts";
import { findAccount } from "./customers.ts";
import { isProvedHere } from "./otp.ts";

/**
 * Somebody signed in has proved a phone of their own, whichever the order names; a guest proves the order's in this
 * session where the setting `checkout_otp` asks for it. Throws phone_unconfirmed.
 */
export async function assertPhoneProved(ctx: Ctx, order_phone: string): Promise<void> {
  const session = await ctx.session();
  if (session?.customer_id) {
    const account = await findAccount(ctx, session.customer_id);
    if (!account?.phone) throw unconfirmed();
    return;
  }
  if (!(await setting(ctx, "checkout_otp")).on) return;
  if (!session || !(await isProvedHere(ctx, order_phone, session.id))) throw unconfirmed();
}

const unconfirmed = () => new ShopError("phone_unconfirmed", { fields: { phone: [{ key: "phone_unconfirmed" }] } });

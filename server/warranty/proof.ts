/** Proof of a phone: a code to it in this session within 30 minutes, or the phone of the caller's account. rules/warranty#owner */
import { ShopError } from "contract/errors.ts";
import { useCodes } from "../identity/signing-in/otp.ts";
import { phoneUnconfirmed } from "../identity/signing-in/phone-proof.ts";
import type { Ctx } from "../kernel/context.ts";
import { callerOf } from "./cards.ts";

/** A code of purpose `warranty`, unless the phone is proved already. Throws otp_wrong, otp_expired, phone_unconfirmed. */
export async function provedPhone(
  ctx: Ctx,
  { phone, otp }: { phone?: string | undefined; otp?: string | undefined },
): Promise<string> {
  const caller = await callerOf(ctx);
  const named = phone || caller.phone;
  if (!named) throw new ShopError("invalid", { fields: { phone: [{ key: "required" }] } });
  if (caller.phone === named || caller.proved.includes(named)) return named;
  if (otp === undefined || otp === "") throw phoneUnconfirmed();
  await useCodes(ctx, [{ field: "otp", target: named, purpose: "warranty", code: otp }]);
  return named;
}

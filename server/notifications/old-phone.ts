/**
 * The job `tell_old_phone`: notifies an account's former number that the account has another one now.
 * rules/identity#phone-change
 */
import { oldPhonePlace } from "../identity/accounts/profile.ts";
import type { Ctx } from "../kernel/context.ts";
import { decrypt } from "../security/encryption.ts";
import { sendPhoneText } from "./phone-text.ts";

// Without accents, without a link: one message, and operators let it through (rules/notifications#sms).
const TEXT = "Tai khoan cua ban vua doi sang so dien thoai khac. Neu khong phai ban, vui long goi tong dai ngay.";

/** The job `tell_old_phone`: the former number of an account. `sealed_phone`: encrypted, base64. */
export async function notifyOldPhone(
  ctx: Ctx,
  { customer_id, sealed_phone }: { customer_id: number; sealed_phone: string },
): Promise<void> {
  const phone = decrypt(ctx.config, Buffer.from(sealed_phone, "base64"), oldPhonePlace(customer_id));
  // The carrier drops a repeat of the same reference.
  const reference = `phone-${customer_id}-${sealed_phone.slice(8, 24)}`;
  await sendPhoneText(ctx, { phone, text: TEXT, reference });
}

/** Delivery of a code, for its carrier: what to send, and what became of it. Safe to repeat. */
import type { Channel } from "contract/identity/accounts.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";
import { decrypt } from "../../security/encryption.ts";
import { encryptionContext } from "./otp.ts";

export type OtpMessage = {
  id: number;
  target: string;
  code: string;
  channel: Channel;
  locale: Locale;
  is_sent: boolean;
};

/** Null when there is nothing to send any more: used, void, expired, arrived, or without a recipient. */
export async function otpMessageOf(ctx: Ctx, otpId: number): Promise<OtpMessage | null> {
  const { rows } = await sql<Omit<OtpMessage, "code"> & { purpose: string; sealed_code: Buffer }>`
    select id, target, purpose, channel, locale, sealed_code, sent_at is not null as is_sent
    from identity.otps
    where id = ${otpId} and sealed_code is not null and expires_at > ${ctx.now} and used_at is null
      and voided_at is null and delivered_at is null`.execute(ctx.sql);
  const row = rows[0];
  if (!row) return null;
  const { sealed_code, purpose, ...message } = row;
  return { ...message, code: decrypt(ctx.config, sealed_code, encryptionContext(row.target, purpose)) };
}

type Sent = { by: Channel | "outbox"; ref: string | null; is_last: boolean };

/** A carrier has accepted it. After the last channel the ciphertext is deleted. */
export async function noteSent(ctx: Ctx, otpId: number, { by, ref, is_last }: Sent): Promise<void> {
  const { sms_cost, zns_cost, voice_cost } = await setting(ctx, "codes");
  const cost = { sms: sms_cost, zns: zns_cost, voice: voice_cost, email: 0, outbox: 0 }[by];
  await sql`
    update identity.otps set sent_at = ${ctx.now}, sent_by = ${by}, carrier_ref = ${ref}, cost = cost + ${cost}::bigint,
      sealed_code = case when ${is_last}::boolean then null else sealed_code end
    where id = ${otpId}`.execute(ctx.sql);
}

/** The carrier reports that it has arrived: no other channel is tried. Answers whether it was one of ours. */
export async function noteDelivered(ctx: Ctx, carrier_ref: string): Promise<boolean> {
  const { rows } = await sql`
    update identity.otps set delivered_at = coalesce(delivered_at, ${ctx.now}), sealed_code = null
    where carrier_ref = ${carrier_ref} returning 1`.execute(ctx.sql);
  return rows.length > 0;
}

/**
 * The job `send_otp`: one code to one person, by Zalo, then SMS, then a call; by mail to a mail address; into the
 * outbox where no carrier is configured. Zalo takes a message before it knows whether it arrives: without a receipt
 * within 15 s the SMS goes too. Run again it sends nothing twice that a carrier has taken.
 * rules/notifications#carriers; ASSUMED(0133)
 */
import type { Channel } from "contract/identity/accounts.ts";
import { emails as en } from "messages/en/notifications/emails.ts";
import { emails as ja } from "messages/ja/notifications/emails.ts";
import { emails as vi } from "messages/vi/notifications/emails.ts";
import { noteSent, type OtpMessage, otpMessageOf } from "../identity/signing-in/otp-delivery.ts";
import { isBudgetSpent } from "../identity/signing-in/otp-limits.ts";
import { type Ctx, enqueue } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { noteSecurity } from "../security/security-events.ts";
import { type Carry, isSilent, Refused, smsBrand, smsText } from "./carriers/carrier.ts";
import { carryBySms, carryByVoice } from "./carriers/esms.ts";
import { carryByZalo } from "./carriers/zalo.ts";
import { layOut } from "./outbox.ts";
import { sendBySmtp } from "./smtp.ts";

const words = { vi, en, ja };
const RECEIPT_SECONDS = 15; // rules/notifications#carriers

/** The job `send_otp`. `channel` where another way failed before. */
export async function sendOtp(ctx: Ctx, { otp_id, channel }: { otp_id: number; channel?: Channel }): Promise<void> {
  const message = await otpMessageOf(ctx, otp_id);
  // A job that runs a second time finds the message sent; a fallback requested by name goes on.
  if (!message || (message.is_sent && channel === undefined)) return;
  if (message.channel === "email") return sendByEmail(ctx, message);
  const ways = await waysOf(ctx, channel ?? message.channel);
  if (ways.length === 0 || isSilent(ctx, message.target))
    return putOut(ctx, message, smsText(await smsBrand(ctx), message.code));
  await sendByPhone(ctx, message, ways);
}

/** The ways from `first` on, in the order in which they are tried. */
async function waysOf(ctx: Ctx, first: Channel): Promise<readonly (readonly [Channel, Carry])[]> {
  const { esms, zalo } = ctx.config;
  const isPaidFor = esms !== null && !(await isBudgetSpent(ctx));
  const ways: (readonly [Channel, Carry])[] = [
    ...(zalo ? [["zns", carryByZalo(ctx, zalo)] as const] : []),
    ...(esms && isPaidFor ? [["sms", carryBySms(ctx, esms)] as const, ["voice", carryByVoice(esms)] as const] : []),
  ];
  return ways.slice(
    Math.max(
      0,
      ways.findIndex(([channel]) => channel === first),
    ),
  );
}

async function sendByPhone(ctx: Ctx, message: OtpMessage, ways: readonly (readonly [Channel, Carry])[]): Promise<void> {
  const troubles: unknown[] = [];
  for (const [at, [channel, carry]] of ways.entries()) {
    try {
      const { ref } = await carry({
        phone: message.target,
        code: message.code,
        reference: `otp-${message.id}-${channel}`,
      });
      const next = channel === "zns" ? ways[at + 1]?.[0] : undefined;
      await noteSent(ctx, message.id, { by: channel, ref, is_last: next === undefined });
      if (next !== undefined) await enqueueResend(ctx, message.id, next);
      return;
    } catch (error) {
      ctx.log.warn({ err: error, channel, request_id: ctx.request_id }, "a code was not taken");
      troubles.push(error);
    }
  }
  await noteSecurity(ctx, "code_undelivered", { ways: ways.length });
  // Refused by all is final; a carrier that is silent may answer the next time.
  if (!troubles.every((each) => each instanceof Refused)) throw new AggregateError(troubles, "no carrier took a code");
}

async function enqueueResend(ctx: Ctx, otpId: number, channel: Channel): Promise<void> {
  const run_at = new Date(ctx.now.getTime() + RECEIPT_SECONDS * 1000);
  await enqueue(ctx, "send_otp", { otp_id: otpId, channel }, { run_at, key: `otp ${otpId} ${channel}` });
}

async function sendByEmail(ctx: Ctx, message: OtpMessage): Promise<void> {
  const { code_subject, code_text } = words[message.locale];
  const { name: shop } = await setting(ctx, "shop");
  const text = code_text({ code: message.code, shop });
  if (!ctx.config.smtp_url) return putOut(ctx, message, text);
  const ref = await sendBySmtp(ctx, { to: message.target, subject: code_subject({ shop }), text });
  await noteSent(ctx, message.id, { by: "email", ref, is_last: true });
}

async function putOut(ctx: Ctx, message: OtpMessage, text: string): Promise<void> {
  if (!ctx.config.dev_simulators) {
    ctx.log.error({ event: "code_without_carrier", request_id: ctx.request_id }, "no carrier for a one-time code");
    return;
  }
  await layOut(ctx, { channel: message.channel, recipient: message.target, text });
  await noteSent(ctx, message.id, { by: "outbox", ref: null, is_last: true });
}

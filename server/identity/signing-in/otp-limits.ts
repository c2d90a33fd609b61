/**
 * How many codes are sent: per phone, device, IP address, network, prefix of phone numbers and in all, against pumping of
 * messages at our cost; and by which channel. Counted in PostgreSQL, in the transaction that makes the code: what is refused counts
 * nowhere. rules/identity#code-limits; ASSUMED(0133).
 */
import { ShopError } from "contract/errors.ts";
import type { Channel, OtpPurpose } from "contract/identity/accounts.ts";
import { sql } from "kysely";
import { ipOf, networkOf } from "../../kernel/client-address.ts";
import type { Ctx } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";
import { countAttempt, type RateLimit, stateOf } from "./attempts.ts";

const hour = 3600;
const day = 86_400;
// rules/identity#code-limits
const RESEND_SECONDS = [60, 120, 300] as const;
const PER_PHONE_HOUR = 3;
const PER_PHONE_DAY = 5;
const PER_DEVICE_DAY = 30;
const CAPTCHA_PER_IP_HOUR = 10;
const PER_IP_HOUR = 100; // carriers put many subscribers behind one IP address
const PER_NETWORK_HOUR = 300;
/** A prefix of phone numbers is being pumped when, of at least so many codes, hardly any were used. */
const MIN_SENDS = 50;
const MIN_USED_PERCENT = 30;
/** A code younger than this may still be typed. */
const UNTYPED_SECONDS = 300;
const PUMPING_WINDOW_SECONDS = 2 * hour;
/** What a large LIMIT_FACTOR leaves of a wait is none. */
const MIN_WAIT_MS = 10;

/** Seconds until the next code may go to this phone; 0: now. Time itself is not multiplied by LIMIT_FACTOR but divided. */
export async function resendWait(ctx: Ctx, target: string): Promise<number> {
  const { limit_factor } = ctx.config;
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from identity.otps
    where target = ${target} and created_at > ${before(ctx, day)}
    order by created_at desc limit ${PER_PHONE_DAY * limit_factor}`.execute(ctx.sql);
  const sends = rows.map((row) => row.created_at.getTime());
  const inHour = sends.filter((at) => at > before(ctx, hour).getTime());
  const last = sends[0];
  if (last === undefined) return 0;
  const step = RESEND_SECONDS[Math.min(Math.max(inHour.length, 1), RESEND_SECONDS.length) - 1] ?? 0;
  const free = [
    last + (step * 1000) / limit_factor,
    (inHour[PER_PHONE_HOUR * limit_factor - 1] ?? Number.NEGATIVE_INFINITY) + hour * 1000,
    (sends[PER_PHONE_DAY * limit_factor - 1] ?? Number.NEGATIVE_INFINITY) + day * 1000,
  ];
  // Who waited for the lock came before the code that was made meanwhile.
  const leftMs = Math.max(...free) - Math.max(ctx.now.getTime(), last);
  return leftMs < MIN_WAIT_MS ? 0 : Math.ceil(leftMs / 1000);
}

/** Before the second code to a phone or from a session, and from an IP address that has asked for many. */
export async function isCaptchaDue(ctx: Ctx, target: string, session_id: number): Promise<boolean> {
  const { limit_factor } = ctx.config;
  const { rows } = await sql<{ sent: number }>`
    select greatest(
      (select count(*) from identity.otps where target = ${target} and created_at > ${before(ctx, day)}),
      (select count(*) from identity.otps where session_id = ${session_id} and created_at > ${before(ctx, day)}))::int
      as sent`.execute(ctx.sql);
  if ((rows[0]?.sent ?? 0) >= limit_factor) return true;
  const { used } = await stateOf(ctx, { name: "code_address_hour", subject: ipOf(ctx.client) });
  return used >= CAPTCHA_PER_IP_HOUR * limit_factor;
}

/** Counts a code about to be sent in every limit. Throws too_many for the caller's own, otp_unavailable for the shared ones. */
export async function countSend(ctx: Ctx, target: string, session_id: number): Promise<void> {
  const { per_hour, per_prefix_and_hour } = await setting(ctx, "codes");
  const device = ctx.machine.device ?? `session ${session_id}`;
  const own: RateLimit[] = [
    { name: "code_device_day", subject: device, times: PER_DEVICE_DAY, seconds: day },
    { name: "code_address_hour", subject: ipOf(ctx.client), times: PER_IP_HOUR, seconds: hour },
    { name: "code_network_hour", subject: networkOf(ctx.client), times: PER_NETWORK_HOUR, seconds: hour },
  ];
  for (const limit of own) await countAttempt(ctx, limit);
  if (!target.includes("@")) {
    const prefix = prefixOf(target);
    await assertNotPumped(ctx, prefix);
    await countShared(ctx, { name: "code_prefix_hour", subject: prefix, times: per_prefix_and_hour, seconds: hour });
  }
  await countShared(ctx, { name: "code_hour", subject: "all", times: per_hour, seconds: hour });
}

/** As countAttempt, for a limit of all callers: otp_unavailable instead of too_many, and logged for the operator. */
async function countShared(ctx: Ctx, limit: RateLimit): Promise<void> {
  try {
    await countAttempt(ctx, limit);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    ctx.log.error({ event: "code_ceiling", limit: limit.name, request_id: ctx.request_id }, "no more codes this hour");
    throw new ShopError("otp_unavailable", { retry_after_seconds: error.retry_after_seconds ?? hour, cause: error });
  }
}

/** Throws otp_unavailable where of the last codes to this prefix too few were used. */
async function assertNotPumped(ctx: Ctx, prefix: string): Promise<void> {
  const minSends = MIN_SENDS * ctx.config.limit_factor;
  const { rows } = await sql<{ sent: number; used: number }>`
    select count(*)::int as sent, count(used_at)::int as used from (
      select used_at from identity.otps
      where left(target, 5) = ${prefix} and created_at <= ${before(ctx, UNTYPED_SECONDS)}
        and created_at > ${before(ctx, PUMPING_WINDOW_SECONDS)} and sent_at is not null
      order by created_at desc limit ${minSends}) last`.execute(ctx.sql);
  const { sent, used } = rows[0] ?? { sent: 0, used: 0 };
  if (sent < minSends || used * 100 >= sent * MIN_USED_PERCENT) return;
  ctx.log.error({ event: "code_pumping", prefix, sent, used, request_id: ctx.request_id }, "SMS pumping suspected");
  throw new ShopError("otp_unavailable", { retry_after_seconds: hour });
}

const prefixOf = (target: string): string => target.slice(0, 5);

/**
 * The channel a code goes by: the requested one where it is set up, else Zalo, else SMS. When the day's money is spent,
 * Zalo alone. Throws otp_unavailable. Email is for email addresses, and nothing else is.
 */
export async function channelFor(
  ctx: Ctx,
  { purpose, channel }: { purpose: OtpPurpose; channel?: Channel | undefined },
): Promise<Channel> {
  const { esms, zalo, smtp_url, dev_simulators } = ctx.config;
  if (purpose === "verify_email") {
    if (smtp_url || dev_simulators) return "email";
    throw new ShopError("otp_unavailable");
  }
  const isSpent = await isBudgetSpent(ctx);
  const available: Channel[] = [
    ...(zalo ? (["zns"] as const) : []),
    ...((esms || (dev_simulators && !zalo)) && !isSpent ? (["sms", "voice"] as const) : []),
  ];
  const chosen = available.find((each) => each === channel) ?? available[0];
  if (!chosen) throw new ShopError("otp_unavailable", { retry_after_seconds: hour });
  return chosen;
}

/** Whether the codes of today have cost the day's budget. The day begins at midnight in Vietnam. */
export async function isBudgetSpent(ctx: Ctx): Promise<boolean> {
  const { daily_budget } = await setting(ctx, "codes");
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(cost), 0)::dong as spent from identity.otps
    where created_at >= date_trunc('day', ${ctx.now}::timestamptz, 'Asia/Ho_Chi_Minh')`.execute(ctx.sql);
  return (rows[0]?.spent ?? 0) >= daily_budget * ctx.config.limit_factor;
}

const before = (ctx: Ctx, seconds: number): Date => new Date(ctx.now.getTime() - seconds * 1000);

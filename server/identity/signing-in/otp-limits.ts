/**
 * How many codes leave: per phone, device, address, network, block of numbers and in all, against pumping of messages at
 * our cost; and by which way. Counted in PostgreSQL, in the transaction that makes the code: what is refused counts
 * nowhere. rules/identity#code-limits; ASSUMED(0133).
 */
import { ShopError } from "contract/errors.ts";
import type { Channel, OtpPurpose } from "contract/identity/accounts.ts";
import { sql } from "kysely";
import { addressOf, networkOf } from "../../kernel/client-address.ts";
import type { Ctx } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";
import { type Allowance, stateOf, takeTry } from "./attempts.ts";

const hour = 3600;
const day = 86_400;
// rules/identity#code-limits
const RESEND_SECONDS = [60, 120, 300] as const;
const PER_PHONE_HOUR = 3;
const PER_PHONE_DAY = 5;
const PER_DEVICE_DAY = 30;
const CAPTCHA_PER_ADDRESS_HOUR = 10;
const PER_ADDRESS_HOUR = 100; // carriers put many subscribers behind one IP address
const PER_NETWORK_HOUR = 300;
/** A block of numbers whose codes are hardly ever typed is being pumped. */
const VALIDATED_SENDS = 50;
const MIN_USED_PERCENT = 30;
/** A code younger than this may still be typed. */
const UNDECIDED_SECONDS = 300;
const judgedSeconds = 2 * hour;
/** What a large LIMIT_FACTOR leaves of a wait is none. */
const MIN_WAIT_MS = 10;

/** Seconds until the next code may go to this phone; 0: now. Time itself is not multiplied by LIMIT_FACTOR but divided. */
export async function waitOf(ctx: Ctx, target: string): Promise<number> {
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

/** Before the second code to a phone or from a session, and from an address that has asked for many. */
export async function isCaptchaDue(ctx: Ctx, target: string, session_id: number): Promise<boolean> {
  const { limit_factor } = ctx.config;
  const { rows } = await sql<{ sent: number }>`
    select greatest(
      (select count(*) from identity.otps where target = ${target} and created_at > ${before(ctx, day)}),
      (select count(*) from identity.otps where session_id = ${session_id} and created_at > ${before(ctx, day)}))::int
      as sent`.execute(ctx.sql);
  if ((rows[0]?.sent ?? 0) >= limit_factor) return true;
  const { used } = await stateOf(ctx, { name: "code_address_hour", subject: addressOf(ctx.client) });
  return used >= CAPTCHA_PER_ADDRESS_HOUR * limit_factor;
}

/** Takes a place in every count. Throws too_many for the caller's own, otp_unavailable for those of all. */
export async function takeSending(ctx: Ctx, target: string, session_id: number): Promise<void> {
  const { per_hour, per_prefix_and_hour } = await setting(ctx, "codes");
  const device = ctx.machine.device ?? `session ${session_id}`;
  const own: Allowance[] = [
    { name: "code_device_day", subject: device, times: PER_DEVICE_DAY, seconds: day },
    { name: "code_address_hour", subject: addressOf(ctx.client), times: PER_ADDRESS_HOUR, seconds: hour },
    { name: "code_network_hour", subject: networkOf(ctx.client), times: PER_NETWORK_HOUR, seconds: hour },
  ];
  for (const allowance of own) await takeTry(ctx, allowance);
  if (!target.includes("@")) {
    const prefix = prefixOf(target);
    await assertTyped(ctx, prefix);
    await takeShared(ctx, { name: "code_prefix_hour", subject: prefix, times: per_prefix_and_hour, seconds: hour });
  }
  await takeShared(ctx, { name: "code_hour", subject: "all", times: per_hour, seconds: hour });
}

/** A global ceiling is not the caller's fault. */
async function takeShared(ctx: Ctx, allowance: Allowance): Promise<void> {
  try {
    await takeTry(ctx, allowance);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    ctx.log.error(
      { event: "code_ceiling", limit: allowance.name, request_id: ctx.request_id },
      "no more codes this hour",
    );
    throw new ShopError("otp_unavailable", { retry_after_seconds: error.retry_after_seconds ?? hour, cause: error });
  }
}

/** Throws otp_unavailable where of the last codes to this block of numbers too few were used. */
async function assertTyped(ctx: Ctx, prefix: string): Promise<void> {
  const validated = VALIDATED_SENDS * ctx.config.limit_factor;
  const { rows } = await sql<{ sent: number; used: number }>`
    select count(*)::int as sent, count(used_at)::int as used from (
      select used_at from identity.otps
      where left(target, 5) = ${prefix} and created_at <= ${before(ctx, UNDECIDED_SECONDS)}
        and created_at > ${before(ctx, judgedSeconds)} and sent_at is not null
      order by created_at desc limit ${validated}) last`.execute(ctx.sql);
  const { sent, used } = rows[0] ?? { sent: 0, used: 0 };
  if (sent < validated || used * 100 >= sent * MIN_USED_PERCENT) return;
  ctx.log.error({ event: "code_pumping", prefix, sent, used, request_id: ctx.request_id }, "SMS pumping suspected");
  throw new ShopError("otp_unavailable", { retry_after_seconds: hour });
}

const prefixOf = (target: string): string => target.slice(0, 5);

/**
 * The way a code goes: as wished where that way exists, else Zalo, else SMS. When the day's money is spent, Zalo alone.
 * Throws otp_unavailable. Mail is for mail addresses, and nothing else is.
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
  const ways: Channel[] = [
    ...(zalo ? (["zns"] as const) : []),
    ...((esms || (dev_simulators && !zalo)) && !isSpent ? (["sms", "voice"] as const) : []),
  ];
  const way = ways.find((each) => each === channel) ?? ways[0];
  if (!way) throw new ShopError("otp_unavailable", { retry_after_seconds: hour });
  return way;
}

/** The day begins at midnight in Vietnam. */
export async function isBudgetSpent(ctx: Ctx): Promise<boolean> {
  const { daily_budget } = await setting(ctx, "codes");
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(cost), 0)::dong as spent from identity.otps
    where created_at >= date_trunc('day', ${ctx.now}::timestamptz, 'Asia/Ho_Chi_Minh')`.execute(ctx.sql);
  return (rows[0]?.spent ?? 0) >= daily_budget * ctx.config.limit_factor;
}

const before = (ctx: Ctx, seconds: number): Date => new Date(ctx.now.getTime() - seconds * 1000);

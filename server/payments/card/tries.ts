/**
 * Card testing: who tries stolen cards tries many. Tries are counted by masked card, device, account, order and IP address;
 * an address that has tried ten in an hour solves the shop's own captcha first; a storm of declines slows all tries down,
 * asks everyone, and raises an alarm. rules/payments#card-testing; ASSUMED(0356)
 */
import { ShopError } from "contract/errors.ts";
import type { MaskedCard } from "contract/payments/card.ts";
import { countAttempt, type RateLimit, stateOf } from "../../identity/signing-in/attempts.ts";
import { passCaptcha } from "../../identity/signing-in/captcha.ts";
import { ipOf } from "../../kernel/client-address.ts";
import type { Ctx } from "../../kernel/context.ts";
import { noteSecurity } from "../../security/security-events.ts";

const hour = 3600;
const day = 24 * hour;
export const MAX_TRIES_OF_ORDER = 3; // rules/payments#card-testing
const PER_CARD_HOUR = 5;
const PER_CARD_DAY = 10;
const PER_DEVICE_DAY = 10;
const PER_ACCOUNT_DAY = 10;
const CAPTCHA_PER_IP_HOUR = 10;
const PER_IP_HOUR = 100; // carriers put many subscribers behind one IP address
/** Of at least so many tries within the window, so many in a hundred were declined. */
const STORM = { seconds: 600, least: 20, percent: 70 };
/** All tries of everyone, while it lasts. */
const PER_STORM_WINDOW = 60;

const all = (name: "card_tries" | "card_declines"): RateLimit => ({
  ...{ name, subject: "all", times: Number.POSITIVE_INFINITY, seconds: STORM.seconds },
});

type Try = { card: MaskedCard; tried: number; captcha: string | undefined };

/**
 * Counts a card that is about to be shown to its gateway; what is refused stays counted where it was. `tried`: of this order so far.
 * Throws payment_unavailable for the order, captcha_required, too_many. Not inside a transaction.
 */
export async function countTry(ctx: Ctx, { card, tried, captcha }: Try): Promise<void> {
  if (tried >= MAX_TRIES_OF_ORDER) {
    throw new ShopError("payment_unavailable", { message_key: "card_tries_order" });
  }
  const session = await ctx.session();
  const address = ipOf(ctx.client);
  const isStorm = await inStorm(ctx);
  const { used } = await stateOf(ctx, { name: "card_address_hour", subject: address });
  if (isStorm || used >= CAPTCHA_PER_IP_HOUR * ctx.config.limit_factor) {
    await passCaptcha(ctx, { action: "pay_card", subject: "card", answer: captcha });
  }
  const masked = `${card.brand} ${card.last_four} ${card.expires}`;
  const device = ctx.machine.device ?? `session ${session?.id ?? address}`;
  const limits: RateLimit[] = [
    { name: "card_address_hour", subject: address, times: PER_IP_HOUR, seconds: hour },
    { name: "card_hour", subject: masked, times: PER_CARD_HOUR, seconds: hour },
    { name: "card_day", subject: masked, times: PER_CARD_DAY, seconds: day },
    { name: "card_device_day", subject: device, times: PER_DEVICE_DAY, seconds: day },
  ];
  if (session?.customer_id) {
    limits.push({ name: "card_account_day", subject: `${session.customer_id}`, times: PER_ACCOUNT_DAY, seconds: day });
  }
  if (isStorm) limits.push({ name: "card_storm", subject: "all", times: PER_STORM_WINDOW, seconds: STORM.seconds });
  for (const limit of limits) await countAttempt(ctx, limit);
  await countAttempt(ctx, all("card_tries"));
}

/** A card was declined, or not authenticated. The one that makes it a storm raises the alarm, once a window. */
export async function noteDecline(ctx: Ctx): Promise<void> {
  await countAttempt(ctx, all("card_declines"));
  if (!(await inStorm(ctx))) return;
  try {
    await countAttempt(ctx, { name: "card_alarm", subject: "all", times: 1, seconds: STORM.seconds });
  } catch (error) {
    if (error instanceof ShopError) return; // raised already
    throw error;
  }
  const [tries, declines] = await Promise.all([stateOf(ctx, all("card_tries")), stateOf(ctx, all("card_declines"))]);
  ctx.log.error({ event: "card_testing", tries: tries.used, declines: declines.used }, "card testing suspected");
  await noteSecurity(ctx, "card_testing", { tries: tries.used, declines: declines.used });
}

async function inStorm(ctx: Ctx): Promise<boolean> {
  const [tries, declines] = await Promise.all([stateOf(ctx, all("card_tries")), stateOf(ctx, all("card_declines"))]);
  return declines.used >= STORM.least * ctx.config.limit_factor && declines.used * 100 >= tries.used * STORM.percent;
}

/**
 * Who may see which order. The owner is the session or customer who placed it; other callers need code and phone, and a
 * wrong code answers exactly as a wrong phone does. Spec §6; rules/orders#look-up
 */
import { ShopError } from "contract/errors.ts";
import { parsePhone } from "contract/values/phone.ts";
import { countAttempt, refundAttempt, stateOf } from "../../identity/signing-in/attempts.ts";
import { passCaptcha } from "../../identity/signing-in/captcha.ts";
import { ipOf } from "../../kernel/client-address.ts";
import type { Ctx, Session } from "../../kernel/context.ts";
import { findOrder, type StoredOrder } from "../view.ts";

export type OrderLookup = { id: string; order_phone?: string | undefined; captcha?: string | undefined };

export const orderNotThere = () => new ShopError("not_found", { message_key: "order_not_found" });

const HOUR_SECONDS = 3600;
/**
 * ASSUMED(0148): one IP address may be many clients', so more wrong phones from there cost a captcha each, and never
 * refuse.
 */
const FREE_WRONG_PHONES = { times: 30, seconds: 600 };
/** ASSUMED(0210): of one code from wherever; a phone's owner needs a few. */
const WRONG_PHONES_OF_ORDER = { times: 20, seconds: HOUR_SECONDS };
/** Who has shown code and phone guesses nothing by asking again, as a page does that waits for money. */
const SHOWN_SECONDS = 1800;

/**
 * `full`: the caller is its owner. Any other caller's try is counted, of the address and of the code, before it is
 * known to be right and given back when it was, so wrong phones run out and looking does not. Throws not_found,
 * whichever part of the proof is wrong; captcha_required after many wrong ones from the address; too_many of the code.
 * Not to be called inside a transaction.
 */
export async function provenOrder(ctx: Ctx, asked: OrderLookup): Promise<{ order: StoredOrder; full: boolean }> {
  const session = await ctx.session();
  const order = await findOrder(ctx, asked.id);
  if (order && session && isOwner(order, session)) return { order, full: true };
  // A guest's order that an account has by now: its device goes on following it, but what the account writes is the account's.
  if (order && session && order.session_id === session.id) return { order, full: false };
  const phone = parsePhone(asked.order_phone ?? "");
  const proved = phone.ok && phone.e164 === order?.receiver_phone ? order : null;
  const ip = ipOf(ctx.client);
  const shown = {
    name: "order_shown",
    subject: `${ip} ${asked.id}`,
    times: Number.POSITIVE_INFINITY,
    seconds: SHOWN_SECONDS,
  };
  if (proved && (await stateOf(ctx, shown)).used > 0) return { order: proved, full: false };
  const perIp = { name: "order_phone", subject: ip, ...FREE_WRONG_PHONES, times: Number.POSITIVE_INFINITY };
  // A look without a phone, as a link in an email makes it, is no guess at this order's.
  const perOrder = phone.ok ? [{ name: "order_phone_of", subject: asked.id, ...WRONG_PHONES_OF_ORDER }] : [];
  const used = await countAttempt(ctx, perIp);
  if (used > FREE_WRONG_PHONES.times * ctx.config.limit_factor)
    await passCaptcha(ctx, { action: "look_up", subject: `order ${asked.id}`, answer: asked.captcha });
  for (const guess of perOrder) await countAttempt(ctx, guess);
  if (!proved) throw orderNotThere();
  for (const guess of [perIp, ...perOrder]) await refundAttempt(ctx, guess);
  await countAttempt(ctx, shown);
  return { order: proved, full: false };
}

function isOwner(order: StoredOrder, session: Session): boolean {
  if (order.customer_id !== null) return order.customer_id === session.customer_id;
  return order.session_id === session.id;
}

/** Of this very customer; a proof by phone is not enough. Throws not_found. */
export async function ownOrder(ctx: Ctx, code: string): Promise<{ order: StoredOrder; customer_id: number }> {
  const session = await ctx.session();
  const order = await findOrder(ctx, code);
  if (!order || !session?.customer_id || order.customer_id !== session.customer_id) throw orderNotThere();
  return { order, customer_id: session.customer_id };
}

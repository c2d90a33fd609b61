/**
 * Who may see which order. The owner is the session or customer who placed it; everybody else shows code and phone, and a
 * wrong code answers exactly as a wrong phone does. Spec §6; reliability S7, A1.
 */
import { ShopError } from "contract/errors.ts";
import { parsePhone } from "contract/phone.ts";
import { addressOf } from "../client-address.ts";
import type { Ctx, Session } from "../context.ts";
import { giveBack, takeTry } from "../identity/attempts.ts";
import { findOrder, type StoredOrder } from "./view.ts";

export type Asked = { id: string; order_phone?: string | undefined };

export const orderNotThere = () => new ShopError("not_found", { message_key: "order_not_found" });

const hour_seconds = 3600;
const wrong_phones = { times: 30, seconds: 600 }; // ASSUMED(0148): one address may be many people's
/** ASSUMED(0210): of one code from wherever; a phone's owner needs a few. */
const wrong_phones_of_order = { times: 20, seconds: hour_seconds };

/**
 * `full`: the caller is its owner. Anybody else's try is counted, of the address and of the code, before it is known to
 * be right and given back when it was, so wrong phones run out and looking does not. Throws not_found, whichever part of
 * the proof is wrong; too_many.
 */
export async function provenOrder(
  ctx: Ctx,
  { id, order_phone }: Asked,
): Promise<{ order: StoredOrder; full: boolean }> {
  const session = await ctx.session();
  const order = await findOrder(ctx, id);
  if (order && session && isOwner(order, session)) return { order, full: true };
  // A guest's order that an account has by now: its device goes on following it, but what the account writes is the account's.
  if (order && session && order.session_id === session.id) return { order, full: false };
  const phone = parsePhone(order_phone ?? "");
  const guesses = [
    { name: "order_phone", subject: addressOf(ctx.client), ...wrong_phones },
    // A look without a phone, as a link in a letter makes it, is no guess at this order's.
    ...(phone.ok ? [{ name: "order_phone_of", subject: id, ...wrong_phones_of_order }] : []),
  ];
  for (const guess of guesses) await takeTry(ctx, guess);
  if (!order || !phone.ok || phone.e164 !== order.receiver_phone) throw orderNotThere();
  for (const guess of guesses) await giveBack(ctx, guess);
  return { order, full: false };
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

/**
 * Who may see which order. The owner is the session or customer who placed it; everybody else shows code and phone, and a
 * wrong code answers exactly as a wrong phone does. Spec §6; reliability S7, A1.
 */
import { ShopError } from "contract/errors.ts";
import { parsePhone } from "contract/phone.ts";
import type { Ctx, Session } from "../context.ts";
import { giveBack, takeTry } from "../identity/attempts.ts";
import { findOrder, type StoredOrder } from "./view.ts";

export type Asked = { id: string; order_phone?: string | undefined };

export const orderNotThere = () => new ShopError("not_found", { message_key: "order_not_found" });

const wrong_phones = { times: 30, seconds: 600 }; // ASSUMED(0148): one address may be many people's

/**
 * `full`: the caller is its owner. Anybody else's try is counted before it is known to be right and given back when it
 * was, so wrong phones run out and looking does not. Throws not_found, whichever part of the proof is wrong; too_many.
 */
export async function provenOrder(
  ctx: Ctx,
  { id, order_phone }: Asked,
): Promise<{ order: StoredOrder; full: boolean }> {
  const session = await ctx.session();
  const order = await findOrder(ctx, id);
  if (order && session && isOwner(order, session)) return { order, full: true };
  const guess = { name: "order_phone", subject: ctx.client, ...wrong_phones };
  await takeTry(ctx, guess);
  const phone = parsePhone(order_phone ?? "");
  if (!order || !phone.ok || phone.e164 !== order.receiver_phone) throw orderNotThere();
  await giveBack(ctx, guess);
  return { order, full: false };
}

function isOwner(order: StoredOrder, session: Session): boolean {
  if (order.session_id === session.id) return true; // a guest's own, also when an account of that phone has it by now
  return order.customer_id !== null && order.customer_id === session.customer_id;
}

/** Of this very customer; a proof by phone is not enough. Throws not_found. */
export async function ownOrder(ctx: Ctx, code: string): Promise<{ order: StoredOrder; customer_id: number }> {
  const session = await ctx.session();
  const order = await findOrder(ctx, code);
  if (!order || !session?.customer_id || order.customer_id !== session.customer_id) throw orderNotThere();
  return { order, customer_id: session.customer_id };
}

/**
 * Who may see which order. The owner is the session or customer who placed it; everybody else shows code and phone, and a
 * wrong code answers exactly as a wrong phone does. Spec §6; reliability S7, A1.
 */
import { ShopError } from "contract/errors.ts";
import { parsePhone } from "contract/phone.ts";
import type { Ctx } from "../context.ts";
import { findOrder, type StoredOrder } from "./view.ts";

export type Asked = { id: string; order_phone?: string | undefined };

export const orderNotThere = () => new ShopError("not_found", { message_key: "order_not_found" });

/** `full`: the caller is its owner. Throws not_found, whichever part of the proof is wrong. */
export async function provenOrder(
  ctx: Ctx,
  { id, order_phone }: Asked,
): Promise<{ order: StoredOrder; full: boolean }> {
  const session = await ctx.session();
  const order = await findOrder(ctx, id);
  if (!order) throw orderNotThere();
  const is_owner =
    session !== null &&
    (order.session_id === session.id || (order.customer_id !== null && order.customer_id === session.customer_id));
  if (is_owner) return { order, full: true };
  const phone = parsePhone(order_phone ?? "");
  if (!phone.ok || phone.e164 !== order.receiver_phone) throw orderNotThere();
  return { order, full: false };
}

/** Of this very customer; a proof by phone is not enough. Throws not_found. */
export async function ownOrder(ctx: Ctx, code: string): Promise<{ order: StoredOrder; customer_id: number }> {
  const session = await ctx.session();
  const order = await findOrder(ctx, code);
  if (!order || !session?.customer_id || order.customer_id !== session.customer_id) throw orderNotThere();
  return { order, customer_id: session.customer_id };
}

/** The order of a payment, for who may see it: its owner, and who has just placed it or shown its code and phone. */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import type { Order } from "contract/orders/orders.ts";
import { type RouteContext, requestContext } from "../../context.ts";
import { orderProof } from "../../session/order-proof.ts";

/** By the cookie of half an hour, else by the session; null for everyone else. */
export async function shownOrder(context: RouteContext, shop: Shop, order_code: string): Promise<Order | null> {
  const proof = await orderProof(context);
  if (proof?.order_code === order_code)
    return nullIfNotFound(shop.orders.byCode({ id: order_code, order_phone: proof.phone }));
  return context.get(requestContext).has_session ? nullIfNotFound(shop.orders.byCode({ id: order_code })) : null;
}

/** Null instead of 404 or 422: these pages show an empty state of their own. */
export async function nullIfNotFound<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  if (isWireFailure(error)) return error.status === 404 || error.status === 422;
  const status = (error as { init?: { status?: unknown } } | null)?.init?.status;
  return status === 404 || status === 422;
}

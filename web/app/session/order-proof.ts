/**
 * A visitor who has proved an order's code and phone, or has just placed it, may see it for half an hour without another proof.
 * The proof is a signed, HttpOnly cookie, so no URL carries personal data. rules/site#sessions
 */
import type { RouteContext } from "../context.ts";
import { signedCookie } from "./signed-cookie.ts";

const note = signedCookie("order", 30 * 60); // seconds: rules/site#sessions

export type OrderProof = { order_code: string; phone: string };

export async function keepOrderProof(context: RouteContext, { order_code, phone }: OrderProof): Promise<void> {
  await note.keep(context, `${order_code} ${phone}`);
}

export async function orderProof(context: RouteContext): Promise<OrderProof | null> {
  // The phone as it was typed, blanks and all.
  const [, order_code, phone] = /^(\S+) (.+)$/.exec((await note.read(context)) ?? "") ?? [];
  return order_code && phone ? { order_code, phone } : null;
}

export function forgetOrderProof(context: RouteContext): void {
  note.forget(context);
}

/**
 * Who has shown an order's code and phone, or has just placed it, may see it for half an hour without saying so again.
 * The note is signed and travels in an HttpOnly cookie, so no address carries a person's data. Readings "The wire".
 */
import type { RouterContextProvider } from "react-router";
import { signedCookie } from "./signed-cookie.ts";

const note = signedCookie("order", 30 * 60); // seconds: readings "The wire"

export type OrderProof = { order_code: string; phone: string };

type Reach = Readonly<RouterContextProvider>;

export function keepOrderProof(context: Reach, { order_code, phone }: OrderProof): void {
  note.keep(context, `${order_code} ${phone}`);
}

export function orderProof(context: Reach): OrderProof | null {
  // The phone as it was typed, blanks and all.
  const [, order_code, phone] = /^(\S+) (.+)$/.exec(note.read(context) ?? "") ?? [];
  return order_code && phone ? { order_code, phone } : null;
}

export function forgetOrderProof(context: Reach): void {
  note.forget(context);
}

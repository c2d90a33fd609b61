/**
 * Who has shown an order's code and phone, or has just placed it, may see it for half an hour without saying so again.
 * The note is signed and travels in an HttpOnly cookie, so no address carries a person's data. Readings "The wire".
 */
import type { RouterContextProvider } from "react-router";
import { notesContext, sealsContext } from "./context.ts";

const proof_seconds = 30 * 60; // readings "The wire"

export type OrderProof = { order_code: string; phone: string };

type Reach = Readonly<RouterContextProvider>;

const nameOf = (secure: boolean): string => (secure ? "__Host-order" : "order");

export function keepOrderProof(context: Reach, { order_code, phone }: OrderProof): void {
  const { seal, secure } = context.get(sealsContext);
  const note = seal(`${order_code} ${phone}`, proof_seconds);
  const guard = `HttpOnly; SameSite=Lax; Max-Age=${proof_seconds}${secure ? "; Secure" : ""}`;
  context.get(notesContext).cookies.push(`${nameOf(secure)}=${note}; Path=/; ${guard}`);
}

export function orderProof(context: Reach): OrderProof | null {
  const { unseal, secure, cookie } = context.get(sealsContext);
  const kept = new RegExp(`(?:^|;\\s*)${nameOf(secure)}=([\\w.-]+)`).exec(cookie ?? "")?.[1];
  // The phone as it was typed, blanks and all.
  const [, order_code, phone] = /^(\S+) (.+)$/.exec((kept && unseal(kept)) || "") ?? [];
  return order_code && phone ? { order_code, phone } : null;
}

export function forgetOrderProof(context: Reach): void {
  const { secure } = context.get(sealsContext);
  context
    .get(notesContext)
    .cookies.push(`${nameOf(secure)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure ? "; Secure" : ""}`);
}

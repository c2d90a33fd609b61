/**
 * The services that tell the shop what its bank has booked: each has its dialect, its signature, its receipt. What they share
 * stands here; another one is a file beside this, and its name in bank-transfer.ts.
 */
import { timingSafeEqual } from "node:crypto";
import type { Config } from "../../../../kernel/config.ts";
import type { Acknowledgement, Adapter, Ipn, IpnOutcome, Message } from "../../../provider.ts";

export type Sender = {
  readIpn(message: Message, now: Date): Ipn;
  acknowledge(outcome: IpnOutcome): Acknowledgement;
} & Required<Pick<Adapter, "redact" | "canonical" | "sign">>;

export type Service = {
  /** Null where the environment has no key of it: then nothing of it is genuine. */
  createSender(config: Config): Sender | null;
};

/** Asks for a repeat where one may help; `success` is what SePay waits for, and the others do not read the body. */
export function acknowledged(outcome: IpnOutcome): Acknowledgement {
  const status = outcome === "forged" ? 401 : outcome === "malformed" ? 400 : outcome === "try_again" ? 503 : 200;
  return { status, content_type: "application/json", body: JSON.stringify({ success: status === 200 }) };
}

/** A bank's wall clock, `YYYY-MM-DD HH:mm:ss` in Vietnam's time; null where it is none. */
export function bookedAt(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}$/.test(text)) return null;
  const at = new Date(`${text.replace(" ", "T")}+07:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** In constant time for texts of one length. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema then calls it unreadable
  }
}

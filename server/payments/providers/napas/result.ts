/**
 * What NAPAS says of a payment: `data`, the base64 of a JSON, and `checksum`, SHA-256 over that text and the client's secret. A
 * checksum is no HMAC: what guards us is that reference and amount are those of our own row. Pure, never throws.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FailureReason } from "contract/payments/payments.ts";
import { z } from "zod";
import type { Queried } from "../../provider.ts";
import { exactJson } from "../exact-json.ts";

export function checksumOf(data: string, secret: string): string {
  return createHash("sha256")
    .update(data + secret)
    .digest("hex")
    .toUpperCase();
}

export const Signed = z.object({ data: z.string().min(1), checksum: z.string() });

/** In constant time; ignores case. */
export function isGenuine({ data, checksum }: z.infer<typeof Signed>, secret: string): boolean {
  const [a, b] = [Buffer.from(checksum.toUpperCase()), Buffer.from(checksumOf(data, secret))];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const Result = z.object({
  merchantId: z.string().optional(),
  order: z.object({ id: z.string().min(1).max(64), amount: z.string().regex(/^\d{1,15}(\.0+)?$/) }),
  result: z.string().optional(),
  response: z.object({ gatewayCode: z.string().optional() }).optional(),
  transaction: z
    .object({ id: z.string().optional(), acquirer: z.object({ transactionId: z.string().optional() }).optional() })
    .optional(),
});
export type Result = z.infer<typeof Result>;

/** The result inside `data`; undefined where there is none. */
export function resultIn(data: string): Result | undefined {
  const read = z.object({ paymentResult: Result }).safeParse(exactJson(Buffer.from(data, "base64").toString("utf8")));
  return read.data?.paymentResult;
}

/** The state of a result; anything but a stated end is still open. */
export function meaningOf(result: string | undefined): "success" | "failed" | "pending" {
  if (result === "SUCCESS") return "success";
  return result === "FAILURE" || result === "ERROR" ? "failed" : "pending";
}

/** A code that is none of these was declined. */
const REASONS: Readonly<Record<string, FailureReason>> = {
  INSUFFICIENT_FUNDS: "insufficient_funds",
  TRANSACTION_BELOW_LIMIT: "limit",
  TRANSACTION_OUT_OF_LIMIT_BANK: "limit",
  CANCELLED: "cancelled",
  ABORTED: "cancelled",
  TIMED_OUT: "expired",
};

/** Whose result it is the caller has judged. */
export function said({ order, result, response, transaction }: Result): Queried {
  const outcome = meaningOf(result);
  return {
    outcome,
    amount: Number(order.amount),
    provider_txn_no: transaction?.acquirer?.transactionId || transaction?.id || null,
    ...(outcome === "failed" && { reason: REASONS[response?.gatewayCode ?? ""] ?? "declined" }),
  };
}

/** Without the name on the card: its brand and masked number may stay. */
export function withoutNames(text: string): string {
  const read = Signed.safeParse(exactJson(text));
  if (!read.success) return "";
  const json = Buffer.from(read.data.data, "base64").toString("utf8");
  const plain = json.replace(/"(nameOnCard|issueDate)"\s*:\s*"(?:[^"\\]|\\.)*"/g, '"$1":""');
  return JSON.stringify({ data: plain, checksum: read.data.checksum });
}

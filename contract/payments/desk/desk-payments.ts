/** Calls of the office about money: what goes back, what belongs to no order, and what a person decides of it. rules/payments#late-money */
import { z } from "zod";
import { call } from "../../call.ts";
import { deskCall, deskFileCall } from "../../desks/desk-call.ts";
import { orderStatuses } from "../../orders/order-states.ts";
import { reason, version } from "../../staff/fields.ts";
import { orderCode, rowNumber, singleLine } from "../../values/fields.ts";
import { paymentStatuses } from "../payment-statuses.ts";
import {
  creditStates,
  creditsDesk,
  flaggedDesk,
  refundReasons,
  refundStatuses,
  refundsDesk,
  refundWays,
} from "./money-desks.ts";

/** Why an act is not possible now; null: it is. Who may not do it at all is not shown it. */
export const moneyHindrances = [
  "status",
  "by_hand_only",
  "below_minimum",
  "another_sent",
  "not_lapsed",
  "above_limit",
  "needs_second_person",
] as const;
const Act = z.object({ possible: z.boolean(), why: z.enum(moneyHindrances).nullable() }).nullable();

export const RefundRecord = z.object({
  id: z.int(),
  /** Goes up with each change; an act names the one it read. */
  version: z.int(),
  order_code: z.string().nullable(),
  order_status: z.enum(orderStatuses).nullable(),
  payment_status: z.enum(paymentStatuses).nullable(),
  amount: z.int(),
  reason: z.enum(refundReasons),
  status: z.enum(refundStatuses),
  way: z.enum(refundWays),
  /** The attempt that the money came by. */
  attempt: z
    .object({
      method_name: z.string(),
      provider_ref: z.string(),
      provider_txn_no: z.string().nullable(),
      amount: z.int(),
      received: z.int(),
      counted: z.int(),
      flags: z.array(z.string()),
      state: z.enum(paymentStatuses),
    })
    .nullable(),
  bank_reference: z.string(),
  provider_refund_no: z.string().nullable(),
  created_at: z.string(),
  /** The refund that failed and that this one stands for. */
  after: z.int().nullable(),
  /** The order that the money was counted to. */
  counted_to: z.string().nullable(),
  history: z.array(
    z.object({ status: z.enum(refundStatuses), at: z.string(), by: z.string().nullable(), note: z.string() }),
  ),
  acts: z.object({ send: Act, owe: Act, keep: Act, count: Act, reopen: Act, drop: Act }),
});
export type RefundRecord = z.infer<typeof RefundRecord>;

export const CreditRecord = z.object({
  id: z.int(),
  amount: z.int(),
  content: z.string(),
  source: z.string(),
  txn: z.string(),
  bank_reference: z.string(),
  account_number: z.string(),
  booked_at: z.string(),
  state: z.enum(creditStates),
  order_code: z.string().nullable(),
  /** Orders that its text names; a person decides. */
  proposed: z.array(z.object({ order_code: z.string(), due: z.int(), status: z.enum(paymentStatuses) })),
  acts: z.object({ match: Act, give_back: Act }),
});
export type CreditRecord = z.infer<typeof CreditRecord>;

const example = { id: 1 };
const deciding = { id: rowNumber, version, reason };
const refusals = ["not_found", "conflict", "state_conflict", "approval_asked", "approval_needed"] as const;

export const moneyDesk = {
  refunds: deskCall("GET /v1/staff/refunds", refundsDesk, {
    summary: "Money that goes back, or that a person decides of: filtered, in an order, page by page",
    example: { status: "proposed,owed" },
  }),
  refundsFile: deskFileCall("GET /v1/staff/files/refunds", refundsDesk, {
    summary: "Refunds of the list as a CSV file",
    example: { status: "proposed,owed" },
  }),
  refund: call("GET /v1/staff/refunds/{id}", {
    summary: "One refund with what became of it, and the ways out of it",
    who: { staff: "payments:read" },
    input: z.object({ id: rowNumber }),
    output: RefundRecord,
    errors: ["not_found"],
    example: { input: example },
  }),
  sendRefund: call("POST /v1/staff/refunds/{id}/send", {
    summary: "Have the provider give it back. Above the limit it needs a second person",
    who: { staff: "refunds:record" },
    step_up: true,
    details: "A provider that does not answer in time is asked what became of it; nothing is sent twice.",
    input: z.object(deciding),
    output: RefundRecord,
    errors: refusals,
    example: { input: { ...example, version: 1, reason: "Khách trả hai lần" } },
  }),
  oweRefund: call("POST /v1/staff/refunds/{id}/owe", {
    summary: "Decide that it goes back by hand. Above the limit it needs a second person",
    who: { staff: "refunds:record" },
    step_up: true,
    input: z.object(deciding),
    output: RefundRecord,
    errors: refusals,
    example: { input: { ...example, version: 1, reason: "Khách trả hai lần" } },
  }),
  keepRefund: call("POST /v1/staff/refunds/{id}/keep", {
    summary: "Keep it as the customer's credit, as they wish. Above the limit it needs a second person",
    who: { staff: "payments:match" },
    input: z.object(deciding),
    output: RefundRecord,
    errors: refusals,
    example: { input: { ...example, version: 1, reason: "Khách muốn để lại cho đơn sau" } },
  }),
  countRefund: call("POST /v1/staff/refunds/{id}/count", {
    summary: "Count it to another open order of the same person. Above the limit it needs a second person",
    who: { staff: "payments:match" },
    details: "What is more than the other order owes is proposed to go back there.",
    input: z.object({ ...deciding, order_code: orderCode }),
    output: RefundRecord,
    errors: refusals,
    example: { input: { ...example, version: 1, order_code: "23456789AB", reason: "Khách trả nhầm đơn" } },
  }),
  dropRefund: call("POST /v1/staff/refunds/{id}/drop", {
    summary: "Drop a proposal that was an error. The money stays in the books",
    who: { staff: "payments:match" },
    input: z.object(deciding),
    output: RefundRecord,
    errors: refusals,
    example: { input: { ...example, version: 1, reason: "Ngân hàng báo nhầm" } },
  }),
  reopenOrder: call("POST /v1/staff/refunds/{id}/reopen", {
    summary: "Let a lapsed order go on with the money that came late, where its goods can still be had",
    who: { staff: "payments:match" },
    details: "All that is proposed of the order counts then. What is still due has 24 hours.",
    input: z.object(deciding),
    output: RefundRecord,
    errors: [...refusals, "out_of_stock", "price_changed", "below_minimum", "above_maximum"],
    example: { input: { ...example, version: 1, reason: "Khách vẫn muốn nhận hàng" } },
  }),
  credits: deskCall("GET /v1/staff/credits", creditsDesk, {
    summary: "Transfers that arrived: filtered, in an order, page by page",
    example: { state: "unmatched" },
  }),
  creditsFile: deskFileCall("GET /v1/staff/files/credits", creditsDesk, {
    summary: "Transfers of the list as a CSV file",
    example: { state: "unmatched" },
  }),
  credit: call("GET /v1/staff/credits/{id}", {
    summary: "One transfer that arrived, and what can be done with it",
    who: { staff: "payments:read" },
    input: z.object({ id: rowNumber }),
    output: CreditRecord,
    errors: ["not_found"],
    example: { input: example },
  }),
  matchCredit: call("POST /v1/staff/credits/{id}/match", {
    summary: "Give a transfer to the order it pays for. Above the limit it needs a second person",
    who: { staff: "payments:match" },
    input: z.object({ id: rowNumber, order_code: orderCode, reason }),
    output: CreditRecord,
    errors: refusals,
    example: { input: { ...example, order_code: "23456789AB", reason: "Khách gọi, gửi ảnh chuyển khoản" } },
  }),
  returnCredit: call("POST /v1/staff/credits/{id}/return", {
    summary: "Record that a transfer of no order went back by hand. Above the limit it needs a second person",
    who: { staff: "refunds:record" },
    step_up: true,
    input: z.object({ id: rowNumber, reference: singleLine(100, 1), reason }),
    output: CreditRecord,
    errors: refusals,
    example: { input: { ...example, reference: "FT26331004417", reason: "Chuyển nhầm người" } },
  }),
  flagged: deskCall("GET /v1/staff/flagged-attempts", flaggedDesk, {
    summary: "Attempts to pay that a person should look at: late, double, short, surplus or contradictory money",
    example: { open: "yes" },
  }),
  flaggedFile: deskFileCall("GET /v1/staff/files/flagged", flaggedDesk, {
    summary: "Flagged attempts of the list as a CSV file",
    example: { open: "yes" },
  }),
};

/** Personal data of payments. They are retained at an erasure. */
import { type PersonalData, TAX_LAW } from "../kernel/personal-data.ts";

export const paymentsPersonalData = {
  "payments.payments": {
    belongs: "order_code in (select code from orders.orders where customer_id = $customer)",
    what: "what was paid for each order",
    why: "accounting, refunds",
    kept: TAX_LAW,
    seen_by: "the person; staff with payments:read",
    erasure: "retained",
    exported: ["order_code", "amount", "rounding", "received", "refunded", "status", "created_at", "settled_at"],
    withheld: ["uid_payment"],
    plain: ["id", "flags", "deadline", "ended_as", "lapse_failed_at", "counted", "written_off", "review_since"],
  },
  "payments.attempts": {
    belongs:
      "payment_id in (select p.id from payments.payments p join orders.orders o on o.code = p.order_code where o.customer_id = $customer)",
    what: "how each order was paid",
    why: "accounting, refunds",
    kept: TAX_LAW,
    seen_by: "the person; staff with payments:read",
    erasure: "retained",
    exported: ["method", "provider", "provider_ref", "amount", "received", "state", "created_at"],
    withheld: ["uid_payment", "link_proof", "started", "provider_txn_no", "provider_created_at"],
    plain: [
      "id",
      "payment_id",
      "n",
      "counted",
      "flags",
      "expires_at",
      "actor",
      "locale",
      "next_query_at",
      "queries",
      "asked_at",
      "chosen_at",
      "reason",
    ],
  },
  "payments.refund_history": {
    belongs:
      "refund_id in (select r.id from payments.refunds r join payments.payments p on p.id = r.payment_id join orders.orders o on o.code = p.order_code where o.customer_id = $customer)",
    what: "what became of the money that goes back",
    why: "accounting, refunds",
    kept: TAX_LAW,
    seen_by: "the person; staff with payments:read",
    erasure: "retained",
    exported: ["status", "at"],
    withheld: [],
    plain: ["id", "refund_id", "actor", "note"],
  },
} satisfies PersonalData<"payments">;

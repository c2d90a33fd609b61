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
    exported: [
      "order_code",
      "method",
      "amount",
      "received",
      "refunded",
      "status",
      "content",
      "created_at",
      "settled_at",
    ],
    withheld: ["uid_payment"],
    plain: ["id", "flags", "expires_at", "ended_as", "lapse_failed_at"],
  },
} satisfies PersonalData<"payments">;

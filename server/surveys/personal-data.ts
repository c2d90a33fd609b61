/** Personal data of surveys that are about an order or an account. Anonymous ones have none. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const surveysPersonalData = {
  "surveys.answers": {
    belongs: OWNER,
    what: "answers to surveys about an order or an account",
    why: "improving deliveries and service, by consent",
    kept: "with the order and the account 12 months; then without them",
    seen_by: "staff with reports:read, without the person",
    erasure: "deleted",
    exported: ["answered_on", "order_code", "answers"],
    plain: ["id", "poll_id", "customer_id"],
  },
  "surveys.invitations": {
    belongs: OWNER,
    what: "that a customer was asked to answer a survey about an order",
    why: "asking nobody too often",
    kept: "12 months after it ended",
    seen_by: "nobody",
    erasure: "deleted",
    exported: ["order_code", "made_at", "sent_at", "expires_at"],
    plain: ["id", "poll_id", "customer_id"],
  },
} satisfies PersonalData<"surveys">;

/** Personal data of the membership. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const loyaltyPersonalData = {
  "loyalty.accounts": {
    belongs: OWNER,
    what: "the membership rank",
    why: "benefits of the rank",
    kept: "as long as the account",
    seen_by: "the person; staff with customers:read",
    erasure: "deleted",
    exported: ["rank", "since"],
    plain: ["customer_id"],
  },
  "loyalty.earnings": {
    belongs: OWNER,
    what: "what completed orders earned and count for the rank",
    why: "points and the rank",
    kept: "as long as the account",
    seen_by: "the person; staff with customers:read",
    erasure: "deleted",
    exported: ["order_code", "base", "kept_base", "rate_bp", "points", "completed_at"],
    plain: ["customer_id", "lot_id"],
  },
} satisfies PersonalData<"loyalty">;

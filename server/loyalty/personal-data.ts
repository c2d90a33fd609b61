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
  "loyalty.gift_cards": {
    belongs: "kept_by = $customer",
    what: "gift cards kept in the account",
    why: "only the account may use them",
    kept: "as long as the account; the money on them is void with it",
    seen_by: "the person",
    erasure: "blanked",
    exported: ["code_end", "value", "activated_at", "ends_at", "kept_at"],
    plain: ["id", "account_id", "digest", "kept_by", "voided_at", "order_code", "n"],
  },
  "loyalty.reward_uses": {
    belongs: OWNER,
    what: "gifts exchanged for points",
    why: "the exchange, and the limit of each gift",
    kept: "as long as the account",
    seen_by: "the person; staff with customers:read",
    erasure: "blanked",
    exported: ["order_ref", "name", "points", "quantity", "used_at", "issued_at", "given_back_at"],
    plain: ["reward_id", "key", "customer_id"],
  },
} satisfies PersonalData<"loyalty">;

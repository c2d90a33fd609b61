/** Personal data of promotions: the codes in a customer's wallet, and what was given. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const promotionsPersonalData = {
  "promotions.codes": {
    belongs: OWNER,
    what: "vouchers and codes in the wallet",
    why: "buying",
    kept: "as long as the account",
    seen_by: "the person",
    erasure: "blanked",
    exported: ["code", "starts_at", "ends_at", "used", "max_uses"],
    plain: ["id", "promotion_id", "digest", "is_owned", "customer_id", "is_without_minimum", "batch_id", "hint"],
  },
  "promotions.given_vouchers": {
    belongs: OWNER,
    what: "which vouchers the shop gave by itself",
    why: "each is given once",
    kept: "as long as the account",
    seen_by: "the person",
    erasure: "deleted",
    exported: ["occasion", "given_at"],
    plain: ["customer_id", "code_id"],
  },
} satisfies PersonalData<"promotions">;

/** Personal data of favourites and recently viewed products. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const cataloguePersonalData = {
  "catalogue.favourites": {
    belongs: OWNER,
    what: "hearts",
    why: "finding products again",
    kept: "as long as the account",
    seen_by: "the person",
    erasure: "deleted",
    exported: ["product_id", "added_at"],
    plain: ["id", "customer_id", "session_id"],
  },
  "catalogue.viewed": {
    belongs: OWNER,
    what: "products looked at",
    why: "finding them again, with consent",
    kept: "until the consent is taken back; the last 60",
    seen_by: "the person",
    erasure: "deleted",
    exported: ["product_id", "seen_at"],
    plain: ["customer_id"],
  },
} satisfies PersonalData<"catalogue">;

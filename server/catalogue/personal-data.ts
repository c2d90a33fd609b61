/** Personal data of favourites, recently viewed products and products waited for. */
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
  "catalogue.stock_notices": {
    belongs: OWNER,
    what: "products waited for",
    why: "being told when they are in stock, as asked",
    kept: "30 days after it was sent; 180 days of waiting",
    seen_by: "the person",
    erasure: "deleted",
    exported: ["variant_id", "asked_at", "sent_at"],
    plain: ["id", "customer_id"],
  },
} satisfies PersonalData<"catalogue">;

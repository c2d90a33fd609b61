/** Personal data of the ledger: whose points an account holds. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const ledgerPersonalData = {
  "ledger.accounts": {
    belongs: OWNER,
    what: "the balance of points",
    why: "earning and spending points",
    kept: "as long as the account; the movements stay without the person",
    seen_by: "the person; staff with customers:read",
    erasure: "blanked",
    exported: ["usable", "held", "debt", "opened_at"],
    plain: ["id", "kind", "customer_id", "has_lots"],
  },
} satisfies PersonalData<"ledger">;

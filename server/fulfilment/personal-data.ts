/** Personal data of the address book. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const fulfilmentPersonalData = {
  "fulfilment.addresses": {
    belongs: OWNER,
    what: "the address book",
    why: "sending parcels without typing again",
    kept: "as long as the account",
    seen_by: "the person",
    erasure: "deleted",
    exported: ["label", "receiver_name", "receiver_phone", "address", "is_confirmed", "created_at", "updated_at"],
    plain: ["id", "code", "customer_id"],
  },
  "fulfilment.address_books": {
    belongs: OWNER,
    what: "which address is the default",
    why: "as above",
    kept: "as long as the account",
    seen_by: "the person",
    erasure: "deleted",
    exported: [],
    plain: ["customer_id", "default_address"],
  },
} satisfies PersonalData<"fulfilment">;

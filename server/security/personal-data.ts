/** Personal data of security events. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const securityPersonalData = {
  "kernel.security_events": {
    belongs: OWNER,
    what: "what happened around signing in, with the address it came from",
    why: "finding out what a thief did",
    kept: "365 days: a number and an address, no name",
    seen_by: "staff who look into a theft",
    erasure: "retained",
    exported: ["at", "event", "client"],
    plain: ["id", "customer_id", "request_id", "detail"],
  },
} satisfies PersonalData<"kernel">;

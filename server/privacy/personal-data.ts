/** Personal data of consents and requests. They are retained as proof. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const privacyPersonalData = {
  "privacy.consents": {
    belongs: OWNER,
    what: "what they agreed to",
    why: "proof",
    kept: "for ever: without the account it names nobody",
    seen_by: "the person; staff with privacy:read",
    erasure: "retained",
    exported: ["purpose", "given", "at", "version", "channel", "locale", "text_hash"],
    plain: ["id", "customer_id"],
  },
  "privacy.data_requests": {
    belongs: OWNER,
    what: "what they asked for about their data",
    why: "proof that it was done in time",
    kept: "for ever: without the account it names nobody",
    seen_by: "the person; staff with privacy:read",
    erasure: "retained",
    exported: [
      "kind",
      "because",
      "status",
      "asked_at",
      "due_at",
      "warned_at",
      "completed_at",
      "expires_at",
      "downloaded_at",
    ],
    withheld: ["file"],
    plain: ["id", "code", "customer_id"],
  },
} satisfies PersonalData<"privacy">;

/** Personal data of notifications. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const notificationsPersonalData = {
  "notifications.notifications": {
    belongs: OWNER,
    what: "what they were told",
    why: "knowing what became of an order",
    kept: "365 days",
    seen_by: "the person",
    erasure: "deleted",
    exported: ["kind", "topic", "params", "created_at", "read_at"],
    plain: ["id", "code", "customer_id", "subject"],
  },
  "notifications.settings": {
    belongs: OWNER,
    what: "by which ways they want to be told",
    why: "telling them so",
    kept: "as long as the account",
    seen_by: "the person",
    erasure: "deleted",
    exported: ["topic", "channel", "is_on"],
    plain: ["customer_id"],
  },
  "notifications.push_subscriptions": {
    belongs: OWNER,
    what: "devices that are told",
    why: "telling them",
    kept: "as long as the session",
    seen_by: "nobody",
    erasure: "deleted",
    exported: ["locale", "created_at"],
    withheld: ["endpoint", "p256dh", "auth"],
    plain: ["id", "customer_id", "session_id"],
  },
} satisfies PersonalData<"notifications">;

/**
 * API schemas of notifications: the list, the number of unread ones, and the channels they are sent by. Texts are composed
 * when the list is read, in the reader's language. Spec §7 notifies, §3 firebase_token (here a subscription to Web Push).
 */
import { z } from "zod";
import { type Call, call, Meta } from "../call.ts";
import { flag, limit, locale, optionalFlag, page } from "../values/fields.ts";
import {
  type NotificationKind,
  notificationChannels,
  notificationKinds,
  notificationTopics,
} from "./notification-kinds.ts";

const lang = locale.optional();
const kinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

export const Notification = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  topic: z.enum(notificationTopics),
  title: z.string(),
  body: z.string(),
  /** The path of the page it is about, without language; null where there is none. */
  link: z.string().nullable(),
  created_at: z.string(),
  /** When it was read; null while unread. Named as in Spec §7 ("watched"). */
  watched_at: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

const Settings = z.object({
  /** One switch per topic and channel. */
  settings: z.array(
    z.object({ topic: z.enum(notificationTopics), channel: z.enum(notificationChannels), is_on: z.boolean() }),
  ),
  /** The verified e-mail address that messages go to; empty while there is none, and then no e-mail is sent. */
  email: z.string(),
  /** Browsers that receive notifications. */
  push_devices: z.int(),
  /** The application server key with which a browser subscribes (RFC 8292). */
  push_public_key: z.string(),
});
export type NotificationSettings = z.infer<typeof Settings>;

/** A browser's `PushSubscription.toJSON()`. Lengths: RFC 8291, an uncompressed P-256 point and 16 bytes. */
const Subscription = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: "malformed_value" }).max(1000),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, "malformed_value"),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/, "malformed_value"),
  }),
  lang,
});

export const notifications = {
  list: call("GET /v1/notifies", {
    summary: "The caller's notifications, newest first",
    who: "customer",
    input: z.object({ page, limit, unread: optionalFlag, lang }),
    output: z.object({ data: z.array(Notification), meta: Meta, unread: z.int() }),
    envelope: "bare",
    example: { input: { unread: true } },
  }),
  watch: call("PUT /v1/notifies-watched/{id}", {
    summary: "Mark one of the caller's notifications as read",
    who: "customer",
    input: z.object({ id: z.string().max(40), lang }),
    output: Notification,
    errors: ["not_found"],
    example: { input: { id: "00000000-0000-4000-8000-000000000000" } },
  }),
  watchAll: call("PUT /v1/client/notifies-watched", {
    summary: "Mark all of the caller's notifications as read",
    who: "customer",
    input: z.object({ lang }),
    output: z.object({ marked: z.int(), unread: z.int() }),
    example: { input: {} },
  }),
  settings: call("GET /v1/client/notify-settings", {
    summary: "The caller's channels for each topic",
    who: "customer",
    input: z.object({ lang }),
    output: Settings,
    example: { input: {} },
  }),
  saveSettings: call("PUT /v1/client/notify-settings", {
    summary: "Change the caller's channels; those not sent stay",
    who: "customer",
    input: z.object({
      settings: z
        .array(z.object({ topic: z.enum(notificationTopics), channel: z.enum(notificationChannels), is_on: flag }))
        .max(notificationTopics.length * notificationChannels.length),
      lang,
    }),
    output: Settings,
    example: { input: { settings: [{ topic: "orders", channel: "push", is_on: false }] } },
  }),
  subscribe: call("PUT /v1/client/push-subscription", {
    summary: "Subscribe this device to push messages (Web Push instead of a firebase_token). Ends with the session",
    who: "customer",
    input: Subscription,
    output: z.object({
      /** Identifies this subscription; it gives no access. */
      id: z.string(),
      push_devices: z.int(),
    }),
    errors: ["invalid"],
    limit: { times: 60, seconds: 3600, per: "session" },
    example: {
      input: {
        endpoint: "https://updates.push.services.mozilla.com/wpush/v2/example",
        keys: {
          p256dh: "BMRGjxp-KC3OLQYXHHC9ViRPYPQ8ixW62JYA_a9YymrqgL3_mBjhsEkZ8h1IRyuHw-qfTcqHSBEFDKD_P12nzvk",
          auth: "dGVzdHRlc3R0ZXN0dGVzdA",
        },
      },
    },
  }),
  unsubscribe: call("DELETE /v1/client/push-subscription", {
    summary: "Unsubscribe a device: the named one, or all of the caller's",
    who: "customer",
    input: z.object({ endpoint: z.string().max(1000).optional(), lang }),
    output: z.object({ push_devices: z.int() }),
    example: { input: {} },
  }),
} satisfies Record<string, Call>;

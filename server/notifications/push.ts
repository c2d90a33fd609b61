/**
 * Push notifications: Web Push (RFC 8030) encrypted for the browser alone (RFC 8291) and signed as this shop (VAPID,
 * RFC 8292). Addresses come from browsers, so only those of known push services are ever called: docs/decisions/0152.
 */
import { createECDH, createHash, ECDH } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Locale } from "contract/values/locale.ts";
import { localisedPath } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Config } from "../kernel/config.ts";
import type { Ctx } from "../kernel/context.ts";
import { noteOf, type StoredNotification } from "./wording.ts";

/** Chrome and its kin, Firefox, Windows, Safari: what their documentation names. Read 2026-11-21. */
const services = ["fcm.googleapis.com", "*.push.services.mozilla.com", "*.notify.windows.com", "*.push.apple.com"];
const TIMEOUT_MS = 10_000;
/** How long a push service stores a message for an offline device. */
const TTL_SECONDS = 3 * 86_400;

/** ASSUMED(0152): the devices of one account; the oldest is replaced. */
const MAX_DEVICES = 10;

export function pushPublicKey({ vapid_private_key }: Pick<Config, "vapid_private_key">): string {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(vapid_private_key, "base64url"));
  return pair.getPublicKey().toString("base64url");
}

/** What a parser reads otherwise than it is written: backslashes, blanks, control characters. */
const unclear = /[\\\s\p{Cc}]/u;

/** Whether an address belongs to a push service. Plain http only where the configuration names the host itself. */
export function isPushService(endpoint: string, { push_hosts }: Pick<Config, "push_hosts">): boolean {
  if (unclear.test(endpoint) || !URL.canParse(endpoint)) return false;
  const { protocol, host, hostname, username, password } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  if (push_hosts.includes(host)) return true;
  const known = services.some((service) =>
    service.startsWith("*") ? hostname.endsWith(service.slice(1)) : hostname === service,
  );
  return known && protocol === "https:" && host === hostname;
}

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };
type Owner = { customer_id: number; session_id: number };

/** Names a subscription without its endpoint, which messages could be sent to. */
const publicId = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex").slice(0, 20);

/** What no message can be encrypted for would fail at each of them. */
function isPointOfCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    return false; // no point of P-256, whatever its length
  }
}

/** The device belongs to the account that asked last. Returns its public id and how many devices the account has. Throws
 * invalid for an endpoint of no push service and for a key that is none. */
export async function subscribe(ctx: Ctx, { customer_id, session_id }: Owner, { endpoint, keys }: Subscription) {
  if (!isPushService(endpoint, ctx.config)) {
    throw new ShopError("invalid", { fields: { endpoint: [{ key: "malformed_value" }] } });
  }
  if (!isPointOfCurve(keys.p256dh)) {
    throw new ShopError("invalid", { fields: { "keys.p256dh": [{ key: "malformed_value" }] } });
  }
  // As it was validated: a later reader finds the same host.
  const address = hrefOf(endpoint);
  const row = { customer_id, session_id, ...keys, locale: ctx.locale, created_at: ctx.now };
  await ctx.sql
    .insertInto("notifications.push_subscriptions")
    .values({ endpoint: address, ...row })
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(row))
    .execute();
  await sql`delete from notifications.push_subscriptions where customer_id = ${customer_id} and id not in (
    select id from notifications.push_subscriptions where customer_id = ${customer_id}
    order by created_at desc, id desc limit ${MAX_DEVICES})`.execute(ctx.sql);
  return { id: publicId(address), push_devices: await devicesOf(ctx, customer_id) };
}

const hrefOf = (endpoint: string): string => URL.parse(endpoint)?.href ?? endpoint;

/** Without an address: all of theirs. Safe to repeat. */
export async function unsubscribe(ctx: Ctx, customer_id: number, endpoint: string | undefined): Promise<number> {
  let gone = ctx.sql.deleteFrom("notifications.push_subscriptions").where("customer_id", "=", customer_id);
  if (endpoint !== undefined) gone = gone.where("endpoint", "in", [endpoint, hrefOf(endpoint)]);
  await gone.execute();
  return devicesOf(ctx, customer_id);
}

/** Reaction to session_renewed: the same account on the same device goes on receiving. */
export async function movePushDevice(ctx: Ctx, from: number, to: number): Promise<void> {
  await ctx.sql
    .updateTable("notifications.push_subscriptions")
    .set({ session_id: to })
    .where("session_id", "=", from)
    .execute();
}

async function devicesOf(ctx: Ctx, customer_id: number): Promise<number> {
  const { count } = await ctx.sql
    .selectFrom("notifications.push_subscriptions")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("customer_id", "=", customer_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type PushMessage = StoredNotification & { endpoint: string; p256dh: string; auth: string; locale: Locale };

/**
 * The job `push_to_device`. A device that is gone (404, 410) is forgotten, one whose session has ended receives
 * nothing; a service that is busy throws, and the job comes again. A repeat shows nothing twice: the tag is the
 * notification's.
 */
export async function pushToDevice(
  ctx: Ctx,
  { notification, subscription }: { notification: number; subscription: number },
): Promise<void> {
  const { rows } = await sql<PushMessage>`
    select s.endpoint, s.p256dh, s.auth, s.locale, n.code, n.kind, n.topic, n.params, n.created_at, n.read_at
    from notifications.push_subscriptions s
      join identity.sessions e on e.id = s.session_id and e.expires_at > ${ctx.now} and e.customer_id = s.customer_id
      join notifications.notifications n on n.customer_id = s.customer_id
    where s.id = ${subscription} and n.id = ${notification} and n.read_at is null`.execute(ctx.sql);
  const message = rows[0];
  if (!message || !isPushService(message.endpoint, ctx.config)) return;
  // Of before keys were checked: no message can be encrypted for it.
  if (!isPointOfCurve(message.p256dh)) return forgetSubscription(ctx, subscription);
  const status = await send(ctx.config, message);
  if (status >= 200 && status < 300) return;
  if (status === 404 || status === 410) {
    return forgetSubscription(ctx, subscription);
  }
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}; trying again`);
  ctx.log.warn({ event: "push_refused", status, host: new URL(message.endpoint).host }, "push notification refused");
}

async function forgetSubscription(ctx: Ctx, id: number): Promise<void> {
  await ctx.sql.deleteFrom("notifications.push_subscriptions").where("id", "=", id).execute();
}

async function send(config: Config, message: PushMessage): Promise<number> {
  const note = noteOf(message.locale, message);
  const link = localisedPath(note.link ?? "/tai-khoan/quan-ly-thong-bao", message.locale);
  const payload = JSON.stringify({ title: note.title, body: note.body, link, tag: note.id, lang: message.locale });
  const { endpoint, p256dh, auth } = message;
  const { default: webPush } = await import("web-push"); // large, and only this job needs it
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: TTL_SECONDS,
    urgency: "normal",
    contentEncoding: "aes128gcm",
    vapidDetails: {
      subject: config.push_contact,
      publicKey: pushPublicKey(config),
      privateKey: config.vapid_private_key,
    },
  });
  const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
  delete headers["Content-Length"]; // fetch counts for itself
  const answer = await fetch(endpoint, {
    method: "POST",
    headers,
    body: new Uint8Array(details.body ?? Buffer.alloc(0)),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  return answer.status;
}

/**
 * Devices: where an account is signed in, how a device is named, and which devices are known because the account signed
 * in there before. A device proves nothing by itself; it only keeps strangers' guesses from locking its owner out.
 * rules/identity#devices
 */
import { createHash, randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Device } from "contract/identity/identity.ts";
import { sql } from "kysely";
import type { Ctx, Session } from "../../kernel/context.ts";

const KNOWN_DAYS = 400; // as long as its cookie
const DAY_MS = 86_400_000;

/** A session's name on the wire, from the hash of its token: says nothing, and selects only within the owner's rows. */
export const publicId = sql<string>`left(encode(sha256(token_hash), 'hex'), 20)`;

/** Living sessions of the caller, the one in use first. */
export async function listDevices(ctx: Ctx, { id, customer_id }: Session): Promise<Device[]> {
  const rows = await ctx.sql
    .selectFrom("identity.sessions")
    .select(["id", publicId.as("public_id"), "device", "created_at", "last_seen_at"])
    .where("customer_id", "=", customer_id)
    .where("expires_at", ">", ctx.now)
    .where(sql<boolean>`last_seen_at > ${ctx.now}::timestamptz - interval '14 days'`)
    .orderBy(sql`id = ${id}`, "desc")
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.public_id,
    device: row.device,
    signed_in_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    is_this: row.id === id,
  }));
}

/** Ends one of the caller's sessions. Throws not_found for what is not theirs or is over. */
export async function signOutDevice(ctx: Ctx, { customer_id }: Session, public_id: string): Promise<number> {
  const gone = await ctx.sql
    .deleteFrom("identity.sessions")
    .where("customer_id", "=", customer_id)
    .where(publicId, "=", public_id)
    .returning("id")
    .executeTakeFirst();
  if (!gone) throw new ShopError("not_found");
  if (customer_id !== null) await ctx.announce(ctx, "sessions_changed", { customer_id });
  return gone.id;
}

/** True where this account has signed in from this device before. */
export async function isKnownDevice(ctx: Ctx, customer_id: number): Promise<boolean> {
  const { device } = ctx.machine;
  if (!device) return false;
  const row = await ctx.sql
    .selectFrom("identity.known_devices")
    .select("customer_id")
    .where("customer_id", "=", customer_id)
    .where("device_hash", "=", hashOf(device))
    .where("last_seen_at", ">", new Date(ctx.now.getTime() - KNOWN_DAYS * DAY_MS))
    .executeTakeFirst();
  return row !== undefined;
}

/** From now on the device is known to this account. Answers the token it has to store. */
export async function addKnownDevice(ctx: Ctx, customer_id: number): Promise<string> {
  const token = ctx.machine.device ?? randomBytes(16).toString("base64url");
  await ctx.sql
    .insertInto("identity.known_devices")
    .values({ customer_id, device_hash: hashOf(token), last_seen_at: ctx.now })
    .onConflict((known) => known.columns(["customer_id", "device_hash"]).doUpdateSet({ last_seen_at: ctx.now }))
    .execute();
  return token;
}

/** After a change of password or phone no device is known any more. */
export async function forgetDevices(ctx: Ctx, customer_id: number): Promise<void> {
  await ctx.sql.deleteFrom("identity.known_devices").where("customer_id", "=", customer_id).execute();
}

export async function sweepDevices(ctx: Ctx): Promise<void> {
  const limit = new Date(ctx.now.getTime() - KNOWN_DAYS * DAY_MS);
  await ctx.sql.deleteFrom("identity.known_devices").where("last_seen_at", "<", limit).execute();
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bcoc_coc_browser\//, "Cốc Cốc"],
  [/\bZalo\b/i, "Zalo"],
  [/\bFBA[NV]\b/, "Facebook"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Chrome, Android": enough to recognise a device by; what is none of these keeps its first word. */
export function deviceName(agent: string): string {
  const named = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(agent))?.[1];
  const parts = [named(browsers), named(systems)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(", ") : (/^[\w.-]{1,40}/.exec(agent)?.[0] ?? "");
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

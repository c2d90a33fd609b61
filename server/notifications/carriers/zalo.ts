/**
 * Zalo ZNS: a message from the shop's official account by an approved template. Its access token lasts about a day and
 * is renewed with a refresh token that is good once and brings the next; both are stored encrypted, and one process
 * renews at a time. rules/notifications#carriers; zalo.cloud/zns/guidelines (codes of errors), read 2026-11-21;
 * README.md.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Ctx } from "../../kernel/context.ts";
import { ask, jsonIn } from "../../platform/outgoing.ts";
import { decrypt, encrypt } from "../../security/encryption.ts";
import { type Carry, national, Refused, type ZaloConfig } from "./carrier.ts";

const Sent = z.object({
  error: z.number(),
  message: z.string().optional(),
  data: z.object({ msg_id: z.string() }).optional(),
});
const Renewed = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.coerce.number() });
/** The token is not known, or not any more. */
const deadTokenErrors = new Set([-124, -216]);
const EARLY_SECONDS = 300;

export function carryByZalo(ctx: Ctx, config: ZaloConfig): Carry {
  return async (parcel) => {
    const first = await send(config, await accessToken(ctx, config, null), parcel);
    if (!deadTokenErrors.has(first.error)) return taken(first, parcel.reference);
    return taken(await send(config, await accessToken(ctx, config, first.token), parcel), parcel.reference);
  };
}

type Outcome = z.infer<typeof Sent> & { token: string };

async function send({ url, template_id }: ZaloConfig, token: string, parcel: Parameters<Carry>[0]): Promise<Outcome> {
  const answer = await ask(`${url}/message/template`, {
    headers: { "content-type": "application/json", access_token: token },
    body: JSON.stringify({
      phone: national(parcel.phone),
      template_id,
      template_data: { otp: parcel.code },
      tracking_id: parcel.reference,
    }),
  });
  const said = Sent.safeParse(jsonIn(answer)).data;
  if (!said) throw new Error(`Zalo answered ${answer.status} with what is no answer of Zalo`);
  return { ...said, token };
}

function taken({ error, message, data }: Outcome, reference: string): { ref: string } {
  if (error !== 0 || !data) throw new Refused(`Zalo ${error}: ${message ?? "no reason"}`);
  return { ref: zaloRef(reference) };
}

/** How a message of ours is known when Zalo says that it arrived. */
export const zaloRef = (trackingId: string): string => `zalo ${trackingId}`;

/** The token in force; a new one where it is about to end or is the one that was just refused. */
async function accessToken(ctx: Ctx, config: ZaloConfig, refused: string | null): Promise<string> {
  const stored = await storedTokens(ctx);
  if (stored && stored.access !== refused && stored.expires_at.getTime() - ctx.now.getTime() > EARLY_SECONDS * 1000) {
    return stored.access;
  }
  return renew(ctx, config, stored);
}

type StoredTokens = { access: string; refresh: string; expires_at: Date };

async function storedTokens(ctx: Ctx): Promise<StoredTokens | null> {
  const { rows } = await sql<{ access: Buffer; refresh: Buffer; expires_at: Date }>`
    select access, refresh, expires_at from notifications.carrier_tokens where carrier = 'zalo'`.execute(ctx.sql);
  const row = rows[0];
  if (!row) return null;
  const open = (box: Buffer, what: string) => decrypt(ctx.config, box, `zalo ${what}`);
  return { access: open(row.access, "access"), refresh: open(row.refresh, "refresh"), expires_at: row.expires_at };
}

/**
 * A refresh token is good once. Should two processes renew at once, the second is refused and reads what the first
 * stored.
 */
async function renew(ctx: Ctx, config: ZaloConfig, old: StoredTokens | null): Promise<string> {
  const answer = await ask(`${config.oauth_url}/v4/oa/access_token`, {
    headers: { "content-type": "application/x-www-form-urlencoded", secret_key: config.secret_key },
    body: new URLSearchParams({
      refresh_token: old?.refresh ?? config.refresh_token,
      app_id: config.app_id,
      grant_type: "refresh_token",
    }).toString(),
  });
  const fresh = Renewed.safeParse(jsonIn(answer)).data;
  if (!fresh) {
    const now = await storedTokens(ctx);
    if (now && now.access !== old?.access) return now.access;
    ctx.log.error(
      { event: "zalo_token", request_id: ctx.request_id },
      "Zalo gives no new token; set ZALO_REFRESH_TOKEN anew",
    );
    throw new Refused("Zalo gave no access token");
  }
  const shut = (token: string, what: string) => encrypt(ctx.config, token, `zalo ${what}`);
  await sql`
    insert into notifications.carrier_tokens (carrier, access, refresh, expires_at)
    values ('zalo', ${shut(fresh.access_token, "access")}, ${shut(fresh.refresh_token, "refresh")},
      ${new Date(ctx.now.getTime() + fresh.expires_in * 1000)})
    on conflict (carrier) do update
      set access = excluded.access, refresh = excluded.refresh, expires_at = excluded.expires_at`.execute(ctx.sql);
  return fresh.access_token;
}

const Receipt = z.object({
  event_name: z.string(),
  timestamp: z.coerce.string(),
  message: z.object({ tracking_id: z.string().optional() }).optional(),
});

/** The content of a Zalo receipt, null when it is not Zalo's. `signature` is the header X-ZEvent-Signature, `mac=…`. */
export function readZaloReceipt(
  { app_id, oa_secret_key }: ZaloConfig,
  body: string,
  signature: string,
): { delivered: string | null } | null {
  const notice = Receipt.safeParse(jsonIn({ status: 200, text: body })).data;
  if (!notice) return null;
  const expected = createHash("sha256").update(`${app_id}${body}${notice.timestamp}${oa_secret_key}`).digest();
  const given = Buffer.from(signature.replace(/^mac\s*=\s*/, ""), "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { event_name, message } = notice;
  return { delivered: event_name === "user_received_message" && message?.tracking_id ? message.tracking_id : null };
}

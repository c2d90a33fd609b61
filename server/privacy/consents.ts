/**
 * Consents: every yes and no a row with its time, channel, language and the hash of the very text it was said to;
 * the last one of a purpose holds, none means no. rules/privacy#consent; docs/decisions/0151
 */
import { createHash } from "node:crypto";
import { type ConsentPurpose, consentPurposes, consentVersion } from "contract/privacy/consents.ts";
import type { Consent } from "contract/privacy/privacy.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { identity as enIdentity } from "messages/en/identity/identity.ts";
import { privacy as en } from "messages/en/privacy/privacy.ts";
import { identity as jaIdentity } from "messages/ja/identity/identity.ts";
import { privacy as ja } from "messages/ja/privacy/privacy.ts";
import { identity as viIdentity } from "messages/vi/identity/identity.ts";
import { privacy as vi } from "messages/vi/privacy/privacy.ts";
import type { ConsentChannel } from "../identity/events.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import type { Events } from "../kernel/events.ts";

export const privacyWords: Record<Locale, typeof vi> = { vi, en, ja };

/** The text of the checkbox at registration. */
const atRegistration: Record<Locale, string> = {
  vi: viIdentity.marketing,
  en: enIdentity.marketing,
  ja: jaIdentity.marketing,
};

/** The text in front of the switch, whole. */
export function consentText(locale: Locale, purpose: ConsentPurpose, channel: ConsentChannel): string {
  if (channel === "registration") return atRegistration[locale];
  const { consents } = privacyWords[locale];
  return `${consents[purpose].title}\n${consents[purpose].text}`;
}

/** Reaction to consent_said: what is said again unchanged is no news. Safe to repeat. */
export async function recordConsents(ctx: Ctx, event: Events["consent_said"]): Promise<void> {
  const { customer_id, purposes, given, channel } = event;
  const said = purposes.map((purpose) => ({
    purpose,
    text_hash: createHash("sha256")
      .update(consentText(ctx.locale, purpose, channel))
      .digest("hex"),
  }));
  await sql`
    insert into privacy.consents (customer_id, purpose, given, at, version, channel, locale, text_hash)
    select ${customer_id}, s.purpose, ${given}, ${ctx.now}, ${consentVersion}, ${channel}, ${ctx.locale},
      decode(s.text_hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as s (purpose text, text_hash text)
    where privacy.agrees(${customer_id}, s.purpose) <> ${given}`.execute(ctx.sql);
}

/** One switch, and what follows from it, together. */
export async function sayConsent(
  ctx: Ctx,
  customer_id: number,
  { purpose, given }: { purpose: ConsentPurpose; given: boolean },
): Promise<void> {
  await inTransaction(ctx, (ctx) =>
    ctx.announce(ctx, "consent_said", { customer_id, purposes: [purpose], given, channel: "web" }),
  );
}

/** Every purpose, agreed to or not. */
export async function consentsOf(ctx: Ctx, customer_id: number): Promise<Consent[]> {
  const { rows } = await sql<{ purpose: ConsentPurpose; given: boolean; at: Date; version: string }>`
    select distinct on (purpose) purpose, given, at, version from privacy.consents
    where customer_id = ${customer_id} order by purpose, id desc`.execute(ctx.sql);
  return consentPurposes.map((purpose) => {
    const said = rows.find((row) => row.purpose === purpose);
    if (!said) return { purpose, given: false, at: null, version: null };
    return { purpose, given: said.given, at: said.at.toISOString(), version: said.version };
  });
}

/**
 * A customer's rights over personal data, on the wire: consents, export, erasure after a waiting time.
 * Personal Data Protection Law 91/2025, Decree 356/2025; rules/privacy#rights
 */
import { z } from "zod";
import { type Call, call } from "../call.ts";
import { flag, flagOr, locale, otp, passwordTyped } from "../values/fields.ts";
import { consentPurposes } from "./consents.ts";

const lang = locale.optional();

export const Consent = z.object({
  purpose: z.enum(consentPurposes),
  given: z.boolean(),
  /** When that was said; null where nothing was, which is a no. */
  at: z.string().nullable(),
  /** Of the text that was agreed to. */
  version: z.string().nullable(),
});
export type Consent = z.infer<typeof Consent>;

export const DataRequest = z.object({
  id: z.string(),
  kind: z.enum(["export", "deletion"]),
  status: z.enum(["waiting", "ready", "done", "cancelled", "expired"]),
  asked_at: z.string(),
  /** By when it is done at the latest. */
  due_at: z.string(),
  completed_at: z.string().nullable(),
  /** A finished export: its expiry and its URL, for its owner alone. */
  expires_at: z.string().nullable(),
  download: z.string().nullable(),
  downloaded_at: z.string().nullable(),
});
export type DataRequest = z.infer<typeof DataRequest>;

export const Privacy = z.object({
  consents: z.array(Consent),
  requests: z.array(DataRequest),
  /** When the account is erased, while that waits. */
  deletion_due_at: z.string().nullable(),
  /** Days between asking for erasure and it. */
  deletion_days: z.int(),
});
export type Privacy = z.infer<typeof Privacy>;

export const privacy = {
  overview: call("GET /v1/client/privacy", {
    summary: "The caller's consents and requests",
    who: "customer",
    input: z.object({ lang }),
    output: Privacy,
    example: { input: {} },
  }),
  saveConsent: call("PUT /v1/client/consents", {
    summary: "Agree to one purpose, or no longer; either is kept with its time and the text it was said to",
    who: "customer",
    input: z.object({ purpose: z.enum(consentPurposes, { error: "required_choice" }), given: flag, lang }),
    output: Privacy,
    limit: { times: 100, seconds: 3600, per: "session" },
    example: { input: { purpose: "behaviour", given: false } },
  }),
  askExport: call("POST /v1/client/data-requests/export", {
    summary:
      "Ask for a copy of everything kept about the caller; asked twice it is one request. Asks for the password, or where there is none a code (owner-code), unless the sign-in was minutes ago",
    who: "customer",
    input: z.object({ current_password: passwordTyped.optional(), otp: otp.optional(), lang }),
    output: DataRequest,
    errors: ["proof_required", "wrong_password", "otp_wrong", "otp_expired"],
    answer_stored: false, // a proof that was wrong must count
    limit: { times: 20, seconds: 86_400, per: "session" },
    example: { input: {} },
  }),
  askDeletion: call("POST /v1/client/data-requests/deletion", {
    summary: "Ask for the account to be erased after the waiting time; asked twice it is one request",
    who: "customer",
    input: z.object({ understood: flagOr(false).refine((yes) => yes, "deletion_not_understood"), lang }),
    output: Privacy,
    limit: { times: 20, seconds: 86_400, per: "session" },
    example: { input: { understood: true } },
  }),
  takeBackDeletion: call("DELETE /v1/client/data-requests/deletion", {
    summary: "Keep the account after all; safe to repeat",
    who: "customer",
    input: z.object({ lang }),
    output: Privacy,
    example: { input: {} },
  }),
} satisfies Record<string, Call>;

/** A member of staff about themselves: session, password, second factors, the proof anew. rules/staff#own-account */
import { z } from "zod";
import { call } from "../call.ts";
import { passwordsMatch } from "../identity/user.ts";
import { passwordTyped, rowNumber, singleLine } from "../values/fields.ts";
import {
  examplePasskey,
  HeldPermission,
  officeLocale,
  PasskeyOptions,
  Places,
  passkeyAnswer,
  RoleName,
  stepProof,
  TotpSetup,
  totpCode,
} from "./fields.ts";
import { NewPassword, StaffSignedIn } from "./sign-in.ts";

const anyStaff = { staff: "any" } as const;
const done = z.object({ done: z.literal(true) });

export const StaffSession = z.object({
  account: z.object({
    id: z.int(),
    email: z.string(),
    full_name: z.string(),
    language: officeLocale,
    /** Shortcuts of a single letter, which can be switched off. */
    single_keys: z.boolean(),
  }),
  roles: z.array(RoleName),
  /** What they may do, over all roles: the widest mode of each. */
  permissions: z.array(HeldPermission),
  places: Places,
  signed_in_at: z.string(),
  /** When it ends without use, and when it ends anyway. */
  idle_ends_at: z.string(),
  expires_at: z.string(),
  /** Until when the last proof counts; null where one is asked for before an act that needs it. */
  proved_until: z.string().nullable(),
  must_set_factor: z.boolean(),
  passkeys_available: z.boolean(),
});
export type StaffSession = z.infer<typeof StaffSession>;

export const StaffDevice = z.object({
  id: z.string(),
  /** "Chrome, Android": what the browser said of itself. */
  device: z.string(),
  /** The beginning of the IP address. */
  network: z.string(),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  is_this: z.boolean(),
});
export type StaffDevice = z.infer<typeof StaffDevice>;

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  added_at: z.string(),
  last_used_at: z.string().nullable(),
});

export const ownAccount = {
  session: call("GET /v1/staff/session", {
    summary: "Who is signed in, with which rights and places, and until when. Does not prolong the session",
    who: anyStaff,
    while_pending_factor: true,
    through_maintenance: true,
    keeps_session: false,
    input: z.object({}),
    output: StaffSession,
    example: { input: {} },
  }),
  stay: call("POST /v1/staff/session", {
    summary: "Go on working: the 30 minutes begin anew",
    who: anyStaff,
    while_pending_factor: true,
    through_maintenance: true,
    input: z.object({}),
    output: z.object({ idle_ends_at: z.string() }),
    safe: true,
    example: { input: {} },
  }),
  signOut: call("DELETE /v1/staff/session", {
    summary: "Sign out here",
    who: anyStaff,
    while_pending_factor: true,
    through_maintenance: true,
    input: z.object({}),
    output: done,
    answer_stored: false,
    example: { input: {} },
  }),
  setOwn: call("PUT /v1/staff/me", {
    summary: "Language of the office, and shortcuts of a single letter",
    who: anyStaff,
    through_maintenance: true,
    input: z.object({ language: officeLocale.optional(), single_keys: z.boolean().optional() }),
    output: done,
    example: { input: { language: "vi" } },
  }),
  factors: call("GET /v1/staff/factors", {
    summary: "One's own second factors",
    who: anyStaff,
    while_pending_factor: true,
    through_maintenance: true,
    input: z.object({}),
    output: z.object({
      totp_set_at: z.string(),
      passkeys: z.array(Passkey),
      /** False where the office is not open in a secure context. */
      passkeys_available: z.boolean(),
      recovery_codes_left: z.int(),
    }),
    example: { input: {} },
  }),
  stepUp: call("POST /v1/staff/step-up", {
    summary: "Prove anew that one is here, by a code; it counts for 5 minutes",
    who: anyStaff,
    through_maintenance: true,
    input: z.object({ code: totpCode }),
    output: z.object({ proved_until: z.string() }),
    errors: ["second_factor_wrong", "too_many"],
    answer_stored: false,
    example: { input: { code: "417000" } },
  }),
  stepUpPasskeyStart: call("POST /v1/staff/step-up/passkey/start", {
    summary: "Begin to prove by a passkey that one is here",
    who: anyStaff,
    through_maintenance: true,
    input: z.object({}),
    output: PasskeyOptions,
    errors: ["passkeys_unavailable"],
    answer_stored: false,
    example: { input: {} },
  }),
  stepUpPasskey: call("POST /v1/staff/step-up/passkey", {
    summary: "Prove by a passkey that one is here; it counts for 5 minutes",
    who: anyStaff,
    through_maintenance: true,
    input: z.object({ answer: passkeyAnswer }),
    output: z.object({ proved_until: z.string() }),
    errors: ["second_factor_wrong", "passkeys_unavailable", "too_many"],
    answer_stored: false,
    example: { input: { answer: examplePasskey } },
  }),
  changeOwnPassword: call("PUT /v1/staff/password", {
    summary: "A new password; every session ends, this one goes on under a new token",
    who: anyStaff,
    through_maintenance: true,
    step_up: true,
    input: NewPassword.extend({ current_password: passwordTyped }).refine(...passwordsMatch),
    output: StaffSignedIn,
    errors: ["wrong_password", "password_common", "too_many"],
    answer_stored: false,
    example: {
      input: {
        current_password: "Mutosi@2026Demo",
        password: "MatKhauMoi99@",
        password_confirmation: "MatKhauMoi99@",
      },
    },
  }),
  newTotp: call("POST /v1/staff/totp/start", {
    summary: "A new second factor to set up; the old one holds until the new one is confirmed",
    who: anyStaff,
    while_pending_factor: true,
    through_maintenance: true,
    input: z.object({}),
    output: TotpSetup,
    safe: true,
    answer_stored: false,
    example: { input: {} },
  }),
  setTotp: call("PUT /v1/staff/totp", {
    summary: "The new second factor holds from now on, with new recovery codes; every other session ends",
    who: anyStaff,
    while_pending_factor: true,
    through_maintenance: true,
    step_up: true,
    details: "After a recovery code no step-up is asked for: this is what must follow.",
    input: z.object({ setup: stepProof, code: totpCode }),
    output: StaffSignedIn,
    errors: ["second_factor_wrong", "setup_over", "too_many"],
    answer_stored: false,
    example: { input: { setup: "c2V0dXA.c2lnbmVk", code: "417000" } },
  }),
  newRecoveryCodes: call("POST /v1/staff/recovery-codes", {
    summary: "Ten new recovery codes; the old ones are void",
    who: anyStaff,
    through_maintenance: true,
    step_up: true,
    input: z.object({}),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    answer_stored: false,
    example: { input: {} },
  }),
  addPasskeyStart: call("POST /v1/staff/passkeys/start", {
    summary: "Begin to add a passkey of this device",
    who: anyStaff,
    through_maintenance: true,
    step_up: true,
    input: z.object({}),
    output: PasskeyOptions,
    errors: ["passkeys_unavailable"],
    answer_stored: false,
    example: { input: {} },
  }),
  addPasskey: call("POST /v1/staff/passkeys", {
    summary: "Add the passkey; at most ten",
    who: anyStaff,
    through_maintenance: true,
    step_up: true,
    input: z.object({ name: singleLine(60, 1), answer: passkeyAnswer }),
    output: Passkey,
    errors: ["second_factor_wrong", "passkeys_unavailable", "conflict"],
    answer_stored: false,
    example: { input: { name: "Máy ở bàn", answer: examplePasskey } },
  }),
  removePasskey: call("DELETE /v1/staff/passkeys/{id}", {
    summary: "Remove a passkey",
    who: anyStaff,
    through_maintenance: true,
    step_up: true,
    input: z.object({ id: rowNumber }),
    output: done,
    errors: ["not_found"],
    example: { input: { id: 1 } },
  }),
  devices: call("GET /v1/staff/sessions", {
    summary: "Where one is signed in",
    who: anyStaff,
    through_maintenance: true,
    input: z.object({}),
    output: z.array(StaffDevice),
    example: { input: {} },
  }),
  signOutDevice: call("DELETE /v1/staff/sessions/{id}", {
    summary: "End a session of one's own",
    who: anyStaff,
    through_maintenance: true,
    input: z.object({ id: z.string().max(40) }),
    output: done,
    errors: ["not_found"],
    example: { input: { id: "Q2hyb21l" } },
  }),
  signOutOthers: call("DELETE /v1/staff/sessions", {
    summary: "End every session of one's own but this",
    who: anyStaff,
    through_maintenance: true,
    input: z.object({}),
    output: z.object({ ended: z.int() }),
    example: { input: {} },
  }),
};

/**
 * Before a member of staff is in: signing in by two steps or by a passkey, an invitation, a forgotten password, a lost
 * second factor. Open to anyone, so each has limits of its own; guessing slows down and never locks. rules/staff#sign-in
 */
import { z } from "zod";
import { call, type Limit } from "../call.ts";
import { passwordsMatch } from "../identity/user.ts";
import { email, password, passwordTyped, personName } from "../values/fields.ts";
import {
  examplePasskey,
  linkToken,
  officeLocale,
  PasskeyOptions,
  Places,
  passkeyAnswer,
  RoleName,
  recoveryCode,
  stepProof,
  TotpSetup,
  totpCode,
} from "./fields.ts";

/** A person types a few times a minute; an office behind one IP address has a few dozen people. */
const perClient: Limit = { times: 120, seconds: 600, per: "client" };
const emailLimit: Limit = { times: 20, seconds: 3600, per: "client" };
const token = "AbCdEfGhIjKlMnOpQrStUv0123456789";
const proof = "MTc5OTk5OTk5OSAx.c2lnbmVk";

/** In. The token is sent as `Authorization: Bearer`; the office's pages hold it in a cookie that scripts cannot read. */
export const StaffSignedIn = z.object({
  token: z.string(),
  expires_at: z.string(),
  /** After a recovery code: nothing but a new second factor is possible. */
  must_set_factor: z.boolean(),
  /** Shown once, after the first second factor or a new set: the codes of which the database keeps hashes. */
  recovery_codes: z.array(z.string()).nullable(),
});
export type StaffSignedIn = z.infer<typeof StaffSignedIn>;

export const NewPassword = z.object({ password, password_confirmation: z.string({ error: "required" }).max(200) });

export const signingIn = {
  signIn: call("POST /v1/staff/sign-in", {
    summary: "First step of signing in: e-mail and password",
    who: "anyone",
    through_maintenance: true,
    input: z.object({ email, password: passwordTyped }),
    output: z.object({
      /** For the second step; good for 10 minutes. */
      proof: z.string(),
      /** The second steps this account has, here. */
      totp: z.boolean(),
      passkey: z.boolean(),
      recovery_code: z.boolean(),
    }),
    errors: ["wrong_credentials", "too_many"],
    limit: perClient,
    answer_stored: false,
    example: { input: { email: "ngoc@mutosi.example", password: "Mutosi@2026Demo" } },
  }),
  secondFactor: call("POST /v1/staff/sign-in/totp", {
    summary: "Second step: a code of the authenticator app. Each code works once",
    who: "anyone",
    through_maintenance: true,
    input: z.object({ proof: stepProof, code: totpCode }),
    output: StaffSignedIn,
    errors: ["second_factor_wrong", "sign_in_over", "too_many"],
    limit: perClient,
    answer_stored: false,
    example: { input: { proof, code: "417000" } },
  }),
  recoveryCode: call("POST /v1/staff/sign-in/recovery-code", {
    summary: "Second step: a recovery code. It works once, and a new second factor must follow",
    who: "anyone",
    through_maintenance: true,
    input: z.object({ proof: stepProof, recovery_code: recoveryCode }),
    output: StaffSignedIn,
    errors: ["second_factor_wrong", "sign_in_over", "too_many"],
    limit: perClient,
    answer_stored: false,
    example: { input: { proof, recovery_code: "ABCD-EFGH-2345" } },
  }),
  passkeyStart: call("POST /v1/staff/sign-in/passkey/start", {
    summary: "Begin signing in by a passkey; without an account, the browser offers those it has",
    who: "anyone",
    through_maintenance: true,
    input: z.object({ proof: stepProof.optional() }),
    output: PasskeyOptions,
    errors: ["passkeys_unavailable", "sign_in_over"],
    limit: perClient,
    answer_stored: false,
    example: { input: {} },
  }),
  passkeySignIn: call("POST /v1/staff/sign-in/passkey", {
    summary: "Sign in by a passkey with user verification, alone or as the second step",
    who: "anyone",
    through_maintenance: true,
    input: z.object({ answer: passkeyAnswer }),
    output: StaffSignedIn,
    errors: ["second_factor_wrong", "passkeys_unavailable", "too_many"],
    limit: perClient,
    answer_stored: false,
    example: { input: { answer: examplePasskey } },
  }),
  forgotPassword: call("POST /v1/staff/forgot-password", {
    summary: "Send a link for a new password. The answer does not show whether there is such an account",
    who: "anyone",
    through_maintenance: true,
    input: z.object({ email }),
    output: z.object({ sent: z.literal(true) }),
    errors: ["mail_unavailable", "too_many"],
    limit: emailLimit,
    answer_stored: false,
    example: { input: { email: "ngoc@mutosi.example" } },
  }),
  resetPassword: call("POST /v1/staff/reset-password", {
    summary: "A new password by the link. Every session ends; signing in still asks for the second factor",
    who: "anyone",
    through_maintenance: true,
    input: NewPassword.extend({ token: linkToken }).refine(...passwordsMatch),
    output: z.object({ email: z.string() }),
    errors: ["link_over", "password_common", "too_many"],
    limit: perClient,
    answer_stored: false,
    example: { input: { token, password: "MatKhauMoi99@", password_confirmation: "MatKhauMoi99@" } },
  }),
  invitation: call("GET /v1/staff/invitations/{token}", {
    summary: "What an invitation's link says, with a new second factor to set up",
    who: "anyone",
    input: z.object({ token: linkToken }),
    output: z.object({
      email: z.string(),
      full_name: z.string(),
      language: officeLocale,
      roles: z.array(RoleName),
      places: Places,
      /** Null for one made by the command on the machine. */
      invited_by: z.string().nullable(),
      expires_at: z.string(),
      totp: TotpSetup,
    }),
    errors: ["link_over", "too_many"],
    limit: perClient,
    example: { input: { token } },
  }),
  acceptInvitation: call("POST /v1/staff/invitations/{token}", {
    summary: "Accept: name, password and second factor at once. All of it holds, or nothing; then one is signed in",
    who: "anyone",
    input: NewPassword.extend({
      token: linkToken,
      full_name: personName,
      setup: stepProof,
      code: totpCode,
    }).refine(...passwordsMatch),
    output: StaffSignedIn,
    errors: ["link_over", "second_factor_wrong", "password_common", "setup_over", "too_many"],
    limit: perClient,
    answer_stored: false,
    example: {
      input: {
        token,
        full_name: "Kiều Gia Hân",
        password: "MatKhauMoi99@",
        password_confirmation: "MatKhauMoi99@",
        setup: proof,
        code: "417000",
      },
    },
  }),
  factorReset: call("GET /v1/staff/factor-resets/{token}", {
    summary: "What the link for a new second factor says, with the factor to set up",
    who: "anyone",
    input: z.object({ token: linkToken }),
    output: z.object({ email: z.string(), expires_at: z.string(), totp: TotpSetup }),
    errors: ["link_over", "too_many"],
    limit: perClient,
    example: { input: { token } },
  }),
  confirmFactorReset: call("POST /v1/staff/factor-resets/{token}", {
    summary: "Confirm by password and the new factor's code. The old factors, passkeys and codes are gone",
    who: "anyone",
    input: z.object({ token: linkToken, password: passwordTyped, setup: stepProof, code: totpCode }),
    output: StaffSignedIn,
    errors: ["link_over", "wrong_password", "second_factor_wrong", "setup_over", "too_many"],
    limit: perClient,
    answer_stored: false,
    example: { input: { token, password: "Mutosi@2026Demo", setup: proof, code: "417000" } },
  }),
};

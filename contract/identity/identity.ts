/**
 * Accounts on the wire: signing in and out, roles, the profile. No answer shows whether a phone or an
 * e-mail address is known, except the calls the specification makes for that, which are limited and ask for a captcha.
 * Spec §3 User, §4 Auth status, §5, §6, §7 Account and auth; rules/identity#actor
 */
import { z } from "zod";
import { type Call, call } from "../call.ts";
import {
  birthday,
  locale,
  optionalEmail,
  otp,
  password,
  passwordTyped,
  personName,
  phone,
  session_id,
  singleLine,
} from "../values/fields.ts";
import { accountStatuses, genders, otpChannels, roles } from "./accounts.ts";
import { signingIn } from "./signing-in.ts";
import { agent_id, CodeSent, captcha, lang, passwordsMatch, SignedIn, User } from "./user.ts";

export { CodeSent, SignedIn, User } from "./user.ts";

export const Profile = z.object({
  full_name: personName.optional(),
  nickname: singleLine(40).optional(),
  email: optionalEmail.optional(),
  birthday: z.union([z.literal(""), birthday]).optional(),
  gender: z.union([z.literal(""), z.enum(genders)]).optional(),
  nationality: z
    .string()
    .regex(/^([A-Z]{2}|)$/, "malformed_value")
    .meta({ description: "Two letters of ISO 3166-1: VN" })
    .optional(),
  bank: singleLine(20).meta({ description: "`code` of `GET /v1/client/banks`" }).optional(),
  account_number: z
    .string()
    .regex(/^[0-9A-Z]{0,19}$/, "account_number_invalid")
    .optional(),
  account_name: singleLine(60).optional(),
  locale: locale.optional(),
  lang,
});

export const Device = z.object({
  id: z.string(),
  /** "Chrome, Android": what the browser said of itself. */
  device: z.string(),
  signed_in_at: z.string(),
  last_seen_at: z.string(),
  is_this: z.boolean(),
});
export type Device = z.infer<typeof Device>;

export const identity = {
  ...signingIn,
  session: call("GET /session", {
    summary: "The caller's session: empty without one; nothing is created for a visitor",
    who: "anyone",
    input: z.object({ session_id }),
    output: z.object({
      status: z.enum(["empty", "visitor", "success"]),
      cart_count: z.int(),
      expires_at: z.string().nullable(),
      /** Names the session, as in the list of devices. Grants nothing: the token is in the cookie alone. */
      public_id: z.string().optional(),
      account_status: z.enum(accountStatuses).optional(),
      /** A bearer for direct calls from the browser, valid for 15 minutes and only beside the cookie. */
      id_token: z.string().optional(),
      user: User.pick({
        id: true,
        full_name: true,
        phone: true,
        nickname: true,
        avatar_url: true,
        active_role: true,
        agent_id: true,
        membership_class: true,
        current_score: true,
        roles: true,
      })
        .extend({
          /** What the person may act as, an agency at a time; being a customer comes first. */
          held_roles: z.array(z.object({ role: z.enum(roles), agent_id: z.string().nullable() })),
        })
        .optional(),
      /** Present where this session was opened by an account elsewhere. */
      social_type: z.literal("GOOGLE").optional(),
      unread_notifications: z.int().optional(),
    }),
    envelope: "bare",
    errors: ["unauthenticated"],
    example: { input: {} },
  }),
  changePassword: call("PUT /v1/client/change-password", {
    summary:
      "Change the password; every other device is signed out. An account without one shows a code (owner-code) instead, unless the sign-in was minutes ago",
    who: "customer",
    while_pending_password: true,
    input: z
      .object({
        current_password: passwordTyped.optional(),
        otp: otp.optional(),
        password,
        password_confirmation: z.string({ error: "required" }).max(200),
        lang,
      })
      .refine(...passwordsMatch),
    output: SignedIn,
    envelope: "bare",
    errors: ["wrong_password", "password_common", "proof_required", "otp_wrong", "otp_expired"],
    answer_stored: false,
    example: {
      input: {
        current_password: "Mutosi@2026Demo",
        password: "MatKhauMoi99@",
        password_confirmation: "MatKhauMoi99@",
      },
    },
  }),
  checkPassword: call("POST /v1/check-password", {
    summary: "Whether this is the caller's password",
    who: "customer",
    input: z.object({ password: passwordTyped, lang }),
    output: z.object({ correct: z.boolean() }),
    errors: ["too_many"],
    safe: true,
    answer_stored: false,
    example: { input: { password: "Mutosi@2026Demo" } },
  }),
  socialSync: call("PUT /v1/users/social-sync", {
    summary: "Join the Google account that was just shown to the signed-in account",
    who: "customer",
    input: z.object({ link_proof: z.string({ error: "required" }).max(2000), lang }),
    output: User,
    errors: ["google_refused", "conflict", "proof_required"],
    answer_stored: false,
    example: { input: { link_proof: "none" } },
  }),
  ownerCode: call("POST /v1/client/owner-code", {
    summary:
      "Send a code to the caller's own phone, by which an account without a password proves that its owner is here",
    who: "customer",
    input: z.object({ channel: z.enum(otpChannels).optional(), captcha, lang }),
    output: CodeSent,
    errors: ["conflict", "too_many", "captcha_required", "otp_unavailable"],
    answer_stored: false,
    example: { input: {} },
  }),
  googleLinkStart: call("POST /v1/client/google/link", {
    summary:
      "As google/start, to add Google to the signed-in account; asks for the password, or where there is none a code (owner-code), unless the sign-in was minutes ago",
    who: "customer",
    input: z.object({ current_password: passwordTyped.optional(), otp: otp.optional(), lang }),
    output: z.object({ url: z.string(), sealed: z.string() }),
    errors: ["google_unavailable", "proof_required", "wrong_password", "otp_wrong", "otp_expired", "conflict"],
    answer_stored: false,
    example: { input: { current_password: "Mutosi@2026Demo" } },
  }),
  googleLink: call("PUT /v1/client/google", {
    summary: "Google's answer to google/link: joins that Google account to the signed-in account",
    who: "customer",
    input: z.object({
      code: z.string().max(2000).optional(),
      state: z.string().max(500).optional(),
      iss: z.string().max(300).optional(),
      error: z.string().max(100).optional(),
      sealed: z.string().max(3000).optional(),
      lang,
    }),
    output: User,
    errors: ["google_refused", "google_unavailable", "conflict"],
    answer_stored: false,
    example: { input: { code: "none", state: "none", sealed: "none" } },
  }),
  socialUnlink: call("DELETE /v1/client/google", {
    summary:
      "Take the Google account away; asks for the password or a code as google/link does; refused when it is the only way in",
    who: "customer",
    input: z.object({ current_password: passwordTyped.optional(), otp: otp.optional(), lang }),
    output: User,
    errors: ["conflict", "proof_required", "wrong_password", "otp_wrong", "otp_expired"],
    answer_stored: false,
    example: { input: {} },
  }),
  logout: call("POST /api/auth/logout", {
    summary: "Sign out this device: session and bearers end",
    who: "customer",
    while_pending_password: true,
    input: z.object({ lang }),
    output: z.object({ status: z.literal("empty") }),
    answer_stored: false,
    example: { input: {} },
  }),
  logoutPage: call("GET /auth/logout", {
    summary: "Where signing out is confirmed; a GET ends nothing",
    who: "anyone",
    input: z.object({ lang }),
    output: z.object({ redirect: z.string() }),
    example: { input: {} },
  }),
  authUser: call("GET /api/auth/user", {
    summary: "The caller and what they may do",
    who: "customer",
    while_pending_password: true,
    input: z.object({ lang }),
    output: z.object({ user: User, scope: z.array(z.string()) }),
    envelope: "bare",
    example: { input: {} },
  }),
  profile: call("GET /v1/users/profile", {
    summary: "The caller's profile",
    who: "customer",
    while_pending_password: true,
    input: z.object({ lang }),
    output: User,
    example: { input: {} },
  }),
  updateProfile: call("PUT /account", {
    summary: "Change the caller's profile; only the fields that are sent",
    who: "customer",
    input: Profile,
    output: User,
    errors: ["email_registered"],
    example: { input: { nickname: "Lan" } },
  }),
  updatePhone: call("PUT /v1/users/update-phone-profile", {
    summary:
      "Begin a change of phone: codes go to the old number and to the new one; before a first one the password or a sign-in of minutes ago is asked for",
    who: "customer",
    input: z.object({ phone, current_password: passwordTyped.optional(), captcha, lang }),
    output: CodeSent,
    errors: ["too_many", "captcha_required", "otp_unavailable", "proof_required", "wrong_password"],
    answer_stored: false,
    example: { input: { phone: "0590000098" } },
  }),
  updatePhoneOtp: call("PUT /v1/users/update-phone-profile-otp", {
    summary: "Finish the change of phone with both codes; a first phone needs only its own",
    who: "customer",
    input: z.object({ phone, otp, old_otp: otp.optional(), lang }),
    output: SignedIn,
    envelope: "bare",
    errors: ["otp_wrong", "otp_expired", "phone_registered", "proof_required"],
    answer_stored: false,
    example: { input: { phone: "0590000097", otp: "000000", old_otp: "000000" } },
  }),
  verifyEmailSend: call("POST /v1/client/verify-email/send", {
    summary: "Send a code to the caller's e-mail address",
    who: "customer",
    input: z.object({ lang }),
    output: CodeSent,
    errors: ["too_many", "otp_unavailable", "conflict"],
    answer_stored: false,
    example: { input: {} },
  }),
  verifyEmail: call("POST /v1/client/verify-email", {
    summary: "Prove the caller's e-mail address by its code",
    who: "customer",
    input: z.object({ otp, lang }),
    output: User,
    errors: ["otp_wrong", "otp_expired", "email_registered"],
    answer_stored: false,
    example: { input: { otp: "000000" } },
  }),
  customerInfo: call("GET /v1/client/customer-info/{id}", {
    summary: "The caller's own card; any other is not_found",
    who: "customer",
    input: z.object({ id: z.string().max(40), lang }),
    output: User.pick({ id: true, full_name: true, nickname: true, avatar_url: true, membership_class: true }),
    errors: ["not_found"],
    example: { input: { id: "none" } },
  }),
  updateIsLogged: call("PUT /v1/update-is-logged/{id}", {
    summary: "Note that this device is in use; the id is the caller's own and selects nothing else",
    who: "customer",
    while_pending_password: true,
    input: z.object({ id: z.string().max(40), lang }),
    output: z.object({ is_logged: z.boolean() }),
    errors: ["not_found"],
    example: { input: { id: "none" } },
  }),
  switchRole: call("PUT /v1/client/active-role", {
    summary: "Act as another of the kinds the caller holds",
    who: "customer",
    input: z.object({ role: z.enum(roles, { error: "required_choice" }), agent_id, lang }),
    output: User,
    errors: ["forbidden"],
    answer_stored: false,
    example: { input: { role: "customer" } },
  }),
  devices: call("GET /v1/client/devices", {
    summary: "Where the caller is signed in",
    who: "customer",
    input: z.object({ lang }),
    output: z.array(Device),
    example: { input: {} },
  }),
  signOutDevice: call("DELETE /v1/client/devices/{id}", {
    summary: "Sign one device out",
    who: "customer",
    input: z.object({ id: z.string().max(40), lang }),
    output: z.array(Device),
    errors: ["not_found"],
    answer_stored: false,
    example: { input: { id: "none" } },
  }),
  signOutOthers: call("DELETE /v1/client/devices", {
    summary: "Sign every other device out",
    who: "customer",
    input: z.object({ lang }),
    output: z.array(Device),
    example: { input: {} },
  }),
  signOutAll: call("DELETE /v1/client/sessions", {
    summary: "Sign every device out, this one included",
    who: "customer",
    input: z.object({ lang }),
    output: z.object({ status: z.literal("empty") }),
    answer_stored: false,
    example: { input: {} },
  }),
} satisfies Record<string, Call>;

/**
 * People on the wire: signing in and out, being somebody, what an account keeps. Nothing tells whether a phone or an
 * e-mail address is known, except the calls the specification makes for that, which are limited and ask for a captcha.
 * Spec §3 User, §4 Auth status, §5, §6, §7 Account and auth; readings "People"; facts: reliability S1-S14, 2.4.
 */
import { z } from "zod";
import { type Call, call } from "./call.ts";
import { email, flag, locale, password, passwordTyped, personName, phone, text } from "./fields.ts";
import { accountStatuses, channels, genders, otpPurposes, pickableRoles, roles } from "./people.ts";

const lang = locale.optional();

/** What a person answers to a captcha: the token of reCAPTCHA, or the solved challenge of our own. */
const captcha = z.string().max(4096).optional();

/** The six digits; spaces and dashes of a pasted message do not matter. */
export const otp = z
  .string({ error: "required" })
  .transform((typed) => typed.replace(/[\s-]/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "otp_malformed"))
  .meta({ description: "The six digits of the message", minLength: 6, maxLength: 12 });

const role = z.enum(pickableRoles).optional();
const agent_id = z.string().max(40).optional();
const day = z.union([z.literal(""), z.iso.date("date_invalid")]);

/** A person as they see themselves. `score` is points; 0 and a null rank until there is a programme. Spec §3 User. */
export const User = z.object({
  id: z.string(),
  full_name: z.string(),
  nickname: z.string(),
  /** E.164; null for somebody who came by Google and has not proved one yet. */
  phone: z.string().nullable(),
  email: z.string(),
  email_verified: z.boolean(),
  avatar_url: z.string().nullable(),
  birthday: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  nationality: z.string(),
  referral_code: z.string(),
  bank: z.string(),
  account_number: z.string(),
  account_name: z.string(),
  membership_class: z.string().nullable(),
  current_score: z.int(),
  roles: z.array(z.enum(roles)),
  active_role: z.enum(roles),
  agent_id: z.string().nullable(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  locale,
  account_status: z.enum(accountStatuses),
  /** When the account will be erased, if that was asked for. */
  deletion_due_at: z.string().nullable(),
});
export type User = z.infer<typeof User>;

/** What follows a sign-in. `token` is for `Authorization: Bearer`; a browser also gets the cookie it is bound to. */
export const SignedIn = z.object({
  token: z.string(),
  account_status: z.enum(accountStatuses),
  user: User,
  /** True when the wished role is not held and the person came in as a customer. */
  role_refused: z.boolean(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** When the next code may be asked for, and whether that needs a captcha. The same for every phone. */
export const CodeSent = z.object({
  resend_after_seconds: z.int(),
  expires_in_seconds: z.int(),
  captcha_required: z.boolean(),
  /** The way the code went. */
  channel: z.enum(channels),
});
export type CodeSent = z.infer<typeof CodeSent>;

const Credentials = z.object({
  /** Phone or e-mail. */
  login: z.string({ error: "required" }).trim().min(1, "required").max(254),
  password: passwordTyped,
  role,
  agent_id,
  captcha,
  lang,
});

const Registration = z
  .object({
    phone,
    /** Proof of the phone: what check-otp answered. Whatever `verify_otp` says, it is asked for. */
    otp_proof: z.string({ error: "required" }).min(1, "required").max(400),
    full_name: personName,
    email: z.union([z.literal(""), email]).default(""),
    password: z.union([z.literal(""), password]).default(""),
    password_confirmation: z.string().max(200).default(""),
    referral_code: text(40).default(""),
    terms: flag.refine((agreed) => agreed, "terms_required"),
    marketing: flag.default(false),
    verify_otp: flag.optional(),
    lang,
  })
  .refine((form) => form.password === form.password_confirmation.normalize("NFC"), {
    path: ["password_confirmation"],
    message: "password_mismatch",
  });

export const Profile = z.object({
  full_name: personName.optional(),
  nickname: text(40).optional(),
  email: z.union([z.literal(""), email]).optional(),
  birthday: day.optional(),
  gender: z.union([z.literal(""), z.enum(genders)]).optional(),
  nationality: z
    .string()
    .regex(/^([A-Z]{2}|)$/, "malformed_value")
    .optional(),
  bank: text(20).optional(),
  account_number: z
    .string()
    .regex(/^[0-9A-Z]{0,19}$/, "account_number_invalid")
    .optional(),
  account_name: text(60).optional(),
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
  session: call("GET /session", {
    summary: "The caller's session: empty without one; nothing is created for a visitor",
    who: "anyone",
    input: z.object({ session_id: z.string().max(64).optional() }),
    output: z.object({
      status: z.enum(["empty", "visitor", "success"]),
      cart_count: z.int(),
      expires_at: z.string().nullable(),
      account_status: z.enum(accountStatuses).optional(),
      /** A bearer for direct calls from the browser, valid for 15 minutes and only beside the cookie. */
      id_token: z.string().optional(),
      user: User.pick({
        id: true,
        full_name: true,
        nickname: true,
        avatar_url: true,
        active_role: true,
        roles: true,
      }).optional(),
      unread_notifications: z.int().optional(),
    }),
    envelope: "bare",
    example: { input: {}, output: { status: "empty", cart_count: 0, expires_at: null } },
  }),
  captcha: call("GET /v1/client/captcha", {
    summary: "Which captcha is in force, and a challenge of our own where it is ours",
    who: "anyone",
    input: z.object({ lang }),
    output: z.object({
      /** `proof_of_work` is our own; spec §3 names the settings of the other. */
      kind: z.enum(["proof_of_work", "recaptcha"]),
      siteKey: z.string(),
      version: z.int(),
      size: z.enum(["invisible", "normal"]),
      language: locale,
      hideBadge: z.boolean(),
      challenge: z
        .object({
          algorithm: z.string(),
          challenge: z.string(),
          maxnumber: z.int(),
          salt: z.string(),
          signature: z.string(),
        })
        .nullable(),
    }),
    example: { input: {} },
  }),
  sendCode: call("POST /v1/client/otp/send", {
    summary: "Send a one-time code to a phone, for one purpose; the answer is the same for every phone",
    who: "anyone",
    input: z.object({ phone, purpose: z.enum(otpPurposes), channel: z.enum(channels).optional(), captcha, lang }),
    output: CodeSent,
    errors: ["too_many", "captcha_required", "otp_unavailable"],
    opens_session: true,
    example: { input: { phone: "0590000022", purpose: "login" } },
  }),
  login: call("POST /client/auth/login", {
    answer_kept: false,
    summary: "Sign in by phone or e-mail and password",
    who: "anyone",
    input: Credentials,
    output: SignedIn,
    envelope: "bare",
    errors: ["wrong_credentials", "captcha_required", "account_locked"],
    example: { input: { login: "0590000022", password: "Khong-phai-mat-khau-1@" } },
  }),
  apiLogin: call("POST /api/auth/login", {
    answer_kept: false,
    summary: "Sign in by credentials: the same as /client/auth/login",
    who: "anyone",
    input: Credentials,
    output: SignedIn,
    envelope: "bare",
    errors: ["wrong_credentials", "captcha_required", "account_locked"],
    example: { input: { login: "lan@mutosi.example", password: "Khong-phai-mat-khau-1@" } },
  }),
  loginSms: call("POST /auth/login-sms", {
    answer_kept: false,
    summary: "Sign in by phone and one-time code; a phone without an account answers with a proof to register with",
    who: "anyone",
    input: z.object({ phone, otp, role, agent_id, lang }),
    output: z.union([SignedIn, z.object({ otp_proof: z.string(), account_status: z.literal("unregistered") })]),
    envelope: "bare",
    errors: ["otp_wrong", "otp_expired", "account_locked"],
    example: { input: { phone: "0590000022", otp: "000000" } },
  }),
  registerSend: call("POST /client/auth/register/send", {
    summary: "Send the code that proves a phone before registering",
    who: "anyone",
    input: z.object({ phone, channel: z.enum(channels).optional(), captcha, lang }),
    output: CodeSent,
    errors: ["too_many", "captcha_required", "otp_unavailable"],
    opens_session: true,
    example: { input: { phone: "0590000099" } },
  }),
  registerCheckOtp: call("POST /client/auth/register/check-otp", {
    summary: "Exchange the code for a proof of the phone, valid for 15 minutes",
    who: "anyone",
    input: z.object({ phone, otp, lang }),
    output: z.object({ otp_proof: z.string() }),
    errors: ["otp_wrong", "otp_expired"],
    example: { input: { phone: "0590000099", otp: "000000" } },
  }),
  register: call("POST /client/auth/register", {
    answer_kept: false,
    summary: "Become a customer; the phone must be proved, whatever verify_otp says",
    who: "anyone",
    input: Registration,
    output: SignedIn,
    envelope: "bare",
    errors: ["otp_expired", "phone_registered", "email_registered", "password_common"],
    example: { input: { phone: "0590000099", otp_proof: "none", full_name: "Phan Thu Mai", terms: true } },
  }),
  forgotPassword: call("POST /client/auth/forgot-password", {
    summary: "Send a code to make a new password with; the answer is the same for every phone",
    who: "anyone",
    input: z.object({ phone, channel: z.enum(channels).optional(), captcha, lang }),
    output: CodeSent,
    errors: ["too_many", "captcha_required", "otp_unavailable"],
    opens_session: true,
    example: { input: { phone: "0590000022" } },
  }),
  createPassword: call("POST /v1/client/create-password", {
    answer_kept: false,
    summary: "Make a new password: with phone and code, or inside a session that has none or must change it",
    who: "anyone",
    input: z
      .object({
        phone: phone.optional(),
        otp: otp.optional(),
        password,
        password_confirmation: z.string({ error: "required" }).max(200),
        lang,
      })
      .refine((form) => form.password === form.password_confirmation.normalize("NFC"), {
        path: ["password_confirmation"],
        message: "password_mismatch",
      }),
    output: SignedIn,
    envelope: "bare",
    errors: ["otp_wrong", "otp_expired", "password_common", "unauthenticated"],
    example: {
      input: {
        phone: "0590000022",
        otp: "000000",
        password: "Mat-Khau-Moi-99@",
        password_confirmation: "Mat-Khau-Moi-99@",
      },
    },
  }),
  changePassword: call("PUT /v1/client/change-password", {
    answer_kept: false,
    summary: "Change the password; every other device is signed out",
    who: "customer",
    while_pending_password: true,
    input: z
      .object({
        current_password: passwordTyped.optional(),
        password,
        password_confirmation: z.string({ error: "required" }).max(200),
        lang,
      })
      .refine((form) => form.password === form.password_confirmation.normalize("NFC"), {
        path: ["password_confirmation"],
        message: "password_mismatch",
      }),
    output: SignedIn,
    envelope: "bare",
    errors: ["wrong_password", "password_common"],
    example: {
      input: {
        current_password: "Khong-phai-1@",
        password: "Mat-Khau-Moi-99@",
        password_confirmation: "Mat-Khau-Moi-99@",
      },
    },
  }),
  checkPassword: call("POST /v1/check-password", {
    summary: "Whether this is the caller's password",
    who: "customer",
    input: z.object({ password: passwordTyped, lang }),
    output: z.object({ correct: z.boolean() }),
    errors: ["too_many"],
    limit: { times: 10, seconds: 900, per: "session" },
    safe: true,
    example: { input: { password: "Khong-phai-mat-khau-1@" } },
  }),
  googleStart: call("POST /v1/client/google/start", {
    summary: "The address of Google's sign-in, and what to keep until its answer: sealed state, nonce and verifier",
    who: "anyone",
    input: z.object({ callbackurl: z.string().max(500).default("/"), role, agent_id, lang }),
    output: z.object({ url: z.string(), sealed: z.string() }),
    errors: ["google_unavailable"],
    example: { input: {} },
  }),
  socialLogin: call("POST /auth/register-and-login", {
    answer_kept: false,
    summary:
      "Sign in by Google: an authorization code with its sealed state, or an ID token the server verifies itself",
    who: "anyone",
    input: z.object({
      social_type: z.literal("GOOGLE").default("GOOGLE"),
      code: z.string().max(2000).optional(),
      state: z.string().max(500).optional(),
      iss: z.string().max(300).optional(),
      sealed: z.string().max(3000).optional(),
      id_token: z.string().max(6000).optional(),
      lang,
    }),
    /** `link_required`: an account with this verified e-mail exists; prove its phone or password, then social-sync. */
    output: z.union([
      SignedIn.extend({ callbackurl: z.string() }),
      z.object({
        account_status: z.literal("link_required"),
        link_proof: z.string(),
        phone_hint: z.string(),
        callbackurl: z.string(),
      }),
    ]),
    envelope: "bare",
    errors: ["google_refused", "google_unavailable", "account_locked"],
    example: { input: { id_token: "none" } },
  }),
  socialSync: call("PUT /v1/users/social-sync", {
    summary: "Join the Google account that was just shown to the signed-in account",
    who: "customer",
    input: z.object({ link_proof: z.string({ error: "required" }).max(2000), lang }),
    output: User,
    errors: ["google_refused", "conflict"],
    example: { input: { link_proof: "none" } },
  }),
  socialUnlink: call("DELETE /v1/client/google", {
    summary: "Take the Google account away; refused when it is the only way in",
    who: "customer",
    input: z.object({ lang }),
    output: User,
    errors: ["conflict"],
    example: { input: {} },
  }),
  logout: call("POST /api/auth/logout", {
    summary: "Sign out this device: session and bearers end",
    who: "customer",
    while_pending_password: true,
    input: z.object({ lang }),
    output: z.object({ status: z.literal("empty") }),
    example: { input: {} },
  }),
  logoutPage: call("GET /auth/logout", {
    summary: "Where signing out is confirmed; a GET ends nothing",
    who: "anyone",
    input: z.object({ lang }),
    output: z.object({ redirect: z.string() }),
    example: { input: {}, output: { redirect: "/dang-xuat" } },
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
    summary: "Begin a change of phone: codes go to the old number and to the new one",
    who: "customer",
    input: z.object({ phone, captcha, lang }),
    output: CodeSent,
    errors: ["too_many", "captcha_required", "otp_unavailable"],
    example: { input: { phone: "0590000098" } },
  }),
  updatePhoneOtp: call("PUT /v1/users/update-phone-profile-otp", {
    answer_kept: false,
    summary: "Finish the change of phone with both codes; a first phone needs only its own",
    who: "customer",
    input: z.object({ phone, otp, old_otp: otp.optional(), lang }),
    output: SignedIn,
    envelope: "bare",
    errors: ["otp_wrong", "otp_expired", "phone_registered"],
    example: { input: { phone: "0590000098", otp: "000000", old_otp: "000000" } },
  }),
  verifyEmailSend: call("POST /v1/client/verify-email/send", {
    summary: "Send a code to the caller's e-mail address",
    who: "customer",
    input: z.object({ lang }),
    output: CodeSent,
    errors: ["too_many", "otp_unavailable", "conflict"],
    example: { input: {} },
  }),
  verifyEmail: call("POST /v1/client/verify-email", {
    summary: "Prove the caller's e-mail address by its code",
    who: "customer",
    input: z.object({ otp, lang }),
    output: User,
    errors: ["otp_wrong", "otp_expired", "email_registered"],
    example: { input: { otp: "000000" } },
  }),
  userGroups: call("GET /v1/client/user_groups", {
    summary: "The kinds of account the picker at sign-in offers",
    who: "anyone",
    input: z.object({ lang }),
    output: z.array(z.object({ code: z.enum(pickableRoles), label: z.string(), needs_agent_id: z.boolean() })),
    example: { input: {} },
  }),
  userGroup: call("GET /client/auth/user-group/{phone}", {
    summary: "The kinds of account a phone may sign in as; limited, with a captcha after five",
    who: "anyone",
    input: z.object({ phone, captcha, lang }),
    output: z.array(z.object({ code: z.enum(pickableRoles), held: z.boolean() })),
    errors: ["too_many", "captcha_required"],
    example: { input: { phone: "0590000022" } },
  }),
  userByPhone: call("GET /v1/client/get-user-by-phone/{phone}", {
    summary: "Whether a phone has an account; to a visitor a yes or no and nothing else",
    who: "anyone",
    input: z.object({ phone, captcha, lang }),
    output: z.object({ exists: z.boolean() }),
    errors: ["too_many", "captcha_required"],
    example: { input: { phone: "0590000022" } },
  }),
  existsByPhone: call("GET /v1/client/check-existed-user-by-phone/{phone}", {
    summary: "Whether a phone has an account",
    who: "anyone",
    input: z.object({ phone, captcha, lang }),
    output: z.object({ exists: z.boolean(), message: z.string() }),
    errors: ["too_many", "captcha_required"],
    example: { input: { phone: "0590000022" } },
  }),
  customerInfo: call("GET /v1/client/customer-info/{id}", {
    summary: "A customer's card: one's own; anybody else's is not there",
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
    example: { input: { id: "none" } },
  }),
  signOutOthers: call("DELETE /v1/client/devices", {
    summary: "Sign every other device out",
    who: "customer",
    input: z.object({ lang }),
    output: z.array(Device),
    example: { input: {} },
  }),
  confirmPhone: call("POST /v1/client/checkout/otp", {
    summary: "A guest proves the phone of the order by its code, where the shop asks for it before placement",
    who: "anyone",
    input: z.object({ phone, otp, lang }),
    output: z.object({ confirmed: z.literal(true) }),
    errors: ["otp_wrong", "otp_expired"],
    opens_session: true,
    example: { input: { phone: "0590000022", otp: "000000" } },
  }),
} satisfies Record<string, Call>;

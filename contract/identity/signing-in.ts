/**
 * Signing in on the wire: codes, passwords, Google, registration, and the questions about a phone before it.
 * No answer shows whether a phone or an e-mail address is known, except the calls the specification makes for that.
 * Spec §4 Auth status, §5, §7 Account and auth; rules/identity#enumeration
 */
import { z } from "zod";
import { type Call, call } from "../call.ts";
import {
  flag,
  flagOr,
  locale,
  optionalEmail,
  optionalFlag,
  otp,
  password,
  passwordTyped,
  personName,
  phone,
  session_id,
  singleLine,
} from "../values/fields.ts";
import { otpChannels, otpPurposes, pickableRoles } from "./accounts.ts";
import { agent_id, CodeSent, captcha, lang, passwordsMatch, role, SignedIn } from "./user.ts";

const Credentials = z.object({
  /** Phone or e-mail. */
  login: z.string({ error: "required" }).trim().min(1, "required").max(254),
  password: passwordTyped,
  role,
  agent_id,
  captcha,
  session_id,
  lang,
});

const Registration = z
  .object({
    phone,
    /** Proof of the phone: what check-otp answered. Whatever `verify_otp` says, it is asked for. */
    otp_proof: z.string({ error: "required" }).min(1, "required").max(400),
    full_name: personName,
    email: optionalEmail.default(""),
    password: z.union([z.literal(""), password]).default(""),
    password_confirmation: z.string().max(200).default(""),
    referral_code: singleLine(40).default(""),
    terms: flag.refine((agreed) => agreed, "terms_required"),
    marketing: flagOr(false),
    verify_otp: optionalFlag,
    session_id,
    lang,
  })
  .refine(...passwordsMatch);

export const signingIn = {
  captcha: call("GET /v1/client/captcha", {
    summary: "Which captcha is in force, and a challenge of our own where it is ours",
    who: "anyone",
    /** `own`: a challenge of our own, whatever is in force. */
    input: z.object({ own: optionalFlag, lang }),
    output: z.object({
      /** `proof_of_work` is our own; spec §3 names the settings of the other. */
      kind: z.enum(["proof_of_work", "recaptcha"]),
      siteKey: z.string(),
      version: z.int(),
      /** Invisible ones are executed; of the others the response is read. Spec §4. */
      size: z.enum(["invisible", "normal", "compact"]),
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
    input: z.object({
      phone,
      purpose: z.enum(otpPurposes),
      channel: z.enum(otpChannels).optional(),
      captcha,
      session_id,
      lang,
    }),
    output: CodeSent,
    errors: ["too_many", "captcha_required", "otp_unavailable"],
    opens_session: true,
    answer_stored: false,
    example: { input: { phone: "0590000022", purpose: "login" } },
  }),
  login: call("POST /client/auth/login", {
    summary: "Sign in by phone or e-mail and password",
    who: "anyone",
    input: Credentials,
    output: SignedIn,
    envelope: "bare",
    errors: ["unauthenticated", "wrong_credentials", "captcha_required", "account_locked"],
    answer_stored: false,
    details:
      "`login` is a phone number or an e-mail address. The example is an account of a shop on trial; in a shop that is open for business it answers 422 `wrong_credentials`, as any wrong password does.",
    example: { input: { login: "0590000022", password: "Mutosi@2026Demo" } },
  }),
  apiLogin: call("POST /api/auth/login", {
    summary: "Sign in by credentials: the same as /client/auth/login",
    who: "anyone",
    input: Credentials,
    output: SignedIn,
    envelope: "bare",
    errors: ["unauthenticated", "wrong_credentials", "captcha_required", "account_locked"],
    answer_stored: false,
    example: { input: { login: "lan@mutosi.example", password: "Mutosi@2026Demo" } },
  }),
  loginSms: call("POST /auth/login-sms", {
    summary: "Sign in by phone and one-time code; a phone without an account answers with a proof to register with",
    who: "anyone",
    input: z.object({ phone, otp, role, agent_id, session_id, lang }),
    output: z.union([SignedIn, z.object({ otp_proof: z.string(), account_status: z.literal("unregistered") })]),
    envelope: "bare",
    errors: ["unauthenticated", "otp_wrong", "otp_expired", "account_locked"],
    answer_stored: false,
    example: { input: { phone: "0590000022", otp: "000000" } },
  }),
  registerSend: call("POST /client/auth/register/send", {
    summary: "Send the code that proves a phone before registering",
    who: "anyone",
    input: z.object({ phone, channel: z.enum(otpChannels).optional(), captcha, session_id, lang }),
    output: CodeSent,
    errors: ["too_many", "captcha_required", "otp_unavailable"],
    opens_session: true,
    answer_stored: false,
    example: { input: { phone: "0590000099" } },
  }),
  registerCheckOtp: call("POST /client/auth/register/check-otp", {
    summary: "Exchange the code for a proof of the phone, valid for 15 minutes",
    who: "anyone",
    input: z.object({ phone, otp, session_id, lang }),
    output: z.object({ otp_proof: z.string() }),
    errors: ["unauthenticated", "otp_wrong", "otp_expired"],
    answer_stored: false,
    example: { input: { phone: "0590000099", otp: "000000" } },
  }),
  register: call("POST /client/auth/register", {
    summary: "Become a customer; the phone must be proved, whatever verify_otp says",
    who: "anyone",
    input: Registration,
    output: SignedIn,
    envelope: "bare",
    errors: ["unauthenticated", "otp_expired", "phone_registered", "email_registered", "password_common"],
    answer_stored: false,
    example: { input: { phone: "0590000099", otp_proof: "none", full_name: "Phan Thu Mai", terms: true } },
  }),
  forgotPassword: call("POST /client/auth/forgot-password", {
    summary: "Send a code to make a new password with; the answer is the same for every phone",
    who: "anyone",
    input: z.object({ phone, channel: z.enum(otpChannels).optional(), captcha, session_id, lang }),
    output: CodeSent,
    errors: ["too_many", "captcha_required", "otp_unavailable"],
    opens_session: true,
    answer_stored: false,
    example: { input: { phone: "0590000022" } },
  }),
  createPassword: call("POST /v1/client/create-password", {
    summary:
      "Make a new password: with phone and code, or inside a session that has none or must change it, there with a proof (owner-code, the password that is due) unless the sign-in was minutes ago",
    who: "anyone",
    input: z
      .object({
        phone: phone.optional(),
        otp: otp.optional(),
        current_password: passwordTyped.optional(),
        password,
        password_confirmation: z.string({ error: "required" }).max(200),
        session_id,
        lang,
      })
      .refine(...passwordsMatch),
    output: SignedIn,
    envelope: "bare",
    errors: ["otp_wrong", "otp_expired", "password_common", "unauthenticated", "wrong_password", "proof_required"],
    answer_stored: false,
    example: {
      input: {
        phone: "0590000066",
        otp: "000000",
        password: "MatKhauMoi99@",
        password_confirmation: "MatKhauMoi99@",
      },
    },
  }),
  googleStart: call("POST /v1/client/google/start", {
    summary: "The address of Google's sign-in, and what to store until its answer: encrypted state, nonce and verifier",
    who: "anyone",
    input: z.object({ callbackurl: z.string().max(500).default("/"), role, agent_id, lang }),
    output: z.object({ url: z.string(), sealed: z.string() }),
    errors: ["google_unavailable"],
    answer_stored: false,
    example: { input: {} },
  }),
  socialLogin: call("POST /auth/register-and-login", {
    summary:
      "Sign in by Google: an authorization code with its encrypted state, or an ID token the server verifies itself",
    who: "anyone",
    input: z.object({
      social_type: z.literal("GOOGLE").default("GOOGLE"),
      code: z.string().max(2000).optional(),
      state: z.string().max(500).optional(),
      iss: z.string().max(300).optional(),
      /** Instead of a code, as the provider sent it: "access_denied". */
      error: z.string().max(100).optional(),
      sealed: z.string().max(3000).optional(),
      id_token: z.string().max(6000).optional(),
      session_id,
      lang,
    }),
    /** `link_required`: an account with this verified e-mail or phone exists; prove its phone or password, then social-sync. */
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
    errors: ["unauthenticated", "google_refused", "google_unavailable", "account_locked"],
    answer_stored: false,
    example: { input: { id_token: "none" } },
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
    summary: "Whether a phone has an account; a visitor gets yes or no only",
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
  confirmPhone: call("POST /v1/client/checkout/otp", {
    summary: "A guest proves the phone of the order by its code, where the shop asks for it before placement",
    who: "anyone",
    input: z.object({ phone, otp, session_id, lang }),
    output: z.object({ confirmed: z.literal(true) }),
    errors: ["otp_wrong", "otp_expired"],
    opens_session: true,
    answer_stored: false,
    example: { input: { phone: "0590000022", otp: "000000" } },
  }),
  checkReferenceCode: call("POST /v0/client/check-reference-code", {
    summary: "Whether a referral code may be given; no code may yet, because nobody refers",
    who: "anyone",
    input: z.object({ code: singleLine(40, 1), session_id, lang }),
    output: z.object({ valid: z.literal(true) }),
    errors: ["invalid", "too_many"],
    // Tries count whether they are refused or not. rules/identity#referral-codes
    limit: { times: 10, seconds: 3600, per: "session" },
    answer_stored: false,
    example: { input: { code: "HOA2026" } },
  }),
} satisfies Record<string, Call>;

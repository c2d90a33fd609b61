/** API schemas: an account, the response to a sign-in, and the input fields that calls about accounts share. Spec §3 User, §4. */
import { z } from "zod";
import { ranks } from "../loyalty/ranks.ts";
import { isObject, locale } from "../values/fields.ts";
import { normalisePassword } from "../values/password.ts";
import { accountStatuses, genders, otpChannels, pickableRoles, roles } from "./accounts.ts";

export const lang = locale.optional();

/** The answer to a captcha: the token of reCAPTCHA, or the solution of the shop's own challenge. */
export const captcha = z.string().max(4096).optional();

export const role = z.enum(pickableRoles).optional();
export const agent_id = z.string().max(40).optional();

/** An account as its owner sees it. `current_score` is what may be spent now, in points, less what is owed; `membership_class` the rank. Spec §3 User. */
export const User = z.object({
  id: z.string(),
  full_name: z.string(),
  nickname: z.string(),
  /** E.164; null for an account registered with Google whose owner has not verified a phone number yet. */
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
  membership_class: z.enum(ranks).nullable(),
  current_score: z.int(),
  roles: z.array(z.enum(roles)),
  active_role: z.enum(roles),
  agent_id: z.string().nullable(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  locale,
  account_status: z.enum(accountStatuses),
  /** When the account will be erased; null unless its owner has requested that. */
  deletion_due_at: z.string().nullable(),
});
export type User = z.infer<typeof User>;

/** The response to a sign-in. `token` is for `Authorization: Bearer`; a browser also gets the session cookie, to which the token is bound. */
export const SignedIn = z.object({
  token: z.string(),
  account_status: z.enum(accountStatuses),
  user: User,
  /** True when the account does not have the requested role and was signed in as a customer. */
  role_refused: z.boolean(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** The response to a request for a one-time code: when the next one may be requested, and whether that needs a captcha. It is the same for a phone with and without an account. */
export const CodeSent = z.object({
  resend_after_seconds: z.int(),
  expires_in_seconds: z.int(),
  captcha_required: z.boolean(),
  /** The delivery channel of the code. */
  channel: z.enum(otpChannels),
  /** For clients without cookies: the session that requested the code, to be sent with the code. */
  session_id: z.string().nullable(),
});
export type CodeSent = z.infer<typeof CodeSent>;

type PasswordTwice = { password: string; password_confirmation: string };

/** `.refine(...passwordsMatch)`: both passwords are the same. The error is at the second field, and is reported beside errors of other fields. */
export const passwordsMatch: [
  (form: PasswordTwice) => boolean,
  { path: string[]; error: string; when: typeof isObject; params: { same_as: string } },
] = [
  ({ password, password_confirmation }) =>
    typeof password !== "string" || // a missing field has an error of its own
    typeof password_confirmation !== "string" ||
    normalisePassword(password) === normalisePassword(password_confirmation),
  { path: ["password_confirmation"], error: "password_mismatch", when: isObject, params: { same_as: "password" } },
];

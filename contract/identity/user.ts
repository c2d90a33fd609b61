/** An account on the wire, the answer of a sign-in, and the fields calls about accounts share. Spec §3 User, §4. */
import { z } from "zod";
import { isForm, locale } from "../values/fields.ts";
import { passwordToHash } from "../values/password.ts";
import { accountStatuses, genders, otpChannels, pickableRoles, roles } from "./accounts.ts";

export const lang = locale.optional();

/** What a person answers to a captcha: the token of reCAPTCHA, or the solved challenge of our own. */
export const captcha = z.string().max(4096).optional();

export const role = z.enum(pickableRoles).optional();
export const agent_id = z.string().max(40).optional();

/** A person as they see themselves. `score` is points; 0 and a null rank until there is a programme. Spec §3 User. */
export const User = z.object({
  id: z.string(),
  full_name: z.string(),
  nickname: z.string(),
  /** E.164; null for an account that came by Google and has not proved one yet. */
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
  channel: z.enum(otpChannels),
  /** For callers without cookies: the session that asked, to be sent back with the code. */
  session_id: z.string().nullable(),
});
export type CodeSent = z.infer<typeof CodeSent>;

type PasswordTwice = { password: string; password_confirmation: string };

/** `.refine(...passwordsMatch)`: typed twice alike; the mistake stands at the second field, also while others are wrong. */
export const passwordsMatch: [
  (form: PasswordTwice) => boolean,
  { path: string[]; error: string; when: typeof isForm; params: { same_as: string } },
] = [
  ({ password, password_confirmation }) =>
    typeof password !== "string" || // a missing field has an error of its own
    typeof password_confirmation !== "string" ||
    passwordToHash(password) === passwordToHash(password_confirmation),
  { path: ["password_confirmation"], error: "password_mismatch", when: isForm, params: { same_as: "password" } },
];

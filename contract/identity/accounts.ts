/**
 * The enums of accounts, without zod, so that the browser can read them. rules/identity#accounts
 */

/** Roles one account may hold. rules/identity#accounts */
export const roles = ["customer", "agent", "collaborator", "partner", "group_manager"] as const;
export type Role = (typeof roles)[number];

/** The choices of the role picker at sign-in. Spec §6. */
export const pickableRoles = ["customer", "agent", "collaborator", "partner"] as const;
export type PickableRole = (typeof pickableRoles)[number];

export const genders = ["male", "female", "other"] as const;
export type Gender = (typeof genders)[number];

/** `pending_password`: it must be changed before anything else. rules/identity#account-status */
export const accountStatuses = ["active", "pending_password", "locked", "deleted"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/**
 * What a code is good for: a call accepts only a code of its own purpose. One exception: a used code of any purpose also
 * counts, for two hours and in its session, as proof of the phone an order names (server/identity/signing-in/otp.ts).
 */
export const otpPurposes = [
  "login",
  "register",
  "reset",
  "change_phone",
  /** To the old number, beside the code of `change_phone` to the new one. */
  "change_phone_old",
  "checkout",
  "verify_email",
  /** The signed-in owner of an account without a password, before a change that asks for a proof. */
  "owner",
  /** A machine's owner, or who becomes it. */
  "warranty",
] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

/** How a code is sent. ZNS falls back to SMS, SMS to a call. */
export const otpChannels = ["zns", "sms", "voice", "email"] as const;
export type Channel = (typeof otpChannels)[number];

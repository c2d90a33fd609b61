/**
 * The closed lists about accounts, without zod, so that the browser can read them. rules/identity#accounts
 */

/** Roles one account may hold. rules/identity#accounts */
export const roles = ["customer", "agent", "collaborator", "partner", "group_manager", "administrator"] as const;
export type Role = (typeof roles)[number];

/** The choices of the role picker at sign-in. Spec §6. */
export const pickableRoles = ["customer", "agent", "collaborator", "partner"] as const;
export type PickableRole = (typeof pickableRoles)[number];

export const genders = ["male", "female", "other"] as const;
export type Gender = (typeof genders)[number];

/** `pending_password`: it must be changed before anything else. rules/identity#account-status */
export const accountStatuses = ["active", "pending_password", "locked", "deleted"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** What a code is good for; one of another purpose proves nothing. */
export const otpPurposes = [
  "login",
  "register",
  "reset",
  "change_phone",
  "change_phone_old",
  "checkout",
  "verify_email",
  "owner",
] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

/** How a code travels. ZNS falls back to SMS, SMS to a call. */
export const channels = ["zns", "sms", "voice", "email"] as const;
export type Channel = (typeof channels)[number];

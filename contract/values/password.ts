/**
 * The rule of a password, as a list of what is still missing, so that a form can tick it off while someone types.
 * The strong check looks at the text without accents and with repeated blanks as one. Spec §5, §9.
 */
import { lengthOf, nfc, stripMarks } from "./text.ts";

/** In the order a form lists them. `only`: nothing but the four kinds. */
export const passwordRules = ["length", "upper", "lower", "digit", "special", "only"] as const;
export type PasswordRule = (typeof passwordRules)[number];

export const PASSWORD_MINIMUM = 10; // characters, Spec §9
export const PASSWORD_MAXIMUM = 128; // characters, ASSUMED(0001)
export const PASSWORD_SPECIALS = "@$!%*?&"; // Spec §5

const kinds: Readonly<Record<PasswordRule, RegExp>> = {
  length: new RegExp(`^.{${PASSWORD_MINIMUM},}$`, "su"),
  upper: /[A-Z]/,
  lower: /[a-z]/,
  digit: /[0-9]/,
  special: /[@$!%*?&]/,
  only: /^[A-Za-z0-9@$!%*?&]*$/,
};

/** What the password still lacks; empty when it is safe enough. */
export function unmetPasswordRules(password: string): PasswordRule[] {
  const validated = stripMarks(password).replace(/\s+/g, " ");
  return passwordRules.filter((rule) => !kinds[rule].test(validated));
}

export function isStrongPassword(password: string): boolean {
  return lengthOf(password) <= PASSWORD_MAXIMUM && unmetPasswordRules(password).length === 0;
}

/** The password as it is hashed and compared: the same keys give the same password on every system. ASSUMED(0001) */
export function normalisePassword(password: string): string {
  return nfc(password);
}

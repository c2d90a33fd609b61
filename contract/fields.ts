/**
 * The value types of this folder as schemas, for the calls. A refused value carries a message key and its values, never
 * a sentence; the sentences are in `messages/<locale>/errors.ts`. What goes out of a schema is the stored form.
 * The pure rules live beside this file without zod, so that the browser can use them. Spec §5.
 */
import { z } from "zod";
import { locales } from "./locale.ts";
import { isStrongPassword, password_maximum, passwordToHash, unmetPasswordRules } from "./password.ts";
import { longest_name, parsePersonName } from "./person-name.ts";
import { formatPhone, parsePhone } from "./phone.ts";
import { isOrderCode, normaliseCode } from "./public-code.ts";
import { parseTaxCode } from "./tax-code.ts";
import { lengthOf, nfc } from "./text.ts";

/** The stored form, or a message key with its values. */
type Reading = { value: string } | { key: string; params?: Record<string, string | number> };

const string = z.string({ error: (issue) => (issue.input === undefined ? "required" : "malformed_value") });

/** A string that `read` turns into its stored form or refuses. Output and JSON schema stay a plain string. */
function readString(read: (text: string) => Reading) {
  return string
    .transform((text, ctx) => {
      const result = read(text);
      if ("value" in result) return result.value;
      ctx.issues.push({ code: "custom", message: result.key, params: result.params ?? {}, input: text });
      return z.NEVER;
    })
    .pipe(z.string());
}

// ---- figures

/** Whole đồng, signed. */
export const dong = z.int({ error: "integer" });
/** Whole points, signed. */
export const points = z.int({ error: "integer" });

/** A whole number that may arrive as digits of a query. "1e2", " 7", "" and true are not numbers here. */
function queryInt(minimum: number, maximum: number) {
  const read = (value: unknown) => (typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value);
  const number = z.int({ error: "integer" }).min(minimum).max(maximum);
  return z.preprocess(read, number) as unknown as z.ZodType<number, number | `${number}`>;
}

export const page = queryInt(1, 1_000_000).prefault(1);
export const limit = queryInt(1, 100).prefault(24); // Readings "The wire"

const flags: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/** A yes or no of a query: true, false, 1 or 0. */
export const flag = z.preprocess(
  (value) => (typeof value === "string" || typeof value === "number" ? (flags[String(value)] ?? value) : value),
  z.boolean({ error: "malformed_value" }),
) as unknown as z.ZodType<boolean, boolean | "true" | "false" | "1" | "0" | 1 | 0>;

// ---- text

/**
 * Free text: composed, trimmed, line ends as `\n`, `min` to `max` letters. With the default `min` an empty text is
 * fine; with 1 it is `required`.
 */
export function text(max: number, min = 0) {
  return readString((typed): Reading => {
    const value = nfc(typed.replace(/\r\n?/g, "\n")).trim();
    if (value.includes("\0") || !value.isWellFormed()) return { key: "text_invalid" };
    const length = lengthOf(value);
    if (length === 0 && min > 0) return { key: "required" };
    if (length < min) return { key: "min_length", params: { length: min } };
    if (length > max) return { key: "max_length", params: { length: max + 1 } }; // "cần bé hơn": ASSUMED(0001)
    return { value };
  }).meta({ maxLength: max });
}

export const slug = string.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "slug_invalid").max(100, "slug_invalid");

export const locale = z.enum(locales, { error: "locale_invalid" });

// ---- people

/** In: any way of writing a mobile number. Out: `+84…`. */
export const phone = readString((typed): Reading => {
  if (typed.trim() === "") return { key: "required" };
  const parsed = parsePhone(typed);
  if (parsed.ok) return { value: parsed.e164 };
  switch (parsed.problem) {
    case "short":
      return { key: "phone_short", params: { missing: parsed.missing } };
    case "long":
      return { key: "phone_long", params: { extra: parsed.extra } };
    case "landline":
      return { key: "phone_landline" };
    case "old_prefix":
      return { key: "phone_old_prefix", params: { suggestion: formatPhone(parsed.suggestion) } };
    case "not_phone":
      return { key: "phone_invalid" };
  }
}).meta({ description: "A Vietnamese mobile number, however it is written: 0987654321, +84 98 765 4321" });

export const personName = readString((typed): Reading => {
  if (typed.trim() === "") return { key: "required" };
  const parsed = parsePersonName(typed);
  if (parsed.ok) return { value: parsed.name };
  return parsed.problem === "long"
    ? { key: "max_length", params: { length: longest_name + 1 } }
    : { key: "name_invalid" };
}).meta({ description: "Full name, at least two words of letters: Nguyễn Văn An" });

const email_local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const email_domain = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** Out: small letters, so that one mailbox is one account. */
export const email = readString((typed): Reading => {
  const value = typed.normalize("NFKC").trim().toLowerCase();
  const at = value.lastIndexOf("@");
  const right =
    value.length <= 254 && at <= 64 && email_local.test(value.slice(0, at)) && email_domain.test(value.slice(at + 1));
  if (value === "") return { key: "required" };
  return right ? { value } : { key: "email_invalid" };
}).meta({ description: "E-mail address", maxLength: 254 });

/** A new password. For signing in use `passwordTyped`: an old password need not satisfy a newer rule. */
export const password = readString((typed): Reading => {
  if (typed === "") return { key: "required" };
  if (isStrongPassword(typed)) return { value: passwordToHash(typed) };
  return { key: "password_weak", params: { unmet: unmetPasswordRules(typed).join(" ") } };
}).meta({ description: "A new password", format: "password", minLength: 10, maxLength: password_maximum });

export const passwordTyped = readString((typed) =>
  typed === "" || lengthOf(typed) > password_maximum ? { key: "required" } : { value: passwordToHash(typed) },
).meta({ description: "The password as typed at sign-in", format: "password", maxLength: password_maximum });

// ---- codes

export const taxCode = readString((typed): Reading => {
  if (typed.trim() === "") return { key: "required" };
  const parsed = parseTaxCode(typed);
  if (parsed.ok) return { value: parsed.code };
  switch (parsed.problem) {
    case "characters":
      return { key: "tax_code_characters" };
    case "short":
      return { key: "tax_code_short", params: { missing: parsed.missing } };
    case "length":
      return { key: "tax_code_length", params: { digits: parsed.digits } };
    case "check_digit":
      return { key: "tax_code_check_digit" };
    case "branch":
      return { key: "tax_code_branch" };
    case "person":
      return { key: "tax_code_person" };
  }
}).meta({ description: "Tax code of 10, 13 or 12 digits: 0300588569, 0300588569-001" });

export const orderCode = readString((typed): Reading => {
  const value = normaliseCode(typed);
  if (value === "") return { key: "required" };
  return isOrderCode(value) ? { value } : { key: "order_code_invalid" };
}).meta({ description: "Public code of an order, ten signs: K7M2QX9RTA" });

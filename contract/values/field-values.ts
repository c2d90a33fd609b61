/**
 * What may be typed into each kind of field: its stored form, or a message key with its values. Pure and without zod, so
 * that the server's schemas (fields.ts) and the browser's check on blur are one rule. Spec §5.
 */
import { businessDay } from "./locale.ts";
import { isStrongPassword, normalisePassword, PASSWORD_MAXIMUM, unmetPasswordRules } from "./password.ts";
import { MAX_NAME_LENGTH, parsePersonName } from "./person-name.ts";
import { formatPhone, parsePhone } from "./phone.ts";
import { isOrderCode, normaliseCode } from "./public-code.ts";
import { parseTaxCode } from "./tax-code.ts";
import { foldLine, lengthOf, visibleText } from "./text.ts";

/** The stored form, or a message key of `messages/<locale>/field-errors.ts` with its values. */
export type Reading = { value: string } | Refusal;
export type Refusal = { key: string; params?: Record<string, string | number> };

/** One limit of a plain text, in the order in which the schema names them. */
export type PlainCheck = ["min" | "max", number, string] | ["pattern", string, string] | ["trim"];

/** Free text of several lines, as one sees it: `min` to `max` letters. */
function text(typed: string, max: number, min = 0, clean = visibleText): Reading {
  if (typed.includes("\0") || !typed.isWellFormed()) return { key: "text_invalid" };
  const value = clean(typed);
  const length = lengthOf(value);
  if (length === 0 && min > 0) return { key: "required" };
  if (length < min) return { key: "min_length", params: { length: min } };
  if (length > max) return { key: "max_length", params: { length: max + 1 } }; // "cần bé hơn": ASSUMED(0001)
  return { value };
}

/** A question to the shop: ten letters or more. Spec §5 */
function inquiry(typed: string): Reading {
  const reading = text(typed, 1_000, 10);
  if ("value" in reading) return reading;
  return lengthOf(visibleText(typed)) === 0 ? { key: "required_inquiry" } : reading;
}

/** Free text of one line. */
function line(typed: string, max: number, min = 0): Reading {
  return text(typed, max, min, (all) => foldLine(visibleText(all)));
}

/** The problem of a value names its message: `phone_short` { missing }. */
function problem(prefix: string, { ok: _ok, problem, ...params }: { ok: false; problem: string }): Reading {
  return { key: `${prefix}_${problem}`, params };
}

function phone(typed: string, mayBeEmpty = false): Reading {
  if (typed.trim() === "") return mayBeEmpty ? { value: "" } : { key: "required" };
  const parsed = parsePhone(typed);
  if (parsed.ok) return { value: parsed.e164 };
  if (parsed.problem !== "old_prefix") return problem("phone", parsed);
  return { key: "phone_old_prefix", params: { suggestion: formatPhone(parsed.suggestion) } };
}

function personName(typed: string): Reading {
  if (typed.trim() === "") return { key: "required" };
  const parsed = parsePersonName(typed);
  if (parsed.ok) return { value: parsed.name };
  return parsed.problem === "long"
    ? { key: "max_length", params: { length: MAX_NAME_LENGTH + 1 } }
    : { key: "name_invalid" };
}

const EMAIL_LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const EMAIL_DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

function email(typed: string, mayBeEmpty = false): Reading {
  const value = typed.normalize("NFKC").trim().toLowerCase();
  const at = value.lastIndexOf("@");
  const right =
    value.length <= 254 && at <= 64 && EMAIL_LOCAL.test(value.slice(0, at)) && EMAIL_DOMAIN.test(value.slice(at + 1));
  if (value === "" && !mayBeEmpty) return { key: "required" };
  return right || value === "" ? { value } : { key: "email_invalid" };
}

function password(typed: string): Reading {
  if (typed === "") return { key: "required" };
  if (isStrongPassword(typed)) return { value: normalisePassword(typed) };
  return { key: "password_weak", params: { unmet: unmetPasswordRules(typed).join(" ") } };
}

function passwordTyped(typed: string): Reading {
  return typed === "" || lengthOf(typed) > PASSWORD_MAXIMUM ? { key: "required" } : { value: normalisePassword(typed) };
}

function otp(typed: string): Reading {
  const value = typed.replace(/[\s-]/g, "");
  if (value === "") return { key: "required" };
  return /^\d{6}$/.test(value) ? { value } : { key: "otp_malformed" };
}

function taxCode(typed: string): Reading {
  if (typed.trim() === "") return { key: "required" };
  const parsed = parseTaxCode(typed);
  return parsed.ok ? { value: parsed.code } : problem("tax_code", parsed);
}

function orderCode(typed: string, mayBeEmpty = false): Reading {
  const value = normaliseCode(typed);
  if (value === "") return mayBeEmpty ? { value } : { key: "required" };
  return isOrderCode(value) ? { value } : { key: "order_code_invalid" };
}

/** Before it nobody was born who is alive. */
export const FIRST_BIRTHDAY = "1900-01-01";

/** A day that exists and is over, in Việt Nam's calendar. */
function birthday(typed: string): Reading {
  const time = /^\d{4}-\d\d-\d\d$/.test(typed) ? Date.parse(`${typed}T00:00:00Z`) : Number.NaN;
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(typed);
  if (!exists) return { key: "date_invalid" };
  if (typed < FIRST_BIRTHDAY) return { key: "birthday_early" };
  return typed < businessDay(new Date()) ? { value: typed } : { key: "birthday_past" };
}

/** A string with nothing but limits: the error names the first that does not hold. */
function plain(typed: string, ...checks: PlainCheck[]): Reading {
  let value = typed;
  for (const [what, limit, key] of checks) {
    if (what === "trim") value = value.trim();
    else if (what === "pattern") {
      if (!new RegExp(limit).test(value)) return { key };
    } else if (what === "min" ? value.length < limit : value.length > limit) {
      return { key };
    }
  }
  return { value };
}

export const readers = {
  ...{
    text,
    line,
    inquiry,
    phone,
    personName,
    email,
    password,
    passwordTyped,
    otp,
    taxCode,
    orderCode,
    birthday,
    plain,
  },
} as const;

export type Kind = keyof typeof readers;

/** What a kind takes beside the text. */
export type KindArguments<K extends Kind> =
  Parameters<(typeof readers)[K]> extends [string, ...infer Rest] ? Rest : never;

/** Three fields of a form that are one day; "" where none is filled in. What is no day stays so, and is refused. */
export function dayOf(year: string, month: string, day: string): string {
  if (year === "" && month === "" && day === "") return "";
  return [year.padStart(4, "0"), month.padStart(2, "0"), day.padStart(2, "0")].join("-");
}

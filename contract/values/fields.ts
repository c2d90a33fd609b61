/**
 * The value types of this folder as schemas, for the calls. A refused value carries a message key and its values, never
 * a sentence; the sentences are in `messages/<locale>/field-errors.ts`. What goes out of a schema is the stored form.
 * The pure rules live beside this file without zod (field-values.ts), so that the browser has the same. Spec §5.
 */
import { z } from "zod";
import { FIRST_BIRTHDAY, type Kind, type KindArguments, type Reading, type Refusal, readers } from "./field-values.ts";
import { locales } from "./locale.ts";
import { PASSWORD_MAXIMUM } from "./password.ts";

const string = z.string({ error: (issue) => (issue.input === undefined ? "required" : "malformed_value") });

/** Which rule of field-values.ts a schema holds, for the check on blur (`web/plugins/field-rules.ts`). */
export const fieldKinds = z.registry<{ kind: Kind; args: readonly unknown[] }>();

/** A string of one kind: out goes its stored form. Output and JSON schema stay a plain string. */
function readString<K extends Kind>(kind: K, ...args: KindArguments<K>) {
  return readAs(string, kind, ...args);
}

function readAs<K extends Kind>(sent: typeof string, kind: K, ...args: KindArguments<K>) {
  const read = readers[kind] as (typed: string, ...args: KindArguments<K>) => Reading;
  const reading = z.transform((typed: string, ctx) => {
    const result = read(typed, ...args);
    if ("value" in result) return result.value;
    ctx.issues.push({ code: "custom", message: result.key, params: result.params ?? {}, input: typed });
    return typed; // for rules that compare two fields while one of them is wrong
  });
  reading.register(fieldKinds, { kind, args });
  return sent.pipe(reading).pipe(z.string());
}

/**
 * The `when` of a rule over several fields: the rule runs whenever the input is an object, beside the rules of single fields,
 * so that one response lists all errors. Fields that failed their own rule have the value that was sent.
 */
export const isObject = ({ value }: { value: unknown }): boolean => typeof value === "object" && value !== null;

// ---- figures

/** Whole đồng, signed. */
export const dong = z.int({ error: "integer" });
/** Whole points, signed. */
export const points = z.int({ error: "integer" });

/** Null, an empty field of a form and nothing at all are the same: absent. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** What `read` makes of the value sent, in front of the schema that describes it. Absent is `absent`, or refused. */
function reading<Sent, T extends z.ZodType>(
  read: (value: unknown) => { value: unknown } | Refusal,
  schema: T,
  absent: { value: unknown } | Refusal = { key: "required" },
) {
  return z.preprocess((value: Sent, ctx) => {
    const result = isAbsent(value) ? absent : read(value);
    if ("value" in result) return result.value;
    ctx.issues.push({ code: "custom", message: result.key, params: result.params ?? {}, input: value });
    return value;
  }, schema);
}

type IntegerField = z.ZodType<number, number | string>;
/** Message keys for a number on the wrong side of a bound, where `range` would say too little. */
type Bounds = { below: string; above: string };

function readInteger(minimum: number, maximum: number, bounds: Bounds = { below: "range", above: "range" }) {
  return (value: unknown): { value: number } | Refusal => {
    const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number !== "number") return { key: isFraction(value) ? "integer" : "number" };
    if (!Number.isInteger(number)) return { key: "integer" };
    if (number >= minimum && number <= maximum) return { value: number };
    const params = { min: minimum - 1, max: maximum + 1, minimum, maximum };
    return { key: number < minimum ? bounds.below : bounds.above, params };
  };
}

const isFraction = (value: unknown): boolean => typeof value === "string" && /^-?\d+[.,]\d+$/.test(value);

/** A whole number, also as the digits of a query or a form. "1e2", "0x3", " 7", true and ["1"] are no numbers. */
export function integer(minimum: number, maximum: number, bounds?: Bounds): IntegerField {
  return reading<number | string, z.ZodInt>(readInteger(minimum, maximum, bounds), z.int().min(minimum).max(maximum));
}

export function optionalInteger(minimum: number, maximum: number, bounds?: Bounds) {
  const number = z.int().min(minimum).max(maximum).optional();
  const read = readInteger(minimum, maximum, bounds);
  return reading<number | string | undefined, typeof number>(read, number, { value: undefined }).optional();
}

/** A figure with decimals, also as the text of a query or a form. */
export function optionalDecimal(minimum: number, maximum: number) {
  const number = z.number().min(minimum).max(maximum).optional();
  const read = (value: unknown): { value: number } | Refusal => {
    const figure = typeof value === "string" && /^-?\d{1,9}(\.\d{1,12})?$/.test(value) ? Number(value) : value;
    if (typeof figure !== "number" || !Number.isFinite(figure)) return { key: "number" };
    const params = { min: minimum, max: maximum, minimum, maximum };
    return figure >= minimum && figure <= maximum ? { value: figure } : { key: "range", params };
  };
  return reading<number | string | undefined, typeof number>(read, number, { value: undefined }).optional();
}

/** `fallback` where nothing was sent. */
export function integerOr(fallback: number, minimum: number, maximum: number, bounds?: Bounds) {
  const number = z.int().min(minimum).max(maximum);
  const read = readInteger(minimum, maximum, bounds);
  return reading<number | string, z.ZodInt>(read, number, { value: fallback }).prefault(fallback);
}

/** The number of a row: what PostgreSQL's `integer` holds. */
export const rowNumber = integer(1, 2_147_483_647);

export const page = integerOr(1, 1, 1_000_000);
export const limit = integerOr(24, 1, 100); // rules/wire#success

const yes: readonly unknown[] = [true, 1, "1", "true"];
const no: readonly unknown[] = [false, 0, "0", "false"];

function readFlag(value: unknown): { value: boolean } | Refusal {
  if (yes.includes(value)) return { value: true };
  return no.includes(value) ? { value: false } : { key: "malformed_value" };
}

type FlagSent = boolean | "true" | "false" | "1" | "0" | 1 | 0;

/** A yes or no, also of a query: true, false, 1 or 0. */
export const flag: z.ZodType<boolean, FlagSent> = reading<FlagSent, z.ZodBoolean>(readFlag, z.boolean());

export const optionalFlag = reading<FlagSent | undefined, z.ZodOptional<z.ZodBoolean>>(
  readFlag,
  z.boolean().optional(),
  {
    value: undefined,
  },
).optional();

export function flagOr(fallback: boolean) {
  return reading<FlagSent, z.ZodBoolean>(readFlag, z.boolean(), { value: fallback }).prefault(fallback);
}

// ---- text

/**
 * Free text of several lines: composed, trimmed, without invisible characters, line ends as `\n`, `min` to `max` letters.
 * With the default `min` an empty text is fine; with 1 it is `required`.
 */
export function multiLine(max: number, min = 0) {
  return readString("text", max, min).meta({ maxLength: max });
}

/** Free text of one line: as `multiLine`, and line breaks and tabs are blanks. */
export function singleLine(max: number, min = 0) {
  return readString("line", max, min).meta({ maxLength: max });
}

/** A code of a list; empty is absent. */
export function code(pattern: RegExp, unknown: string) {
  return string.min(1, { error: "required", abort: true }).regex(pattern, unknown);
}

export const slug = string.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "slug_invalid").max(100, "slug_invalid");

export const locale = z.enum(locales, { error: "locale_invalid" });

/** A visitor's session, from callers without cookies: its cart, favourites, orders and the codes it asked for. */
export const session_id = string.max(200).optional().meta({
  description: "The visitor's `session_id`, where the client has no cookies; a bearer or the cookie wins",
});

/** A question to the shop: 10 to 1,000 letters. */
export const inquiry = readAs(
  z.string({ error: (issue) => (issue.input === undefined ? "required_inquiry" : "malformed_value") }),
  "inquiry",
).meta({ minLength: 10, maxLength: 1_000 });

// ---- people

/** In: any way of writing a mobile number. Out: `+84…`. */
export const phone = readString("phone").meta({
  description: "A Vietnamese mobile number, however it is written: 0987654321, +84 98 765 4321",
});

/** Out: "" where nothing was given. */
export const optionalPhone = readString("phone", true).meta({
  description: "A Vietnamese mobile number, or nothing",
});

export const personName = readString("personName").meta({
  description: "Full name, at least two words of letters: Nguyễn Văn An",
});

/** Out: lower case, so that one mailbox is one account. */
export const email = readString("email").meta({ description: "E-mail address", maxLength: 254 });

/** Out: "" where nothing was given. */
export const optionalEmail = readString("email", true).meta({
  description: "E-mail address, or nothing",
  maxLength: 254,
});

/** A new password. For signing in use `passwordTyped`: an old password need not satisfy a newer rule. */
export const password = readString("password").meta({
  description: "A new password",
  format: "password",
  minLength: 10,
  maxLength: PASSWORD_MAXIMUM,
});

export const passwordTyped = readString("passwordTyped").meta({
  description: "The password as typed at sign-in",
  format: "password",
  maxLength: PASSWORD_MAXIMUM,
});

/** A day that exists and is over. */
export const birthday = readString("birthday").meta({
  description: `A day in the past, from ${FIRST_BIRTHDAY} on`,
  format: "date",
});

// ---- codes

export const taxCode = readString("taxCode").meta({
  description: "Tax code of 10, 13 or 12 digits: 0300588569, 0300588569-001",
});

export const orderCode = readString("orderCode").meta({
  description: "Public code of an order, ten signs: K7M2QX9RTA",
});

/** Out: "" where nothing was given. */
export const optionalOrderCode = readString("orderCode", true).meta({
  description: "Public code of an order, or nothing",
});

/** The six digits; spaces and dashes of a pasted message do not matter. */
export const otp = readString("otp").meta({
  description: "The six digits of the message",
  minLength: 6,
  maxLength: 12,
});

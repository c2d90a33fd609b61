/**
 * What the fields of a form must hold, read at the build from the schemas of the calls the forms send, so that a browser
 * can show on blur what the server would answer, without a schema library. `field-refusal.ts` reads the table.
 * docs/decisions/0240-check-fields-on-blur-by-rules-of-the-contract.md
 */
import { contract } from "contract/contract.ts";
import type { Kind, PlainCheck } from "contract/values/field-values.ts";
import { fieldKinds } from "contract/values/fields.ts";
import type { Plugin } from "vite";
import type { z } from "zod";

/** `absent`: the key where nothing is given and something must be. */
export type FieldRule = { absent?: string; read?: readonly [Kind, ...unknown[]]; same_as?: string };
/** By the name of the field in the call: `address.street`. */
export type FormRules = Readonly<Record<string, FieldRule>>;

/** Never typed into a field. */
const untyped = new Set([
  ...["lang", "session_id", "captcha", "cart_id", "otp_proof", "shipping_method", "payment_method"],
  ...["category_slug", "day", "sku"],
]);

/** What nobody has typed is not read. */
const MALFORMED = "malformed_value";

/** Chosen from a list of ours: it can only be missing. */
const listed = /(?:city|district|ward)_code$|^nationality$/;

type Within = { shape?: Record<string, Inner>; innerType?: Inner; in?: Inner; out?: Inner; options?: readonly Inner[] };
type Inner = z.core.$ZodType & {
  _zod: { def: { type: string; checks?: readonly z.core.$ZodCheck[] } & Within };
};

function rulesOf(input: z.ZodType): FormRules {
  const rules: Record<string, FieldRule> = {};
  read(input as Inner, "", rules);
  return rules;
}

function read(schema: Inner, path: string, rules: Record<string, FieldRule>): void {
  const within = unwrapped(schema);
  const object = within.find(({ _zod }) => _zod.def.type === "object");
  if (!object) {
    const rule = ruleOf(schema, within);
    if (!rule || untyped.has(path)) return;
    const { read: _read, ...missing } = rule;
    if (!listed.test(path)) rules[path] = rule;
    else if (rule.absent) rules[path] = missing;
    return;
  }
  const { shape = {} } = object._zod.def;
  for (const [name, field] of Object.entries(shape)) read(field, path ? `${path}.${name}` : name, rules);
  for (const check of object._zod.def.checks ?? []) {
    const about = check._zod.def as { path?: string[]; params?: { same_as?: string }; error?: unknown };
    if (!about.path) continue;
    const name = [path, ...about.path].filter(Boolean).join(".");
    const rule = rules[name] ?? {};
    rules[name] = about.params?.same_as
      ? { ...rule, same_as: about.params.same_as }
      : { absent: keyOf(about), ...rule };
  }
}

/** The schema and all it stands on: of an optional, a default, a pipe, a choice of two. */
function unwrapped(schema: Inner): Inner[] {
  const { innerType, in: from, out: to, options = [] } = schema._zod.def;
  return [schema, ...[innerType, from, to, ...options].flatMap((inner) => (inner ? unwrapped(inner) : []))];
}

function ruleOf(schema: Inner, within: readonly Inner[]): FieldRule | undefined {
  if (within.some(is("enum"))) return; // chosen, never typed
  // A box that is not ticked is sent as a no (registration).
  const absent = (within.some(is("boolean")) && refusalOf(schema, false)) || refusalOf(schema, undefined);
  const kind = within.map((each) => fieldKinds.get(each)).find((known) => known !== undefined);
  const string = kind ? undefined : within.find(is("string"));
  const plain = string?._zod.def.checks?.flatMap((check) => plainCheck(check, keyOf(string._zod.def)) ?? []) ?? [];
  if (plain.some(([check, , key]) => check === "pattern" && key === MALFORMED)) return; // of ours: hidden in the form
  const reading = kind
    ? ([kind.kind, ...kind.args] as const)
    : plain.length > 0
      ? (["plain", ...plain] as const)
      : null;
  if (!absent && !reading) return;
  return { ...(absent && { absent }), ...(reading && { read: reading }) };
}

const is = (type: string) => (schema: Inner) => schema._zod.def.type === type;

/** As the server answers it (handle.ts): our own key, or that of a missing value. */
function refusalOf(schema: Inner, value: unknown): string | undefined {
  const result = (schema as z.ZodType).safeParse(value);
  const issue = result.error?.issues[0];
  if (!issue) return;
  return /^[a-z][a-z0-9_]*$/.test(issue.message) ? issue.message : "required";
}

/**
 * `otherwise`: the key the schema gives for all that is wrong with it. A limit without a key is a bound against abuse,
 * which the field itself keeps (`maxLength`).
 */
function plainCheck(check: z.core.$ZodCheck, otherwise: string): [PlainCheck] | undefined {
  const def = check._zod.def as z.core.$ZodCheckDef & { minimum?: number; maximum?: number; pattern?: RegExp };
  const key = keyOf(def) || otherwise;
  switch (def.check) {
    case "min_length":
      return key ? [["min", def.minimum ?? 0, key]] : undefined;
    case "max_length":
      return key ? [["max", def.maximum ?? 0, key]] : undefined;
    case "string_format":
      return [["pattern", def.pattern?.source ?? "", key || MALFORMED]];
    case "overwrite":
      return [["trim"]];
    default:
      throw new Error(`No browser check for ${def.check}`);
  }
}

function keyOf(def: { error?: unknown }): string {
  return typeof def.error === "function" ? String(def.error({ input: "" })) : "";
}

const prefix = "virtual:field-rules/";

/** Each form's screen takes the rules of its own call along, and no other's. */
export function fieldRules(): Plugin {
  return {
    name: "field-rules",
    resolveId: (asked) => (asked.startsWith(prefix) ? `\0${asked}` : undefined),
    load(asked) {
      if (!asked.startsWith(`\0${prefix}`)) return;
      return `export const rules = ${JSON.stringify(rulesOfCall(asked.slice(prefix.length + 1)))};`;
    },
  };
}

/** By the name of the call: "identity.login". */
export function rulesOfCall(name: string): FormRules {
  const [domain = "", key = ""] = name.split(".");
  const call = (contract as Record<string, Record<string, { input: z.ZodType }>>)[domain]?.[key];
  if (!call) throw new Error(`The contract has no call ${name}`);
  return rulesOf(call.input);
}

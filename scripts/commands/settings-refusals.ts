/** Why a setting refuses a value, and a line that it would accept. */
import type { SettingKey } from "server/platform/settings.ts";
import type { z } from "zod";

type Path = readonly string[];

export type Tried = {
  key: SettingKey;
  path: Path;
  /** What was typed, understood or not. */
  value: unknown;
  /** The setting as it stands. */
  stored: unknown;
  schema: z.ZodType;
};

/** One line a fault, and one with an example. */
export function whyRefused(issues: readonly z.core.$ZodIssue[], tried: Tried): string[] {
  const faults = issues.map((issue) => `  ${nameOf(tried.key, issue.path)}: ${reasonOf(issue, tried)}`);
  const example = exampleFor(tried, tried.path);
  return [...faults, ...(example ? [`  One that works: npm run settings -- set ${example}`] : [])];
}

const nameOf = (key: string, path: readonly PropertyKey[]): string => [key, ...path.map(String)].join(".");

function reasonOf(issue: z.core.$ZodIssue, { stored, path, value }: Tried): string {
  const typed = JSON.stringify(partOf(withPart(stored, path, value), issue.path.map(String)));
  switch (issue.code) {
    case "invalid_type":
      if (typed === undefined) return "is missing";
      return `${typed} is not ${kinds[issue.expected] ?? `of the kind "${issue.expected}"`}${partsOf(stored, issue.path)}`;
    case "too_small":
      if (issue.origin === "string") return typed === '""' ? "may not be empty" : `${typed} is too short`;
      return `${typed} is below ${issue.minimum}`;
    case "too_big":
      return `${typed} is ${issue.origin === "string" ? `longer than ${issue.maximum} letters` : `above ${issue.maximum}`}`;
    case "unrecognized_keys":
      return `there is no part ${issue.keys.map((each) => `"${each}"`).join(", ")}${partsOf(stored, issue.path)}`;
    case "invalid_format":
    case "invalid_union":
    case "invalid_value":
      return `${typed} is not understood`;
    default:
      return issue.message;
  }
}

const kinds: Readonly<Record<string, string>> = {
  ...{ object: "all of it", array: "a list", string: "a text", number: "a number" },
  ...{ int: "a whole number", boolean: "true or false" },
};

function partsOf(stored: unknown, path: readonly PropertyKey[]): string {
  const part = partOf(stored, path.map(String));
  return typeof part === "object" && part !== null && !Array.isArray(part)
    ? `; its parts are ${Object.keys(part).join(", ")}`
    : "";
}

/** Tried in this order, after what is stored. */
const candidates: readonly unknown[] = [
  ...["2026-12-01T06:00:00+07:00", "2026-12-01", "https://example.com", "shop@example.com", "0241234567", "Mutosi"],
  ...[1, true],
];

/** What follows `set`: the first value that the schema takes, of a part that is no group of parts. */
function exampleFor(tried: Tried, path: Path): string | undefined {
  const { key, stored, schema } = tried;
  const part = partOf(stored, path);
  if (typeof part === "object" && part !== null && !Array.isArray(part)) {
    const [first] = Object.keys(part);
    return first === undefined ? undefined : exampleFor(tried, [...path, first]);
  }
  if (part === undefined || Array.isArray(part)) return undefined;
  const takes = (value: unknown) => schema.safeParse(withPart(stored, path, value)).success;
  const value = [...(part === "" ? [] : [part]), ...candidates].find(takes);
  return value === undefined ? undefined : `${nameOf(key, path)} ${/\s/.test(String(value)) ? `"${value}"` : value}`;
}

/** Undefined where there is no such part. */
export function partOf(value: unknown, path: Path): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return undefined;
  return partOf((value as Record<string, unknown>)[first], rest);
}

/** A copy with one part replaced; the schema decides whether such a part exists. */
export function withPart(value: unknown, path: Path, part: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return part;
  const inner = partOf(value, [first]);
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === first ? withPart(inner, rest, part) : each));
  return { ...(value as object), [first]: withPart(inner, rest, part) };
}

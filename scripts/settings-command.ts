/**
 * The settings command: words in, text and exit code out. A value is JSON or, where it is not, a text as typed; a dot
 * leads into a setting (`limits.cod_max`), so that one figure can be changed without repeating the rest. What a setting
 * may be is decided by its schema in server/settings.ts. Exit codes: 0 done, 1 refused, 2 not understood.
 */
import { isShopError } from "contract/errors.ts";
import type { Ctx } from "server/context.ts";
import { isSettingKey, type SettingKey, setSetting, setting, settings } from "server/settings.ts";
import { z } from "zod";
import type { Spoken } from "./shopkeeper.ts";

export const help = `Settings of the shop

  npm run settings -- list
  npm run settings -- get KEY[.PART]
  npm run settings -- set KEY[.PART] VALUE

VALUE is JSON, or a plain text. A change is in force in every process within a second.

  npm run settings -- set shop.name "Mutosi"
  npm run settings -- set limits.cod_max 15000000
  npm run settings -- set maintenance.on true
  npm run settings -- set maintenance '{"on": true, "until": "2026-12-01T06:00:00+07:00", "message": {"vi": "Nâng cấp kho"}}'

Exit codes: 0 done, 1 refused, 2 not understood.
`;

export async function settingsCommand(ctx: Ctx, words: readonly string[]): Promise<Spoken> {
  const [verb, address = "", ...value] = words;
  if (verb === "list" && address === "") return done(list());
  if (verb !== "get" && verb !== "set") return misunderstood(`There is no command "${words.join(" ")}".`);
  const [key = "", ...path] = address.split(".");
  if (!isSettingKey(key)) {
    return misunderstood(`There is no setting "${key}". The settings are: ${Object.keys(settings).join(", ")}.`);
  }
  if (verb === "get") {
    if (value.length > 0) return misunderstood(`"get" takes one name. To change it: set ${address} VALUE`);
    return get(ctx, key, path);
  }
  if (value.length === 0) return misunderstood(`Say what it shall be: npm run settings -- set ${address} VALUE`);
  return set(ctx, key, path, readValue(value.join(" ")));
}

function list(): string {
  const wide = Math.max(...Object.keys(settings).map((key) => key.length));
  const line = ([key, { public: is_public, about }]: [string, (typeof settings)[SettingKey]]) =>
    `${key.padEnd(wide)}  ${is_public ? "public " : "private"}  ${about}\n`;
  return Object.entries(settings).map(line).join("");
}

async function get(ctx: Ctx, key: SettingKey, path: readonly string[]): Promise<Spoken> {
  const found = partOf(await setting(ctx, key), path);
  if (found === undefined) return refused(`${[key, ...path].join(".")} is not set.`);
  return done(`${JSON.stringify(found, null, 2)}\n`);
}

async function set(ctx: Ctx, key: SettingKey, path: readonly string[], part: unknown): Promise<Spoken> {
  const name = [key, ...path].join(".");
  try {
    await setSetting(ctx, key, withPart(await setting(ctx, key), path, part));
    return done(`${name} is now ${JSON.stringify(part)}\n`);
  } catch (error) {
    if (!isShopError(error)) throw error;
    const reasons =
      error.cause instanceof z.ZodError
        ? error.cause.issues.map((issue) => `  ${[key, ...issue.path].join(".")}: ${issue.message}`)
        : [`  ${error.code}`];
    return refused([`${name} stays as it was:`, ...reasons].join("\n"));
  }
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a plain text needs no quotation marks
  }
}

function partOf(value: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return undefined;
  return partOf((value as Record<string, unknown>)[first], rest);
}

/** A copy with one part replaced; the schema judges whether such a part exists. */
function withPart(value: unknown, path: readonly string[], part: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return part;
  const inner = partOf(value, [first]);
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === first ? withPart(inner, rest, part) : each));
  return { ...(value as object), [first]: withPart(inner, rest, part) };
}

const done = (out: string): Spoken => ({ out, err: "", exit_code: 0 });
const refused = (err: string): Spoken => ({ out: "", err: `${err}\n`, exit_code: 1 });
const misunderstood = (err: string): Spoken => ({ out: "", err: `${err}\n\n${help}`, exit_code: 2 });

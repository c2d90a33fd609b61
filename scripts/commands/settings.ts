/**
 * The settings command: arguments in, text and exit code out. A value is JSON or, where it is not, a text as typed; a dot
 * leads into a setting (`limits.cod_max`), so that one figure can be changed without repeating the rest. What a setting
 * may be is decided by its schema in the settings.ts of its domain. Exit codes: 0 done, 1 refused, 2 not understood.
 */
import { isShopError } from "contract/errors.ts";
import type { Ctx } from "server/kernel/context.ts";
import { isSettingKey, type SettingKey, type SettingList, setSetting, setting } from "server/platform/settings.ts";
import { z } from "zod";
import { jsonFault } from "./broken-json.ts";
import { readArguments, UsageError, ungrouped, usageOf } from "./command-line.ts";
import { partOf, whyRefused, withPart } from "./settings-refusals.ts";
import type { CommandResult } from "./shopkeeper.ts";

export const help = `Settings of the shop

  npm run settings -- list
  npm run settings -- get KEY[.PART]
  npm run settings -- set KEY[.PART] VALUE

VALUE is a plain text, a number, true or false, or JSON where it begins with {, [ or ". A change is in force in every process within a second.

  npm run settings -- set shop.name "Mutosi"          the brand, everywhere it is shown or sent
  npm run settings -- set limits.cod_max 15000000     or 15.000.000
  npm run settings -- set maintenance.on true
  npm run settings -- set maintenance '{"on": true, "until": "2026-12-01T06:00:00+07:00", "message": {"vi": "Nâng cấp kho"}}'

Exit codes: 0 done, 1 refused, 2 not understood.
`;

export async function settingsCommand(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  try {
    const [verb, address, ...value] = words;
    if (verb !== "set") readArguments(words, {}, verb === "list" ? 1 : 2);
    if (verb !== "list" && verb !== "get" && verb !== "set")
      throw new UsageError(`There is no command "${words.join(" ")}".`);
    if (verb === "list") return done(list(ctx.settings));
    if (address === undefined) throw new UsageError(`Say which setting: npm run settings -- ${verb} KEY`);
    const [key = "", ...path] = address.split(".");
    if (!isSettingKey(ctx.settings, key)) {
      const known = Object.keys(ctx.settings).join(", ");
      throw new UsageError(`There is no setting "${key}". The settings are: ${known}.`);
    }
    if (verb === "get") return await get(ctx, key, path);
    if (value.length === 0) throw new UsageError(`Say what it shall be: npm run settings -- set ${address} VALUE`);
    return await set(ctx, key, path, value.join(" "));
  } catch (error) {
    return { out: "", err: usageOf(error, help), exit_code: 2 };
  }
}

function list(settings: SettingList): string {
  const wide = Math.max(...Object.keys(settings).map((key) => key.length));
  const line = ([key, { public: isPublic, about }]: [string, SettingList[SettingKey]]) =>
    `${key.padEnd(wide)}  ${isPublic ? "public " : "private"}  ${about}\n`;
  return Object.entries(settings).map(line).join("");
}

async function get(ctx: Ctx, key: SettingKey, path: readonly string[]): Promise<CommandResult> {
  const found = partOf(await setting(ctx, key), path);
  if (found === undefined) return refused(`${[key, ...path].join(".")} is not set.`);
  return done(`${JSON.stringify(found, null, 2)}\n`);
}

async function set(ctx: Ctx, key: SettingKey, path: readonly string[], text: string): Promise<CommandResult> {
  const name = [key, ...path].join(".");
  const broken = brokenJson(text);
  if (broken) return refused(`${name} stays as it was: ${broken}`);
  const stored = await setting(ctx, key);
  const part = readValue(text, partOf(stored, path));
  try {
    await setSetting(ctx, key, withPart(stored, path, part));
    return done(`${name} is now ${JSON.stringify(part)}\n`);
  } catch (error) {
    if (!isShopError(error)) throw error;
    const reasons =
      error.cause instanceof z.ZodError
        ? whyRefused(error.cause.issues, { key, path, value: part, stored, schema: ctx.settings[key].schema })
        : [`  ${error.code}`];
    return refused([`${name} stays as it was:`, ...reasons].join("\n"));
  }
}

/** The stored value decides the type: a text that looks like a number stays a text. */
function readValue(text: string, stored: unknown): unknown {
  if (typeof stored === "string" && !/^\s*"/.test(text)) return text;
  try {
    return JSON.parse(typeof stored === "number" ? ungrouped(text) : text);
  } catch {
    return text; // a plain text needs no quotation marks
  }
}

/** What is wrong with a text that can only be meant as JSON, and at which of its characters. */
function brokenJson(text: string): string | undefined {
  const fault = /^\s*[{["]/.test(text) ? jsonFault(text) : undefined;
  if (!fault) return undefined;
  const { reason, place } = fault;
  return `this is broken JSON, at character ${place + 1}: ${reason}\n  ${text}\n  ${" ".repeat(place)}^`;
}

const done = (out: string): CommandResult => ({ out, err: "", exit_code: 0 });
const refused = (err: string): CommandResult => ({ out: "", err: `${err}\n`, exit_code: 1 });

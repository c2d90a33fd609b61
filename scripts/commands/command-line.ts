/**
 * How every command reads what was typed after its name: what it does not know is refused with its usage, and nothing is
 * opened or changed. Exit code 2.
 *
 * npm takes every option in front of ` -- ` for itself and leaves the rest of the line to the command: `npm run import
 * FILE --dry-run` would really import. What it took stands in the environment as npm_config_*, and is refused.
 */
import { type ParseArgsConfig, parseArgs } from "node:util";

/** Not understood; shown together with the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export type Options = NonNullable<ParseArgsConfig["options"]>;

/** Throws UsageError for an unknown option, a missing value, and for more than `maxPositionals` words beside the options. */
export function readArguments<const O extends Options>(typed: readonly string[], options: O, maxPositionals = 0) {
  const read = parse(typed, options);
  refuseTakenByNpm(typed, read.positionals, options);
  const extra = read.positionals[maxPositionals];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one too many.${hintAtNpm(typed, options)}`);
  return read;
}

/** Throws UsageError with the line as it is meant where npm took an option of the command for itself. */
function refuseTakenByNpm(typed: readonly string[], words: readonly string[], options: Options): void {
  const command = process.env.npm_lifecycle_event;
  if (command === undefined) return; // started without npm
  const isTyped = (name: string) => typed.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  const taken = Object.entries(options).flatMap(([name, { type }]) => {
    const value = process.env[`npm_config_${name.replace(/^no-/, "").replaceAll("-", "_")}`];
    if (value === undefined || (name.startsWith("no-") && value !== "") || isTyped(name)) return []; // "" is npm's no
    return [{ name, value, wants_word: type === "string" && value === "true" }];
  });
  if (taken.length === 0) return;
  const names = taken.map(({ name }) => `--${name}`).join(", ");
  throw new UsageError(
    `Nothing was done: npm took ${names} for itself. Options of a command stand after " -- ":\n\n` +
      `  npm run ${command} -- ${meant(words, taken)}`,
  );
}

type Taken = { name: string; value: string; wants_word: boolean };

/** Of one option without its value the value is the last argument: npm left it there. Of several it is ambiguous which is whose. */
function meant(words: readonly string[], taken: readonly Taken[]): string {
  const isClear = taken.filter(({ wants_word }) => wants_word).length <= 1;
  const rest = words.map((word) => (/^[\p{L}\p{N}_./:=,-]+$/u.test(word) ? word : JSON.stringify(word)));
  const last = taken.some(({ wants_word }) => wants_word) ? rest.pop() : undefined;
  const flags = taken.map(({ name, value, wants_word }) => {
    if (wants_word) return `--${name} ${(isClear && last) || "..."}`;
    return value === "true" || value === "" ? `--${name}` : `--${name} ${value}`;
  });
  return [...(isClear ? rest : ["..."]), ...flags].join(" ");
}

/** npm reads some names as its own short options (`--days`) and leaves only the argument behind them. */
function hintAtNpm(typed: readonly string[], options: Options): string {
  const command = process.env.npm_lifecycle_event;
  const isBare = Object.keys(options).length > 0 && !typed.some((word) => word.startsWith("-"));
  return command !== undefined && isBare ? ` Options stand after " -- ": npm run ${command} -- ...` : "";
}

/** A whole number from `min` to `max`. Throws UsageError. */
export function wholeNumber(option: string, text: string | undefined, min: number, max: number): number {
  const value = text?.trim() ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const given = text === undefined ? "" : `, not "${text}"`;
  throw new UsageError(`${option} takes a whole number from ${min} to ${max}${given}: ${option} ${Math.max(min, 1)}`);
}

const grouped = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/;

/** `15.000.000` and `15,000,000` without their groups: no đồng and no setting has thousandths. Anything else as typed. */
export function ungrouped(text: string): string {
  return grouped.test(text) ? text.replace(/[.,]/g, "") : text;
}

/** What is printed for arguments that were not understood. Any other error is a bug and is thrown again. */
export function usageOf(error: unknown, help: string): string {
  if (!(error instanceof UsageError)) throw error;
  return `${error.message}\n\n${help}`;
}

type Opening = {
  help: string;
  /** Absent where any argument may be a value. */
  options: Options | undefined;
  /** Whether it does something without an argument. */
  runs_bare: boolean;
};

/** The words typed. Ends the process after help, and after options that are not the command's, before anything is opened. */
export function typedWords({ help, options, runs_bare }: Opening): readonly string[] {
  const typed = process.argv.slice(2);
  if (typed[0] === "help" || typed.includes("--help")) sayAndEnd(process.stdout, help, 0);
  if (options) readOrEnd(help, () => readArguments(typed, options, Number.POSITIVE_INFINITY));
  if (typed.length === 0 && !runs_bare) sayAndEnd(process.stdout, help, 0);
  return typed;
}

/** Of a command that takes options alone. Ends the process after `--help` and after what it does not understand. */
export function ownOptions<const O extends Options>(help: string, options: O) {
  const typed = typedWords({ help, options, runs_bare: true });
  return readOrEnd(help, () => readArguments(typed, options).values);
}

function readOrEnd<T>(help: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return sayAndEnd(process.stderr, usageOf(error, help), 2);
  }
}

function sayAndEnd(to: NodeJS.WriteStream, text: string, exitCode: number): never {
  to.write(text);
  process.exit(exitCode);
}

function parse<const O extends Options>(typed: readonly string[], options: O) {
  try {
    return parseArgs({ args: withNegatives(typed, options), options, allowPositionals: true });
  } catch (error) {
    const { message } = error as Error;
    const [, lonely] = /^Option '(--[\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(message) ?? [];
    // It names the option; how to type an argument that begins with a dash does not matter here.
    throw new UsageError(
      lonely ? `${lonely} takes a value behind it.` : message.replace(/ To specify a positional argument.*/s, ""),
    );
  }
}

/** A number below zero is a value and no option: the command that takes it validates it. */
function withNegatives(typed: readonly string[], options: Options): string[] {
  const isValue = (at: number) =>
    /^-\d/.test(typed[at] ?? "") && options[(typed[at - 1] ?? "").replace(/^--/, "")]?.type === "string";
  return typed.flatMap((word, at) => {
    if (isValue(at)) return [];
    return isValue(at + 1) ? [`${word}=${typed[at + 1]}`] : [word];
  });
}

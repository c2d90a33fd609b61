/** What the shopkeeper's commands (`npm run orders`, `settings`, `import`, ...) share: who acts, and how the result is printed. */
import type { Locale } from "contract/values/locale.ts";
import { actingSql } from "server/database/acting.ts";
import { requestContext } from "server/http/request-context.ts";
import type { Ctx } from "server/kernel/context.ts";
import { createLog, type Log } from "server/kernel/log.ts";
import { announce } from "server/reactions.ts";
import { settings } from "server/settings.ts";
import { withDatabase } from "server/start/command.ts";
import { type Options, typedWords } from "./command-line.ts";

/** Exit codes: 0 done, 1 refused, 2 not understood. */
export type CommandResult = { out: string; err: string; exit_code: 0 | 1 | 2 };

/** `command` names it in logs ("orders"). */
export async function asShopkeeper(
  command: string,
  locale: Locale,
  work: (ctx: Ctx, log: Log) => Promise<void>,
): Promise<void> {
  await withDatabase(process.env, async (sql, config) => {
    const log = createLog({ level: "warn", format: "text", to: process.stderr });
    const request_id = `${command} command`;
    const caller = { token: undefined, actor: "command", locale, client: "shop", request_id } as const;
    const { ctx } = requestContext({ sql, config, log, announce, settings }, caller);
    const acting = { actor: caller.actor, call: command, request_id } as const;
    await work(unaudited.has(command) ? ctx : { ...ctx, sql: actingSql(sql, acting) }, log);
  });
}

/**
 * Reads, or writes a catalogue whole: its result file says what became of each row, and a log of each changed field would
 * be larger than the catalogue. decisions/0320
 */
const unaudited: ReadonlySet<string> = new Set(["import", "export", "generate", "searches"]);

type Command = {
  help: string;
  /** Absent where any argument may be a value. */
  options?: Options;
  /** Whether it does something without an argument. */
  runs_bare?: boolean;
  answer(ctx: Ctx, words: readonly string[]): Promise<CommandResult>;
};

/** Prints a command's answer to its arguments. Help does not open the database. */
export async function speak(name: string, { help, options, runs_bare = false, answer }: Command): Promise<void> {
  const words = typedWords({ help, options, runs_bare });
  await asShopkeeper(name, "en", async (ctx) => {
    const { out, err, exit_code } = await answer(ctx, words);
    process.stdout.write(out);
    process.stderr.write(err);
    process.exitCode = exit_code;
  });
}

/** A text of strangers, whose control characters must not steer a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "?");
}

/** What the shopkeeper's commands (`npm run orders`, `settings`, `import`, ...) share: who asks, and how an answer reaches the terminal. */
import type { Locale } from "contract/locale.ts";
import { withDatabase } from "server/command.ts";
import type { Ctx } from "server/context.ts";
import { createLog, type Log } from "server/log.ts";
import { announce } from "server/reactions.ts";
import { visiting } from "server/visit.ts";

/** Exit codes: 0 done, 1 refused, 2 not understood. */
export type Spoken = { out: string; err: string; exit_code: 0 | 1 | 2 };

/** `command` names it in logs ("orders"). */
export async function asShopkeeper(
  command: string,
  locale: Locale,
  work: (ctx: Ctx, log: Log) => Promise<void>,
): Promise<void> {
  await withDatabase(process.env, async (sql, config) => {
    const log = createLog({ level: "warn", format: "text", to: process.stderr });
    const caller = { token: undefined, locale, client: "shop", request_id: `${command} command` };
    const { ctx } = visiting({ sql, config, log, announce }, caller);
    await work(ctx, log);
  });
}

type Command = {
  help: string;
  /** Whether it does something without being told what. */
  runs_bare?: boolean;
  answer(ctx: Ctx, words: readonly string[]): Promise<Spoken>;
};

/** Says what a command answers to the words typed. Help is given without opening the database. */
export async function speak(name: string, { help, runs_bare = false, answer }: Command): Promise<void> {
  const words = process.argv.slice(2);
  if (words[0] === "help" || words.includes("--help") || (words.length === 0 && !runs_bare)) {
    process.stdout.write(help);
    return;
  }
  await asShopkeeper(name, "en", async (ctx) => {
    const { out, err, exit_code } = await answer(ctx, words);
    process.stdout.write(out);
    process.stderr.write(err);
    process.exitCode = exit_code;
  });
}

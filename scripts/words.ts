/** `npm run words -- …`: what the search knows of words. `--help` says what it does. */
import { withDatabase } from "server/command.ts";
import { createLog } from "server/log.ts";
import { announce } from "server/reactions.ts";
import { visiting } from "server/visit.ts";
import { help, wordsCommand } from "./words-command.ts";

const words = process.argv.slice(2);
if (words.length === 0 || words[0] === "--help" || words[0] === "help") process.stdout.write(help);
else {
  await withDatabase(process.env, async (sql, config) => {
    const log = createLog({ level: "warn", format: "text", to: process.stderr });
    const caller = { token: undefined, locale: "en", client: "shop", request_id: "words command" } as const;
    const { ctx } = visiting({ sql, config, log, announce }, caller);
    const { out, err, exit_code } = await wordsCommand(ctx, words);
    process.stdout.write(out);
    process.stderr.write(err);
    process.exitCode = exit_code;
  });
}

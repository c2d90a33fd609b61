/** `npm run export`: the catalogue as a file the import reads. `--help` says what it does. */
import { withDatabase } from "server/command.ts";
import { createLog } from "server/log.ts";
import { announce } from "server/reactions.ts";
import { visiting } from "server/visit.ts";
import { exportCommand, help } from "./export-command.ts";

const words = process.argv.slice(2);
if (words.includes("--help")) process.stdout.write(help);
else {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error; // `| head` has seen enough
  });
  process.exitCode = 2; // until the command says otherwise
  await withDatabase(process.env, async (sql, config) => {
    const log = createLog({ level: "warn", format: "text", to: process.stderr });
    const caller = { token: undefined, locale: "vi", client: "shop", request_id: "export command" } as const;
    const { ctx } = visiting({ sql, config, log, announce }, caller);
    process.exitCode = await exportCommand(ctx, words, process.stdout, (text) => process.stderr.write(text));
  });
}

/** `npm run orders -- …`: the shopkeeper's desk until there is a back office. `--help` says what it does. */
import { withDatabase } from "server/command.ts";
import { createLog } from "server/log.ts";
import { announce } from "server/reactions.ts";
import { visiting } from "server/visit.ts";
import { help, ordersCommand } from "./orders-command.ts";

const words = process.argv.slice(2);
if (words.length === 0 || words[0] === "help" || words.includes("--help")) process.stdout.write(help);
else {
  await withDatabase(process.env, async (sql, config) => {
    const log = createLog({ level: "warn", format: "text", to: process.stderr });
    const caller = { token: undefined, locale: "en", client: "shop", request_id: "orders command" } as const;
    const { ctx } = visiting({ sql, config, log, announce }, caller);
    const { out, err, exit_code } = await ordersCommand(ctx, words);
    process.stdout.write(out);
    process.stderr.write(err);
    process.exitCode = exit_code;
  });
}

/** `npm run searches`: what people looked for and the shop had nothing for. `--help` says more. */
import { withDatabase } from "server/command.ts";
import { createLog } from "server/log.ts";
import { announce } from "server/reactions.ts";
import { visiting } from "server/visit.ts";
import { searchesCommand } from "./searches-command.ts";

await withDatabase(process.env, async (sql, config) => {
  const log = createLog({ level: "warn", format: "text", to: process.stderr });
  const caller = { token: undefined, locale: "en", client: "shop", request_id: "searches command" } as const;
  const { ctx } = visiting({ sql, config, log, announce }, caller);
  const { out, err, exit_code } = await searchesCommand(ctx, process.argv.slice(2));
  process.stdout.write(out);
  process.stderr.write(err);
  process.exitCode = exit_code;
});

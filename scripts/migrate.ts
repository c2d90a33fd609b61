/** `npm run migrate`: brings the shop's database to the newest shape without starting the shop. */

import { withDatabaseUrl } from "../server/command.ts";
import { createLog } from "../server/log.ts";
import { migrate } from "../server/migrate.ts";

await withDatabaseUrl(process.env, async (url, config) => {
  const log = createLog({ level: config.log_level, format: config.log_format });
  await migrate(url, log);
  log.info("The database is up to date");
});

/** `npm run migrate`: brings the shop's database to the newest schema without starting the shop. */
import { migrate } from "../server/database/migrate.ts";
import { createLog } from "../server/kernel/log.ts";
import { withDatabaseUrl } from "../server/start/command.ts";
import { ownOptions } from "./commands/command-line.ts";

ownOptions("Brings the shop's database to the newest shape\n\n  npm run migrate\n", {});

const renew: Parameters<typeof withDatabaseUrl>[1] = async (url, config) => {
  const log = createLog({ level: config.log_level, format: config.log_format });
  await migrate(url, log);
  log.info("The database is up to date");
};
await withDatabaseUrl(process.env, renew, { makes_shop: true });

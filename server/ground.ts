/**
 * What every door of the shop stands on: a running database in its newest shape, filled when it was empty. Everything
 * opened is entered into `stages`, which close it again.
 */
import type { Config } from "./config.ts";
import type { Stages } from "./drain.ts";
import type { Log } from "./log.ts";
import { migrate } from "./migrate.ts";
import { startPostgres } from "./postgres.ts";
import { seed } from "./seed.ts";
import { type Database, openDatabase } from "./sql.ts";

/** Throws ShopCannotStart for what an operator can mend. */
export async function openEnvironment(config: Config, log: Log, stages: Stages): Promise<Database & { url: string }> {
  const url = config.database_url ?? (await ownPostgres(config, log, stages));
  await migrate(url, log);
  const database = openDatabase(url, {
    max: config.database_connections,
    onPoolError: ({ message }) => log.warn({ reason: message }, "A database connection was lost"),
  });
  stages.unshift({ name: "the pool", within_seconds: 1, close: () => database.close() });
  await seed(database.sql, log, { demo: config.dev_simulators });
  return { ...database, url };
}

async function ownPostgres(config: Config, log: Log, stages: Stages): Promise<string> {
  const postgres = await startPostgres({ data_dir: config.data_dir, log });
  stages.unshift({ name: "PostgreSQL", within_seconds: 4, close: () => postgres.stop() });
  return postgres.url;
}

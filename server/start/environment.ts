/**
 * What every process of the shop needs: a running database with all migrations, seeded when it was empty. Everything
 * opened is entered into `stages`, which close it again.
 */
import { migrate } from "../database/migrate.ts";
import { type Database, openDatabase } from "../database/sql.ts";
import type { Config } from "../kernel/config.ts";
import type { Log } from "../kernel/log.ts";
import type { Stages } from "../platform/shutdown.ts";
import { startPostgres } from "../postgres/postgres.ts";
import { fillWithDemo } from "./demo-shop.ts";

/** Throws ShopCannotStart for what an operator can mend. */
export async function openEnvironment(config: Config, log: Log, stages: Stages): Promise<Database & { url: string }> {
  const url = config.database_url ?? (await ownPostgres(config, log, stages));
  await migrate(url, log);
  const database = openDatabase(url, {
    max: config.database_connections,
    bypasses: config.bypasses,
    onPoolError: ({ message }) => log.warn({ reason: message }, "A database connection was lost"),
  });
  stages.unshift({ name: "the pool", within_seconds: 1, close: () => database.close() });
  await fillWithDemo(database.sql, config, log);
  return { ...database, url };
}

async function ownPostgres(config: Config, log: Log, stages: Stages): Promise<string> {
  const postgres = await startPostgres({ data_dir: config.data_dir, log });
  stages.unshift({ name: "PostgreSQL", within_seconds: 4, close: () => postgres.stop() });
  return postgres.url;
}

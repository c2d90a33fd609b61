/**
 * The ground of the shopkeeper's commands (`npm run orders`, `settings`, `migrate`, `seed`): the same environment and
 * database as the shop. Beside a running shop they use its PostgreSQL; otherwise they start it for as long as they run.
 */
import { type Config, loadConfig } from "./config.ts";
import { createLog } from "./log.ts";
import { migrate } from "./migrate.ts";
import { startPostgres } from "./postgres.ts";
import { ShopCannotStart } from "./shop-cannot-start.ts";
import { openDatabase, type Sql } from "./sql.ts";

type Env = Record<string, string | undefined>;

/** Runs `work` with the address of the shop's database. Reasons a person can act on are printed; the exit code is 1. */
export async function withDatabaseUrl(env: Env, work: (url: string, config: Config) => Promise<void>): Promise<void> {
  try {
    const config = loadConfig(env);
    if (config.database_url) return await work(config.database_url, config);
    const log = createLog({ level: "warn", format: "text", to: process.stderr });
    const postgres = await startPostgres({ data_dir: config.data_dir, log, join_running: true });
    try {
      await work(postgres.url, config);
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    if (!(error instanceof ShopCannotStart)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** As above, migrated and opened. */
export async function withDatabase(env: Env, work: (sql: Sql, config: Config) => Promise<void>): Promise<void> {
  await withDatabaseUrl(env, async (url, config) => {
    await migrate(url, createLog({ level: "warn", format: "text", to: process.stderr }));
    const database = openDatabase(url, { max: 2 });
    try {
      await work(database.sql, config);
    } finally {
      await database.close();
    }
  });
}

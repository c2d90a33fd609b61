/**
 * The environment of the staff's commands (`npm run orders`, `settings`, `migrate`, `seed`): the same environment and
 * database as the shop. Beside a running shop they use its PostgreSQL; otherwise they start it for as long as they run.
 */
import { migrate } from "../database/migrate.ts";
import { openDatabase, type Sql } from "../database/sql.ts";
import { type Config, dataDirOf, type Env, loadConfig, readEnvironment } from "../kernel/config.ts";
import { createLog } from "../kernel/log.ts";
import { exitMessage, ShopCannotStart } from "../kernel/shop-cannot-start.ts";
import { hasDatabase, startPostgres } from "../postgres/postgres.ts";
import { assertEnvironment } from "./startup-check.ts";

type Making = {
  /** Whether it makes a shop where there is none. The others refuse: a folder mistyped would look like an empty shop. */
  makes_shop?: boolean;
};

/** Runs `work` with the URL of the shop's database. What goes wrong is printed; the exit code is then 1. */
export async function withDatabaseUrl(
  env: Env,
  work: (url: string, config: Config) => Promise<void>,
  { makes_shop = false }: Making = {},
): Promise<void> {
  try {
    await assertEnvironment(env, { listens: false });
    if (!makes_shop) assertShop(env);
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
    process.stderr.write(`${exitMessage(error)}\n`);
    process.exitCode = 1;
  }
}

/** As above, migrated and opened. */
export async function withDatabase(
  env: Env,
  work: (sql: Sql, config: Config) => Promise<void>,
  making: Making = {},
): Promise<void> {
  const opened = async (url: string, config: Config) => {
    await migrate(url, createLog({ level: "warn", format: "text", to: process.stderr }));
    const database = openDatabase(url, { max: 2 });
    try {
      await work(database.sql, config);
    } finally {
      await database.close();
    }
  };
  await withDatabaseUrl(env, opened, making);
}

function assertShop(env: Env): void {
  const { values } = readEnvironment(env);
  const folder = dataDirOf(values);
  if (values.DATABASE_URL !== undefined || hasDatabase(folder)) return;
  const { npm_lifecycle_event: command = "..." } = env;
  throw new ShopCannotStart(
    `There is no shop in ${folder}. Start it once with bin/shop; or, where it is in another folder, name that:\n` +
      `  DATA_DIR=FOLDER npm run ${command} -- ...`,
  );
}

/** What stands in front of a command so that it finds the shop that was started with this environment. */
export function commandPrefix({ DATA_DIR = "", DATABASE_URL = "" }: Env): string {
  const folder = /^[\w./-]+$/.test(DATA_DIR) ? DATA_DIR : `'${DATA_DIR.replaceAll("'", "'\\''")}'`;
  return [
    ...(DATA_DIR.trim() === "" ? [] : [`DATA_DIR=${folder} `]),
    ...(DATABASE_URL.trim() === "" ? [] : ["DATABASE_URL=... "]), // it holds a password
  ].join("");
}

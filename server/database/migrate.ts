/**
 * Brings a database to the newest shape: every file of db/migrations once, in order of its number, forward only, each
 * in its own transaction together with its row in kernel.migrations. Several processes may start at once: an advisory
 * lock lets one migrate while the others wait. A file that was applied and then edited is refused by its checksum.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import type { Log } from "../kernel/log.ts";
import { ShopCannotStart } from "../kernel/shop-cannot-start.ts";
import manifest from "../package.json" with { type: "json" };

export const MIGRATIONS = resolve(import.meta.dirname, "../../db/migrations");
const LOCK = 7_205_041_503; // any fixed number; shared by every process of this shop
const OLDEST_SERVER = 150_000; // PostgreSQL 15 or later: rules/platform#database

export type Migration = { name: string; text: string; checksum: string };

/** Throws ShopCannotStart when the server is too old, not UTF8, ahead of this program, or a file was edited. */
export async function migrate(url: string, log: Pick<Log, "info">, folder = MIGRATIONS): Promise<void> {
  const files = readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    application_name: "mutosi-shop migrate",
    options: "-c timezone=UTC",
  });
  client.on("error", () => undefined); // its statement fails with it and says so
  await client.connect();
  try {
    await assertFit(client);
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query("create schema if not exists kernel");
    await client.query(
      "create table if not exists kernel.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from kernel.migrations",
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    assertSameHistory(files, applied);
    for (const file of files) if (!applied.has(file.name)) await apply(client, file, log);
    await migrateQueue(client, url);
  } finally {
    await client.end(); // releases the advisory lock with the session
  }
}

export function readMigrations(folder = MIGRATIONS): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const wrong = names.find(
    (name, index) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || name.slice(0, 4) === names[index - 1]?.slice(0, 4),
  );
  if (wrong)
    throw new ShopCannotStart(
      `db/migrations/${wrong}: a migration is named 0001_words.sql, and every number occurs once.`,
    );
  return names.map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return { name, text, checksum: createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex") };
  });
}

async function apply(client: pg.Client, file: Migration, log: Pick<Log, "info">): Promise<void> {
  try {
    await client.query("begin");
    await client.query("set local lock_timeout = '10s'"); // rather fail than queue all of the shop behind us
    await client.query(file.text);
    await client.query("insert into kernel.migrations (name, checksum) values ($1, $2)", [file.name, file.checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new ShopCannotStart(`Migration ${file.name} failed and was undone: ${describe(error, file.text)}`, {
      cause: error,
    });
  }
  log.info(`Migrated ${file.name}`);
}

/**
 * The job queue's own tables, by its package. It is loaded and asked only where another version of it came last: who that
 * was stands as a comment beside what it made.
 */
async function migrateQueue(client: pg.Client, url: string): Promise<void> {
  const version = `graphile-worker ${manifest.dependencies["graphile-worker"]}`;
  const { rows } = await client.query<{ made_by: string | null }>(
    "select obj_description(to_regnamespace('graphile_worker')::oid, 'pg_namespace') as made_by",
  );
  if (rows[0]?.made_by === version) return;
  const { Logger, runMigrations } = await import("graphile-worker");
  await runMigrations({ connectionString: url, logger: new Logger(() => () => undefined) });
  await client.query(`comment on schema graphile_worker is ${client.escapeLiteral(version)}`);
}

function describe(error: unknown, text: string): string {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : String(error);
  const line = error.position ? ` (line ${text.slice(0, Number(error.position)).split("\n").length})` : "";
  return [error.message + line, error.detail, error.hint].filter(Boolean).join(". ");
}

function assertSameHistory(files: Migration[], applied: Map<string, string>): void {
  const known = new Map(files.map((file) => [file.name, file.checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new ShopCannotStart(
        `The database has ${name}, which this version of the shop does not know. Start the newer version.`,
      );
    if (known.get(name) !== checksum) {
      throw new ShopCannotStart(
        `${name} was edited after it was applied. Put it back and write a new migration (or, with demo data only, delete DATA_DIR).`,
      );
    }
  }
}

async function assertFit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
  );
  const server = rows[0];
  if (Number(server?.version) < OLDEST_SERVER)
    throw new ShopCannotStart(`This PostgreSQL is version ${server?.version}; the shop needs 15 or later.`);
  if (server?.encoding !== "UTF8")
    throw new ShopCannotStart(`This database is encoded as ${server?.encoding}; the shop needs UTF8.`);
}

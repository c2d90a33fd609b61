/**
 * The fixture of all tests that need a database: one PostgreSQL per test run, and in it a migrated and seeded template
 * that every test file clones. The template is named after a checksum of what made it, so the next run reuses it.
 * Two runs at once take two data folders. Nothing here is durable, on purpose: that is what makes it quick.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../database/migrate.ts";
import { seed } from "../database/seed.ts";
import { openDatabase } from "../database/sql.ts";
import { createLog, type Log } from "../kernel/log.ts";
import { lockHolder } from "../platform/process-lock.ts";
import { type Postgres, startPostgres } from "../postgres/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The test run's PostgreSQL, and the database to clone. */
    postgres: { url: string; template: string };
  }
}

const ROOT = resolve(import.meta.dirname, "../..");
const RUNS_AT_ONCE = 12;
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_wal_size: "2GB",
};

/** vitest's globalSetup. */
export async function setup(project: Pick<TestProject, "provide">): Promise<() => Promise<void>> {
  const log = createLog({ level: "warn", format: "text", to: process.stderr });
  const postgres = await startTestPostgres(log);
  const template = await makeTemplate(postgres.url, log);
  project.provide("postgres", { url: postgres.url, template });
  return () => postgres.stop();
}

/** A PostgreSQL in the first data folder no other run uses; a broken one (fsync is off) is created again. */
export async function startTestPostgres(log: Log): Promise<Postgres> {
  const base = process.env.TEST_DATA_DIR ?? join(ROOT, ".data", "test");
  for (let number = 1; number <= RUNS_AT_ONCE; number += 1) {
    const dataDir = join(base, String(number));
    const lock = join(dataDir, "postgres.lock");
    if (lockHolder(lock) !== undefined) continue;
    try {
      return await startPostgres({ data_dir: dataDir, log, settings: SETTINGS });
    } catch (error) {
      if (lockHolder(lock) !== undefined) continue;
      if (!existsSync(join(dataDir, "postgres"))) throw error;
      log.warn(`The test database in ${dataDir} does not start; creating it again`);
      rmSync(dataDir, { recursive: true });
      return startPostgres({ data_dir: dataDir, log, settings: SETTINGS });
    }
  }
  throw new Error(`${RUNS_AT_ONCE} test runs at once use all folders of ${base}`);
}

/** Of every test, so that what the template holds encrypted can be read in each. */
export const testKeys = {
  signing_key: "the signing key of all tests",
  data_key: "the data key of all tests",
  data_key_previous: undefined,
};

async function makeTemplate(url: string, log: Log): Promise<string> {
  const template = `template_${checksum()}`;
  await asAdmin(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where datname ~ '^(test|template)_'",
    );
    const stale = rows.map((row) => row.name).filter((name) => name !== template);
    for (const name of stale) await client.query(`drop database "${name}" with (force)`);
    if (rows.some((row) => row.name === template)) return;
    const half = `${template}_half`; // a run that dies while seeding must not leave a template behind
    await client.query(`create database "${half}"`);
    await migrate(databaseUrl(url, half), log);
    const database = openDatabase(databaseUrl(url, half), { max: 2 });
    try {
      await seed(database.sql, log, { load: () => import("../seeds.ts"), demo: true, staff: testKeys });
    } finally {
      await database.close();
    }
    await client.query(`alter database "${half}" rename to "${template}"`);
  });
  return template;
}

function checksum(): string {
  const hash = createHash("sha256");
  for (const file of templateSources()) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}

/** Everything that shapes the template: db/, the seeders and what they import, however far, and the data that code reads. */
export function templateSources(): ReadonlySet<string> {
  const files = new Set(
    globSync(["db/**/*.{sql,json,gz,ts,md}", "server/seeds.ts", "server/**/*.{json,gz}"], {
      cwd: ROOT,
      exclude: ["**/node_modules"],
    }).sort(),
  );
  for (const file of files) {
    if (!file.endsWith(".ts")) continue;
    for (const [, name = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(/from "([^"]+\.ts)"/g)) {
      const imported = name.startsWith(".") ? join(file, "..", name) : name;
      if (existsSync(join(ROOT, imported))) files.add(imported);
    }
  }
  return files;
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

export async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl(url, "postgres") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** `npm run upgrade-fixture`: writes the fixture of server/testing/upgrade for the version that is checked out. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { migrate } from "server/database/migrate.ts";
import { seed } from "server/database/seed.ts";
import { openDatabase } from "server/database/sql.ts";
import { createLog } from "server/kernel/log.ts";
import { asAdmin, databaseUrl, startTestPostgres } from "server/testing/test-environment.ts";
import { testShop } from "server/testing/test-shop.ts";
import { dumpDatabase } from "server/testing/upgrade/test-dump.ts";
import { fixtureKeys, makeState, PUSH_HOST, reduceCatalogue } from "server/testing/upgrade/test-state.ts";
import manifest from "../package.json" with { type: "json" };
import { ownOptions } from "./commands/command-line.ts";

const FILE = resolve(import.meta.dirname, `../server/testing/upgrade/${manifest.version}.json.gz`);

ownOptions(
  `A dump of a small shop of this version, for the upgrade test of the next one

  npm run upgrade-fixture

It makes a shop of its own, beside no other, and writes server/testing/upgrade/${manifest.version}.json.gz; a fixture
that is there already stays as it is.
`,
  {},
);

// What was released stays as it was: made by later code it would prove nothing.
if (existsSync(FILE)) {
  process.stderr.write(`${FILE} is there already; it stays as it is.\n`);
  process.exit(1);
}
const log = createLog({ level: "warn", format: "text", to: process.stderr });
const dataDir = mkdtempSync(join(tmpdir(), "shop-fixture-"));
const postgres = await startTestPostgres(log);
const name = `test_${randomBytes(6).toString("hex")}`;
const url = databaseUrl(postgres.url, name);
try {
  await asAdmin(postgres.url, (client) => client.query(`create database "${name}"`));
  await migrate(url, log);
  const database = openDatabase(url, { max: 5 });
  await seed(database.sql, log, { load: () => import("server/seeds.ts"), demo: true });
  const config = { ...fixtureKeys, data_dir: dataDir, push_hosts: [PUSH_HOST] };
  const shop = await testShop({ database: { ...database, url }, config });
  await reduceCatalogue(shop);
  const client = await makeState(shop);
  await shop.close();
  const fixture = { version: manifest.version, client, dump: await dumpDatabase(url) };
  const bytes = gzipSync(JSON.stringify(fixture), { level: 9 });
  writeFileSync(FILE, bytes);
  process.stdout.write(`${manifest.version}.json.gz: ${Math.ceil(bytes.length / 1024)} kB\n`);
} finally {
  await asAdmin(postgres.url, (client) => client.query(`drop database if exists "${name}" with (force)`));
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
}

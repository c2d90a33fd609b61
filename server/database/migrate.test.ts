import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../test.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let folder: string;
const told: string[] = [];
const log = { info: (text: string) => void told.push(text) };

beforeAll(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), "shop-migrations-"));
  await ask("drop schema kernel cascade");
});
beforeEach(() => {
  told.length = 0;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

test("a new version brings only what is new, in order, whatever number of processes start with it", async () => {
  write("0001_shelf.sql", "create table shelf (n int)");
  write("0002_board.sql", "insert into shelf values (1)");
  await Promise.all([1, 2, 3].map(() => migrate(database.url, log, folder)));
  expect(told).toEqual(["Migrated 0001_shelf.sql", "Migrated 0002_board.sql"]);
  expect(await ask("select n from shelf")).toEqual([{ n: 1 }]);
});

test("a migration that fails leaves nothing of itself behind and says where it failed", async () => {
  write("0003_broken.sql", "insert into shelf values (2);\nselect broken");
  await expect(migrate(database.url, log, folder)).rejects.toThrow(
    /0003_broken\.sql failed and was undone: .*"broken".*line 2/,
  );
  expect(await ask("select n from shelf")).toEqual([{ n: 1 }]);
  rmSync(join(folder, "0003_broken.sql"));
});

test("a migration edited after it was applied is refused", async () => {
  write("0002_board.sql", "insert into shelf values (7)");
  await expect(migrate(database.url, log, folder)).rejects.toThrow("0002_board.sql was edited");
  write("0002_board.sql", "insert into shelf values (1)");
});

test("an older shop does not touch the database of a newer one", async () => {
  rmSync(join(folder, "0002_board.sql"));
  await expect(migrate(database.url, log, folder)).rejects.toThrow("Start the newer version");
  write("0002_board.sql", "insert into shelf values (1)");
});

test("two migrations with one number are refused, because their order would be random", async () => {
  write("0002_other.sql", "select 1");
  await expect(migrate(database.url, log, folder)).rejects.toThrow("0002_other.sql");
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

async function ask(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

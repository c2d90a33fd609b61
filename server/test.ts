/** What tests stand on: a real database of their own, cloned from the seeded template in a fraction of a second. */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { openDatabase, type Sql } from "./database/sql.ts";
import { asAdmin, databaseUrl } from "./testing/test-environment.ts";

export type TestDatabase = { url: string; sql: Sql; close(): Promise<void> };
type Options = {
  /** Connections at most; a race of 200 buyers asks for more. */
  max?: number;
  onQuery?: (text: string) => void;
  /** For races: how much longer than the shop they wait for a lock, on a machine that is busy with other things. */
  timeout_factor?: number;
};

/** One per test file: `beforeAll(async () => { database = await testDatabase(); })`, `afterAll(() => database.close())`. */
export async function testDatabase({ max = 10, onQuery, timeout_factor = 1 }: Options = {}): Promise<TestDatabase> {
  const { url: server, template } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(server, (client) =>
    client.query(`create database "${name}" template "${template}" strategy file_copy`),
  );
  const url = databaseUrl(server, name);
  const database = openDatabase(url, { max, onQuery, timeout_factor });
  return {
    url,
    sql: database.sql,
    close: async () => {
      await database.close();
      await asAdmin(server, (client) => client.query(`drop database "${name}" with (force)`));
    },
  };
}

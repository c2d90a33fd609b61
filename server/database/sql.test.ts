import { sql as query } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../test.ts";

let database: TestDatabase;
const statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (text) => statements.push(text) });
});
afterAll(() => database.close());

test("money arrives as a number a shop may calculate with", async () => {
  const { rows } = await query<{ total: number; spent: number }>`
    select sum(price)::dong as total, 12::points as spent from (values (1234000::dong), (1::dong)) as line (price)`.execute(
    database.sql,
  );
  expect(rows).toEqual([{ total: 1234001, spent: 12 }]);
});

test("an amount too large to be exact is refused instead of rounded", async () => {
  const tooLarge = query`select 9007199254740993::dong as total`.execute(database.sql);
  await expect(tooLarge).rejects.toThrow("9007199254740993");
});

test("times come back as the same moment, decimals as written", async () => {
  const moment = new Date("2026-11-20T17:30:00.123Z");
  const { rows } = await query<{
    at: Date;
    rate: string;
  }>`select ${moment}::timestamptz as at, 0.10::numeric as rate`.execute(database.sql);
  expect(rows).toEqual([{ at: moment, rate: "0.10" }]);
});

test("a stuck statement, a held lock and a forgotten transaction all end by themselves", async () => {
  const { rows } = await query<{ name: string; setting: string }>`
    select name, setting || unit as setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
    database.sql,
  );
  expect(rows.map((row) => row.setting)).toEqual(["10000ms", "2000ms", "5000ms"]);
});

test("the statements of a page can be counted", async () => {
  statements.length = 0;
  await database.sql.selectFrom("kernel.settings").select("key").execute();
  await database.sql.selectFrom("kernel.migrations").select("name").execute();
  expect(statements).toEqual(['select "key" from "kernel"."settings"', 'select "name" from "kernel"."migrations"']);
});

test("a limit counts its uses, refuses beyond it, and opens again with the next window", async () => {
  const use = async (window: string) => {
    const { rows } = await query<{ used: number }>`
      insert into kernel.rate_limits as r (key, window_ends, used) values ('otp:lan', now() + ${window}::interval, 1)
      on conflict (key) do update set
        used = case when r.window_ends <= now() then excluded.used else r.used + excluded.used end,
        window_ends = case when r.window_ends <= now() then excluded.window_ends else r.window_ends end
      where r.window_ends <= now() or r.used + excluded.used <= 3
      returning used`.execute(database.sql);
    return rows[0]?.used;
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => use("1 hour")));
  expect(answers.filter((used) => used !== undefined).sort()).toEqual([1, 2, 3]);
  await query`update kernel.rate_limits set window_ends = now() - interval '1 second' where key = 'otp:lan'`.execute(
    database.sql,
  );
  expect(await use("1 hour")).toBe(1);
});

import { sql as query } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../test.ts";
import { namer, plannedOnce } from "./prepared.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ max: 1 });
});
afterAll(() => database.close());

test("a repeated statement has a generic plan on its connection, and answers each caller its own rows", async () => {
  const codes: string[] = [];
  for (const code of ["vi", "en", "ja"]) {
    const { rows } = await query<{ code: string }>`select ${code}::text as code`.execute(database.sql);
    codes.push(rows[0]?.code ?? "");
  }
  expect(codes).toEqual(["vi", "en", "ja"]);
  const { rows } = await query<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    database.sql,
  );
  expect(rows.map((row) => row.statement)).toEqual(["select $1::text as code"]);
});

test("a failed statement in a transaction does not affect the next one of the same text", async () => {
  const add = (used: number, sql = database.sql) =>
    query`insert into kernel.rate_limits (key, window_ends, used) values ('a', now(), ${used})`.execute(sql);
  await add(1);
  await expect(add(2)).rejects.toThrow("duplicate key");
  await expect(database.sql.transaction().execute((sql) => add(3, sql))).rejects.toThrow("duplicate key");
  const { rows } = await query<{ used: number }>`select used from kernel.rate_limits where key = ${"a"}`.execute(
    database.sql,
  );
  expect(rows).toEqual([{ used: 1 }]);
});

test("a list has a generic plan for every page, and the statement after it the plan PostgreSQL chooses", async () => {
  const divide = (by: number, sql = database.sql) =>
    query<{ answer: number }>`${plannedOnce} select 12 / ${by}::int as answer`.execute(sql);
  const answers: (number | undefined)[] = [];
  for (const by of [1, 2, 3, 4]) answers.push((await divide(by)).rows[0]?.answer);
  expect(answers).toEqual([12, 6, 4, 3]);
  const plans = await query<{ generic: number }>`select generic_plans::int as generic from pg_prepared_statements
    where statement like '/* generic plan%'`.execute(database.sql);
  expect(plans.rows).toEqual([{ generic: 2 }]);

  const way = () => query<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(database.sql);
  expect((await way()).rows).toEqual([{ plan_cache_mode: "auto" }]);
  await expect(divide(0)).rejects.toThrow("division by zero");
  expect((await way()).rows).toEqual([{ plan_cache_mode: "auto" }]);
  await expect(database.sql.transaction().execute((sql) => divide(0, sql))).rejects.toThrow("division by zero");
  expect((await way()).rows).toEqual([{ plan_cache_mode: "auto" }]);

  await query`insert into kernel.rate_limits (key, window_ends, used) values ('b', now(), 1)`.execute(database.sql);
  const use = () => query`${plannedOnce} update kernel.rate_limits set used = used + 1 where key = ${"b"}`;
  const changed: (bigint | undefined)[] = [];
  for (const _ of [1, 2, 3]) changed.push((await use().execute(database.sql)).numAffectedRows);
  expect(changed).toEqual([1n, 1n, 1n]);
});

test("any number of different statements takes limited memory", () => {
  const nameOf = namer();
  expect(nameOf("select $1")).toBeUndefined();
  expect(nameOf("select $1")).toBe("shop_0");
  for (let each = 0; each < 20_000; each++) nameOf(`select $1, ${each % 10_000}`);
  const names = new Set(Array.from({ length: 10_000 }, (_, each) => nameOf(`select $1, ${each}`)));
  expect(names.size).toBeLessThanOrEqual(600);
  expect(nameOf("select $1")).toBe("shop_0");
});

import { sql as query } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../test.ts";
import { asAdmin } from "../testing/test-environment.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ max: 1 });
});
afterAll(() => database.close());

/** The first is sent as it is, the second prepares and describes, the third and fourth are asked again. */
async function fourTimes<T>(ask: () => Promise<T>): Promise<T[]> {
  return [await ask(), await ask(), await ask(), await ask()];
}

test("any value comes back as sent, the fourth time as the first", async () => {
  const at = new Date("2026-11-05T09:05:00.123Z");
  const sent = {
    text: 'Nồi cơm "điện" 1,8 lít \\ ½ 🍚',
    nothing: null,
    figure: -12,
    share: 0.5,
    yes: true,
    at,
    figures: [1, 2, -3],
    words: ['a "b"', "c\\d", "", "NULL", "{,}", "đ"],
    gaps: ["a", null],
    table: [
      [1, 2],
      [3, 4],
    ],
    object: { name: "Lan", list: [1, null] },
    bytes: Buffer.from([0, 1, 255]),
  };
  const answers = await fourTimes(async () => {
    const { rows } =
      await query`select ${sent.text}::text as text, ${sent.nothing}::text as nothing, ${sent.figure}::int8 as figure,
      ${sent.share}::float8 as share, ${sent.yes}::boolean as yes, ${sent.at}::timestamptz as at, ${sent.figures}::int[] as figures,
      ${sent.words}::text[] as words, ${sent.gaps}::text[] as gaps, ${sent.table}::int[] as table,
      ${sent.object}::jsonb as object, ${sent.bytes}::bytea as bytes`.execute(database.sql);
    return rows[0];
  });
  for (const answer of answers) expect(answer).toEqual(sent);
});

test("times come back to the millisecond, before Christ and without end too", async () => {
  const times = ["2026-11-05 09:05:00.5+07", "1969-12-31 23:59:59.999999+00", "2026-01-01 00:00:00+00", "infinity"];
  for (const time of times) {
    const [first, ...others] = await fourTimes(async () => {
      const { rows } = await query<{ at: unknown; ms: number }>`select ${time}::timestamptz as at,
        case when isfinite(${time}::timestamptz) then floor(extract(epoch from ${time}::timestamptz) * 1000)::int8 end as ms`.execute(
        database.sql,
      );
      return rows[0];
    });
    for (const other of others) expect(other).toEqual(first);
    if (time !== "infinity") expect(Number(first?.at)).toBe(first?.ms);
  }
});

test("written rows are counted, none as zero", async () => {
  const add = (key: string) =>
    query`insert into kernel.rate_limits (key, window_ends, used) values (${key}, now(), ${1})`.execute(database.sql);
  const counted = [await add("a"), await add("b"), await add("c"), await add("d")];
  expect(counted.map(({ numAffectedRows }) => numAffectedRows)).toEqual([1n, 1n, 1n, 1n]);
  const none = await fourTimes(() => query`select 1 as one where ${"a"}::text = 'b'`.execute(database.sql));
  for (const { rows } of none) expect(rows).toEqual([]);
});

test("a failing prepared statement reports why, and the connection stays usable", async () => {
  const divide = (by: number) => query<{ n: number }>`select 6 / ${by}::int as n`.execute(database.sql);
  await divide(1);
  await divide(2);
  expect((await divide(3)).rows).toEqual([{ n: 2 }]);
  await expect(divide(0)).rejects.toThrow("division by zero");
  expect((await divide(6)).rows).toEqual([{ n: 1 }]);
});

test("a number beyond the safe integers is refused each time, and the connection stays usable", async () => {
  const figure = (text: string) => query<{ n: number }>`select ${text}::int8 as n`.execute(database.sql);
  for (let times = 0; times < 4; times++) await expect(figure("9007199254740993")).rejects.toThrow("safe integer");
  expect((await figure("12")).rows).toEqual([{ n: 12 }]);
  for (let times = 0; times < 4; times++) expect((await figure("13")).rows).toEqual([{ n: 13 }]);
  await expect(figure("9007199254740993")).rejects.toThrow("safe integer");
  expect((await figure("12")).rows).toEqual([{ n: 12 }]);
});

test("a connection that is cut while it answers fails the waiting statement", async () => {
  const wait = (seconds: number) => query`select pg_sleep(${seconds})`.execute(database.sql);
  for (let times = 0; times < 3; times++) await wait(0);
  const { rows } = await query<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.sql);
  const waiting = wait(30);
  const cut = asAdmin(database.url, (client) => client.query("select pg_terminate_backend($1)", [rows[0]?.pid]));
  await expect(waiting).rejects.toThrow();
  await cut;
});

/** Session tokens: only their hash is stored, they expire, and use is recorded once a day. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "../kernel/context.ts";
import { type TestDatabase, testDatabase } from "../test.ts";
import { findSession, noteSessionUse, openVisitorSession, sweepSessions } from "./sessions.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const noon = new Date("2026-11-21T05:00:00Z");
const days = (count: number) => new Date(noon.getTime() + count * 86_400_000);
const at = (now: Date) => ({ sql: database.sql, now }) as Ctx;

test("a token opens its session, and only the token does", async () => {
  const session = await openVisitorSession(at(noon));
  expect(session.token).toMatch(/^[\w-]{22}$/);
  expect(await findSession(database.sql, session.token, noon)).toEqual({ ...session, token: "" });
  expect(await findSession(database.sql, `${session.token}x`, noon)).toBeNull();
  expect(await findSession(database.sql, "", noon)).toBeNull();
  expect(await findSession(database.sql, "x".repeat(100_000), noon)).toBeNull();
});

test("the database stores only the token's hash", async () => {
  const session = await openVisitorSession(at(noon));
  const rows = await database.sql.selectFrom("identity.sessions").selectAll().where("id", "=", session.id).execute();
  expect(JSON.stringify(rows)).not.toContain(session.token);
  expect(rows[0]?.token_hash).toEqual(createHash("sha256").update(session.token).digest());
  const stolen = rows[0]?.token_hash.toString("base64url") ?? "";
  expect(await findSession(database.sql, stolen, noon)).toBeNull();
});

test("a visitor's session ends after sixty days, used or not, and is then deleted", async () => {
  const session = await openVisitorSession(at(noon));
  const young = await openVisitorSession(at(days(30)));
  await noteSessionUse(at(days(59)), session);
  expect(await findSession(database.sql, session.token, days(59))).not.toBeNull();
  expect(await findSession(database.sql, session.token, days(60))).toBeNull();
  await sweepSessions(at(days(60)));
  expect(await findSession(database.sql, session.token, noon)).toBeNull();
  expect(await findSession(database.sql, young.token, days(61))).not.toBeNull();
  expect(await sweepSessions(at(days(60)))).toBe(0);
});

test("use is recorded once a day, so that reading a cart twice writes nothing", async () => {
  const session = await openVisitorSession(at(noon));
  const seen = () =>
    database.sql
      .selectFrom("identity.sessions")
      .select("last_seen_at")
      .where("id", "=", session.id)
      .executeTakeFirstOrThrow();
  await noteSessionUse(at(days(0.5)), session);
  expect((await seen()).last_seen_at).toEqual(noon);
  await noteSessionUse(at(days(2)), session);
  expect((await seen()).last_seen_at).toEqual(days(2));
});

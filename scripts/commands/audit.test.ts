/** The audit command. */
import { sql } from "kysely";
import { actingSql } from "server/database/acting.ts";
import { integrityViolations } from "server/database/integrity.ts";
import { chainAudit } from "server/staff/audit/entries.ts";
import { type TestShop, testShop } from "server/testing/test-shop.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditCommand } from "./audit.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test("a month past its time is taken out whole, the chain holds, and the log says so; a younger one stays", async () => {
  await sql`create table audit.ordinary_2020_01 partition of audit.ordinary
    for values from ('2020-01-01 00:00:00+00') to ('2020-02-01 00:00:00+00')`.execute(shop.sql);
  await sql`insert into audit.entries (id, class, at, actor, call, request_id, event)
    values (nextval('audit.entry_ids'), 'ordinary', '2020-01-05', 'command', 'test', 'test', 'update')`.execute(
    shop.sql,
  );
  await sql`insert into audit.unchained select id, class, at from audit.entries where at < '2021-01-01'`.execute(
    shop.sql,
  );
  const ctx = { ...shop.ctx(), sql: actingSql(shop.sql, { actor: "command", call: "audit", request_id: "test" }) };
  expect((await auditCommand(ctx, ["drop", "ordinary", "2020-01"])).err).toContain("wait for the chain");
  await chainAudit(ctx);
  expect((await auditCommand(ctx, ["months"])).out).toContain("2020-01  ordinary  1");
  expect(await auditCommand(ctx, ["drop", "ordinary", "2020-01"])).toMatchObject({
    exit_code: 0,
    out: expect.stringMatching(/^1 entries/),
  });
  await chainAudit(ctx);
  expect(await integrityViolations(shop.sql)).toEqual([]);
  const { rows } = await sql<{ about: string }>`select about from audit.entries where event = 'month_dropped'`.execute(
    shop.sql,
  );
  expect(rows).toEqual([{ about: "audit:ordinary 2020-01" }]);
  const now = new Date().toISOString().slice(0, 7);
  expect(await auditCommand(ctx, ["drop", "retained", now])).toMatchObject({
    exit_code: 1,
    err: expect.stringContaining("not past its time"),
  });
  expect((await auditCommand(ctx, ["forget"])).exit_code).toBe(2);
});

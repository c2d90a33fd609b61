/** API keys: shown once, within their maker's rights and their own scope, ended at once. rules/staff#keys */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../http/app.ts";
import { shopHandlers } from "../shop.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { staffCallName, staffCalls } from "../testing/test-staff-calls.ts";

let shop: TestShop;
let app: FastifyInstance;
beforeAll(async () => {
  shop = await testShop();
  app = await buildApp({ base: shop.base, handlers: new Map([...shopHandlers, ...staffCalls]) });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const wanted = {
  name: "Báo cáo tuần",
  scopes: ["reports:read", "catalogue:read"] as const,
  warehouses: null,
  days: 30,
};
const ask = async (secret: string, permission: string) => {
  const url = `/test/staff/${staffCallName(permission)}`;
  const headers = { authorization: `Bearer ${secret}` };
  const answer = await app.inject({ method: "POST", url, headers, payload: { reason: "báo cáo" } });
  return { status: answer.statusCode, ...(answer.json() as { code?: string; data?: { actor: string } }) };
};

describe("a key", () => {
  test("does what its scope names, for its maker, and nothing else; the list never shows it again", async () => {
    const an = await shop.staff("an");
    const { key, secret } = await an.staff.makeKey({ ...wanted, scopes: [...wanted.scopes] });
    expect(secret).toMatch(/^mtk_[\w-]{43}$/);
    expect(await ask(secret, "reports:read")).toMatchObject({
      status: 200,
      data: { actor: `staff:${await shop.staffId("an")}` },
    });
    expect(await ask(secret, "orders:read")).toMatchObject({ status: 403, code: "forbidden" });
    const { keys } = await an.staff.keys({});
    expect(JSON.stringify(keys)).not.toContain(secret);
    expect(keys.find(({ id }) => id === key.id)).toMatchObject({ state: "active", hint: `${secret.slice(0, 8)}…` });
    expect(keys.find(({ id }) => id === key.id)?.last_used_at).not.toBeNull();
    const { rows } = await sql<{
      kept: string;
    }>`select encode(secret_hash, 'escape') as kept from staff.api_keys`.execute(shop.sql);
    expect(rows.map(({ kept }) => kept)).not.toContain(secret);
  });

  test("is no person: no session, no home, nothing that any member of staff may do", async () => {
    const { secret } = await (await shop.staff("an")).staff.makeKey({ ...wanted, scopes: [...wanted.scopes] });
    const headers = { authorization: `Bearer ${secret}` };
    for (const url of ["/v1/staff/session", "/v1/staff/home", "/v1/staff/roles"])
      expect((await app.inject({ url, headers })).statusCode).toBe(403);
    expect((await app.inject({ url: "/v1/users/profile", headers })).statusCode).toBe(401);
    expect((await app.inject({ url: "/session", headers: { cookie: `session_id=${secret}` } })).json()).toMatchObject({
      status: "empty",
    });
  });

  test("loses a right with its maker, and ends with its time, its maker's leaving, and by hand", async () => {
    const suong = await shop.staff("suong");
    const made = await suong.staff.makeKey({ ...wanted, scopes: [...wanted.scopes] });
    const state = (to: string) =>
      sql`update staff.accounts set state = ${to} where email = 'suong@mutosi.example'`.execute(shop.sql);
    await state("locked");
    expect(await ask(made.secret, "reports:read")).toMatchObject({ status: 401 });
    await state("active");
    expect(await ask(made.secret, "reports:read")).toMatchObject({ status: 200 });
    const permission = { role: "owner", permission: "reports:read", mode: "full" };
    await sql`delete from staff.role_permissions where role = 'owner' and permission = 'reports:read'`.execute(
      shop.sql,
    );
    expect(await ask(made.secret, "reports:read")).toMatchObject({ status: 403 });
    await shop.sql.insertInto("staff.role_permissions").values(permission).execute();
    shop.advanceClock(31 * 86_400_000);
    expect(await ask(made.secret, "reports:read")).toMatchObject({ status: 401 });
    const second = await (await shop.staff("suong")).staff.makeKey({ ...wanted, days: null, scopes: ["reports:read"] });
    const an = await shop.staff("an");
    expect((await an.staff.endKey({ id: second.key.id })).state).toBe("ended");
    expect(await ask(second.secret, "reports:read")).toMatchObject({ status: 401 });
    const third = await (await shop.staff("suong")).staff.makeKey({ ...wanted, days: null, scopes: ["reports:read"] });
    const id = await shop.staffId("suong");
    const { keys } = await an.staff.leaving({ id });
    expect(keys.map((key) => key.id)).toContain(third.key.id);
    await an.staff.leave({ id, version: (await an.staff.account({ id })).version });
    expect(await ask(third.secret, "reports:read")).toMatchObject({ status: 401 });
  });

  test("is refused what no key may hold, and waits for a second person for money, stock and people's data", async () => {
    const an = await shop.staff("an");
    for (const scope of [
      "staff:manage",
      "settings:write",
      "customers:reveal",
      "payouts:release",
      "approvals:money",
    ] as const)
      expect(await refusal(an.staff.makeKey({ ...wanted, scopes: [scope] }))).toMatchObject({
        status: 422,
        body: { code: "forbidden_scope" },
      });
    for (const scope of ["refunds:record", "stock:adjust", "customers:read", "audit:read"] as const)
      expect(await refusalCode(an.staff.makeKey({ ...wanted, name: scope, scopes: [scope] }))).toBe("approval_asked");
    expect(await refusalCode((await shop.staff("my")).staff.keys({}))).toBe("forbidden");
  });

  test("with warehouses counts there alone", async () => {
    const an = await shop.staff("an");
    const { secret } = await an.staff.makeKey({ ...wanted, scopes: ["stock:read"], warehouses: ["DN"] });
    const { ctx } = await import("../http/request-context.ts").then(({ requestContext }) =>
      requestContext(shop.base, { token: secret, is_bearer: true, locale: "vi", client: "test", request_id: "test" }),
    );
    expect((await ctx.staff())?.grants).toEqual([
      { name: "stock:read", mode: "full", only: null, at: { warehouses: ["DN"] } },
    ]);
  });
});

/**
 * A call for staff, from the wire to its handler: the order in which it is judged, whose permissions count, what of its
 * input is refused, and who acts in it. rules/wire#staff-calls
 */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openapi } from "../api/openapi.ts";
import { buildApp } from "../http/app.ts";
import { settings } from "../settings.ts";
import { shopHandlers } from "../shop.ts";
import { type DemoAccountKey, type TestShop, testShop } from "../testing/test-shop.ts";
import { staffCallName, staffCalls } from "../testing/test-staff-calls.ts";

const table = new Map([...shopHandlers, ...staffCalls]);
const name = staffCallName("orders:write");
const url = `/test/staff/${name}`;
const valid = { reason: "gọi xác nhận" };
const wrong = { lines: "none", nonsense: true };
const key = "k".repeat(30);

let shop: TestShop;
let app: FastifyInstance;
beforeAll(async () => {
  shop = await testShop();
  app = await buildApp({ base: shop.base, handlers: table });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});
beforeEach(async () => {
  await sql`delete from kernel.idempotency`.execute(shop.sql);
  await sql`delete from kernel.rate_limits`.execute(shop.sql);
});

async function send(token: string | null, payload: object, headers: Record<string, string> = {}) {
  const bearer: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method: "POST", url, payload, headers: { ...bearer, ...headers } });
  return { status: answer.statusCode, ...(answer.json() as { code?: string; errors?: object; data?: object }) };
}
const as = async (who: DemoAccountKey, payload: object, headers?: Record<string, string>) =>
  send(await shop.token(who), payload, headers);
const rowsIn = async (of: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(of)}`.execute(shop.sql)).rows[0]?.count;

describe("a call for staff is authorised before its input is judged", () => {
  test("without a session, and in a shopper's, it is 401 whatever is sent", async () => {
    for (const payload of [valid, wrong]) {
      expect(await send(null, payload)).toMatchObject({ status: 401, code: "unauthenticated" });
      for (const who of ["lan", "hoa", "cau-giay"] as const)
        expect(await as(who, payload)).toMatchObject({ status: 401, code: "unauthenticated" });
    }
  });

  test("staff without the permission are told 403 and no field, no limit is counted and no answer stored", async () => {
    for (const payload of [valid, wrong]) {
      const refused = await as("quang", payload, { "idempotency-key": key });
      expect(refused).toMatchObject({ status: 403, code: "forbidden" });
      expect(refused.errors).toBeUndefined();
    }
    expect([await rowsIn("kernel.rate_limits"), await rowsIn("kernel.idempotency")]).toEqual([0, 0]);
  });

  test("staff with the permission are told what is wrong with the input, and otherwise answered once for a key", async () => {
    expect(await as("ngoc", wrong)).toMatchObject({ status: 422, code: "invalid" });
    const token = await shop.token("ngoc");
    const first = await send(token, valid, { "idempotency-key": key });
    expect(first).toMatchObject({ status: 200, data: valid });
    expect(await send(token, valid, { "idempotency-key": key })).toEqual(first);
    expect(await rowsIn("kernel.idempotency")).toBe(1);
  });

  test("staff who must change their password can do nothing else", async () => {
    const token = await shop.token("an");
    const pending = (must_change_password: boolean) =>
      shop.sql
        .updateTable("identity.customers")
        .set({ must_change_password })
        .where("email", "=", "an@mutosi.example")
        .execute();
    await pending(true);
    expect(await send(token, wrong)).toMatchObject({ code: "password_pending" });
    await pending(false);
  });
});

describe("a field that a call for staff does not name is refused at its own path", () => {
  const unknown = ["Trường này không có trong yêu cầu"];

  test.each<[where: string, extra: object, field: string]>([
    ["beside the others", { role: "owner" }, "role"],
    ["in a list", { lines: [{ key: "a", quantity: 1, price: 1 }] }, "lines.0.price"],
    ["in a part that may be left empty", { address: { street: "a", owner: "x" } }, "address.owner"],
  ])("%s", async (_where, extra, field) => {
    const { status, errors } = await as("ngoc", { ...valid, ...extra });
    expect({ status, errors }).toEqual({ status: 422, errors: { [field]: unknown } });
  });

  test("in the query", async () => {
    const headers = { authorization: `Bearer ${await shop.token("ngoc")}` };
    const answer = await app.inject({ method: "POST", url: `${url}?lang=en`, payload: valid, headers });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ["lang"]]);
  });

  test("while a call of the shop drops it", async () => {
    const headers = { authorization: `Bearer ${await shop.token("lan")}` };
    const payload = { product_id: 999_999, quantity: 1, nonsense: true };
    const answer = await app.inject({ method: "POST", url: "/v1/client/add-to-cart", payload, headers });
    expect(answer.statusCode).toBe(404);
  });
});

describe("a staff session", () => {
  const idOf = async (who: DemoAccountKey) =>
    shop.sql
      .selectFrom("identity.customers")
      .select("id")
      .where("email", "=", `${who}@mutosi.example`)
      .executeTakeFirstOrThrow();
  const scope = (who: number, scopes: string[]) =>
    shop.sql
      .updateTable("identity.roles")
      .set({ scope: scopes })
      .where("customer_id", "=", who)
      .where("role", "=", "administrator")
      .execute();

  test("acts as its account in a call for staff, and as a customer in a shopper's", async () => {
    const { id } = await idOf("an");
    expect(await as("an", valid)).toMatchObject({ data: { actor: `staff:${id}` } });
    expect(await shop.ctx({ token: await shop.token("an") }).actor()).toBe(`customer:${id}`);
  });

  test("gains and loses a permission with its scope, and all of them with its role, at the next request", async () => {
    const { id } = await idOf("quang");
    const token = await shop.token("quang");
    const before = await shop.sql
      .selectFrom("identity.roles")
      .selectAll()
      .where("customer_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(await send(token, valid)).toMatchObject({ status: 403 });
    await scope(id, ["orders:approve"]);
    expect(await send(token, valid)).toMatchObject({ status: 200 });
    await scope(id, ["orders:read", "orders:write", "all"]); // no scope that was ever given means orders:write
    expect(await send(token, valid)).toMatchObject({ status: 403 });
    await scope(id, ["all:all"]);
    expect(await send(token, valid)).toMatchObject({ status: 200 });
    await shop.sql.deleteFrom("identity.roles").where("customer_id", "=", id).execute();
    expect(await send(token, valid)).toMatchObject({ status: 401, code: "unauthenticated" });
    await shop.sql.insertInto("identity.roles").values(before).execute();
    expect(await send(token, valid)).toMatchObject({ status: 403 });
  });

  test("that switches to the customer's role is none of staff any more, and is one again after switching back", async () => {
    const token = await shop.token("an");
    const headers = { authorization: `Bearer ${token}` };
    const act = async (role: string) =>
      app.inject({ method: "PUT", url: "/v1/client/active-role", payload: { role }, headers });
    expect((await act("customer")).statusCode).toBe(200);
    expect(await send(token, valid)).toMatchObject({ status: 401 });
    expect((await act("administrator")).statusCode).toBe(200);
    expect(await send(token, valid)).toMatchObject({ status: 200 });
  });
});

test("the description of a call for staff names its permission, and takes no other field", () => {
  const { paths } = openapi(table, { version: "1", name: "shop", settings });
  const operation = paths[url]?.post;
  expect(operation?.security).toEqual([{ bearer: ["orders:write"] }, { session: ["orders:write"] }]);
  expect(operation?.description).toContain("`orders:write`");
  expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(["401", "403", "422"]));
  const schema = operation?.requestBody?.content["application/json"]?.schema;
  expect(schema).toMatchObject({
    additionalProperties: false,
    properties: { lines: { items: { additionalProperties: false } } },
  });
});

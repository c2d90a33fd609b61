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
import { openStaffSession } from "../staff/sessions.ts";
import { type DemoAccountKey, type DemoStaffKey, type TestShop, testShop } from "../testing/test-shop.ts";
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
const as = async (who: DemoStaffKey, payload: object, headers?: Record<string, string>) =>
  send(await shop.staffToken(who), payload, headers);
const shopper = async (who: DemoAccountKey, payload: object) => send(await shop.token(who), payload);
const rowsIn = async (of: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(of)}`.execute(shop.sql)).rows[0]?.count;

describe("a call for staff is authorised before its input is judged", () => {
  test("without a session, and in a shopper's, it is 401 whatever is sent", async () => {
    for (const payload of [valid, wrong]) {
      expect(await send(null, payload)).toMatchObject({ status: 401, code: "unauthenticated" });
      for (const who of ["lan", "hoa", "cau-giay"] as const)
        expect(await shopper(who, payload)).toMatchObject({ status: 401, code: "unauthenticated" });
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

  test("the operator sees who was refused which call for want of which permission, a row an hour for the same", async () => {
    await as("quang", wrong);
    await as("quang", valid);
    await as("chi", valid);
    await as("ngoc", valid);
    const rows = await sql<{ detail: object }>`
      select detail from kernel.security_events where event = 'staff_refused' order by id`.execute(shop.sql);
    const [quang, chi] = [await shop.staffId("quang"), await shop.staffId("chi")];
    const said = { call: name, permission: "orders:write" };
    expect(rows.rows.map(({ detail }) => detail)).toEqual([
      { staff: quang, ...said },
      { staff: chi, ...said },
    ]);
  });

  test("staff with the permission are told what is wrong with the input, and otherwise answered once for a key", async () => {
    expect(await as("ngoc", wrong)).toMatchObject({ status: 422, code: "invalid" });
    const token = await shop.staffToken("ngoc");
    const first = await send(token, valid, { "idempotency-key": key });
    expect(first).toMatchObject({ status: 200, data: valid });
    expect(await send(token, valid, { "idempotency-key": key })).toEqual(first);
    expect(await rowsIn("kernel.idempotency")).toBe(1);
  });

  test("staff who came in by a recovery code can do nothing else before they have a new second factor", async () => {
    const { token } = await openStaffSession(shop.ctx(), await shop.staffId("an"), { must_set_factor: true });
    expect(await send(token, wrong)).toMatchObject({ status: 403, code: "factor_pending" });
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
    const headers = { authorization: `Bearer ${await shop.staffToken("ngoc")}` };
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
  test("acts as its account in a call for staff, and is nobody's in a shopper's", async () => {
    expect(await as("an", valid)).toMatchObject({ data: { actor: `staff:${await shop.staffId("an")}` } });
    const headers = { authorization: `Bearer ${await shop.staffToken("an")}` };
    for (const path of ["/v1/users/profile", "/session"]) {
      expect((await app.inject({ url: path, headers })).statusCode).toBe(401);
    }
  });

  test("is no cookie and no field of the shop: the visitor beside it stays a visitor", async () => {
    const token = await shop.staffToken("an");
    const asCookie = await app.inject({
      method: "POST",
      url,
      payload: valid,
      headers: { cookie: `session_id=${token}` },
    });
    expect(asCookie.statusCode).toBe(401);
    const asField = await app.inject({ url: `/session?session_id=${token}` });
    expect(asField.json()).toMatchObject({ status: "empty" });
  });

  test("gains and loses a permission with its role, and all of them with its account, at the next request", async () => {
    const account_id = await shop.staffId("quang");
    const token = await shop.staffToken("quang");
    const held = (role: string) =>
      shop.sql.updateTable("staff.account_roles").set({ role }).where("account_id", "=", account_id).execute();
    const state = (to: string) =>
      shop.sql.updateTable("staff.accounts").set({ state: to }).where("id", "=", account_id).execute();
    expect(await send(token, valid)).toMatchObject({ status: 403 });
    await held("order_desk");
    expect(await send(token, valid)).toMatchObject({ status: 200 });
    await held("content");
    expect(await send(token, valid)).toMatchObject({ status: 403 });
    await state("locked");
    expect(await send(token, valid)).toMatchObject({ status: 401, code: "unauthenticated" });
    await state("active");
    expect(await send(token, valid)).toMatchObject({ status: 403 });
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

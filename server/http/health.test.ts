import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../test.ts";
import { health } from "./health.ts";

let database: TestDatabase;
let pool: pg.Pool;
let app: FastifyInstance;
const state = () => app.inject("/readyz").then((answer) => [answer.statusCode, answer.json().reason]);

beforeAll(async () => {
  database = await testDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

function shop(of: pg.Pool = pool) {
  app = fastify();
  const probe = health(of);
  probe.mount(app);
  return probe;
}

test("with a migrated database the shop is ready", async () => {
  shop();
  expect(await state()).toEqual([200, undefined]);
});

test("with a missing migration the shop is not ready", async () => {
  shop();
  await pool.query("update kernel.migrations set name = 'away' where name = '0001_kernel.sql'");
  expect(await state()).toEqual([503, "migrations"]);
  await pool.query("update kernel.migrations set name = '0001_kernel.sql' where name = 'away'");
});

test("without a database the shop is alive and not ready", async () => {
  const gone = new pg.Pool({ connectionString: "postgresql://shop@127.0.0.1:1/shop" });
  shop(gone);
  expect(await state()).toEqual([503, "database"]);
  expect((await app.inject("/healthz")).statusCode).toBe(200);
});

test("a database that never answers does not block the probe", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const held = new pg.Pool({ connectionString: `postgresql://shop@127.0.0.1:${port}/shop` });
  shop(held);
  expect(await state()).toEqual([503, "database"]);
  silent.close();
});

test("a draining shop is not ready, though it lives and its database answers", async () => {
  shop().startDraining();
  expect(await state()).toEqual([503, "draining"]);
  expect((await app.inject("/healthz")).statusCode).toBe(200);
});

/** The roles a shop begins with are the matrix, and the demo's staff can sign in where the shop is tried out. */
import { permissions } from "contract/staff/permissions.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoOf } from "../kernel/config.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { demoStaff, lockDemoStaff } from "./demo.ts";
import { type Cell, matrix, matrixScopes } from "./test-matrix.ts";
import { signInFully } from "./test-staff.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const byName = (cells: readonly Cell[]) => [...cells].sort((a, b) => a.name.localeCompare(b.name));

describe("the roles of a new shop", () => {
  test("are the matrix, cell by cell, with their scopes and a name in both languages", async () => {
    const an = await shop.staff("an");
    const { roles } = await an.staff.roles({});
    expect(roles.map(({ code }) => code).sort()).toEqual(Object.keys(matrix).sort());
    for (const { code, scope, names, permissions: cells } of roles) {
      expect([code, byName(cells)]).toEqual([code, byName(matrix[code] ?? [])]);
      expect([code, scope]).toEqual([code, matrixScopes[code] ?? null]);
      expect(names.vi.length * names.en.length).toBeGreaterThan(0);
    }
  });

  test("name every permission of the list somewhere, and none beside it", () => {
    const named = new Set(Object.values(matrix).flatMap((cells) => cells.map(({ name }) => name)));
    expect([...named].sort()).toEqual([...permissions].sort());
  });

  test("say which permissions wait for a desk: no call asks for them", async () => {
    const { waiting } = await (await shop.staff("my")).staff.roles({});
    expect(waiting).toContain("payouts:release");
    expect(waiting).not.toContain("staff:manage");
  });
});

describe("the demo's staff", () => {
  test("sign in by the password and the code that only this machine shows", async () => {
    const shown = await demoStaff(shop.sql, shop.base.config, shop.now);
    expect(shown.map(({ email }) => email)).toContain("an@mutosi.example");
    expect(shown.map(({ email }) => email)).not.toContain("vinh@mutosi.example");
    expect(await signInFully(shop, "an")).toMatchObject({ must_set_factor: false });
  });

  test("are not seeded in production, nor into a database that is not the shop's own", () => {
    const { config } = shop.base;
    expect(demoOf({ ...config, database_url: undefined }).staff).not.toBeNull();
    expect(demoOf({ ...config, database_url: undefined, node_env: "production" }).staff).toBeNull();
    expect(demoOf({ ...config, database_url: undefined, dev_simulators: false }).staff).toBeNull();
    expect(demoOf({ ...config, database_url: "postgresql://db.example/shop" }).staff).toBeNull();
  });

  test("have a place where their role asks for one", async () => {
    const { rows } = await sql<{ email: string }>`
      select a.email from staff.accounts a join staff.account_warehouses w on w.account_id = a.id
      where w.warehouse = 'HN'`.execute(shop.sql);
    expect(rows).toEqual([{ email: "loc@mutosi.example" }]);
  });

  test("are locked, and their sessions over, once the shop runs for real", async () => {
    const { token } = await signInFully(shop, "ngoc");
    const locked = await lockDemoStaff(shop.sql);
    expect(locked).toContain("ngoc@mutosi.example");
    expect(await shop.ctx({ token }).staff()).toBeNull();
    expect(await lockDemoStaff(shop.sql)).toEqual([]);
  });
});

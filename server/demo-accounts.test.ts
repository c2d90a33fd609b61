/** In production demo accounts with the demo password are locked. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD, demoAccounts, lockDemoAccounts } from "./demo-accounts.ts";
import { refusalCode } from "./testing/test-refusal.ts";
import { type TestShop, testShop } from "./testing/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

describe("demo accounts in production", () => {
  test("an account with the demo password is locked and its sessions end; one with another password stays", async () => {
    const hoa = await shop.as("hoa");
    await hoa.identity.changePassword({
      current_password: DEMO_PASSWORD,
      password: "MatKhauMoi99@",
      password_confirmation: "MatKhauMoi99@",
    });
    const [an, lan] = [await shop.as("an"), await shop.as("lan")];
    const locked = await lockDemoAccounts(shop.sql);
    expect(locked).toEqual(expect.arrayContaining(["an@mutosi.example", "lan@mutosi.example"]));
    expect(locked).not.toContain("hoa@mutosi.example");
    for (const account of [an, lan]) expect(await refusalCode(account.identity.profile({}))).toBe("unauthenticated");
    for (const key of ["an", "lan", "minh", "quang"]) {
      const login = { login: `${key}@mutosi.example`, password: DEMO_PASSWORD };
      expect(await refusalCode(shop.visitor().identity.login(login))).toMatch(/^(wrong_credentials|account_locked)$/);
    }
    expect((await hoa.identity.profile({})).email).toBe("hoa@mutosi.example");
    const { rows } =
      await sql`select 1 from identity.customers where status = 'active' and password_hash is not null`.execute(
        shop.sql,
      );
    expect(rows).toHaveLength(1);
    expect(await lockDemoAccounts(shop.sql)).toEqual([]);
    expect((await demoAccounts(shop.sql)).length).toBeLessThanOrEqual(2);
  });
});

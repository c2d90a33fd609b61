/** What a shop that was tried out first would lose when it opens for real: its administration, to the README's password. */
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

describe("demo accounts where the shop runs for real", () => {
  test("are locked with their sessions while the demo password opens them; one with a password of its own stays", async () => {
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

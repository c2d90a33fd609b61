/** The staff command on a shop: the first owner, and a list of who is there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../server/testing/test-shop.ts";
import { staffCommand } from "./staff.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const run = (...words: string[]) => staffCommand(shop.ctx(), words);

test("owner prints the link of an invitation that opens, and is written down", async () => {
  const { out, exit_code } = await run("owner", "chu@shop.example", "--name", "Chủ Mới");
  expect(exit_code).toBe(0);
  const token = /\/quan-tri\/loi-moi\/([\w-]+)\n/.exec(out)?.[1] ?? "";
  expect(await shop.visitor().staff.invitation({ token })).toMatchObject({
    ...{ email: "chu@shop.example", full_name: "Chủ Mới", invited_by: null },
    roles: [{ code: "owner" }],
  });
  expect((await run("list")).out).toContain("chu@shop.example");
});

test("list names everybody with state and roles", async () => {
  expect((await run("list")).out).toMatch(/locked +vinh@mutosi\.example +Doãn Đức Vinh \(order_desk\)/);
});

test("what it does not understand is refused with its usage, and an e-mail that a person has too", async () => {
  for (const words of [
    [],
    ["owner"],
    ["owner", "nobody"],
    ["list", "all"],
    ["drop", "1"],
    ["email", "x", "a@b.example"],
  ])
    expect((await run(...words)).exit_code).toBe(2);
  expect((await run("email", "1", "moi@shop.example")).exit_code).toBe(1);
});

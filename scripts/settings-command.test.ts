/** What the shopkeeper would lose: a setting that cannot be changed, or a wrong one that is taken without a word. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropMemos } from "../server/memo.ts";
import { settings } from "../server/settings.ts";
import { type TestShop, testShop } from "../server/test-shop.ts";
import { settingsCommand } from "./settings-command.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

async function say(...words: string[]) {
  const spoken = await settingsCommand(shop.ctx({ locale: "en" }), words);
  dropMemos(["settings"]); // what the shop's listener does
  return spoken;
}

test("lists what there is to set, and who may read it", async () => {
  const { out, exit_code } = await say("list");
  expect(exit_code).toBe(0);
  for (const key of Object.keys(settings)) expect(out).toContain(key);
  expect(out).toMatch(/bank_account +private/);
});

test("one figure is changed without repeating the rest", async () => {
  expect(await say("set", "limits.cod_max", "15000000")).toEqual({
    out: "limits.cod_max is now 15000000\n",
    err: "",
    exit_code: 0,
  });
  expect((await say("get", "limits.cod_max")).out).toBe("15000000\n");
  expect((await say("get", "limits.complete_after_days")).out).toBe("7\n");
  await say("set", "limits.cod_max", "20000000");
});

test("a text needs no quotation marks, a whole setting is JSON", async () => {
  expect((await say("set", "shop.name", "Mutosi", "Home")).exit_code).toBe(0);
  expect((await say("get", "shop.name")).out).toBe('"Mutosi Home"\n');
  expect((await say("set", "maintenance", '{"on": true}')).exit_code).toBe(0);
  expect((await say("get", "maintenance.on")).out).toBe("true\n");
  await say("set", "maintenance.on", "false");
  await say("set", "shop.name", "Mutosi");
});

test("one entry of a list is changed in its place", async () => {
  expect((await say("set", "warehouses.1.phone", "+842362000199")).exit_code).toBe(0);
  expect((await say("get", "warehouses.1.phone")).out).toBe('"+842362000199"\n');
  expect((await say("get", "warehouses.0.code")).out).toBe('"HN"\n');
});

test("a wrong value is refused with the reason, and nothing changes", async () => {
  const { err, exit_code } = await say("set", "limits.cod_max", "lots");
  expect(exit_code).toBe(1);
  expect(err).toContain("limits.cod_max stays as it was:\n  limits.cod_max: ");
  expect((await say("set", "limits.cod", "1")).exit_code).toBe(1);
  expect((await say("set", "maintenance.until", "tomorrow")).exit_code).toBe(1);
  expect((await say("get", "limits.cod_max")).out).toBe("20000000\n");
  expect((await say("get", "limits.cod")).exit_code).toBe(1);
});

test("what is not understood is answered with the help", async () => {
  for (const words of [
    ["put", "shop"],
    ["get"],
    ["get", "seeded"],
    ["get", "shop", "name"],
    ["set", "shop.name"],
    ["list", "x"],
  ]) {
    const { err, exit_code } = await say(...words);
    expect(exit_code, words.join(" ")).toBe(2);
    expect(err).toContain("npm run settings -- list");
  }
});

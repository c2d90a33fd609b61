/** `npm run settings`: changes a setting, and refuses a wrong value with the reason. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropMemos } from "../../server/platform/memo.ts";
import { settings } from "../../server/settings.ts";
import { type TestShop, testShop } from "../../server/testing/test-shop.ts";
import { settingsCommand } from "./settings.ts";

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

test("broken JSON is reported with its position, and nothing changes", async () => {
  for (const [value, place, why] of [
    ['{"on": tru}', 11, "Unexpected token '}'"],
    ['{"on": true', 12, "Expected ',' or '}' after property value"],
    ["{on: true}", 2, "Expected property name or '}'"],
    ["[1, 2,]", 7, "Unexpected token ']'"],
    ['"Mutosi', 8, "Unterminated string"],
  ] as const) {
    const { err, exit_code } = await say("set", "maintenance", value);
    expect(exit_code, value).toBe(1);
    expect(err).toContain(
      `maintenance stays as it was: this is broken JSON, at character ${place}: ${why}\n  ${value}\n`,
    );
    expect(err).toMatch(new RegExp(`\n {${place + 1}}\\^\n$`));
  }
  expect((await say("get", "maintenance.on")).out).toBe("false\n");
});

test("what is not understood is answered with the help", async () => {
  expect((await say("get")).err).toMatch(/^Say which setting: npm run settings -- get KEY\n/);
  for (const words of [
    ["put", "shop"],
    ["get"],
    ["get", "seeded"],
    ["get", "shop", "name"],
    ["set", "shop.name"],
    ["list", "x"],
    ["list", "--all"],
  ]) {
    const { err, exit_code } = await say(...words);
    expect(exit_code, words.join(" ")).toBe(2);
    expect(err).toContain("npm run settings -- list");
  }
});

test("a refusal names what was typed, and shows a line that is taken", async () => {
  for (const [address, value, why] of [
    ["maintenance", "true", "maintenance: true is not all of it; its parts are on, until, message"],
    ["maintenance.until", "tomorrow", 'maintenance.until: "tomorrow" is not understood'],
    ["maintenance.on", "ja", 'maintenance.on: "ja" is not true or false'],
    ["shop.name", "", "shop.name: may not be empty"],
    ["shop.email", "shop", 'shop.email: "shop" is not understood'],
    ["limits.cod_max", "15 triệu", 'limits.cod_max: "15 triệu" is not a number'],
    ["limits.cod_max", "-1", "limits.cod_max: -1 is below 0"],
    ["limits", "{}", "limits.cod_max: is missing"],
    ["limits.cod", "1", 'limits: there is no part "cod"; its parts are cod_max,'],
  ] as const) {
    const { err, exit_code } = await say("set", address, value);
    expect(exit_code).toBe(1);
    expect(err).toContain(`${address} stays as it was:\n  ${why}`);
    expect(err).not.toMatch(/Invalid|expected/);
    const [, line] = /One that works: npm run settings -- (.+)\n/.exec(err) ?? [];
    if (address === "limits.cod") continue; // there is no value for a part there is not
    expect(line, err).toBeDefined();
    const words = line?.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', "")) ?? [];
    expect(await say(...words), line).toMatchObject({ exit_code: 0 });
  }
  await say("set", "maintenance.on", "false");
});

test("figures may be grouped as people write them, and a text may look like a figure", async () => {
  for (const typed of ["15.000.000", "15,000,000", "15000000"]) {
    expect((await say("set", "limits.cod_max", typed)).out).toBe("limits.cod_max is now 15000000\n");
  }
  expect((await say("set", "limits.cod_max", "15.000")).out).toBe("limits.cod_max is now 15000\n");
  for (const odd of ["15.000,000", "1.5", "015.000"]) {
    expect((await say("set", "limits.cod_max", odd)).exit_code, odd).toBe(1);
  }
  expect((await say("set", "shop.phone", "19001234")).out).toBe('shop.phone is now "19001234"\n');
  expect((await say("set", "shop.name", '"1.900"')).out).toBe('shop.name is now "1.900"\n');
  await say("set", "limits.cod_max", "20000000");
  await say("set", "shop.name", "Mutosi");
});

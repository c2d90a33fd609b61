/** Commands never leave a half-written file, and explain system errors. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type TestShop, testShop } from "server/testing/test-shop.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportCommand } from "./export.ts";
import { writeWhole } from "./files.ts";
import { generateCommand } from "./generate.ts";
import { importCommand } from "./import.ts";

const folder = mkdtempSync(join(tmpdir(), "shop-files-"));
const at = (name: string) => join(folder, name);
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

type Said = { exit_code: number; said: string };
type Run = (...words: string[]) => Promise<Said>;

const listening = async (run: (say: (text: string) => void) => Promise<number>): Promise<Said> => {
  let said = "";
  const exitCode = await run((text) => (said += text));
  return { exit_code: exitCode, said };
};
const taking: Run = (...words) => listening((say) => importCommand(shop.ctx(), words, { out: say, err: say }));
const exporting: Run = (...words) => listening((say) => exportCommand(shop.ctx(), words, process.stderr, say));
const generating: Run = (...words) => listening((say) => generateCommand(shop.sql, words, say));

test("a file that cannot be read is named, with what is wrong, and nothing is imported", async () => {
  mkdirSync(at("folder"), { recursive: true });
  writeFileSync(at("goods.csv"), "sku,name\n");
  writeFileSync(at("map.json"), '{\n  "columns": { "Ten": "name", }\n}\n');
  const refused = (said: string) => ({ exit_code: 2, said });
  expect(await taking(at("none.csv"))).toEqual(refused(`There is no file "${at("none.csv")}".\n`));
  expect(await taking(at("folder"))).toEqual(refused(`"${at("folder")}" is a folder; say which file in it.\n`));
  const map = await taking(at("goods.csv"), "--map", at("none.json"));
  expect(map).toEqual(refused(`There is no file "${at("none.json")}".\n`));
  const broken = await taking(at("goods.csv"), "--map", at("map.json"));
  expect(broken.exit_code).toBe(2);
  expect(broken.said).toContain(`"${at("map.json")}" is broken JSON, in line 2, character 31: `);
});

const writers: [string, Run][] = [
  ["export", exporting],
  ["generate", (...words) => generating("--products", "2", ...words)],
];
test.each(writers)("%s --out into what is no file is refused, with what is wrong", async (_, run) => {
  mkdirSync(at("folder"), { recursive: true });
  const nowhere = join(folder, "none", "g.json");
  const missing = `There is no folder "${join(folder, "none")}" for "${nowhere}".\n`;
  expect(await run("--out", nowhere)).toEqual({ exit_code: 2, said: missing });
  expect(await run("--out", at("folder"))).toEqual({
    exit_code: 2,
    said: `"${at("folder")}" is a folder; say which file in it.\n`,
  });
  expect(existsSync(`${at("folder")}.part`)).toBe(false);
});

test.each(writers)("%s --out leaves the old file until the new one is complete", async (name, run) => {
  const file = at(`${name}.json`);
  writeFileSync(file, "before");
  const running = run("--out", file);
  while (!existsSync(`${file}.part`)) await new Promise((settle) => setImmediate(settle));
  expect(readFileSync(file, "utf8")).toBe("before");
  expect((await running).exit_code).toBe(0);
  expect(JSON.parse(readFileSync(file, "utf8")).length).toBeGreaterThan(1);
  expect(existsSync(`${file}.part`)).toBe(false);
});

test("what breaks off half way leaves the file as it was, and a device is written to, not replaced", async () => {
  writeFileSync(at("kept.json"), "before");
  const breaking = Readable.from(
    (async function* () {
      yield "half";
      throw new Error("broken off");
    })(),
  );
  await expect(writeWhole(breaking, at("kept.json"))).rejects.toThrow("broken off");
  expect(readFileSync(at("kept.json"), "utf8")).toBe("before");
  await writeWhole(Readable.from(["gone"]), "/dev/null");
  expect(readFileSync("/dev/null", "utf8")).toBe("");
});

test("a number out of its range is named, with one that works", async () => {
  for (const [words, text] of [
    [["--products", "-5"], "-5"],
    [["--products=many"], "many"],
    [["--products", "0"], "0"],
  ] as const) {
    const { exit_code, said } = await generating(...words);
    expect(exit_code).toBe(2);
    expect(said).toMatch(new RegExp(`^--products takes a whole number from 1 to \\d+, not "${text}": --products 1\n`));
  }
  expect((await generating("--products")).said).toMatch(/^--products takes a value behind it\.\n/);
  expect((await generating("--out", "--products", "1")).said).toMatch(/^--out takes a value behind it\.\n/);
});

/** Every command refuses unknown options and options that npm took. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandPrefix } from "server/start/command.ts";
import { type TestShop, testShop } from "server/testing/test-shop.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "../..");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
const ours = Object.entries(scripts).filter(([, line]) => /node (?:--\S+ )*\w+\/[\w-]+\.ts$/.test(line));

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

type Ended = { code: number; out: string; err: string };

/** As npm runs it, without npm. */
function run(line: string, ...words: string[]): Promise<Ended> {
  return runIn({ DATABASE_URL: shop.url, DATA_DIR: shop.ctx().config.data_dir }, line, ...words);
}

function runIn(given: Record<string, string>, line: string, ...words: string[]): Promise<Ended> {
  const env = { ...process.env, ...given };
  return new Promise((settle) => {
    execFile("sh", ["-c", `${line} "$@"`, "sh", ...words], { cwd: root, env }, (error, out, err) =>
      settle({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

test.each(ours)("npm run %s refuses an option it does not know, with its usage", async (name, line) => {
  const refused = await run(line, "--bogus");
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/^Unknown option '--bogus'\.\n\n/);
  expect(refused.err).toContain(`npm run ${name}`);
});

const quiet = (line: string) => `npm run -s ${line}`;
/** What some want before their options. */
const before: Readonly<Record<string, string>> = { import: "products.json", orders: "list" };

/** npm reads these as its own short options, or as an abbreviated option of its own, and exports nothing. */
const traceless = new Set(["--days", "--format", "--map"]);

test.each(ours)("npm run %s refuses each of its options where npm took it for want of --", async (name, line) => {
  const { out: help } = await run(line, "--help");
  const options = [...new Set([...help.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option))];
  const refusalOf = async (taken: readonly string[]) => {
    const typed = taken.map((option) => `${option} 7`).join(" ");
    const refused = await run(quiet(`${name} ${before[name] ?? ""} ${typed}`));
    expect(refused, typed).toMatchObject({ code: 2, out: "" });
    return refused.err;
  };
  const traced = options.filter((option) => !traceless.has(option));
  const all = traced.length > 0 ? await refusalOf(traced) : "";
  const [, named = ""] = /npm took (.*) for itself/.exec(all) ?? [];
  expect(named.split(", ").filter(Boolean).toSorted()).toEqual(traced.toSorted());
  for (const option of options.filter((each) => traceless.has(each)))
    expect(await refusalOf([option]), option).toContain('"7" is one too many. Options stand after " -- "');
});

test("the refusal shows the line as it was meant", async () => {
  const meant = async (line: string) => (await run(quiet(line))).err.split("\n")[2];
  expect(await meant("import products.json --dry-run")).toBe("  npm run import -- products.json --dry-run");
  expect(await meant("import products.json --no-pictures")).toBe("  npm run import -- products.json --no-pictures");
  expect(await meant("orders ship K7M2 --parcel GHN999")).toBe("  npm run orders -- ship K7M2 --parcel GHN999");
  expect(await meant("orders list --status=confirmed")).toBe("  npm run orders -- list --status confirmed");
  expect(await meant('orders cancel K7M2 --note "Hết hàng"')).toBe('  npm run orders -- cancel K7M2 --note "Hết hàng"');
  expect(await meant("orders ship K7M2 --parcel G1 --note x")).toBe("  npm run orders -- ... --note ... --parcel ...");
});

test("what stands after -- is the command's own, beside whatever npm exports", async () => {
  expect(await run(quiet("orders -- list --owed --limit 5"))).toMatchObject({ code: 0, err: "" });
  expect(await run(quiet("searches -- --days=7"))).toMatchObject({ code: 0, err: "" });
  expect(await run(quiet("orders --limit=5 -- list --limit 5"))).toMatchObject({ code: 0, err: "" });
});

test.each([
  ...["orders list", "settings get limits", "searches", "words list", "export", "generate --products=1", "integrity"],
  "import products.json",
])("npm run %s refuses a data folder without a shop, and makes none", async (typed) => {
  const [name = "", ...words] = typed.split(" ");
  const DATA_DIR = mkdtempSync(join(tmpdir(), "shop-nowhere-"));
  const refused = await runIn({ DATABASE_URL: "", DATA_DIR }, scripts[name] ?? "", ...words);
  expect(refused).toMatchObject({ out: "", code: name === "import" ? 2 : 1 });
  expect(refused.err).toMatch(/^There is no shop in (\S+)\. Start it once with bin\/shop/);
  expect(refused.err).toContain(DATA_DIR);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test("the commands of the banner name the data folder the shop was started with", () => {
  expect(commandPrefix({ PORT: "3001" })).toBe("");
  expect(commandPrefix({ DATA_DIR: "/srv/shop-2" })).toBe("DATA_DIR=/srv/shop-2 ");
  expect(commandPrefix({ DATA_DIR: "/srv/Lan's shop" })).toBe("DATA_DIR='/srv/Lan'\\''s shop' ");
  expect(commandPrefix({ DATABASE_URL: "postgresql://shop:secret@db/shop" })).toBe("DATABASE_URL=... ");
});

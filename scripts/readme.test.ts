/**
 * Every command of the README, of the manuals and of the shop's own banner runs. All of
 * them are run in a clean copy with the oldest Node of this machine. A command without an expectation here fails.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Copy, projectCopy, type Running } from "./test-copy.ts";

const root = resolve(import.meta.dirname, "..");
const manuals = ["README.md", "STYLE.md", "docs/operations.md", "docs/import.md", "docs/screens.md", "docs/map.md"];
vi.setConfig({ testTimeout: 300_000 }); // some twenty programs and a first start, on a machine that may be busy
const IS_OPEN = /The shop is open: +(\S+)/;

type Expectation = {
  command: RegExp;
  /** What is typed instead: a name for a placeholder, or a start only of what takes minutes. */
  as?: (command: string) => string;
  prints: RegExp;
};
/** Beside the running shop, in this order. */
const beside: readonly Expectation[] = [
  {
    command: /^npm run orders -- list$/,
    prints: /^CODE +PLACED[\s\S]*\d+ orders, page 1 of \d+(?:; next: --page 2)?\n$/,
  },
  {
    command: /^npm run orders -- approve CODE$/,
    as: (line) => line.replace("CODE", order_code),
    prints: / confirmed\n$/,
  },
  { command: /^npm run orders -- unmatched$/, prints: /^No transfers\.\n$/ },
  { command: /^npm run payments -- open$/, prints: /^(None\.|refund|transfer)/ },
  {
    command: /^npm run import -- FILE --dry-run$/,
    as: withFile,
    prints: /products: 0 would be added, 0 would be changed/,
  },
  { command: /^npm run import -- FILE$/, as: withFile, prints: /products: 0 were added, 0 were changed/ },
  { command: /^npm run export -- --out FILE$/, as: (line) => line.replace("FILE", "out.csv"), prints: /^$/ },
  { command: /^npm run generate -- --products 10000$/, as: (line) => line.replace("10000", "3"), prints: /^$/ },
  {
    command: /^npm run staff -- owner chu@shop\.example --name "Mai Bình An"$/,
    prints: /^An invitation as an owner for Mai Bình An[\s\S]*\/quan-tri\/loi-moi\//,
  },
  {
    command: /^npm run staff -- email ID E-MAIL$/,
    as: (line) => line.replace("email ID E-MAIL", "--help"),
    prints: /staff -- email /,
  },
  { command: /^npm run staff -- list$/, prints: /^ +ID +STATE/ },
  { command: /^npm run audit -- months$/, prints: /^\d{4}-\d\d +(ordinary|retained) +\d+$|^It is empty\.$/m },
  { command: /^npm run searches$/, prints: /^Nothing was missed in 30 days\.\n$/ },
  { command: /^npm run terms -- same "bình siêu tốc" "ấm siêu tốc"$/, prints: /^same .*ấm siêu tốc/ },
  { command: /^npm run settings -- list$/, prints: /^shop +public .*\n[\s\S]*maintenance +public / },
  { command: /^npm run settings -- get codes$/, prints: /"daily_budget": \d+/ },
  { command: /^npm run settings -- set import_pictures /, prints: /^import_pictures is now / },
  { command: /^npm run settings -- set shop\.name "Nhà Mình"$/, prints: /^shop\.name is now "Nhà Mình"\n$/ },
  { command: /^npm run migrate$/, prints: /The database is up to date/ },
  { command: /^npm run integrity$/, prints: /^The books agree\.\n$/ },
  { command: /^npm run assumptions$/, prints: /ASSUMED\(\d{4}\)/ },
  { command: /^npm run import$/, as: (line) => `${line} -- --help`, prints: /npm run import -- FILE/ },
  { command: /^npm run export$/, as: (line) => `${line} -- --help`, prints: /npm run export -- / },
  { command: /^npm run boundaries$/, prints: /^$/ },
  { command: /^npm run check$/, as: (line) => `${line} -- --list`, prints: /^types\n[\s\S]*tests\n$/ },
  { command: /^npm run sandbox$/, as: (line) => `${line} -- --help`, prints: /simulated[\s\S]*npm run sandbox/ },
  { command: /^npm run explore$/, as: (line) => `${line} -- --help`, prints: /npm run explore -- / },
  {
    command: /^npm run side-by-side -- FOLDER$/,
    as: (line) => line.replace("FOLDER", "--help"),
    prints: /npm run side-by-side -- FOLDER/,
  },
  { command: /^npm run additions$/, as: (line) => `${line} -- --help`, prints: /npm run additions/ },
  { command: /^npm run request-path$/, as: (line) => `${line} -- --help`, prints: /npm run request-path/ },
  { command: /^npm run api-examples$/, as: (line) => `${line} -- --help`, prints: /npm run api-examples/ },
  { command: /^npm run tables$/, as: (line) => `${line} -- --help`, prints: /npm run tables/ },
  { command: /^bin\/test$/, as: (line) => `${line} --list`, prints: /^types\n[\s\S]*journeys in a browser\n$/ },
  { command: /^bin\/bench$/, as: (line) => `${line} --list`, prints: /^pages .*\n[\s\S]*writes / },
  {
    command: /^PORT_OF_DB=.*\n *PGPASSWORD=.* shop > shop\.dump$/,
    as: backup,
    prints: /^-Fc -h 127\.0\.0\.1 -p \d+ -U shop shop\n$/,
  },
  { command: /^pg_dump -Fc "\$DATABASE_URL" > shop\.dump$/, as: backup, prints: /^-Fc postgresql:\/\/db\.example\n$/ },
  { command: /^pg_restore -d <.*> shop\.dump$/, as: () => "true", prints: /^$/ }, // it is the system's own program
  { command: /^npm run settings -- set maintenance '\{"on": true\}'$/, prints: /^maintenance is now \{"on":true\}\n$/ },
];
/** Instead of it, one after the other: they open a shop, and run until they are stopped. */
const opening = /^(?:[A-Z_]+=\S+ )*(?:bin\/shop|bin\/dev|node --max-semi-space-size=16 main\.ts)$/;

let copy: Copy;
let shop: Running | undefined;
let url: string;
let order_code = "";
beforeAll(() => {
  copy = projectCopy();
});
afterAll(async () => {
  await shop?.stop();
  copy.remove();
});

// Processes that start one after the other, on a machine that may be busy with other things.
describe("a newcomer who types what is written", { timeout: 600_000 }, () => {
  test("reads in one sentence what to run first, with any Node", async () => {
    const { code, out, err } = await copy.run("npm run --silent orders -- list");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err.replace(/^npm .*\n/gm, "")).toBe(
      "The shop is not set up here yet: run bin/shop once, which brings Node.js 24 and the packages, then this again.\n",
    );
  });

  test("opens the shop, whose banner names only what answers", async () => {
    copy.bring();
    const port = await freePort();
    url = `http://localhost:${port}`;
    shop = await copy.start("bin/shop", IS_OPEN, { PORT: String(port) });
    await expect.poll(() => shop?.output()).toContain("Stop with Ctrl-C");
    const banner = shop.output();
    const urls = [...banner.matchAll(/http:\/\/localhost:\d+\S*/g)].map(([each]) => each);
    expect(urls.length).toBeGreaterThan(2);
    for (const each of urls) expect((await fetch(each)).status, each).toBe(200);
    for (const path of written(/^\/(?!tim-kiem)[\w./-]+$/)) expect((await fetch(url + path)).status, path).toBe(200);
    const named = [...banner.matchAll(/npm run .*/g)].map(([each]) => each.trim());
    expect(named).toEqual(["npm run orders -- list", "npm run settings -- list", "npm run staff -- owner E-MAIL"]);
    order_code = await placeOrder();
  });

  test("finds that every command does what it says", async () => {
    const commands = new Set(manuals.flatMap(commandsIn).filter((command) => !opening.test(command)));
    for (const { command, as = (line: string) => line, prints } of beside) {
      const line = [...commands].find((each) => command.test(each));
      expect(line, `${command} is written nowhere`).toBeDefined();
      if (line === undefined) continue;
      commands.delete(line);
      const typed = as(line).replace(/^npm run/, "npm run --silent");
      const { code, out, err } = await copy.run(typed);
      expect({ typed, code, err: code === 0 ? "" : err }).toEqual({ typed, code: 0, err: "" });
      expect(out, typed).toMatch(prints);
    }
    expect([...commands], "commands nobody has said what to expect of").toEqual([]);
    expect((await fetch(url)).url).toMatch(/\/bao-tri$/);
    expect(existsSync(join(copy.folder, "out.csv"))).toBe(true);
  });

  test("stops the shop, and opens it in each of the other ways", async () => {
    expect(await shop?.stop()).toBe(0);
    shop = undefined;
    const ways = new Set(manuals.flatMap(commandsIn).filter((command) => opening.test(command)));
    ways.delete("bin/shop");
    expect([...ways].sort()).toEqual([
      "HOST=0.0.0.0 PUBLIC_URL=http://192.168.1.20:3000 bin/shop",
      "bin/dev",
      "node --max-semi-space-size=16 main.ts",
    ]);
    for (const way of ways) {
      const port = String(await freePort());
      // Where Node is typed by its name it is a new one: the machine's, or the downloaded one.
      const typed = way.replace(/^node/, process.execPath).replace("192.168.1.20:3000", `localhost:${port}`);
      const running = await copy.start(typed, IS_OPEN, { PORT: port });
      expect((await fetch(`http://localhost:${port}/healthz`)).status, way).toBe(200);
      expect(await running.stop(), way).toBe(0);
    }
  });
});

/** Every command of a manual: of its blocks, of the blocks that are set in, and of the text between backticks. */
function commandsIn(manual: string): string[] {
  const text = readFileSync(join(root, manual), "utf8");
  const fenced = [...text.matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const rest = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  const indented = [...rest.matchAll(/(?<=\n\n)(?: {4}.*\n)+/g)].map(([block]) => block.replaceAll(/^ {4}/gm, ""));
  const inline = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words);
  const lines = fenced.flatMap((block) => block.split("\n"));
  return [...lines, ...indented, ...inline]
    .map((line) => line.replace(/\s+# .*$/, "").trim())
    .filter((line) => /^(?:[A-Z_]+=\S+ )*(?:bin\/\w|npm |npx |node |pg_\w+ |PORT_OF_DB=)/.test(line));
}

/** What the README names between backticks and is spelled so. */
function written(spelled: RegExp): string[] {
  const text = readFileSync(join(root, "README.md"), "utf8");
  return [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, words = ""]) => (spelled.test(words) ? [words] : []));
}

function withFile(command: string): string {
  return command.replace("FILE", "db/data/catalogue/products-am-sieu-toc.json");
}

/** The program itself belongs to the system; what it is called with is ours. */
function backup(command: string): string {
  const called = command.replace(/> shop\.dump$/, "");
  return `DATABASE_URL=postgresql://db.example; pg_dump() { test -n "$PGPASSWORD$DATABASE_URL" && echo "$@"; }\n${called}`;
}

async function placeOrder(): Promise<string> {
  const answer = await fetch(`${url}/v1/shop/order`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "a newcomer's first order" },
    body: JSON.stringify({
      items: [{ product_id: 1053, quantity: 1 }],
      full_name: "Nguyễn Thị Lan",
      phone: "0912345678",
      address: { city_code: "01", ward_code: "00229", street: "Số 5 ngõ 12" },
      shipping_method: "GHN",
      payment_method: "cod",
    }),
  });
  const placed = (await answer.json()) as { data?: { order_code: string } };
  return placed.data?.order_code ?? expect.fail(JSON.stringify(placed));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, "localhost", settle));
  const address = server.address();
  await new Promise((settle) => server.close(settle));
  return typeof address === "object" && address ? address.port : expect.fail("no port");
}

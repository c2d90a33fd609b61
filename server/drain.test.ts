/** The real shop, a process of its own with a database of its own, told to stop while people are in the middle of something. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

const READERS = 12;
const PATIENCE = { timeout: 100_000, interval: 50 };
vi.setConfig({ testTimeout: 240_000 }); // a first start, on a machine that may be busy
let data_dir: string;
let shop: ChildProcess;
let port: number;
let said: string;

beforeAll(() => {
  data_dir = mkdtempSync(join(tmpdir(), "shop-drain-"));
  chmodSync(data_dir, 0o755); // as root: a folder the database's own user may enter
});
afterEach(() => shop.kill("SIGKILL"));
afterAll(() => rmSync(data_dir, { recursive: true }));

test("people in the middle of something are served to the end, nobody new comes in, the database stops last", async () => {
  await open({ DRAIN_SECONDS: "0" });
  const lock = await holdProducts();
  const readers = Array.from({ length: READERS }, () => fetch(address("/v1/client/products?limit=5")));
  await expect.poll(() => waiting(lock), PATIENCE).toBeGreaterThanOrEqual(READERS);
  const exit = once(shop, "exit");
  shop.kill("SIGTERM");
  await expect.poll(() => status("/healthz"), PATIENCE).toBe("refused");
  await lock.query("commit");
  await lock.end();
  const answers = await Promise.all(readers.map(async (reading) => (await reading).json()));
  expect(answers.map((answer) => (answer as { data: unknown[] }).data.length)).toEqual(Array(READERS).fill(5));
  expect(await exit).toEqual([0, null]);
  expect(existsSync(join(data_dir, "postgres", "postmaster.pid"))).toBe(false);
  expect(existsSync(join(data_dir, "postgres.lock"))).toBe(false);
  const journal = readFileSync(join(data_dir, "postgres.log"), "utf8");
  expect(journal).toContain("database system is shut down");
  // What a connection hears that the database had to throw out.
  expect(journal).not.toContain("terminating connection due to administrator command");
});

test("load balancers hear of the end before anybody is refused", async () => {
  await open({ DRAIN_SECONDS: "2" });
  const exit = once(shop, "exit");
  shop.kill("SIGTERM");
  await expect.poll(() => status("/readyz"), PATIENCE).toBe(503);
  expect(await status("/v1/client/products?limit=1")).toBe(200);
  expect(await exit).toEqual([0, null]);
});

test("a start that fails says why in one text, exits 1 and leaves no database running", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  start({}, (taken.address() as AddressInfo).port);
  expect(await once(shop, "close")).toEqual([1, null]);
  expect(said).toContain(`Port ${port} is taken`);
  expect(existsSync(join(data_dir, "postgres.lock"))).toBe(false);
  taken.close();
  start({ LOG_LEVEL: "loud", PUBLIC_URL: "here" }, port);
  expect(await once(shop, "close")).toEqual([1, null]);
  expect(said).toMatch(/^The environment is not right:\n {2}PUBLIC_URL: .+\n {2}LOG_LEVEL: .+\n$/);
});

function start(env: Record<string, string>, on_port: number): void {
  port = on_port;
  said = "";
  const own = {
    NODE_ENV: "development",
    DATABASE_URL: "",
    DATA_DIR: data_dir,
    PORT: String(port),
    HOST: "127.0.0.1",
    ...env,
  };
  shop = spawn(process.execPath, [join(import.meta.dirname, "../main.ts")], { env: { ...process.env, ...own } });
  for (const stream of [shop.stdout, shop.stderr]) {
    stream?.on("data", (text) => {
      said += text;
    });
  }
}

async function open(env: Record<string, string>): Promise<void> {
  start(env, await freePort());
  const opening = expect.poll(() => status("/readyz"), PATIENCE).toBe(200);
  const failing = once(shop, "exit").then(([code]) => Promise.reject(new Error(`exit ${code}: ${said}`)));
  failing.catch(() => undefined); // only of interest until the shop is open
  await Promise.race([opening, failing]);
}

async function status(path: string): Promise<number | "refused"> {
  return fetch(address(path), { headers: { connection: "close" } }).then(
    (answer) => answer.status,
    () => "refused" as const,
  );
}

function address(path: string): string {
  return `http://127.0.0.1:${port}${path}`;
}

/** Nobody can read the products until this connection commits. */
async function holdProducts(): Promise<pg.Client> {
  const password = readFileSync(join(data_dir, "postgres-password"), "utf8");
  const database_port = Number(readFileSync(join(data_dir, "postgres", "postmaster.pid"), "utf8").split("\n")[3]);
  const client = new pg.Client({ host: "127.0.0.1", port: database_port, user: "shop", password, database: "shop" });
  await client.connect();
  await client.query("begin");
  await client.query("lock table catalogue.products in access exclusive mode");
  return client;
}

async function waiting(lock: pg.Client): Promise<number> {
  const { rows } = await lock.query("select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'");
  return rows[0].n;
}

async function freePort(): Promise<number> {
  const server: Server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return free;
}

/** The real shop in its own process, stopped while requests are in flight. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

const BUYERS = 12;
const TIMEOUT = { timeout: 100_000, interval: 50 };
vi.setConfig({ testTimeout: 240_000 }); // a first start, on a machine that may be busy
let dataDir: string;
let shop: ChildProcess;
let port: number;
let said: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "shop-drain-"));
  chmodSync(dataDir, 0o755); // as root: a folder the database's own user may enter
});
afterEach(() => shop.kill("SIGKILL"));
afterAll(() => rmSync(dataDir, { recursive: true }));

test("requests in flight are finished, new ones are refused, the database stops last", async () => {
  await open({ DRAIN_SECONDS: "0" });
  const answer = await fetch(address("/v1/client/products?limit=1"));
  const [product] = ((await answer.json()) as { data: { product_id: number }[] }).data;
  const body = JSON.stringify({ product_id: product?.product_id, quantity: 1 });
  const buyers = Array.from({ length: BUYERS }, () => halfBought(body));
  await Promise.all(buyers.map((buyer) => buyer.begun));
  const exit = once(shop, "exit");
  shop.kill("SIGTERM");
  await expect.poll(() => status("/healthz"), TIMEOUT).toBe("refused");
  const carts = await Promise.all(buyers.map((buyer) => buyer.finish()));
  expect(carts.map((cart) => cart.items?.length ?? cart)).toEqual(Array(BUYERS).fill(1));
  expect(await exit).toEqual([0, null]);
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  expect(existsSync(join(dataDir, "postgres.lock"))).toBe(false);
  const journal = readFileSync(join(dataDir, "postgres.log"), "utf8");
  expect(journal).toContain("database system is shut down");
  // What a connection hears that the database had to throw out.
  expect(journal).not.toContain("terminating connection due to administrator command");
});

test("load balancers see the shutdown before a request is refused", async () => {
  await open({ DRAIN_SECONDS: "2" });
  const exit = once(shop, "exit");
  shop.kill("SIGTERM");
  await expect.poll(() => status("/readyz"), TIMEOUT).toBe(503);
  expect(await status("/v1/client/products?limit=1")).toBe(200);
  expect(await exit).toEqual([0, null]);
});

test("the same signal from terminal and npm is one shutdown, and aborts nothing", async () => {
  await open({ DRAIN_SECONDS: "0" });
  const exit = once(shop, "exit");
  shop.kill("SIGINT");
  shop.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
});

test("a signal during the start ends it cleanly too", async () => {
  rmSync(dataDir, { recursive: true, force: true });
  start({ DRAIN_SECONDS: "0" }, await freePort());
  await expect.poll(() => said, TIMEOUT).toContain("Migrated 0001");
  const exit = once(shop, "exit");
  shop.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  expect(said).not.toMatch(/^\s+at /m);
});

test("Ctrl+C while the database is created stops cleanly, and the next start creates it", async () => {
  rmSync(dataDir, { recursive: true, force: true });
  start({ DRAIN_SECONDS: "0" }, await freePort(), { detached: true });
  await expect
    .poll(() => existsSync(join(dataDir, "postgres.new", "global", "pg_control")), { ...TIMEOUT, interval: 5 })
    .toBe(true);
  const exit = once(shop, "exit");
  process.kill(-Number(shop.pid), "SIGINT"); // as a terminal sends it: to the shop and to all it has started
  expect(await exit).toEqual([0, null]);
  expect(said).not.toMatch(/could not be set up|initdb|^\s+at /m);
  expect(said).toContain("Closed");
  await open({ DRAIN_SECONDS: "0" });
  const end = once(shop, "exit");
  shop.kill("SIGTERM");
  expect(await end).toEqual([0, null]);
});

test("a failed start prints the reason once, exits 1 and leaves no database running", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  start({}, (taken.address() as AddressInfo).port);
  expect(await once(shop, "close")).toEqual([1, null]);
  expect(said).toContain(`PORT: ${port} is taken by another program`);
  expect(existsSync(join(dataDir, "postgres.lock"))).toBe(false);
  taken.close();
  start({ LOG_LEVEL: "loud", PUBLIC_URL: "here", DATA_DIR: "/proc/x", ESMS_API_KEY: "a", HOST: "10.99.99.99" }, port);
  expect(await once(shop, "close")).toEqual([1, null]);
  const names = ["PUBLIC_URL", "LOG_LEVEL", "ESMS_SECRET_KEY", "DATA_DIR", "HOST"];
  const lines = names.map((name) => ` {2}${name}: .+\\n`).join("");
  expect(said).toMatch(new RegExp(`^The environment is not right:\\n${lines}$`));
});

function start(env: Record<string, string>, onPort: number, options: SpawnOptions = {}): void {
  port = onPort;
  said = "";
  const own = {
    NODE_ENV: "development",
    DATABASE_URL: "",
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: "127.0.0.1",
    ...env,
  };
  const main = join(import.meta.dirname, "../../main.ts");
  shop = spawn(process.execPath, [main], { ...options, env: { ...process.env, ...own } });
  for (const stream of [shop.stdout, shop.stderr]) {
    stream?.on("data", (text) => {
      said += text;
    });
  }
}

async function open(env: Record<string, string>): Promise<void> {
  start(env, await freePort());
  const opening = expect.poll(() => status("/readyz"), TIMEOUT).toBe(200);
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

type Cart = { items?: unknown[] };

/** A cart write whose second half is not sent yet; `begun` when the shop has started it. */
function halfBought(body: string): { begun: Promise<unknown>; finish(): Promise<Cart> } {
  const headers = { "content-type": "application/json", "content-length": body.length, expect: "100-continue" };
  const posting = request(address("/v1/client/add-to-cart"), { method: "POST", headers, agent: false });
  const answered = once(posting, "response");
  const begun = once(posting, "continue").then(() => posting.write(body.slice(0, 5)));
  return {
    begun,
    finish: async () => {
      posting.end(body.slice(5));
      const [answer] = (await answered) as [IncomingMessage];
      const { data } = (await json(answer)) as { data: Cart };
      return data;
    },
  };
}

async function freePort(): Promise<number> {
  const server: Server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return free;
}

/**
 * The shops of the journeys: `main.ts` as at a first start, with its own PostgreSQL and the demo catalogue, one for each
 * worker of the run. Their data folders are thrown away at the end. Needs the site built (`node scripts/build.ts`).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { environment } from "server/kernel/config.ts";
import type { TestShop } from "server/testing/test-shop.ts";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker. */
    shops: { url: string; env: Record<string, string> }[];
  }
}

const ROOT = resolve(import.meta.dirname, "../..");
const READY_WITHIN_MS = 110_000; // a busy machine creates the database, and seeds it
const CLOSED_WITHIN_MS = 20_000; // docs/operations.md: a drain never takes more than 15 s

/** vitest's globalSetup. */
export async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  const started = await Promise.allSettled(Array.from({ length: config.maxWorkers }, startOwn));
  const shops = started.filter((each) => each.status === "fulfilled").map(({ value }) => value);
  const stop = async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
  };
  const failed = started.find((each) => each.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  provide(
    "shops",
    shops.map(({ url, env }) => ({ url, env })),
  );
  return stop;
}

async function startOwn(): Promise<ShopProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-journeys-"));
  chmodSync(dataDir, 0o755); // root's PostgreSQL runs as another user
  // Images rendered for one test are there for the next: the folder is that of the other tests' shops.
  const images = join(process.env.TEST_DATA_DIR ?? join(ROOT, ".data", "test"), "images");
  mkdirSync(images, { recursive: true });
  symlinkSync(images, join(dataDir, "images"));
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  const shop = await startProcess({ DATA_DIR: dataDir }).catch((error) => {
    removeData();
    throw error;
  });
  return { ...shop, stop: () => shop.stop().finally(removeData) };
}

export type ShopProcess = { url: string; env: Record<string, string>; stop(): Promise<void> };

/** `main.ts` in a process of its own, ready for visitors. `stop` rejects where it did not end well. */
export async function startProcess(given: Record<string, string>): Promise<ShopProcess> {
  const port = await freePort();
  // A journey begins with what it has bought itself.
  const env = { PORT: String(port), LIMIT_FACTOR: "100000", LOG_LEVEL: "warn", DEMO_ORDERS: "off", ...given };
  const shop = spawn(process.execPath, ["main.ts"], { cwd: ROOT, env: { ...cleared(), ...env } });
  const said = listen(shop);
  const url = `http://localhost:${port}`;
  await untilReady(url, shop, said);
  const stop = async () => {
    shop.kill("SIGTERM");
    if (shop.exitCode === null) await once(shop, "exit", { signal: AbortSignal.timeout(CLOSED_WITHIN_MS) });
    if (shop.exitCode !== 0) throw new Error(`The shop ended with ${shop.exitCode}\n${said()}`);
  };
  return { url, env, stop };
}

/** A process on a test's own database, with the secrets of that test, so that each verifies the other's tokens. */
export function startProcessOf(shop: TestShop, given: Record<string, string>): Promise<ShopProcess> {
  return startProcess({ DATABASE_URL: shop.url, DATA_DIR: shop.base.config.data_dir, ...given });
}

/** Our environment without the shop's variables. */
export function cleared(): NodeJS.ProcessEnv {
  const ours = new Set(Object.keys(environment.shape));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function listen(shop: ChildProcess): () => string {
  let said = "";
  for (const stream of [shop.stdout, shop.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-20_000);
    });
  }
  return () => said;
}

async function untilReady(url: string, shop: ChildProcess, said: () => string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (shop.exitCode !== null) throw new Error(`The shop did not start (${shop.exitCode})\n${said()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null); // not listening yet
    if (answer?.ok) return;
    await pause(200);
  }
  shop.kill("SIGKILL");
  throw new Error(`The shop was not ready in ${READY_WITHIN_MS / 1000} s\n${said()}`);
}

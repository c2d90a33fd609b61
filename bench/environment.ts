/**
 * The environment of a measurement: its own PostgreSQL with a catalogue of a chosen size, stored under `.data` for the next run,
 * and the shop as `bin/shop` starts it, each a process of its own.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import type { Sql } from "server/database/sql.ts";
import { loadConfig } from "server/kernel/config.ts";
import { createLog } from "server/kernel/log.ts";
import { closeAll, type Stages } from "server/platform/shutdown.ts";
import { openEnvironment } from "server/start/environment.ts";
import { generateCommand } from "../scripts/commands/generate.ts";
import { pinToOtherCores, spawnServer } from "./cores.ts";
import { parentOf } from "./cpu.ts";
import { printLine } from "./table.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Thirty brands and the demo shop's categories, as before there were more: what `bin/bench compare` measures both sides with. */
const hasFewBrands = process.env.BENCH_BREADTH === "few";
const breadth = hasFewBrands ? ["--brands", "0", "--categories", "0"] : [];

export type Environment = { url: string; sql: Sql; data_dir: string; postmaster: number; stop(): Promise<void> };

/** The demo shop, filled up to `products` with generated ones. */
async function openCatalogue(products: number): Promise<Environment> {
  const dataDir = join(ROOT, ".data", hasFewBrands ? `bench-few-${products}` : `bench-${products}`);
  const stages: Stages = [];
  const log = createLog({ level: "fatal", format: "text" });
  const config = loadConfig({ DATA_DIR: dataDir, DATABASE_CONNECTIONS: "4" });
  const { url, sql: db } = await openEnvironment(config, log, stages);
  await fillUp(db, url, products);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  return { url, sql: db, data_dir: dataDir, postmaster, stop: () => closeAll(stages, log) };
}

async function fillUp(db: Sql, url: string, products: number): Promise<void> {
  const { rows } = await sql<{ there: number }>`select count(*)::int as there from catalogue.products`.execute(db);
  const missing = products - (rows[0]?.there ?? 0);
  if (missing <= 0) return;
  printLine(`Inventing ${missing.toLocaleString("en")} products (stored for the next run) ...`);
  const code = await generateCommand(db, ["--products", String(missing), ...breadth], (line) =>
    process.stderr.write(line),
  );
  if (code !== 0) throw new Error("The catalogue could not be invented");
  const maintenanceClient = new pg.Client({ connectionString: url });
  await maintenanceClient.connect();
  await maintenanceClient.query("vacuum analyze"); // what autovacuum will have done when the shop is a day old
  await maintenanceClient.end();
}

/** Starts a shop with each of `variables` over a catalogue, runs `work`, and stops everything, also after an error. */
export async function withShops(
  products: number,
  variables: readonly Variables[],
  work: (environment: Environment, shops: readonly Shop[]) => Promise<void>,
): Promise<void> {
  const environment = await openCatalogue(products);
  const shops: Shop[] = [];
  try {
    for (const each of variables) shops.push(await startShop(environment, each));
    await work(environment, shops);
  } finally {
    for (const shop of shops) await shop.stop();
    await environment.stop();
  }
}

/** The same with one shop, on a core of its own. */
export async function withShop(
  products: number,
  work: (environment: Environment, shop: Shop) => Promise<void>,
): Promise<void> {
  pinToOtherCores();
  await withShops(products, [{}], async (environment, [shop]) => {
    if (shop) await work(environment, shop);
  });
}

/** What a shop of a measurement has in its environment beside the usual. */
type Variables = Readonly<Record<string, string>>;

export type Shop = { url: string; pid: number; first_answer_ms: number; stop(): Promise<void> };

/** Starts `main.ts` in a process of its own. Resolves when the shop responds. */
async function startShop({ url: databaseUrl, data_dir }: Environment, variables: Variables): Promise<Shop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: data_dir,
    DATABASE_URL: databaseUrl,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    DRAIN_SECONDS: "0",
    LIMIT_FACTOR: "100000",
    ...variables,
  };
  const began = performance.now();
  const child = spawnServer(["--max-semi-space-size=16", "main.ts"], { cwd: ROOT, env });
  child.stdout.resume();
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error("The shop did not start");
    await pause(10);
  }
  return { url, pid: pidOf(child), first_answer_ms: performance.now() - began, stop: () => end(child) };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined); // not listening yet
  await answer?.arrayBuffer();
  return answer?.ok === true;
}

export function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error("The process did not start");
  return pid;
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

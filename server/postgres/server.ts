/**
 * One running PostgreSQL server process: launched on a port, watched, started again when it dies unasked, and stopped
 * in order. Which folder, which user and which database are postgres.ts's affair.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../kernel/log.ts";
import { ShopCannotStart } from "../kernel/shop-cannot-start.ts";
import { programOf } from "../platform/process-lock.ts";
import type { PostgresHome } from "./home.ts";

export type Cluster = {
  home: PostgresHome;
  data_dir: string;
  log: Pick<Log, "info" | "warn">;
  settings: Record<string, string>;
};

export const READY_WITHIN_MS = 60_000; // replaying the journal after a crash takes its time
const STOP_WITHIN_MS = 3_000; // an orderly stop takes a tenth; a drain has no more to give
const LOG_FILE_LIMIT_BYTES = 10_000_000;

/** Runs the server and starts it again on the same port when it dies unexpectedly. */
export async function supervise(cluster: Cluster): Promise<{ port: number; stop(): Promise<void> }> {
  const first = await launch(cluster);
  const port = first.port;
  let child = first.child;
  let stopping = false;
  let reviving: Promise<void> = Promise.resolve();
  const watch = () =>
    child.once("exit", () => {
      reviving = revive();
    });
  const revive = async () => {
    while (!stopping) {
      cluster.log.warn("PostgreSQL stopped unasked; starting it again");
      try {
        child = (await launch(cluster, port)).child;
        watch();
        return;
      } catch (error) {
        cluster.log.warn(error instanceof Error ? error.message : String(error));
        await pause(1_000);
      }
    }
  };
  watch();
  const stop = async () => {
    stopping = true;
    await halt(child);
    await reviving; // a launch may be pending: what it started is stopped as well
    await halt(child);
  };
  return { port, stop };
}

async function launch(cluster: Cluster, wantedPort?: number): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wantedPort ?? (await freePort());
    const { child, said } = spawnServer(cluster, port);
    const gone = new Promise<"gone">((settle) => child.once("exit", () => settle("gone")));
    const outcome = await Promise.race([gone, ready(cluster.home.cluster, child)]);
    if (outcome === "ready") return { child, port };
    if (outcome === "late") await halt(child);
    const complaint = said();
    // Another program took the port meanwhile, or the workers of a killed server are still leaving: both pass.
    const passing = /could not bind|already in use|shared memory block/.test(complaint);
    if (!passing || attempt === 20) throw new ShopCannotStart(`PostgreSQL does not start:\n${complaint.trim()}`);
    await pause(250);
  }
}

function spawnServer({ home, data_dir, settings }: Cluster, port: number): { child: ChildProcess; said(): string } {
  const logFile = join(data_dir, "postgres.log");
  if (existsSync(logFile) && statSync(logFile).size > LOG_FILE_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
  const fromByte = existsSync(logFile) ? statSync(logFile).size : 0;
  const output = openSync(logFile, "a", 0o600);
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([key, value]) => [
    "-c",
    `${key}=${value}`,
  ]);
  // Detached: Ctrl-C reaches every process of the terminal's group, and the database must outlive our drain.
  const stdio: ["ignore", number, number] = ["ignore", output, output];
  const child = spawn(join(home.programs, "bin", "postgres"), ["-D", home.cluster, ...flags], {
    ...asOwner(home),
    stdio,
    detached: true,
  });
  let refused = ""; // the program could not be run at all; no exit follows then
  child.once("error", (error) => {
    refused = error.message;
  });
  closeSync(output);
  return { child, said: () => refused || readFileSync(logFile).subarray(fromByte).toString("utf8") };
}

async function ready(cluster: string, child: ChildProcess): Promise<"ready" | "late"> {
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += 10) {
    const running = postmaster(cluster);
    if (running?.pid === child.pid && running?.ready) return "ready";
    if (child.exitCode !== null || child.pid === undefined) break;
    await pause(10);
  }
  return "late";
}

/**
 * A server left over from a process that was killed: it is stopped in order, so that what it knows is on disk. Its
 * lock file goes only when no worker of it is left: PostgreSQL would otherwise write beside a dying one.
 */
export async function stopOrphan({ home, log }: Cluster): Promise<void> {
  const left = postmaster(home.cluster);
  if (!left) return;
  const isRunning = () => programOf(left.pid) === "postgres" && (folderOf(left.pid) ?? home.cluster) === home.cluster;
  if (isRunning()) {
    log.warn(
      `PostgreSQL (process ${left.pid}) was left running by a shop that did not stop in order; stopping it first`,
    );
    process.kill(left.pid, "SIGINT");
  }
  for (let waitedMs = 0; isRunning() || workersIn(home.cluster); waitedMs += 50) {
    if (waitedMs === STOP_WITHIN_MS && isRunning()) process.kill(left.pid, "SIGQUIT");
    if (waitedMs > 4 * STOP_WITHIN_MS)
      throw new ShopCannotStart(`PostgreSQL in ${home.cluster} does not stop; end it by hand.`);
    await pause(50);
  }
  // Its pid may since be a zombie's or a stranger's, which PostgreSQL takes for itself. Elsewhere than on Linux we
  // cannot see the workers, so PostgreSQL decides alone.
  if (process.platform !== "linux") return;
  const leftOver = readdirSync(home.cluster).filter((name) => /^postmaster\.pid$|^\.s\.PGSQL\./.test(name));
  for (const name of leftOver) rmSync(join(home.cluster, name), { force: true });
}

/** Whether any process, of the server's or its workers, still stands in the folder. Known on Linux only. */
function workersIn(cluster: string): boolean {
  if (process.platform !== "linux") return false;
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && folderOf(Number(name)) === cluster);
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // gone, a zombie, or not ours to see
  }
}

/** SIGINT is PostgreSQL's orderly and quick shutdown; SIGQUIT the one that recovers at the next start. */
async function halt(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise((settle) => child.once("exit", settle));
  child.kill("SIGINT");
  const impatience = setTimeout(() => child.kill("SIGQUIT"), STOP_WITHIN_MS);
  await gone;
  clearTimeout(impatience);
}

export type Postmaster = {
  pid: number;
  port: number /** Folder of its socket, or empty. */;
  socket: string;
  ready: boolean;
};

/** What PostgreSQL itself keeps in its folder about the running server: line 1 its pid, 4 its port, 5 its socket, 8 its status. */
export function postmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  const [pid, port, socket = "", status] = [lines[0], lines[3], lines[4], lines[7]];
  return { pid: Number(pid), port: Number(port), socket: socket.trim(), ready: status?.trim() === "ready" };
}

/** As which user, and from a folder that user may enter. */
export function asOwner({ owner }: PostgresHome): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  return owner ? { uid: owner.uid, gid: owner.gid, cwd: "/", env } : { cwd: "/", env };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((settle, fail) => server.once("error", fail).listen(0, "127.0.0.1", settle));
  const address = server.address();
  await new Promise((settle) => server.close(settle));
  if (address === null || typeof address === "string") throw new Error("no loopback port");
  return address.port;
}

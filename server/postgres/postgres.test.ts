import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { takeLock } from "../platform/process-lock.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

const log = { info: () => undefined, warn: () => undefined };
let dataDir: string;
let running: Postgres | undefined;
const children: ChildProcess[] = [];
const start = async () => (running = await startPostgres({ data_dir: dataDir, log }));

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "shop postgres-")); // with a space, as people's folders have
  chmodSync(dataDir, 0o755); // as root: a folder the database's own user may enter
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(dataDir, { recursive: true }));

test("the first start creates a UTF-8 database protected by a password", async () => {
  const { url } = await start();
  expect(
    await ask(url, "select lower('ĐƯỜNG' collate \"vi-VN-x-icu\") as x, current_setting('server_encoding') as e"),
  ).toEqual([{ x: "đường", e: "UTF8" }]);
  expect(statSync(join(dataDir, "postgres-password")).mode & 0o777).toBe(0o600);
  const stranger = new URL(url);
  stranger.password = "guess";
  await expect(ask(stranger.href, "select 1")).rejects.toThrow("password authentication failed");
});

test("a second shop on the same folder refuses and names the process; a command connects to it", async () => {
  const { url } = await start();
  await expect(startPostgres({ data_dir: dataDir, log })).rejects.toThrow(
    `Process ${process.pid} already runs the shop's database`,
  );
  const joined = await startPostgres({ data_dir: dataDir, log, join_running: true });
  expect(joined.url).toBe(url);
  await joined.stop();
  expect(await ask(url, "select 1 as still_there")).toEqual([{ still_there: 1 }]);
});

test("committed data survives a killed shop, and the next start needs no manual step", async () => {
  const killed = spawnShop();
  const url = await firstLine(killed);
  await ask(url, "create table kept (n int); insert into kept values (7)");
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const next = await start();
  expect(await ask(next.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("committed data survives when shop and database are both killed", async () => {
  const killed = spawnShop();
  const url = await firstLine(killed);
  await ask(url, "insert into kept values (8)");
  const server = Number(readFileSync(postmasterFile(), "utf8").split("\n")[0]);
  killed.kill("SIGKILL");
  process.kill(server, "SIGKILL");
  await once(killed, "exit");
  const next = await start();
  expect(await ask(next.url, "select n from kept order by n")).toEqual([{ n: 7 }, { n: 8 }]);
});

test("a database that dies under a running shop is restarted on the same port", async () => {
  const { url } = await start();
  process.kill(Number(readFileSync(postmasterFile(), "utf8").split("\n")[0]), "SIGKILL");
  await expect.poll(() => ask(url, "select 1 as back").catch(() => "away"), { timeout: 15_000 }).toEqual([{ back: 1 }]);
});

test.runIf(process.getuid?.() === 0)(
  "root's private folder: the database moves where its user can reach it, and says so",
  async () => {
    const secluded = mkdtempSync(join(tmpdir(), "shop-private-")); // mode 0700
    const told: string[] = [];
    const options = { data_dir: secluded, log: { ...log, info: (text: string) => void told.push(text) } };
    const first = await startPostgres(options);
    await ask(first.url, "create table kept (n int)");
    await first.stop();
    const movedTo = readFileSync(join(secluded, "postgres-home"), "utf8").trim();
    expect(told.join()).toContain(movedTo);
    const second = await startPostgres(options);
    expect(await ask(second.url, "select n from kept")).toEqual([]);
    await second.stop();
    rmSync(join(movedTo, ".."), { recursive: true });
    rmSync(secluded, { recursive: true });
  },
);

test("a lock left by a dead process is taken over even when its number was given to another", () => {
  const path = join(dataDir, "some.lock");
  writeFileSync(path, JSON.stringify({ pid: process.ppid, born: "before the restart" }));
  const lock = takeLock(path);
  expect(lock).toHaveProperty("release");
  expect(takeLock(path)).toEqual({ held_by: process.pid });
  if ("release" in lock) lock.release();
});

function postmasterFile(): string {
  return join(dataDir, "postgres", "postmaster.pid");
}

function spawnShop(): ChildProcess {
  const program = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, "postgres.ts"))};
    const log = { info() {}, warn() {} };
    console.log((await startPostgres({ data_dir: process.argv[1], log })).url);
    setInterval(() => {}, 1000);`;
  const flags = ["--input-type=module-typescript", "-e", program, dataDir];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const gone = once(child, "exit").then(() => Promise.reject(new Error("the shop ended before its database was up")));
  const said = child.stdout ? once(child.stdout, "data") : gone;
  const [line] = await Promise.race([said, gone]);
  return String(line).trim();
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

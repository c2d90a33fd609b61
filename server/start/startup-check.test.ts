/** Checks before the start: all problems in one list, in plain words. */
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asAdmin } from "../testing/test-environment.ts";
import { assertEnvironment, whyNotListening } from "./startup-check.ts";

const folder = mkdtempSync(join(tmpdir(), "shop-startup-"));
const file = join(folder, "file");
const role = `guest_${process.pid}`;
let database: URL;
let taken: Server;
let port: string;

beforeAll(async () => {
  writeFileSync(file, "");
  mkdirSync(join(folder, "shut"));
  chmodSync(join(folder, "shut"), 0o555);
  database = new URL(inject("postgres").url);
  database.search = ""; // by loopback, where the password counts
  await asAdmin(inject("postgres").url, (client) => client.query(`create role ${role} login password 'guest'`));
  taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  port = typeof address === "object" && address ? String(address.port) : "";
});
afterAll(async () => {
  taken.close();
  await asAdmin(inject("postgres").url, (client) => client.query(`drop role ${role}`));
  rmSync(folder, { recursive: true });
});

function databaseWith(change: (url: URL) => void): string {
  const url = new URL(database);
  change(url);
  return url.href;
}

/** What is said of an environment: its lines, or nothing. */
async function faultsOf(env: Record<string, string>): Promise<string[]> {
  try {
    await assertEnvironment({ DATA_DIR: folder, HOST: "127.0.0.1", ...env }, { listens: env.PORT !== undefined });
    return [];
  } catch (error) {
    const [head, ...lines] = (error as Error).message.split("\n");
    expect(head).toBe("The environment is not right:");
    return lines.map((line) => line.trim());
  }
}

const cases: [string, () => Record<string, string>, RegExp][] = [
  [
    "a wrong password",
    () => ({ DATABASE_URL: databaseWith((url) => (url.password = "wrong")) }),
    /^DATABASE_URL: the password of "shop" is wrong$/,
  ],
  [
    "no password",
    () => ({ DATABASE_URL: databaseWith((url) => (url.password = "")) }),
    /^DATABASE_URL: "shop" needs a password$/,
  ],
  [
    "a missing database",
    () => ({ DATABASE_URL: databaseWith((url) => (url.pathname = "/nowhere")) }),
    /^DATABASE_URL: there is no database "nowhere" at 127\.0\.0\.1:\d+$/,
  ],
  [
    "a database that is not running",
    () => ({ DATABASE_URL: databaseWith((url) => (url.port = "1")) }),
    /^DATABASE_URL: no database answers at 127\.0\.0\.1:1$/,
  ],
  [
    "a socket that is not there",
    () => ({ DATABASE_URL: `postgresql://shop@localhost/shop?host=${folder}` }),
    /^DATABASE_URL: no database answers at /,
  ],
  [
    "a host that does not exist",
    () => ({ DATABASE_URL: databaseWith((url) => (url.hostname = "db.invalid")) }),
    /^DATABASE_URL: there is no host "db\.invalid"$/,
  ],
  [
    "a role without rights",
    () => ({ DATABASE_URL: databaseWith((url) => Object.assign(url, { username: role, password: "guest" })) }),
    /^DATABASE_URL: "guest_\d+" may make no schemas in ".+"; let it: grant create on database /,
  ],
  ["a data folder that is a file", () => ({ DATA_DIR: file }), /^DATA_DIR: .+\/file is a file, not a folder$/],
  [
    "a data folder below a file",
    () => ({ DATA_DIR: join(file, "data") }),
    /^DATA_DIR: .+\/file is a file, not a folder$/,
  ],
  ["a data folder that nobody can make", () => ({ DATA_DIR: "/proc/x" }), /^DATA_DIR: \/proc cannot be written/],
  ["a host name that is none", () => ({ HOST: "no such host" }), /^HOST: must be an IP address or a host name$/],
  [
    "an IP address of another machine",
    () => ({ PORT: "3999", HOST: "10.99.99.99" }),
    /^HOST: "10\.99\.99\.99" is no address of this machine$/,
  ],
  ["a port that is taken", () => ({ PORT: port }), /^PORT: \d+ is taken by another program; set it to a free one$/],
  [
    "half a pair of keys",
    () => ({ GOOGLE_CLIENT_ID: "shop" }),
    /^GOOGLE_CLIENT_SECRET: needed beside GOOGLE_CLIENT_ID$/,
  ],
  [
    "an issuer by plain http",
    () => ({ GOOGLE_ISSUER: "http://id.example" }),
    /^GOOGLE_ISSUER: plain http is for this machine only$/,
  ],
  [
    "a proxy that is no network",
    () => ({ TRUST_PROXY: "nginx" }),
    /^TRUST_PROXY: must be IP addresses or networks, by comma$/,
  ],
];

test.each(cases)("%s is named in plain words", async (_what, env, said) => {
  const faults = await faultsOf(env());
  expect(faults).toEqual([expect.stringMatching(said)]);
});

test("all problems are in one list, and checking creates nothing", async () => {
  const faults = await faultsOf({
    DATABASE_URL: databaseWith((url) => (url.password = "wrong")),
    DATA_DIR: file,
    PORT: port,
    LOG_LEVEL: "loud",
    ESMS_API_KEY: "half",
    GOOGLE_ISSUER: "http://id.example",
  });
  const names = faults.map((line) => line.split(":")[0]);
  expect(names).toEqual(["LOG_LEVEL", "ESMS_SECRET_KEY", "GOOGLE_ISSUER", "DATA_DIR", "DATABASE_URL", "PORT"]);
  expect(readdirSync(folder).sort()).toEqual(["file", "shut"]);
});

test.skipIf(process.getuid?.() === 0)("a data folder that this user cannot write is named", async () => {
  expect(await faultsOf({ DATA_DIR: join(folder, "shut") })).toEqual([
    expect.stringMatching(/^DATA_DIR: .+ cannot be written by this user$/),
  ]);
});

test("a port below 1024 without permission is named", () => {
  const refused = Object.assign(new Error("listen EACCES"), { code: "EACCES" });
  expect(whyNotListening(refused, 80, "0.0.0.0")).toEqual({
    variable: "PORT",
    why: "80 may not be taken by this user; set it to one from 1024 on",
  });
});

test("a correct environment passes", async () => {
  expect(await faultsOf({ DATABASE_URL: inject("postgres").url, TRUST_PROXY: "loopback, 10.0.0.0/8, ::1" })).toEqual(
    [],
  );
});

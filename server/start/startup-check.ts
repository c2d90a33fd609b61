/**
 * What only trying shows of an environment: whether the data folder takes files, the database lets us in, and the port is
 * free. Found before anything is made or opened, together with what reading alone shows, so that one start names all.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import pg from "pg";
import { cannotStart, dataDirOf, type Env, type Fault, readEnvironment } from "../kernel/config.ts";

/** A disk or a database that answers later than this does not answer. */
const TIMEOUT_MS = 10_000;

type Check = {
  /** Whether PORT and HOST are going to be used. */
  listens: boolean;
  /** What others than the kernel read of it. */
  further?: (env: Env) => Fault[];
};

/** Throws ShopCannotStart with every fault of the environment. */
export async function assertEnvironment(env: Env, { listens, further }: Check): Promise<void> {
  const { values, faults } = readEnvironment(env);
  const isRight = (...names: string[]) => !faults.some(({ variable }) => names.includes(variable));
  const tried = await Promise.all([
    isRight("DATA_DIR") ? dataDirFault(dataDirOf(values)) : undefined,
    values.DATABASE_URL === undefined ? undefined : databaseFault(values.DATABASE_URL),
    listens && isRight("PORT", "HOST") ? listeningFault(values.PORT, values.HOST) : undefined,
  ]);
  const all = [...faults, ...(further?.(env) ?? []), ...tried.filter((fault) => fault !== undefined)];
  if (all.length > 0) throw cannotStart(all);
}

async function dataDirFault(folder: string): Promise<Fault | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((settle) => {
    timer = setTimeout(() => settle(`${folder} does not answer`), TIMEOUT_MS);
  });
  const why = await Promise.race([tryFolder(folder), late]);
  clearTimeout(timer);
  return why === undefined ? undefined : { variable: "DATA_DIR", why };
}

/** Where the folder is not there yet its nearest parent is tried, because the shop would make it there. */
async function tryFolder(folder: string): Promise<string | undefined> {
  let at = folder;
  try {
    while (!(await exists(at))) at = dirname(at);
    if (!(await stat(at)).isDirectory()) return `${at} is a file, not a folder`;
    const made = await mkdtemp(join(at, ".shop-"));
    await rm(made, { recursive: true });
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EROFS") return `${at} cannot be written: its disk is read-only`;
    if (code === "ENOSPC") return `${at} cannot be written: its disk is full`;
    if (code === "EACCES" || code === "EPERM") return `${at} cannot be written by this user`;
    return `${at} cannot be written: ${message}`;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    if (code === "ENOTDIR") return false; // a parent is a file, which the parent's own turn shows
    throw error;
  }
}

async function databaseFault(url: string): Promise<Fault | undefined> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: "shop startup check",
    });
    client.on("error", () => undefined); // its statement fails with it and says so
    await client.connect();
    const { rows } = await client.query<{ name: string; role: string; may_create: boolean }>(
      "select current_database() as name, current_user as role, has_database_privilege(current_database(), 'create') as may_create",
    );
    const [database] = rows;
    if (database?.may_create) return undefined;
    const grant = `grant create on database "${database?.name}" to "${database?.role}"`;
    return {
      variable: "DATABASE_URL",
      why: `"${database?.role}" may make no schemas in "${database?.name}"; let it: ${grant}`,
    };
  } catch (error) {
    return { variable: "DATABASE_URL", why: databaseWhy(error, client) };
  } finally {
    await client?.end().catch(() => undefined); // it was never connected, or is lost
  }
}

/** In the operator's words; never with the password. */
function databaseWhy(error: unknown, client: pg.Client | undefined): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const { user, database, host, port } = client ?? {};
  const server = host?.startsWith("/") ? host : `${host}:${port}`;
  if (code === "28P01") return `the password of "${user}" is wrong`;
  if (/password must be a string/.test(message)) return `"${user}" needs a password`;
  if (code === "28000") return `"${user}" is not let in: ${message}`;
  if (code === "3D000") return `there is no database "${database}" at ${server}`;
  if (code === "42501") return `"${user}" may not use "${database}": ${message}`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `there is no host "${host}"`;
  if (code === "ECONNREFUSED" || code === "ENOENT") return `no database answers at ${server}`;
  if (/timeout/i.test(message) || /^E(TIMEDOUT|HOSTUNREACH|NETUNREACH)$/.test(code ?? "")) {
    return `${server} cannot be reached`;
  }
  return message || `${server} refuses the connection`;
}

async function listeningFault(port: number, host: string): Promise<Fault | undefined> {
  const server = createServer();
  try {
    await new Promise<void>((settle, fail) => server.once("error", fail).listen({ port, host }, settle));
    await new Promise((settle) => server.close(settle));
    return undefined;
  } catch (error) {
    return whyNotListening(error, port, host);
  }
}

/** What a refused `listen` means. Throws what is no refusal again. */
export function whyNotListening(error: unknown, port: number, host: string): Fault {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return { variable: "PORT", why: `${port} is taken by another program; set it to a free one` };
    case "EACCES":
      return { variable: "PORT", why: `${port} may not be taken by this user; set it to one from 1024 on` };
    case "EADDRNOTAVAIL":
      return { variable: "HOST", why: `"${host}" is no address of this machine` };
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return { variable: "HOST", why: `there is no host "${host}"` };
    default:
      throw error;
  }
}

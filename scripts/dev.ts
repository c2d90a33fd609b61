/**
 * `bin/dev`: the shop with its simulators, and an OpenID provider in Google's place, started again whenever something it
 * runs is saved; a change to what the site is made of rebuilds the site first. Saves that come together count as one.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { resolve } from "node:path";
import { loadConfig } from "../server/kernel/config.ts";
import { exitMessage } from "../server/kernel/shop-cannot-start.ts";
import { assertEnvironment } from "../server/start/startup-check.ts";
import { startGoogleProvider } from "../server/testing/test-google.ts";

const ROOT = resolve(import.meta.dirname, "..");
const WATCHED = ["web", "contract", "messages", "server", "db", "main.ts", "open.ts"];
const IGNORED = /(^|\/)(node_modules|build|\.react-router)(\/|$)|\.test\.tsx?$/;
const SETTLE_MS = 200;

await assertEnvironment(process.env, { listens: true }).catch((error: unknown) => {
  process.stderr.write(`${exitMessage(error)}\n`);
  process.exit(1);
});
const google = await rehearsedGoogle();
let shop = start();
let work: Promise<void> = Promise.resolve();
let settling: NodeJS.Timeout | undefined;

for (const folder of WATCHED) {
  watch(resolve(ROOT, folder), { recursive: !folder.endsWith(".ts") }, (_event, name) => {
    if (name && IGNORED.test(name)) return;
    clearTimeout(settling);
    settling = setTimeout(() => {
      work = work.then(again);
    }, SETTLE_MS);
  });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await stop(shop);
    process.exit(0);
  });
}

async function again(): Promise<void> {
  try {
    execFileSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, stdio: "inherit" });
  } catch {
    return; // it has said why; the shop of before goes on until the next save
  }
  await stop(shop);
  shop = start();
}

/** Google's place is taken by a provider on this machine, unless the environment names a real one. */
async function rehearsedGoogle(): Promise<Record<string, string>> {
  if (process.env.GOOGLE_CLIENT_ID) return {};
  const { public_url } = loadConfig(process.env);
  const { config } = await startGoogleProvider({ redirect_uris: [`${public_url}/auth/callback/google`] });
  return {
    GOOGLE_ISSUER: config.issuer,
    GOOGLE_CLIENT_ID: config.client_id,
    GOOGLE_CLIENT_SECRET: config.client_secret,
  };
}

function start(): ChildProcess {
  // Detached: Ctrl-C would reach it twice, from the terminal and from us, and a second signal cuts its drain short.
  return spawn(process.execPath, ["main.ts"], {
    cwd: ROOT,
    stdio: "inherit",
    detached: true,
    env: { ...process.env, ...google },
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

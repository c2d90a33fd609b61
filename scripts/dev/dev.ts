/**
 * `bin/dev`: the shop with its simulators, and an OpenID provider in Google's place. What the site is made of is in the next
 * answer as soon as it is saved (dev-shop.ts); the rest starts the shop again. Saves that come together count as one.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import { loadConfig } from "../../server/kernel/config.ts";
import { exitMessage } from "../../server/kernel/shop-cannot-start.ts";
import { providerFaults } from "../../server/payments/variables.ts";
import { assertEnvironment } from "../../server/start/startup-check.ts";
import { startGoogleProvider } from "../../server/testing/test-google.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const WATCHED = ["contract", "messages", "server", "db", "open.ts"];
const IGNORED = /(^|\/)node_modules(\/|$)|\.test\.tsx?$/;
const SETTLE_MS = 200;

await assertEnvironment(process.env, { listens: true, further: providerFaults }).catch((error: unknown) => {
  process.stderr.write(`${exitMessage(error)}\n`);
  process.exit(1);
});
const google = await rehearsedGoogle();
let shop = start();
let work: Promise<void> = Promise.resolve();
let settling: NodeJS.Timeout | undefined;

for (const folder of WATCHED) {
  watch(resolve(ROOT, folder), { recursive: !folder.endsWith(".ts") }, (_event, name) => {
    if (!name || IGNORED.test(name)) return;
    const file = folder.endsWith(".ts") ? folder : `${folder}/${name.replaceAll("\\", "/")}`;
    if (folder === "messages" && !isReadByServer(file)) return;
    process.stdout.write(`${file} was saved: the shop starts again\n`);
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
  await stop(shop);
  shop = start();
}

/** Most texts are read by the site alone, which needs no other start. */
function isReadByServer(file: string): boolean {
  const readers = [...globSync("server/**/*.ts", { cwd: ROOT }), "messages/error-text.ts", "messages/properties.ts"];
  const names = [`"${file}"`, file.replace(/^messages\/(.*)/, '"./$1"')];
  return readers.some((reader) => {
    const text = readFileSync(join(ROOT, reader), "utf8");
    return names.some((name) => text.includes(name));
  });
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
  return spawn(process.execPath, ["scripts/dev/dev-shop.ts"], {
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

/**
 * The shop, put together: environment → database → calls → site → listen. The only file that knows both halves.
 * What is opened here closes in the opposite order, whether a signal comes or the start fails half way.
 */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { keepWritingMissedSearches } from "server/catalogue/query/missed-searches.ts";
import { demoAccounts, lockDemoAccounts } from "server/demo-accounts.ts";
import { buildApp } from "server/http/app.ts";
import { health } from "server/http/health.ts";
import { type Base, requestContext } from "server/http/request-context.ts";
import { mountSite, type SiteSource } from "server/http/site.ts";
import { jobs } from "server/jobs.ts";
import { type Config, cannotStart, demoOf, loadConfig } from "server/kernel/config.ts";
import { createLog, type Log } from "server/kernel/log.ts";
import { exitMessage } from "server/kernel/shop-cannot-start.ts";
import { OUTBOX_PATH } from "server/notifications/outbox-page.ts";
import { providers } from "server/payments/providers/index.ts";
import { providerFaults } from "server/payments/variables.ts";
import { closeAll, drainOnSignal, type Stages } from "server/platform/shutdown.ts";
import { startWorker } from "server/platform/worker.ts";
import { announce } from "server/reactions.ts";
import { mountRoutes } from "server/routes.ts";
import { settings } from "server/settings.ts";
import { shopHandlers } from "server/shop.ts";
import { demoStaff, demoStaffPassword, lockDemoStaff } from "server/staff/demo.ts";
import { commandPrefix } from "server/start/command.ts";
import { openEnvironment } from "server/start/environment.ts";
import { assertEnvironment, whyNotListening } from "server/start/startup-check.ts";

// A page leaves much behind that is soon garbage: without this the heap grows to four times what lives in it before
// anybody looks. decisions/0122-memory.md. It stands here because what was compiled is only taken under the same flags,
// and scripts/build.ts imports this too.
setFlagsFromString("--heap-growing-percent=60");

/**
 * Starts the shop and runs it until a signal comes; ends the process where it cannot start. `source` where the site is not
 * the built one.
 */
export async function openShop(source?: SiteSource): Promise<void> {
  const stages: Stages = [];
  try {
    await assertEnvironment(process.env, { listens: true, further: providerFaults });
    const read = loadConfig(process.env);
    const log = createLog({ level: read.log_level, format: read.log_format });
    const config = loadConfig({ ...(await simulatedPayments(read, log, stages)), ...process.env });
    const isEnding = drainOnSignal(log, stages);
    await open(config, log, stages, source).catch(async (error: unknown) => {
      if (isEnding()) return; // the shutdown closes what is open, and reports how it ended
      await closeAll(stages, log);
      throw error;
    });
  } catch (error) {
    process.stderr.write(`${exitMessage(error)}\n`);
    process.exit(1);
  }
}

/**
 * The sandbox gateway, where simulators are on: the variables by which the shop knows it. Near anything real it refuses, and
 * the shop opens without it. sandbox/README.md
 */
async function simulatedPayments(config: Config, log: Log, stages: Stages): Promise<Record<string, string>> {
  if (!config.dev_simulators || config.node_env === "production" || config.env.SANDBOX_URL !== undefined) return {};
  const { SandboxRefusal, startSandbox } = await import("./sandbox/start.ts");
  try {
    const gateway = await startSandbox({
      shop_url: `http://127.0.0.1:${config.port}`,
      pages_url: `${config.public_url}/dev/gateway`,
      state_file: join(config.data_dir, "simulated-payments.json"),
      env: config.env,
    });
    stages.unshift({ name: "the simulated payments", within_seconds: 2, close: () => gateway.close() });
    return gateway.environment();
  } catch (error) {
    if (!(error instanceof SandboxRefusal)) throw error;
    log.warn({ event: "no_simulated_payments" }, error.message);
    return {};
  }
}

async function open(config: Config, log: Log, stages: Stages, source?: SiteSource): Promise<void> {
  const { sql, pool, url } = await openEnvironment(config, log, stages);
  const base: Base = { sql, config, log, announce, settings };
  const locked = config.dev_simulators ? [] : [...(await lockDemoAccounts(sql)), ...(await lockDemoStaff(sql))];
  if (locked.length > 0) log.warn({ event: "demo_accounts_locked", accounts: locked }, "demo accounts are locked");
  const app = await buildApp({ base, handlers: shopHandlers });
  const state = health(pool);
  mountRoutes(app, { base, handlers: shopHandlers, health: state, databaseUrl: url, prerenderImages: true });
  const { listener } = await mountSite(app, { base, handlers: shopHandlers, url, ...(source && { source }) });
  stages.unshift({ name: "the ear for changed pages", within_seconds: 1, close: () => listener.close() });
  const job = { token: undefined, actor: "system", locale: "vi", client: "shop", request_id: "job" } as const;
  const ctxOf = () => requestContext(base, job).ctx;
  const misses = keepWritingMissedSearches(ctxOf);
  let worker: { stop(): Promise<void> } | undefined;
  const finish = () => Promise.all([app.close().then(() => misses.stop()), worker?.stop()]);
  stages.unshift({ name: "requests and jobs in hand", within_seconds: 5, close: finish });
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw cannotStart([whyNotListening(error, config.port, config.host)]); // free a moment ago
  });
  const leave = async () => {
    state.startDraining();
    await pause(config.drain_seconds * 1000);
  };
  stages.unshift({ name: "the wait for load balancers", within_seconds: config.drain_seconds + 0.5, close: leave });
  worker = await startWorker({ pool, log, jobs, ctxOf }); // once the server listens: no request waits for them
  await welcome(config, sql);
}

async function welcome(config: Config, sql: Base["sql"]): Promise<void> {
  const { public_url, dev_simulators, port } = config;
  const before = commandPrefix(process.env);
  const lines = [
    "",
    `  The shop is open:   ${public_url}`,
    `  Orders:             ${before}npm run orders -- list`,
    `  Settings:           ${before}npm run settings -- list`,
    `  The first owner:    ${before}npm run staff -- owner E-MAIL`,
    ...(dev_simulators
      ? [
          ...providers.flatMap(({ simulator }) =>
            simulator ? [`  ${simulator.title}:`.padEnd(22) + public_url + simulator.path] : [],
          ),
          ...(config.env.SANDBOX_URL
            ? ["  Simulated payments: the providers are played by this machine. No money moves."]
            : []),
          `  One-time codes:     http://localhost:${port}${OUTBOX_PATH}  (this machine only)`,
          ...(await demoAccounts(sql)).map((line, index) => `  ${index === 0 ? "Demo people:" : ""}`.padEnd(22) + line),
          ...(await demoStaffLines(config, sql)).map(
            (line, index) => `  ${index === 0 ? "Demo staff:" : ""}`.padEnd(22) + line,
          ),
        ]
      : []),
    "  Times are Việt Nam's. Stop with Ctrl-C.",
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** The password first, then a line each: e-mail, secret for an authenticator app, roles. Nothing outside a trial. */
async function demoStaffLines(config: Config, sql: Base["sql"]): Promise<string[]> {
  if (demoOf(config).staff === null) return [];
  const staff = await demoStaff(sql, config, new Date());
  if (staff.length === 0) return [];
  const codes = `codes: http://localhost:${config.port}${OUTBOX_PATH}`;
  const people = staff.map(({ email, secret, roles }) => `${email.padEnd(22)}  ${secret}  (${roles})`);
  return [`password of all: ${demoStaffPassword(config)}  ${codes}`, ...people];
}

/**
 * `npm run request-path`: which of the project's files a request for a list of products passes, when its page is cached and when it is
 * rendered. A file counts when one of its functions runs meanwhile (V8's coverage); the site comes from its sources, so that each
 * file is one. What belongs to the catalogue itself is left out. docs/decisions/0333-what-a-list-passes.md
 */
import { type Profiler, Session } from "node:inspector/promises";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Site, SiteOptions } from "contract/site.ts";
import { openDatabase } from "server/database/sql.ts";
import { buildApp } from "server/http/app.ts";
import { mountSite, type SiteSource } from "server/http/site.ts";
import type { Config } from "server/kernel/config.ts";
import { createLog } from "server/kernel/log.ts";
import { announce } from "server/reactions.ts";
import { settings } from "server/settings.ts";
import { shopHandlers } from "server/shop.ts";
import { withDatabaseUrl } from "server/start/command.ts";
import { createServer } from "vite";
import { ownOptions } from "./commands/command-line.ts";

const ROOT = resolve(import.meta.dirname, "..");
const WEB = resolve(ROOT, "web");
const LIST = "/san-pham";
const OWN = /^(?:server|web\/app|contract|messages\/\w+)\/catalogue\//;

ownOptions(
  `Which files a request for a list of products passes, beside those of the catalogue

  npm run request-path

Needs a shop that was started once.
`,
  {},
);

await withDatabaseUrl(process.env, async (url, config) => {
  const shop = await openFromSources(url, config);
  try {
    for (let time = 0; time < 3; time++) await shop.render();
    print("rendered", await filesDuring(shop.render));
    await shop.ask();
    print("cached", await filesDuring(shop.ask));
  } finally {
    await shop.close();
  }
});

function print(what: string, files: readonly string[]): void {
  const parts = Map.groupBy(files, (file) => /^(?:web\/)?[^/]+/.exec(file)?.[0]);
  const counted = [...parts].map(([part, { length }]) => `${part} ${length}`);
  process.stdout.write(`A list that is ${what} passes ${files.length} files (${counted.join(", ")}):\n`);
  for (const file of files) process.stdout.write(`  ${file}\n`);
}

async function openFromSources(url: string, config: Config) {
  const vite = await createServer({
    root: WEB,
    configFile: resolve(WEB, "vite.config.ts"),
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  const { site } = (await vite.ssrLoadModule("/server.ts")) as { site(options: SiteOptions): Site };
  const none = { files: async () => undefined };
  const source: SiteSource = {
    ...none,
    load: async (options) => site(options),
    office: {
      ...none,
      load: async () => ({ base: "/quan-tri", answer: async () => ({ status: 404, headers: {}, body: null }) }),
    },
  };
  const log = createLog({ level: "error", format: "text", to: process.stderr });
  const database = openDatabase(url, { max: 2 });
  const base = { sql: database.sql, config, log, announce, settings };
  const app = await buildApp({ base, handlers: shopHandlers });
  const mounted = await mountSite(app, { base, handlers: shopHandlers, url, source });
  const ask = async () => {
    const { statusCode } = await app.inject({ url: LIST, headers: { "accept-encoding": "br" } });
    if (statusCode !== 200) throw new Error(`${LIST} is answered ${statusCode}`);
  };
  return {
    ask,
    async render() {
      mounted.site.purge(["*"]);
      await ask();
    },
    async close() {
      await app.close();
      await mounted.listener.close();
      await database.close();
      await vite.close();
    },
  };
}

/** In the order of their names. */
async function filesDuring(work: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage"); // what ran before it counts no more
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  return [...new Set(result.filter(hasRun).flatMap(({ url }) => fileOf(url) ?? []))].sort();
}

function hasRun({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
}

/** Of the project, and not the catalogue's. */
function fileOf(url: string): string | undefined {
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  const file = relative(ROOT, path.replace(/\?.*$/, ""));
  const isOurs = path.startsWith("/") && /^(?!\.\.|scripts\/|.*node_modules).*\.tsx?$/.test(file);
  return isOurs && !OWN.test(file) ? file : undefined;
}

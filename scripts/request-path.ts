/**
 * `npm run request-path`: which of the project's files a request for a list of products passes, when its page is cached and when it is
 * rendered. A file counts when one of its functions runs meanwhile (V8's coverage); the site comes from its sources, so that each
 * file is one. What belongs to the catalogue itself is left out. docs/decisions/0333-what-a-list-passes.md
 */
import { type Profiler, Session } from "node:inspector/promises";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { withDatabaseUrl } from "server/start/command.ts";
import { ownOptions } from "./commands/command-line.ts";
import { openFromSources } from "./dev/from-sources.ts";

const ROOT = resolve(import.meta.dirname, "..");
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
  const ask = async () => {
    const { statusCode } = await shop.app.inject({ url: LIST, headers: { "accept-encoding": "br" } });
    if (statusCode !== 200) throw new Error(`${LIST} is answered ${statusCode}`);
  };
  const render = () => {
    shop.site.purge(["*"]);
    return ask();
  };
  try {
    for (let time = 0; time < 3; time++) await render();
    print("rendered", await filesDuring(render));
    await ask();
    print("cached", await filesDuring(ask));
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

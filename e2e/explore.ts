/**
 * `npm run explore -- --minutes 60 --seed N`: explores a shop of its own for so long and writes the result to
 * docs/explorer.md. `--walk K` takes one walk of that seed again, along `--steps` where they are given.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { loadMessages } from "messages/messages.ts";
import { ownOptions } from "../scripts/commands/command-line.ts";
import { openBrowser } from "./harness/browser.ts";
import { asText, explore, summary, walkOnce } from "./harness/explorer.ts";
import type { Step } from "./harness/explorer-steps.ts";
import { startProcess } from "./harness/shop-process.ts";

const usage = `Explores a shop of its own by random walks, in a browser

  npm run explore -- [--minutes 60] [--seed TEXT]           the day, where no seed is given
  npm run explore -- --walk K [--seed TEXT] [--steps JSON]  one walk again

What was found is left in docs/explorer.md. Exit codes: 0 nothing found, 1 something found, 2 not understood.
`;
const values = ownOptions(usage, {
  minutes: { type: "string", default: "60" },
  seed: { type: "string", default: new Date().toISOString().slice(0, 10) },
  walk: { type: "string" },
  steps: { type: "string" },
});
const { seed } = values;
const dataDir = mkdtempSync(join(tmpdir(), "shop-explored-"));
chmodSync(dataDir, 0o755); // root's PostgreSQL runs as another user
const removeData = () => rmSync(dataDir, { recursive: true, force: true });
const interrupted = Promise.withResolvers<number>();
process.once("SIGINT", () => interrupted.resolve(130));
process.once("SIGTERM", () => interrupted.resolve(143));
const [browser, shop] = await Promise.all([
  openBrowser({ handleSIGINT: false, handleSIGTERM: false }), // it would end this process before the shop
  startProcess({ DATA_DIR: dataDir }),
  loadMessages(),
]).catch((error) => {
  removeData();
  throw error;
});
const fixture = { browser, url: shop.url };
let code = 1;
try {
  const run = values.walk ? oneWalk(Number(values.walk)) : forMinutes(Number(values.minutes));
  code = await Promise.race([run, interrupted.promise]);
} finally {
  await Promise.all([browser.close(), shop.stop().finally(removeData)]);
}
process.exit(code); // interrupted walks end here

async function oneWalk(walk: number): Promise<number> {
  const steps = values.steps ? (JSON.parse(values.steps) as Step[]) : undefined;
  const { taken, finding } = await walkOnce(fixture, seed, walk, steps);
  console.log(finding ? asText(seed, finding) : `Walk ${walk}: ${taken} steps, nothing found`);
  return finding ? 1 : 0;
}

async function forMinutes(minutes: number): Promise<number> {
  const until = Date.now() + minutes * 60_000;
  const explored = await explore(
    fixture,
    seed,
    () => Date.now() > until,
    (finding) => console.log(asText(seed, finding)),
  );
  const said = summary(seed, explored);
  console.log(said);
  const texts = explored.findings.map((finding) => `\n\`\`\`\n${asText(seed, finding)}\n\`\`\`\n`);
  const file = resolve(import.meta.dirname, "../docs/explorer.md");
  const text = `# Last run of the explorer\n\n${new Date().toISOString().slice(0, 16)}Z, ${minutes} minutes, ${said}.\n`;
  writeFileSync(file, text + texts.join(""));
  return explored.findings.length > 0 ? 1 : 0;
}

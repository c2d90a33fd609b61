/**
 * `npm run check`: every check that needs no browser; with `--journeys` the journeys in a
 * browser too. Every step runs, also after one has failed; then come the slowest tests and the titles of what failed, and the
 * last line counts: each test of vitest is one, each other step is one.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { ownOptions } from "./commands/command-line.ts";

type Count = { passed: number; failed: number };
type Ended = { count: Count; output: string };
type Step = { name: string; run: () => Promise<Ended> };
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages?: string[] }[];
  }[];
};
type Timed = { name: string; ms: number };

const ROOT = resolve(import.meta.dirname, "..");
const MAX_ERROR_LINES = 8;
const usage = `Everything that proves the shop, short of a browser

  npm run check [-- --journeys] [--list]

  --journeys    in a browser too: what bin/test does
  --list        names the steps and runs none
`;
const options = { journeys: { type: "boolean", default: false }, list: { type: "boolean", default: false } } as const;
const asked = ownOptions(usage, options);
const folder = mkdtempSync(join(tmpdir(), "shop-check-"));
const slow: { tests: Timed[]; files: Timed[] } = { tests: [], files: [] };
const failures: string[] = [];

/** Side by side: each keeps one core busy, and none reads what the other writes (dead code is looked for in generated types). */
const sideBySide: Step[][] = [
  [command("types", "npm", "run", "--silent", "types"), command("dead code", "npm", "run", "--silent", "dead-code")],
  [
    command("lint", "npm", "run", "--silent", "lint"),
    command("boundaries", process.execPath, "scripts/boundaries/check-boundaries.ts"),
    command("row types of the database", process.execPath, "scripts/tables.ts", "--check"),
    command("fonts of the style sheet", process.execPath, "scripts/fonts.ts", "--check"),
  ],
];
const steps: Step[] = [
  command("the site builds", process.execPath, "scripts/build.ts"),
  { name: "tests", run: () => testsOf("tests", "vitest.config.ts") },
];
if (asked.journeys) steps.push(journeys());
if (asked.list) {
  for (const { name } of [...sideBySide.splice(0).flat(), ...steps.splice(0)]) process.stdout.write(`${name}\n`);
}

const total: Count = { passed: 0, failed: 0 };
await Promise.all(sideBySide.map(inTurn));
await inTurn(steps);
rmSync(folder, { recursive: true });
printSlowest("Slowest tests", slow.tests);
printSlowest("Slowest files", slow.files);
if (failures.length > 0) process.stdout.write(`Failed:\n${failures.map((name) => `  ${name}\n`).join("")}`);
if (!asked.list) process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function inTurn(all: readonly Step[]): Promise<void> {
  for (const step of all) await report(step);
}

async function report({ name, run }: Step): Promise<void> {
  const began = performance.now();
  const { count, output } = await run();
  total.passed += count.passed;
  total.failed += count.failed;
  if (count.failed > 0) process.stdout.write(`${output.trimEnd()}\n`);
  if (count.failed > 0) failures.push(name);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const tally = count.passed + count.failed > 1 ? `${count.passed} passed, ${count.failed} failed` : "";
  process.stdout.write(
    `${count.failed > 0 ? "FAILED" : "ok    "}  ${name.padEnd(28)} ${seconds.padStart(6)} s  ${tally}\n`,
  );
}

function command(name: string, program: string, ...flags: string[]): Step {
  return {
    name,
    run: async () => {
      const { ok, output } = await execute(program, flags);
      return { count: ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, output };
    },
  };
}

function journeys(): Step {
  const name = "journeys in a browser";
  if (process.env.CHROMIUM) return { name, run: () => testsOf("journeys", "e2e/vitest.config.ts") };
  const output =
    "No Chromium was found for the browser journeys. Install the package chromium (Debian: apt-get install chromium), " +
    "or Google Chrome, or name one in CHROMIUM.";
  return { name, run: async () => ({ count: { passed: 0, failed: 1 }, output }) };
}

async function testsOf(name: string, config: string): Promise<Ended> {
  const report = join(folder, `${name}.json`);
  const flags = ["node_modules/vitest/vitest.mjs", "run", "--config", config, "--root", "."];
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  const { ok, output } = await execute(process.execPath, [...flags, ...reporters]);
  return { count: countOf(report, ok), output };
}

/** A file that cannot even be loaded has no tests to count, and counts as one that failed; so does a run that broke. */
function countOf(file: string, ok: boolean): Count {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return { passed: 0, failed: 1 }; // vitest ended before it could report; its output says why
  }
  noteTimes(report);
  const unloadable = report.testResults.filter((one) => one.status === "failed" && one.assertionResults.length === 0);
  const failed = report.numFailedTests + unloadable.length;
  return { passed: report.numPassedTests, failed: failed === 0 && !ok ? 1 : failed };
}

function noteTimes({ testResults }: Report): void {
  for (const { name, startTime, endTime, status, assertionResults } of testResults) {
    const file = relative(ROOT, name);
    slow.files.push({ name: file, ms: endTime - startTime });
    if (status === "failed" && assertionResults.length === 0) failures.push(`${file} cannot be loaded`);
    for (const { fullName, status, duration, failureMessages = [] } of assertionResults) {
      slow.tests.push({ name: `${file}: ${fullName}`, ms: duration ?? 0 });
      if (status === "failed") failures.push(`${file}: ${fullName}${shortened(failureMessages.join("\n"))}`);
    }
  }
}

/** The error and the lines of ours in its stack: one line each, below the title. */
function shortened(error: string): string {
  const lines = error.split("\n").filter((line) => line.trim() !== "" && !/node_modules|node:internal/.test(line));
  return lines
    .slice(0, MAX_ERROR_LINES)
    .map((line) => `\n      ${line.trim().slice(0, 300)}`)
    .join("");
}

function printSlowest(title: string, all: readonly Timed[]): void {
  if (all.length === 0) return;
  const slowest = all.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  const lines = slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}\n`);
  process.stdout.write(`${title}:\n${lines.join("")}`);
}

async function execute(program: string, flags: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const running = spawn(program, flags, { cwd: ROOT, env: { ...process.env, NO_COLOR: "1" } });
  const said: Buffer[] = [];
  for (const stream of [running.stdout, running.stderr]) stream.on("data", (part: Buffer) => said.push(part));
  try {
    const [status] = (await once(running, "close")) as [number | null];
    return { ok: status === 0, output: Buffer.concat(said).toString("utf8") };
  } catch (cause) {
    return { ok: false, output: String(cause) }; // the program is not there
  }
}

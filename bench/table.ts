/** Tables of a terminal: the first column names, the others are figures. */
const FIRST_WIDTH = 30;
const width = 12;

export function printRow(first: string, ...cells: (string | number)[]): void {
  process.stdout.write(
    `${first.padEnd(FIRST_WIDTH)}${cells.map((cell) => ` ${String(cell).padStart(width - 1)}`).join("")}\n`,
  );
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

export function percent(one: number, of: number): string {
  return `${((100 * one) / of).toFixed(0)} %`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

/** What failed makes the figure beside it worthless; the run says so and ends with an error. */
export function complain(what: string, failed: number): void {
  if (failed === 0) return;
  printLine(`  ${failed} requests failed (${what}): these figures mean nothing`);
  process.exitCode = 1;
}

/** Least and most of interleaved runs: "812–934". */
export function spread(values: readonly number[]): string {
  return `${whole(Math.min(...values))}–${whole(Math.max(...values))}`;
}

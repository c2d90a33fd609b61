/** What `bin/bench compare` reads out of two runs. */
import { describe, expect, it } from "vitest";
import { addFigures, compare, median, regressionOf } from "./compare.ts";

const run = (uncached: string) =>
  [
    "Pages: requests per CPU-second of Node",
    `${" ".repeat(30)}       bytes    baseline      p99 ms    uncached  statements`,
    `${"product".padEnd(30)}      13,712      53,357           3${uncached.padStart(12)}         0.4`,
    "",
    "From main.ts to the first page: 700 ms; memory after this load: 313 MB",
  ].join("\n");

describe("a comparison of runs", () => {
  it("takes the median of each figure of the shop, and leaves out baselines and single delays", () => {
    const before = new Map<string, number[]>();
    const after = new Map<string, number[]>();
    for (const value of ["500", "544", "900"]) addFigures(before, "pages", run(value));
    for (const value of ["480", "490", "100"]) addFigures(after, "pages", run(value));
    const rows = compare(before, after);
    expect(rows.map((row) => row.figure)).toEqual([
      "pages / product / bytes",
      "pages / product / uncached",
      "pages / product / statements",
      "pages / start ms",
      "pages / memory MB",
    ]);
    const uncached = rows.find((row) => row.figure.endsWith("uncached"));
    expect(uncached).toMatchObject({ before: 544, after: 480 });
  });

  it("calls a lower rate and higher bytes or memory a regression", () => {
    expect(regressionOf({ figure: "pages / product / uncached", before: 100, after: 90, ratio: 0.9 })).toBeCloseTo(0.1);
    expect(regressionOf({ figure: "pages / product / bytes", before: 100, after: 110, ratio: 1.1 })).toBeCloseTo(0.1);
    expect(regressionOf({ figure: "pages / memory MB", before: 100, after: 90, ratio: 0.9 })).toBeCloseTo(-0.1);
  });

  it("the median of an even number of values is the middle between two", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});

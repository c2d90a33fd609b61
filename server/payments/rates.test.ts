import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { measureIpns } from "./test-rates.ts";

/** `bin/bench faults` asks for more, and reads the rates. */
const { FAULT_DUPLICATES: asked = "300", FAULT_REPORT: report } = process.env;

test("the same ipn many times at once changes one row, once", async () => {
  const rates = await measureIpns(Number(asked));
  if (report) writeFileSync(report, JSON.stringify(rates));
  expect(rates).toMatchObject({ changed: 1, confirmed: 1 });
}, 600_000);

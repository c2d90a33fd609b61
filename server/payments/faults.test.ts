import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runFaults } from "./test-faults.ts";

/** `bin/bench faults` runs as many payments as it is told, and reads what became of them. */
const { FAULT_PAYMENTS: asked, FAULT_SEED: seed = "bench", FAULT_REPORT: report } = process.env;

test.skipIf(asked !== undefined).each(["one", "two", "three"])(
  "50 payments with a fault each end with the provider's ledger and ours alike, and no order confirmed twice: seed %s",
  async (own) => {
    const { problems, violations, paid } = await runFaults({ seed: own, payments: 50 });
    expect({ problems, violations }).toEqual({ problems: [], violations: [] });
    expect(paid).toBeGreaterThan(15);
  },
  300_000,
);

test.runIf(asked !== undefined)(
  "as many payments as asked for end with both ledgers alike",
  async () => {
    const run = await runFaults({ seed, payments: Number(asked) });
    if (report) writeFileSync(report, JSON.stringify(run));
    expect({ problems: run.problems, violations: run.violations }).toEqual({ problems: [], violations: [] });
  },
  3_600_000,
);

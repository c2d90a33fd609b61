import { expect, test } from "vitest";
import { runFaults } from "./test-faults.ts";

test.each(["one", "two", "three"])(
  "50 payments with a fault each end with the provider's ledger and ours alike, and no order confirmed twice: seed %s",
  async (seed) => {
    const { problems, violations, paid } = await runFaults({ seed, payments: 50 });
    expect({ problems, violations }).toEqual({ problems: [], violations: [] });
    expect(paid).toBeGreaterThan(15);
  },
  300_000,
);

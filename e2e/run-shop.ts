import { inject } from "vitest";

/** The shop of this test file's worker: where it is, and what its commands need to find it. */
export function runShop(): { url: string; env: Record<string, string> } {
  const shop = inject("shops")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!shop) throw new Error(`No shop was started for worker ${process.env.VITEST_POOL_ID}`);
  return shop;
}

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["server/testing/test-environment.ts", "e2e/harness/shop-process.ts"],
    // One file at a time, for they share the shop; scripts/check.ts runs two halves at once.
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["server/testing/test-environment.ts", "e2e/harness/shop-process.ts"],
    // One browser at a time: the machine is shared with the shop and its database.
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

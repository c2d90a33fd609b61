import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,messages,server,web,db,scripts,bench,sandbox}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "web/build/**"],
    // vitest leaves one core idle, and so half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Files share a worker's modules: no test changes them, and loading them anew for each file cost two fifths of all.
    isolate: false,
    globalSetup: ["server/testing/test-environment.ts"],
    // Long enough for a machine that is busy with other things; a test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

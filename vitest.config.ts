import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,messages,server,web,db,scripts,bench,sandbox}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "web/build/**"],
    globalSetup: ["server/testing/test-environment.ts"],
    // Long enough for a machine that is busy with other things; a test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

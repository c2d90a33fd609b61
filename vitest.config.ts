import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,messages,server,web,db,scripts,bench}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "web/build/**"],
    globalSetup: ["server/test-ground.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

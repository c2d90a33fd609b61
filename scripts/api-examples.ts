/** `npm run api-examples`: records the calls' responses to their examples, for `/openapi.json` and `/docs/api`. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ownOptions } from "./commands/command-line.ts";

ownOptions("Writes down what the calls answer to their examples, into server/api\n\n  npm run api-examples\n", {});

const root = join(import.meta.dirname, "..");
const run = (file: string, ...flags: string[]): number =>
  spawnSync(process.execPath, [join(root, "node_modules", file), ...flags], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, WRITE_EXAMPLES: "1" },
  }).status ?? 1;

const examples = "server/api/examples";
process.exitCode =
  run("vitest/vitest.mjs", "run", "--config", "vitest.config.ts", "--root", ".", `${examples}.test.ts`) ||
  run("@biomejs/biome/bin/biome", "format", "--write", `${examples}.json`);

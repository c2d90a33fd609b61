import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

type Entry = { optionalDependencies?: Record<string, string>; dependencies?: Record<string, string> };

test("a fresh machine of any kind can install: every package named in the lock file is in it, for every platform", () => {
  const text = readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8");
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
  const present = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  const named = Object.values(packages).flatMap((entry) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
  );
  expect([...new Set(named)].filter((name) => !present.has(name))).toEqual([]);
});

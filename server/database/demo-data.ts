/** The demo shop's data: JSON files, one folder per domain. What they hold: db/data/README.md */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const DEMO_DATA = resolve(import.meta.dirname, "../../db/data");

/** Of a file by its path from `DEMO_DATA`. Not validated: what is wrong in it fails the tests, which all start from it. */
export function demoData<T>(file: string): T {
  return JSON.parse(readFileSync(join(DEMO_DATA, file), "utf8")) as T;
}

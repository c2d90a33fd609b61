/** The shopkeeper beside the running shop: the commands as they are typed. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { cleared } from "./shop-process.ts";

const ROOT = resolve(import.meta.dirname, "..");
const run = promisify(execFile);

/** `await shopkeeper("settings", "set", "maintenance.on", "true")`: what the command said. */
export async function shopkeeper(command: "orders" | "settings", ...words: string[]): Promise<string> {
  const env = { ...cleared(), ...inject("shop").env };
  const { stdout } = await run(process.execPath, [`scripts/${command}.ts`, ...words], { cwd: ROOT, env });
  return stdout;
}

/** How many orders there are. */
export async function countOrders(): Promise<number> {
  const [, count = "0"] = /^(\d+) orders?,/m.exec(await shopkeeper("orders", "list", "--limit", "1")) ?? [];
  return Number(count);
}

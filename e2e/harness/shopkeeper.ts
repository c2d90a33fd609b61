/** The shopkeeper beside the running shop: the commands as they are typed. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { runShop } from "../run-shop.ts";
import { cleared } from "./shop-process.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** `await shopkeeper("settings", "set", "maintenance.on", "true")`: what the command printed. */
export async function shopkeeper(
  command: "orders" | "settings" | "import" | "staff",
  ...words: string[]
): Promise<string> {
  const env = { ...cleared(), ...runShop().env };
  const file = command === "staff" ? "scripts/commands/staff.ts" : `scripts/${command}.ts`;
  const { stdout } = await run(process.execPath, [file, ...words], { cwd: ROOT, env });
  return stdout;
}

export async function setPrice(sku: string, price: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "shop-price-"));
  await writeFile(join(folder, "price.json"), JSON.stringify([{ sku, price }]));
  await shopkeeper("import", join(folder, "price.json"));
  await rm(folder, { recursive: true });
}

/** How many orders there are. */
export async function countOrders(): Promise<number> {
  const [, count = "0"] = /^(\d+) orders?,/m.exec(await shopkeeper("orders", "list", "--limit", "1")) ?? [];
  return Number(count);
}

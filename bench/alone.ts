/** Calls that share nothing: many addresses in turn, none asked twice at one moment (docs/decisions/0164). */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cpuSeconds } from "./cpu.ts";
import type { Shop } from "./ground.ts";
import { complain } from "./table.ts";

export type Read = { done: number; failed: number };

const run = promisify(execFile);
const clients = 8;

/** Answers per CPU-second of Node. */
export async function alone(name: string, shop: Shop, paths: readonly string[], seconds: number): Promise<number> {
  await read(shop.url, paths, seconds);
  const before = cpuSeconds(shop.pid);
  const { done, failed } = await read(shop.url, paths, seconds);
  complain(name, failed);
  return done / (cpuSeconds(shop.pid) - before);
}

async function read(url: string, paths: readonly string[], seconds: number): Promise<Read> {
  const reader = new URL("reader.ts", import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [reader, JSON.stringify({ url, paths, seconds, clients })]);
  return JSON.parse(stdout) as Read;
}

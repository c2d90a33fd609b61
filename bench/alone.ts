/** Calls that share nothing: many addresses in turn, none asked twice at one moment (docs/decisions/0164). */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cpuSeconds } from "./cpu.ts";
import type { Shop } from "./ground.ts";
import { complain } from "./table.ts";

export type Read = { done: number; failed: number };

const run = promisify(execFile);
const clients = 32;

export type Alone = { paths: readonly string[]; seconds: number; headers?: Record<string, string> };

/** Answers per CPU-second of Node. */
export async function alone(name: string, shop: Shop, asked: Alone): Promise<number> {
  await read(shop, asked);
  const before = cpuSeconds(shop.pid);
  const { done, failed } = await read(shop, asked);
  complain(name, failed);
  return done / (cpuSeconds(shop.pid) - before);
}

async function read({ url }: Shop, asked: Alone): Promise<Read> {
  const reader = new URL("reader.ts", import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [reader, JSON.stringify({ url, clients, ...asked })]);
  return JSON.parse(stdout) as Read;
}

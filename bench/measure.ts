/** One measurement: load from a process of its own for some seconds, and the CPU time of the serving process. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cpuSeconds } from "./cpu.ts";

/** `url` is that of the server; with several paths the clients request different ones. It ends after `seconds` or `requests`. */
export type Reading = {
  url: string;
  paths: readonly string[];
  headers?: Readonly<Record<string, string>>;
  clients: number;
  seconds?: number;
  requests?: number;
};
export type Read = { done: number; failed: number; seconds: number; p50_ms: number; p99_ms: number };
/** `warm_up`: requests before counting begins; V8 compiles during the first thousands. */
export type Load = Omit<Reading, "requests"> & { seconds: number; warm_up: number };
export type Rate = Read & { per_cpu_second: number };

const run = promisify(execFile);

export async function measure({ warm_up, ...load }: Load, pid: number): Promise<Rate> {
  await read({ ...load, seconds: undefined, requests: warm_up });
  const before = cpuSeconds(pid);
  const counted = await read(load);
  return { ...counted, per_cpu_second: counted.done / (cpuSeconds(pid) - before) };
}

async function read(reading: Reading): Promise<Read> {
  const reader = new URL("load-reader.ts", import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [reader, JSON.stringify(reading)]);
  return JSON.parse(stdout) as Read;
}

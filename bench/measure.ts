/** One measurement: load on an address for some seconds from a process of its own, and what it cost the serving one. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { cpuSeconds } from "./cpu.ts";

export type Rate = { per_second: number; per_cpu_second: number; p99_ms: number; requests: number; failed: number };
export type Load = {
  url: string;
  seconds: number;
  headers?: readonly string[];
  connections?: number;
  /** Requests before counting begins: the compiler of V8 has its say over some thousands. */
  warm_up?: number;
};
type Report = {
  requests: { total: number };
  duration: number;
  errors: number;
  non2xx: number;
  latency: { p99: number };
};

const run = promisify(execFile);
const autocannon = createRequire(import.meta.url).resolve("autocannon");

export async function measure(load: Load, pid: number): Promise<Rate> {
  await cannon(load, ["-a", String(load.warm_up ?? 2_000)]);
  const before = cpuSeconds(pid);
  const { requests, duration, errors, non2xx, latency } = await cannon(load, ["-d", String(load.seconds)]);
  const spent = cpuSeconds(pid) - before;
  return {
    per_second: requests.total / duration,
    per_cpu_second: requests.total / spent,
    p99_ms: latency.p99,
    requests: requests.total,
    failed: errors + non2xx,
  };
}

async function cannon({ url, headers = [], connections = 16 }: Load, how_long: string[]): Promise<Report> {
  const flags = ["-j", "-n", "-c", String(connections), "-t", "30", ...how_long];
  const named = headers.flatMap((header) => ["-H", header]);
  const { stdout } = await run(process.execPath, [autocannon, ...flags, ...named, url], { maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as Report;
}

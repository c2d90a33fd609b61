/** One measurement: load on an address for some seconds, and what each request cost the serving process in CPU time. */
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";

export type Rate = { per_second: number; per_cpu_second: number; failed: number };
type Report = { requests: { sent: number; total: number }; duration: number; errors: number; non2xx: number };

const run = promisify(execFile);
const AUTOCANNON = createRequire(import.meta.url).resolve("autocannon");
const CONNECTIONS = 16;
const CLOCK_TICKS_PER_SECOND = 100; // Linux, sysconf(_SC_CLK_TCK) on every machine we know

/** `server_pid` is the process that answers; the load comes from a process of its own. */
export async function measure(url: string, server_pid: number, seconds: number, headers: string[]): Promise<Rate> {
  const load = async (for_seconds: number): Promise<Report> => {
    const flags = [
      "-j",
      "-n",
      "-c",
      String(CONNECTIONS),
      "-d",
      String(for_seconds),
      ...headers.flatMap((each) => ["-H", each]),
    ];
    const { stdout } = await run(process.execPath, [AUTOCANNON, ...flags, url], { maxBuffer: 1 << 24 });
    return JSON.parse(stdout) as Report;
  };
  await load(1); // the compiler of V8 has its say before we count
  const before = cpuSeconds(server_pid);
  const { requests, duration, errors, non2xx } = await load(seconds);
  const spent = cpuSeconds(server_pid) - before;
  return { per_second: requests.total / duration, per_cpu_second: requests.total / spent, failed: errors + non2xx };
}

function cpuSeconds(pid: number): number {
  if (process.platform === "linux") {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND; // utime and stime of proc(5)
  }
  const text = execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }).trim();
  return text.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
}

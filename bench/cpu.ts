/** CPU time and memory of a process, as the kernel counts them. On Linux; elsewhere by `ps`, without child processes. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100; // Linux, sysconf(_SC_CLK_TCK) on every machine we know
const PAGE_BYTES = 4096;

/** User and system time: utime and stime of proc(5). */
export function cpuSeconds(pid: number): number {
  if (process.platform !== "linux") return psSeconds(pid);
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The CPU time of a server and its child processes, ended ones included: PostgreSQL has a process per connection. */
export function processTreeCpuSeconds(pid: number): number {
  if (process.platform !== "linux") return psSeconds(pid);
  const own = stat(pid);
  const ended = (Number(own[13]) + Number(own[14])) / TICKS_PER_SECOND;
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return children.reduce(
    (sum, child) => sum + orZeroIfExited(() => cpuSeconds(Number(child))),
    cpuSeconds(pid) + ended,
  );
}

export function parentOf(pid: number): number {
  return orZeroIfExited(() => Number(stat(pid)[1]));
}

export function residentBytes(pid: number): number {
  if (process.platform === "linux")
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}

/** The fields of /proc/PID/stat from `state` on; the name before them may contain spaces and brackets. */
function stat(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** A process may exit between being listed and being read. */
function orZeroIfExited(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}

function psSeconds(pid: number): number {
  const text = execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }).trim();
  return text.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
}

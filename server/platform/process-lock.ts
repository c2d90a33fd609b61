/**
 * One process at a time: a lock file that names its holder, and how to distinguish a live holder from a dead one.
 * A bare pid is not enough: containers give the same small numbers again after every start, so the file also stores
 * when that process began. The file is taken over only when its holder is provably gone.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { writeOnce } from "../kernel/write-once.ts";

export type Lock = { release(): void };
type Holder = { pid: number; born: string };

/** Takes the lock, or says which living process has it. Two takers of a dead holder's file cannot both win silently. */
export function takeLock(path: string): Lock | { held_by: number } {
  const own: Holder = { pid: process.pid, born: bornAt(process.pid) ?? "" };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (writeOnce(path, JSON.stringify(own))) return { release: () => rmSync(path, { force: true }) };
    const holder = readHolder(path);
    if (holder && isAlive(holder)) return { held_by: holder.pid };
    rmSync(path, { force: true });
  }
  throw new Error(`${path} keeps coming back: another process is starting at this very moment. Try again.`);
}

/** The living process that holds the lock, if there is one. */
export function lockHolder(path: string): number | undefined {
  const holder = readHolder(path);
  return holder && isAlive(holder) ? holder.pid : undefined;
}

/** The name of a running program (`postgres`), or undefined when no process has this pid. */
export function programOf(pid: number): string | undefined {
  if (process.platform === "linux") return procStat(pid)?.program;
  return psField(pid, "comm")?.split("/").at(-1);
}

function readHolder(path: string): Holder | undefined {
  const text = readOrNothing(path);
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("pid" in value) || !("born" in value)) return undefined;
    return { pid: Number(value.pid), born: String(value.born) };
  } catch {
    return undefined; // cut short by a crash: a lock file without a holder is free
  }
}

function isAlive(holder: Holder): boolean {
  return bornAt(holder.pid) === holder.born;
}

/** When a process began, in whatever form the system tells it; undefined when there is no such process. */
function bornAt(pid: number): string | undefined {
  if (process.platform !== "linux") return psField(pid, "lstart");
  const stat = procStat(pid);
  return stat && `${readOrNothing("/proc/sys/kernel/random/boot_id")?.trim()}/${stat.start_ticks}`;
}

/** proc(5). A zombie, dead but not yet collected by its parent, counts as gone: some containers never collect. */
function procStat(pid: number): { program: string; start_ticks: string } | undefined {
  const text = readOrNothing(`/proc/${pid}/stat`);
  if (!text) return undefined;
  const nameEnd = text.lastIndexOf(")"); // the name may itself hold blanks and brackets
  const fields = text.slice(nameEnd + 2).split(" "); // from field 3, the state, on
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  return { program: text.slice(text.indexOf("(") + 1, nameEnd), start_ticks: fields[19] ?? "" };
}

function psField(pid: number, field: "lstart" | "comm"): string | undefined {
  try {
    const text = execFileSync("ps", ["-o", `${field}=`, "-p", String(pid)], {
      encoding: "utf8",
      env: { LC_ALL: "C", PATH: process.env.PATH },
    });
    return text.trim() || undefined;
  } catch {
    return undefined; // ps exits 1 when there is no such process
  }
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}

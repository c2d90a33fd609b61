/**
 * The server that is measured has a core for itself; PostgreSQL, the load and the bench have the others, so that none of
 * them is in its way. Linux with `taskset`, two cores or more; elsewhere the system schedules them.
 */
import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const own = "0";
const others = `1-${availableParallelism() - 1}`;

let IS_LEFT = false;

/** Sends this process, and so all it starts from now on, to the other cores. */
export function leaveServerItsCore(): void {
  if (IS_LEFT || availableParallelism() < 2) return;
  IS_LEFT = spawnSync("taskset", ["-pc", others, String(process.pid)], { stdio: "ignore" }).status === 0;
}

/** Node with these arguments, on the server's core where the others have left it; its output is to be read. */
export function spawnServer(args: readonly string[], options: Pick<SpawnOptions, "cwd" | "env"> = {}) {
  const [command, ...before] = IS_LEFT ? ["taskset", "-c", own, process.execPath] : [process.execPath];
  return spawn(command, [...before, ...args], { ...options, stdio: ["ignore", "pipe", "inherit"] });
}

/**
 * The server that is measured has a core for itself; PostgreSQL, the load and the bench have the others, so that none of
 * them is in its way. Linux with `taskset`, two cores or more; elsewhere the system schedules them.
 */
import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const SERVER_CORE = "0";
const OTHER_CORES = `1-${availableParallelism() - 1}`;

/** True once every other process of the bench is pinned elsewhere. */
let isServerCoreFree = false;

/** Sends this process, and so all it starts from now on, to the other cores. */
export function pinToOtherCores(): void {
  if (isServerCoreFree || availableParallelism() < 2) return;
  isServerCoreFree = spawnSync("taskset", ["-pc", OTHER_CORES, String(process.pid)], { stdio: "ignore" }).status === 0;
}

/** Node with these arguments, on the server's core where that is free; its output is to be read. */
export function spawnServer(args: readonly string[], options: Pick<SpawnOptions, "cwd" | "env"> = {}) {
  const [command, ...prefix] = isServerCoreFree ? ["taskset", "-c", SERVER_CORE, process.execPath] : [process.execPath];
  return spawn(command, [...prefix, ...args], { ...options, stdio: ["ignore", "pipe", "inherit"] });
}

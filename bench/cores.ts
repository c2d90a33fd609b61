/**
 * Pins the measured server to a core of its own, and PostgreSQL, the load and the bench to the others, so that they do not
 * compete with it. Needs Linux with `taskset` and two cores; elsewhere the system schedules all processes.
 */
import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const SERVER_CORE = "0";
const OTHER_CORES = `1-${availableParallelism() - 1}`;

/** The other processes of the bench are pinned to the other cores, so the server's core is free. */
let isPinned = false;

/** Pins this process, and all processes it starts from now on, to the other cores. */
export function pinToOtherCores(): void {
  if (isPinned || availableParallelism() < 2) return;
  isPinned = spawnSync("taskset", ["-apc", OTHER_CORES, String(process.pid)], { stdio: "ignore" }).status === 0;
}

/** Starts Node with these arguments, on the server's core where that is free. Its output is a pipe that must be read. */
export function spawnServer(args: readonly string[], options: Pick<SpawnOptions, "cwd" | "env"> = {}) {
  const [command, ...prefix] = isPinned ? ["taskset", "-c", SERVER_CORE, process.execPath] : [process.execPath];
  return spawn(command, [...prefix, ...args], { ...options, stdio: ["ignore", "pipe", "inherit"] });
}

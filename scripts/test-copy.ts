/**
 * A clean copy of the project as `git clone` would leave it, and what a new user runs in it: with the oldest Node of this
 * machine first in PATH and nothing of this process's own environment.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect } from "vitest";
import { copyProject, root } from "./additions/project-copy.ts";

export type Ended = { code: number; out: string; err: string };
export type Running = { output(): string; stop(): Promise<number | null> };
export type Copy = ReturnType<typeof projectCopy>;

export function projectCopy() {
  const { folder, bring, remove } = copyProject();
  const env = newcomersEnvironment();
  return {
    folder,
    bring,
    run(command: string, more: Record<string, string> = {}): Promise<Ended> {
      return new Promise((settle) => {
        execFile("sh", ["-c", command], { cwd: folder, env: { ...env, ...more } }, (error, out, err) =>
          settle({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, err }),
        );
      });
    },
    /** Something that runs until it is stopped; resolves when it has printed `sign`. */
    async start(command: string, sign: RegExp, more: Record<string, string> = {}): Promise<Running> {
      const child = spawn("sh", ["-c", `exec env ${command}`], { cwd: folder, env: { ...env, ...more } });
      const output = outputOf(child);
      await expect
        .poll(() => (child.exitCode === null ? output() : `${output()}\nended with ${child.exitCode}`), {
          timeout: 300_000, // on a busy machine, the site built on the way
          interval: 50,
        })
        .toMatch(new RegExp(`${sign.source}|ended with`));
      expect(output()).toMatch(sign);
      return {
        output,
        stop: async () => {
          const ended = once(child, "exit");
          child.kill("SIGTERM");
          if (child.exitCode === null) await ended;
          return child.exitCode;
        },
      };
    },
    remove,
  };
}

/** The Node that comes first, and everything else of PATH but what this project has brought itself. */
function newcomersEnvironment(): Record<string, string> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !resolve(folder).startsWith(root));
  const [oldest] = folders
    .filter((folder) => existsSync(join(folder, "node")) && existsSync(join(folder, "npm")))
    .map((folder) => ({ folder, major: majorOf(join(folder, "node")) }))
    .sort((one, other) => one.major - other.major);
  const kept = ["HOME", "USER", "LANG", "TMPDIR", "CHROMIUM"].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...Object.fromEntries(kept), PATH: [...(oldest ? [oldest.folder] : []), ...folders].join(delimiter) };
}

function majorOf(node: string): number {
  return Number(/v(\d+)/.exec(execFileSync(node, ["--version"], { encoding: "utf8" }))?.[1]);
}

function outputOf(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      text += chunk;
    });
  }
  return () => text;
}

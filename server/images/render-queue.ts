/**
 * Renders artwork and uploads in a child process: it has a lower priority than the shop, frees its memory when idle, and can
 * crash without failing other requests of the shop. A bounded queue limits how many images are rendered and waiting.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Drawing } from "./artwork.ts";
import type { ImageFormat, Rendering } from "./renderer.ts";
import type { Upload } from "./uploads.ts";

export type RenderQueue = {
  /** Undefined at once when too many tasks are waiting. */
  render(picture: Drawing | Upload, width: number, format: ImageFormat): Promise<Buffer> | undefined;
  close(): void;
};

export type RenderQueueOptions = {
  concurrency: number;
  max_waiting: number;
  /** The priority of the rendering process; both are below that of the shop. */
  priority?: "low" | "lowest";
};
type PendingTask = { resolve(bytes: Buffer): void; reject(error: Error): void };
export type RenderResult = { number: number; bytes?: Uint8Array; error?: string };

const RENDERER = join(import.meta.dirname, "renderer.ts");
const IDLE_MS = 30_000;

export function startRenderQueue({ concurrency, max_waiting, priority = "low" }: RenderQueueOptions): RenderQueue {
  const enqueue = queue(concurrency, max_waiting);
  const pending = new Map<number, PendingTask>();
  let renderer: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastNumber = 0;

  function close(): void {
    clearTimeout(idleTimer);
    const child = renderer;
    if (child) failPending(child, new Error("images are no longer rendered"));
    child?.kill("SIGKILL"); // it has no state to save
  }

  /** Rejects the pending tasks of a process that has ended. Does nothing for a process that is already replaced. */
  function failPending(child: ChildProcess, error: Error): void {
    if (renderer !== child) return;
    renderer = undefined;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  function startRenderer(): ChildProcess {
    // It gets only the environment variables it needs. Two arenas: with glibc's default it uses twice the memory.
    const env = { PATH: process.env.PATH, MALLOC_ARENA_MAX: "2" };
    const child = fork(RENDERER, [priority], { env, execArgv: [], serialization: "advanced" });
    child.on("message", ({ number, bytes, error }: RenderResult) => {
      const { resolve, reject } = pending.get(number) ?? {};
      pending.delete(number);
      if (bytes) resolve?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      else reject?.(new Error(error));
      if (pending.size === 0) idleTimer = setTimeout(close, IDLE_MS);
    });
    child.on("error", (error) => failPending(child, error));
    child.on("exit", (code, signal) => failPending(child, new Error(`the rendering process ended: ${signal ?? code}`)));
    return child;
  }

  return {
    render(picture, width, format) {
      return enqueue(() => {
        clearTimeout(idleTimer);
        renderer ??= startRenderer();
        const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
        lastNumber += 1;
        pending.set(lastNumber, { resolve, reject });
        const { transparent } = picture;
        const source = "file" in picture ? { file: picture.file } : { svg: picture.svg(width) };
        const task: Rendering = { number: lastNumber, width, format, transparent, ...source };
        renderer.send(task);
        return promise;
      });
    },
    close,
  };
}

/** Runs at most `concurrency` tasks; up to `maxWaiting` more wait, and further ones are refused. */
function queue(concurrency: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return <T>(task: () => Promise<T>): Promise<T> | undefined =>
    running >= concurrency && waiting.length >= maxWaiting ? undefined : run(task);
}

/**
 * Artwork and uploads into pixels, in a process of their own: it gives way to the shop (lower priority), gives its memory back when
 * nothing is to do, and can die without taking a request of the shop along. Two at once, a bounded queue before them.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Drawing } from "./artwork.ts";
import type { ImageFormat, Rendering } from "./renderer.ts";
import type { Upload } from "./uploads.ts";

export type RenderQueue = {
  /** Undefined at once when too many are waiting already. */
  render(picture: Drawing | Upload, width: number, format: ImageFormat): Promise<Buffer> | undefined;
  close(): void;
};

export type RenderQueueOptions = {
  concurrency: number;
  max_waiting: number;
  /** Of the process that renders; either gives way to the shop. */
  priority?: "low" | "lowest";
};
type Waiting = { resolve(bytes: Buffer): void; reject(error: Error): void };
export type Answer = { number: number; bytes?: Uint8Array; error?: string };

const RENDERER = join(import.meta.dirname, "renderer.ts");
const IDLE_MS = 30_000;

export function startRenderQueue({ concurrency, max_waiting, priority = "low" }: RenderQueueOptions): RenderQueue {
  const inTurn = queue(concurrency, max_waiting);
  const waiting = new Map<number, Waiting>();
  let renderer: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastNumber = 0;

  function close(): void {
    clearTimeout(idle);
    const child = renderer;
    if (child) lose(child, new Error("images are no longer rendered"));
    child?.kill("SIGKILL"); // it holds nothing worth a goodbye
  }

  /** A process already replaced takes nothing along when it ends. */
  function lose(child: ChildProcess, error: Error): void {
    if (renderer !== child) return;
    renderer = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function setUp(): ChildProcess {
    // Of the shop's environment it gets nothing it does not need. Two arenas: glibc's default keeps twice the memory.
    const env = { PATH: process.env.PATH, MALLOC_ARENA_MAX: "2" };
    const child = fork(RENDERER, [priority], { env, execArgv: [], serialization: "advanced" });
    child.on("message", ({ number, bytes, error }: Answer) => {
      const { resolve, reject } = waiting.get(number) ?? {};
      waiting.delete(number);
      if (bytes) resolve?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      else reject?.(new Error(error));
      if (waiting.size === 0) idle = setTimeout(close, IDLE_MS);
    });
    child.on("error", (error) => lose(child, error));
    child.on("exit", (code, signal) => lose(child, new Error(`the process that renders ended: ${signal ?? code}`)));
    return child;
  }

  return {
    render(picture, width, format) {
      return inTurn(() => {
        clearTimeout(idle);
        renderer ??= setUp();
        const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
        lastNumber += 1;
        waiting.set(lastNumber, { resolve, reject });
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

/** Runs at most `atOnce` tasks; up to `maxWaiting` more stand in line, the next is refused. */
function queue(atOnce: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
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
    running >= atOnce && waiting.length >= maxWaiting ? undefined : run(task);
}

/** Images rendered ahead of their first request: one at a time, at the lowest priority, while the shop is idle. */
import { setTimeout as pause } from "node:timers/promises";
import type { ImageWidth } from "contract/values/images.ts";
import type { FastifyInstance } from "fastify";
import type { RenderedImages } from "./rendered-images.ts";

/** An id of contract/values/images.ts, and how wide it will be asked for. */
export type Wanted = { id: string; width: ImageWidth };
export type Ahead = {
  /** Read once the shop listens, the most looked at first. */
  wanted: () => AsyncIterable<Wanted>;
  /** Milliseconds since the last request to the shop. */
  quiet_ms: () => number;
};

/** So long after the last request, because a page that was just sent still asks for its images. */
const QUIET_ENOUGH_MS = 3_000;
const LOOK_AGAIN_MS = 1_000;

/** Begins when the shop listens. Gives what ends it. */
export function renderAhead(app: FastifyInstance, images: RenderedImages, { wanted, quiet_ms }: Ahead): () => void {
  const closed = new AbortController();
  const untilQuiet = async () => {
    while (quiet_ms() < QUIET_ENOUGH_MS) await pause(LOOK_AGAIN_MS, undefined, { signal: closed.signal, ref: false });
  };
  const work = async () => {
    await untilQuiet();
    for await (const { id, width } of wanted()) {
      const image = await images.find(id, width, () => "avif"); // what nearly every browser asks for
      closed.signal.throwIfAborted();
      if (image && (await images.prepare(image))) await untilQuiet();
    }
  };
  app.addHook("onListen", () => {
    // What fails here is rendered at its first request, which reports the error.
    void work().catch(
      (error: unknown) => closed.signal.aborted || app.log.warn(error, "pre-rendering of images stopped"),
    );
  });
  return () => closed.abort();
}

/** Renders images before their first request: one at a time, at the lowest priority, while the shop is idle. */
import { setTimeout as pause } from "node:timers/promises";
import type { ImageWidth } from "contract/values/images.ts";
import type { FastifyInstance } from "fastify";
import type { RenderedImages } from "./rendered-images.ts";

/** An id of contract/values/images.ts, and the width in which browsers will request it. */
export type WantedImage = { id: string; width: ImageWidth };
export type PrerenderOptions = {
  /** The images in order of their demand. Read once the shop listens. */
  wanted: () => AsyncIterable<WantedImage>;
  /** Milliseconds since the last request to the shop. */
  idle_ms: () => number;
};

/** The shop is idle this long after its last request: a page that was just sent still requests its images. */
const IDLE_AFTER_MS = 3_000;
const POLL_MS = 1_000;

/** Begins when the shop listens. Returns a function that stops it. */
export function startPrerendering(
  app: FastifyInstance,
  images: RenderedImages,
  { wanted, idle_ms }: PrerenderOptions,
): () => void {
  const closed = new AbortController();
  const untilIdle = async () => {
    while (idle_ms() < IDLE_AFTER_MS) await pause(POLL_MS, undefined, { signal: closed.signal, ref: false });
  };
  const renderWanted = async () => {
    await untilIdle();
    for await (const { id, width } of wanted()) {
      const image = await images.find(id, width, () => "avif"); // the format nearly every browser accepts
      closed.signal.throwIfAborted();
      if (image && (await images.prepare(image))) await untilIdle();
    }
  };
  app.addHook("onListen", () => {
    // An image that fails here is rendered again at its first request, which reports the error.
    void renderWanted().catch(
      (error: unknown) => closed.signal.aborted || app.log.warn(error, "pre-rendering of images stopped"),
    );
  });
  return () => closed.abort();
}

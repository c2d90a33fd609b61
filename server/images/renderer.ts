/**
 * Converts flat SVG, or an uploaded image, to AVIF, WebP, JPEG or PNG with ipx and sharp. It runs as a child process
 * (render-queue.ts) and imports nothing of the shop. One thread per image; sharp's cache is off; larger images than MAX_PIXELS
 * are not decoded.
 */
import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import type { IPX } from "ipx";
import type { RenderResult } from "./render-queue.ts";

export const imageFormats = ["avif", "webp", "jpeg", "png"] as const;
export type ImageFormat = (typeof imageFormats)[number];
export type Rendering = { number: number; width: number; format: ImageFormat; transparent: boolean } & (
  | { svg: string }
  /** An uploaded image: fitted into a white square. */
  | { file: string }
);

/** Chosen by eye (docs/decisions/0030-pictures.md): no banding on the backgrounds, a card of 320 px in about 3 KB. */
export const encodings: Record<ImageFormat, { q?: string }> = {
  avif: { q: "65" },
  webp: { q: "80" },
  jpeg: { q: "82" },
  png: {},
};
/** Options that ipx does not have itself; it passes them on to sharp. Effort 1: half the time for 4 % more bytes. */
export const encoder = { heifEffort: 1, webpEffort: 3, jpegProgressive: true };

/** The largest image has 1600 × 1800 pixels. */
const MAX_PIXELS = 4_000_000;
const MAX_SECONDS = 20;

export async function openRenderer(): Promise<(task: Rendering) => Promise<Uint8Array>> {
  const [{ createIPX }, { default: sharp }] = await Promise.all([import("ipx"), import("sharp")]);
  sharp.cache(false);
  sharp.concurrency(1);
  const ipx: IPX = createIPX({
    svgo: false,
    sharpOptions: { limitInputPixels: MAX_PIXELS, ...{ timeoutSeconds: MAX_SECONDS }, ...encoder },
    storage: {
      name: "drawings",
      getMeta: () => ({}),
      getData: async (_id, options) => {
        const task = options as Rendering;
        if ("svg" in task) return new TextEncoder().encode(task.svg).buffer;
        const bytes = await readFile(task.file);
        return new Uint8Array(bytes).buffer;
      },
    },
  });
  return async (task) => {
    const background = task.transparent ? {} : { flatten: "true", background: "ffffff" };
    const square = { s: `${task.width}x${task.width}`, fit: "contain", enlarge: "true" };
    const size = "file" in task ? square : { w: String(task.width) };
    const modifiers = { ...size, f: task.format, ...encodings[task.format], ...background };
    const { data } = await ipx("drawing", modifiers, task).process();
    return Buffer.from(data);
  };
}

if (process.send && import.meta.main) {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  setPriority(process.argv[2] === "lowest" ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined); // the shop stops this process
  process.on("disconnect", () => process.exit());
  const renderer = openRenderer();
  process.on("message", async (task: Rendering) => {
    const answer: RenderResult = await (await renderer)(task).then(
      (bytes) => ({ number: task.number, bytes }),
      (error: unknown) => ({ number: task.number, error: String(error) }),
    );
    process.send?.(answer);
  });
}

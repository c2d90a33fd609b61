/**
 * Drawings into pixels through ipx and sharp, kept small on purpose: two at once, one thread each, no cache of their
 * own, a bounded queue. Both libraries load with the first picture, so that a start does not wait for them.
 */
import type { IPX } from "ipx";
import type { Drawing } from "./drawings.ts";

export const imageFormats = ["avif", "webp", "jpeg", "png"] as const;
export type ImageFormat = (typeof imageFormats)[number];

export type Renders = {
  /** Undefined at once when too many are waiting already. */
  render(drawing: Drawing, width: number, format: ImageFormat): Promise<Buffer> | undefined;
};

/** Tuned by looking (docs/decisions/0010-pictures.md): no banding on the grounds, a card of 320 px in about 3 KB. */
export const encodings: Record<ImageFormat, { q?: string }> = {
  avif: { q: "65" },
  webp: { q: "80" },
  jpeg: { q: "82" },
  png: {},
};
/** Settings ipx has no word for; it copies them onto sharp's own options. Effort 1: a third of the time for 3 % more bytes. */
export const encoder = { heifEffort: 1, webpEffort: 3, jpegProgressive: true };

/** The largest picture is 1600 × 1800 pixels; nothing beyond this is decoded. */
const MOST_PIXELS = 4_000_000;

export function openRenders({ at_once, most_waiting }: { at_once: number; most_waiting: number }): Renders {
  const inTurn = queue(at_once, most_waiting);
  let loading: Promise<IPX> | undefined;
  return {
    render(drawing, width, format) {
      return inTurn(async () => {
        loading ??= loadRenderer();
        const ipx = await loading;
        const ground = drawing.transparent ? {} : { flatten: "true", background: "ffffff" };
        const modifiers = { w: String(width), f: format, ...encodings[format], ...ground };
        const { data } = await ipx("drawing", modifiers, { drawing, width }).process();
        return Buffer.from(data);
      });
    },
  };
}

async function loadRenderer(): Promise<IPX> {
  const [{ createIPX }, { default: sharp }] = await Promise.all([import("ipx"), import("sharp")]);
  sharp.cache(false);
  sharp.concurrency(1);
  return createIPX({
    svgo: false,
    sharpOptions: { limitInputPixels: MOST_PIXELS, ...encoder },
    storage: {
      name: "drawings",
      getMeta: () => ({}),
      getData: (_id, options) => {
        const { drawing, width } = options as { drawing: Drawing; width: number };
        return new TextEncoder().encode(drawing.svg(width)).buffer;
      },
    },
  });
}

/** Runs at most `at_once` tasks; up to `most_waiting` more stand in line, the next is refused. */
function queue(at_once: number, most_waiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= at_once) await new Promise<void>((resolve) => waiting.push(resolve));
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
    running >= at_once && waiting.length >= most_waiting ? undefined : run(task);
}

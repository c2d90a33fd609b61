/**
 * Images in every width and format, each rendered at most once per machine. An image is looked up among those rendered at the
 * build, then in the cache of the data folder, and otherwise rendered and cached. docs/decisions/0030-pictures.md
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { imageVersion } from "contract/values/images.ts";
import { type Drawing, loadArtwork } from "./artwork.ts";
import { type ImageCacheOptions, openImageCache } from "./image-cache.ts";
import { type RenderQueueOptions, startRenderQueue } from "./render-queue.ts";
import type { ImageFormat } from "./renderer.ts";
import { openUploads, type Upload } from "./uploads.ts";

export type Source = Drawing | Upload;
/** A source in one width and format. `name` is its file in the cache. */
export type RenderedImage = { name: string; source: Source; width: number; format: ImageFormat };

export type RenderedImages = {
  /** Undefined for an id the shop does not know. */
  find(id: string, width: number, formatOf: (source: Source) => ImageFormat): Promise<RenderedImage | undefined>;
  /** The image's bytes; undefined at once when the queue is full. Rejects when it cannot be rendered. */
  fetch(image: RenderedImage): Promise<Buffer | undefined>;
  /** Renders and caches an image unless it is cached, at the lowest priority. Returns false when it was cached. */
  prepare(image: RenderedImage): Promise<boolean>;
  close(): void;
};

export type RenderedImagesOptions = RenderQueueOptions &
  Omit<ImageCacheOptions, "cache_dir"> & {
    art_dir: string;
    /** Rendered images are cached in `images` below it, uploads are stored in `uploads`. */
    data_dir: string;
  };

export async function openImages({ art_dir, data_dir, ...options }: RenderedImagesOptions): Promise<RenderedImages> {
  const artwork = await loadArtwork(art_dir);
  const uploads = openUploads(data_dir);
  const cache = await openImageCache({ ...options, cache_dir: join(data_dir, "images") });
  const renderQueue = startRenderQueue(options);
  const background = startRenderQueue({ concurrency: 1, max_waiting: 0, priority: "lowest" });
  const pending = new Map<string, Promise<Buffer | undefined>>();

  async function renderAndCache(image: RenderedImage, queue: typeof renderQueue): Promise<Buffer | undefined> {
    const bytes = await queue.render(image.source, image.width, image.format);
    if (bytes) await cache.put(image.name, bytes);
    return bytes;
  }
  /** Requests for an image that is being rendered get the same promise. */
  function coalesce({ name }: RenderedImage, work: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    const existing = pending.get(name);
    if (existing) return existing;
    const promise = work().finally(() => pending.delete(name));
    pending.set(name, promise);
    return promise;
  }

  return {
    async find(id, width, formatOf) {
      const source = artwork.find(id) ?? (await uploads.find(id));
      if (!source) return undefined;
      const format = formatOf(source);
      return { name: nameOf(id, width, format), source, width, format };
    },
    fetch: (image) => coalesce(image, async () => (await cache.get(image.name)) ?? renderAndCache(image, renderQueue)),
    async prepare(image) {
      if (await cache.has(image.name)) return false;
      await renderAndCache(image, background); // not in `pending`: a visitor's request renders its own at once
      return true;
    },
    close() {
      renderQueue.close();
      background.close();
    },
  };
}

function nameOf(id: string, width: number, format: ImageFormat): string {
  const hash = createHash("sha256").update(`${imageVersion} ${id} ${width} ${format}`).digest("hex");
  return `${hash}.${format}`;
}

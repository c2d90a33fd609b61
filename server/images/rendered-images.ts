/**
 * Every picture in every width and format, made at most once per machine: those made with the site, then those cached
 * in the data folder, then rendered and cached. docs/decisions/0030-pictures.md
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { imageVersion } from "contract/values/images.ts";
import { type Drawing, openDrawings } from "./drawings.ts";
import { type ImageCacheOptions, openImageCache } from "./image-cache.ts";
import type { ImageFormat } from "./renderer.ts";
import { openRenders, type RendersOptions } from "./renders.ts";
import { openUploads, type Upload } from "./uploads.ts";

export type Source = Drawing | Upload;
/** A source in one width and format. `name` is its file in the cache. */
export type Picture = { name: string; source: Source; width: number; format: ImageFormat };

export type Pictures = {
  /** Undefined for an id the shop does not know. */
  find(id: string, width: number, formatOf: (source: Source) => ImageFormat): Promise<Picture | undefined>;
  /** Undefined at once when too many are being waited for. Rejects where it cannot be rendered. */
  fetch(picture: Picture): Promise<Buffer | undefined>;
  /** Renders and caches it unless it is there, after everything a visitor waits for. False: it was there. */
  prepare(picture: Picture): Promise<boolean>;
  close(): void;
};

export type PicturesOptions = RendersOptions &
  Omit<ImageCacheOptions, "cache_dir"> & {
    art_dir: string;
    /** Rendered pictures are cached in `images` below it, uploads are stored in `uploads`. */
    data_dir: string;
  };

export async function openPictures({ art_dir, data_dir, ...options }: PicturesOptions): Promise<Pictures> {
  const drawings = await openDrawings(art_dir);
  const uploads = openUploads(data_dir);
  const cache = await openImageCache({ ...options, cache_dir: join(data_dir, "images") });
  const renders = openRenders(options);
  const background = openRenders({ at_once: 1, max_waiting: 0, priority: "lowest" });
  const underway = new Map<string, Promise<Buffer | undefined>>();

  async function made(picture: Picture, by: typeof renders): Promise<Buffer | undefined> {
    const bytes = await by.render(picture.source, picture.width, picture.format);
    if (bytes) await cache.put(picture.name, bytes);
    return bytes;
  }
  /** Requests meanwhile get the same promise. */
  function once({ name }: Picture, work: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    const already = underway.get(name);
    if (already) return already;
    const working = work().finally(() => underway.delete(name));
    underway.set(name, working);
    return working;
  }

  return {
    async find(id, width, formatOf) {
      const source = drawings.find(id) ?? (await uploads.find(id));
      if (!source) return undefined;
      const format = formatOf(source);
      return { name: nameOf(id, width, format), source, width, format };
    },
    fetch: (picture) => once(picture, async () => (await cache.take(picture.name)) ?? made(picture, renders)),
    async prepare(picture) {
      if (await cache.has(picture.name)) return false;
      await made(picture, background); // not in `underway`: a visitor who comes now does not wait for it
      return true;
    },
    close() {
      renders.close();
      background.close();
    },
  };
}

function nameOf(id: string, width: number, format: ImageFormat): string {
  const hash = createHash("sha256").update(`${imageVersion} ${id} ${width} ${format}`).digest("hex");
  return `${hash}.${format}`;
}

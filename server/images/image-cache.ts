/**
 * Rendered images cached on disk, so that each is rendered once per machine. File names are hashes, never parts of a URL. A
 * file is written under another name and renamed, so no reader sees half of it. The oldest files are evicted above the limit
 * of the folder. With a full or broken disk images are still rendered. Several processes may share the folder.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";

export type ImageCache = {
  get(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  put(name: string, bytes: Buffer): Promise<void>;
};

export type Warn = (error: unknown, message: string) => void;

/** Frequently requested images are cached in memory as well, up to this size. */
const MEMORY_BYTES = 16 * 1024 * 1024;
/** The share of the limit left after an eviction, so that evictions are rare. */
const SHARE_AFTER_EVICTION = 0.8;
const UNFINISHED = ".part";
const UNFINISHED_AFTER_MS = 600_000;

export type ImageCacheOptions = {
  /** Rendered images are cached here; the oldest are removed beyond `cached_bytes`. */
  cache_dir: string;
  cached_bytes: number;
  /** Images pre-rendered at the build: read, never removed. */
  built_dir?: string;
  warn: Warn;
};

export async function openImageCache(options: ImageCacheOptions): Promise<ImageCache> {
  const { cache_dir: folder, cached_bytes: maxBytes, built_dir, warn } = options;
  const folders = built_dir === undefined ? [folder] : [built_dir, folder];
  await mkdir(folder, { recursive: true });
  let usedBytes = (await filesOf(folder)).reduce((sum, file) => sum + file.bytes, 0);
  let eviction: Promise<void> | undefined;
  const recent = new LRUCache<string, Buffer>({ maxSize: MEMORY_BYTES, sizeCalculation: ({ length }) => length });

  async function evictOldest() {
    const files = (await filesOf(folder)).sort((one, other) => one.written_ms - other.written_ms);
    usedBytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const staleMs = Date.now() - UNFINISHED_AFTER_MS;
    for (const file of files) {
      const abandoned = file.name.endsWith(UNFINISHED) && file.written_ms < staleMs;
      if (usedBytes <= maxBytes * SHARE_AFTER_EVICTION && !abandoned) continue;
      await rm(join(folder, file.name), { force: true });
      usedBytes -= file.bytes;
    }
  }

  async function read(name: string, from: string): Promise<Buffer | undefined> {
    try {
      const bytes = await readFile(join(from, name));
      return bytes.length === 0 ? undefined : bytes; // a power cut can leave a name without its bytes
    } catch (error) {
      if (!isMissing(error)) warn(error, "a cached image cannot be read");
      return undefined;
    }
  }

  return {
    async get(name) {
      const known = recent.get(name);
      if (known) return known;
      for (const from of folders) {
        const bytes = await read(name, from);
        if (!bytes) continue;
        recent.set(name, bytes);
        return bytes;
      }
      return undefined;
    },
    async has(name) {
      const sizes = await Promise.all(folders.map((from) => sizeOf(join(from, name))));
      return sizes.some((bytes) => bytes > 0);
    },
    async put(name, bytes) {
      const unfinished = join(folder, `${name}.${randomBytes(6).toString("hex")}${UNFINISHED}`);
      try {
        await writeFile(unfinished, bytes);
        await rename(unfinished, join(folder, name));
        usedBytes += bytes.length;
        if (usedBytes > maxBytes) {
          eviction ??= evictOldest().finally(() => {
            eviction = undefined;
          });
          await eviction;
        }
      } catch (error) {
        warn(error, "an image could not be cached");
        await rm(unfinished, { force: true }).catch((again: unknown) => warn(again, "nor its unfinished file removed"));
      }
    },
  };
}

type CachedFile = { name: string; bytes: number; written_ms: number };

/** The files in the folder now, without one that another process has just removed. */
async function filesOf(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = [];
  for (const name of await readdir(folder)) {
    try {
      const { size, mtimeMs } = await stat(join(folder, name));
      files.push({ name, bytes: size, written_ms: mtimeMs });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return files;
}

/** 0 for a missing file. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return 0;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

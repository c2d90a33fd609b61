/**
 * Rendered pictures kept on disk, so that each is rendered once per machine. Names are hashes made here, never words of
 * an address. A picture appears whole or not at all (written beside, then renamed). The folder stays under its limit:
 * the oldest go first. A full or broken disk costs speed, never the picture. Several processes may share the folder.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type Shelf = {
  take(name: string): Promise<Buffer | undefined>;
  put(name: string, bytes: Buffer): Promise<void>;
};

type Warn = (error: unknown, words: string) => void;

/** What everybody asks for is answered without the disk. */
const RECENT_BYTES = 16 * 1024 * 1024;
/** After a clearing this share of the limit is left, so that clearings stay rare. */
const KEPT = 0.8;
const UNFINISHED = ".part";
const UNFINISHED_AFTER_MS = 600_000;

export async function openShelf(folder: string, most_bytes: number, warn: Warn): Promise<Shelf> {
  await mkdir(folder, { recursive: true });
  let held_bytes = (await filesOf(folder)).reduce((sum, file) => sum + file.bytes, 0);
  let clearing: Promise<void> | undefined;
  const recent = recentlyAsked(RECENT_BYTES);

  async function clear() {
    const files = (await filesOf(folder)).sort((one, other) => one.written_ms - other.written_ms);
    held_bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const stale_ms = Date.now() - UNFINISHED_AFTER_MS;
    for (const file of files) {
      const abandoned = file.name.endsWith(UNFINISHED) && file.written_ms < stale_ms;
      if (held_bytes <= most_bytes * KEPT && !abandoned) continue;
      await rm(join(folder, file.name), { force: true });
      held_bytes -= file.bytes;
    }
  }

  return {
    async take(name) {
      const known = recent.get(name);
      if (known) return known;
      try {
        const bytes = await readFile(join(folder, name));
        if (bytes.length === 0) return undefined; // a power cut can leave a name without its bytes
        recent.set(name, bytes);
        return bytes;
      } catch (error) {
        if (!isMissing(error)) warn(error, "a kept picture cannot be read");
        return undefined;
      }
    },
    async put(name, bytes) {
      const unfinished = join(folder, `${name}.${randomBytes(6).toString("hex")}${UNFINISHED}`);
      try {
        await writeFile(unfinished, bytes);
        await rename(unfinished, join(folder, name));
        held_bytes += bytes.length;
        if (held_bytes > most_bytes) {
          clearing ??= clear().finally(() => {
            clearing = undefined;
          });
          await clearing;
        }
      } catch (error) {
        warn(error, "a picture could not be kept");
        await rm(unfinished, { force: true }).catch((again: unknown) => warn(again, "nor its unfinished file removed"));
      }
    },
  };
}

/** The last asked for, up to so many bytes. */
function recentlyAsked(most_bytes: number) {
  const pictures = new Map<string, Buffer>();
  let bytes = 0;
  const forget = (name: string) => {
    bytes -= pictures.get(name)?.length ?? 0;
    pictures.delete(name);
  };
  return {
    get(name: string): Buffer | undefined {
      const picture = pictures.get(name);
      if (picture) {
        pictures.delete(name);
        pictures.set(name, picture);
      }
      return picture;
    },
    set(name: string, picture: Buffer): void {
      forget(name);
      pictures.set(name, picture);
      bytes += picture.length;
      for (const oldest of pictures.keys()) if (bytes > most_bytes) forget(oldest);
    },
  };
}

type KeptFile = { name: string; bytes: number; written_ms: number };

/** What lies in the folder now; a file another process has just removed is not counted. */
async function filesOf(folder: string): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

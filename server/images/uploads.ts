/**
 * Uploaded images. Each is converted when it is stored: turned upright, at most 1600 pixels wide or high, WebP, without the
 * metadata of the camera or anything else the file had. Its name is the hash of its content, so no image is stored twice and
 * no name comes from outside.
 */
import { createHash, randomBytes } from "node:crypto";
import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type Upload = { transparent: false; file: string };
export type StoredImage = { id: string; width: number; height: number; bytes: number };

export type Uploads = {
  /** By image id; only its 32 hexadecimal digits become part of a path. */
  find(imageId: string): Promise<Upload | undefined>;
  /** Throws PictureRefused with its reason as text. */
  store(bytes: Uint8Array): Promise<StoredImage>;
};

export class PictureRefused extends Error {}

const ID = /^upload\/([0-9a-f]{32})$/;
const formats = new Set(["jpeg", "png", "webp", "gif", "avif", "heif"]); // sharp calls AVIF heif
const MAX_SIDE = 1600; // the widest image the shop shows
const MAX_PIXELS = 50_000_000;
const QUALITY = 90;

export function openUploads(dataDir: string): Uploads {
  const folder = join(dataDir, "uploads");
  const fileOf = (id: string) => join(folder, id.slice(0, 2), `${id}.webp`);
  return {
    async find(imageId) {
      const id = ID.exec(imageId)?.[1];
      if (id === undefined) return undefined;
      const file = fileOf(id);
      try {
        await access(file);
      } catch {
        return undefined; // no upload has this id
      }
      return { transparent: false, file };
    },
    async store(bytes) {
      const { data, width, height } = await normalised(bytes);
      const id = createHash("sha256").update(data).digest("hex").slice(0, 32);
      await mkdir(join(folder, id.slice(0, 2)), { recursive: true });
      const unfinished = `${fileOf(id)}.${randomBytes(4).toString("hex")}.part`;
      await writeFile(unfinished, data);
      await rename(unfinished, fileOf(id));
      return { id, width, height, bytes: data.length };
    },
  };
}

async function normalised(bytes: Uint8Array): Promise<{ data: Buffer; width: number; height: number }> {
  try {
    const { default: sharp } = await import("sharp"); // thirty megabytes of code, loaded only when an image is uploaded
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "error" });
    const { format } = await picture.metadata();
    if (!formats.has(format ?? ""))
      throw new PictureRefused(`is ${format ?? "nothing"}, which is no format of pictures here`);
    const upright = picture.autoOrient().resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true });
    const { data, info } = await upright.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    throw new PictureRefused("cannot be read as a picture", { cause: error });
  }
}

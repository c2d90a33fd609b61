/**
 * Pictures under /images/{version}/{width}/{id}: known ids, an allow-list of widths, the format by `Accept`. An address
 * is matched against fixed shapes and looked up; no part of it becomes a path or is fetched (facts: reliability S15,
 * I6). The address carries the version of the art, so an answer is good for ever. docs/decisions/0030-pictures.md
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { imageVersion, imageWidths } from "contract/images.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Drawing, openDrawings } from "./drawings.ts";
import type { ImageFormat } from "./easel.ts";
import { openRenders } from "./renders.ts";
import { openShelf } from "./shelf.ts";
import { openUploads, type Upload } from "./uploads.ts";

export type ImagesOptions = {
  /** Rendered pictures are kept in `images` below it, those the shop was given in `uploads`. */
  data_dir: string;
  art_dir: string;
  kept_bytes?: number;
  at_once?: number;
  most_waiting?: number;
};

const ADDRESS = /^\/images\/([0-9a-f]{8})\/([1-9][0-9]{1,3})\/([a-z0-9-]+(?:\/[a-z0-9-]+){1,5})$/;
const FOR_EVER = "public, max-age=31536000, immutable";
const WIDTHS: ReadonlySet<number> = new Set(imageWidths);
/** About three seconds of work for two renders at once. */
const MOST_WAITING = 128;
const RETRY_AFTER_SECONDS = 3;
const KEPT_BYTES = 256 * 1024 * 1024;

export function imagesPlugin(options: ImagesOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const drawings = await openDrawings(options.art_dir);
    const uploads = openUploads(options.data_dir);
    const shelf = await openShelf(join(options.data_dir, "images"), options.kept_bytes ?? KEPT_BYTES, (error, words) =>
      app.log.warn(error, words),
    );
    const renders = openRenders({ at_once: options.at_once ?? 2, most_waiting: options.most_waiting ?? MOST_WAITING });
    app.addHook("onClose", async () => renders.close());
    const underway = new Map<string, Promise<Buffer | undefined>>();

    /** From the shelf, else rendered and put there; whoever asks meanwhile gets the same promise. */
    async function fetchPicture(name: string, { drawing, width, format }: Picture): Promise<Buffer | undefined> {
      const kept = await shelf.take(name);
      if (kept) return kept;
      const bytes = await renders.render(drawing, width, format);
      if (bytes) await shelf.put(name, bytes);
      return bytes;
    }
    function once(name: string, picture: Picture): Promise<Buffer | undefined> {
      const already = underway.get(name);
      if (already) return already;
      const fetching = fetchPicture(name, picture).finally(() => underway.delete(name));
      underway.set(name, fetching);
      return fetching;
    }

    app.get("/images/*", async (request, reply) => {
      const [, version, width, id = ""] = ADDRESS.exec(request.raw.url?.split("?", 1)[0] ?? "") ?? [];
      const drawing = WIDTHS.has(Number(width)) ? (drawings.find(id) ?? (await uploads.find(id))) : undefined;
      if (!drawing) return notFound(reply);
      if (version !== imageVersion) return movedTo(reply, `/images/${imageVersion}/${width}/${id}`);
      const picture = { drawing, width: Number(width), format: formatFor(request.headers.accept, drawing.transparent) };
      const name = nameOf(id, picture);
      const etag = `"${name.slice(0, 22)}"`;
      reply.headers({
        vary: "Accept",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "cross-origin",
      });
      if (knows(request, etag)) return reply.code(304).headers({ etag, "cache-control": FOR_EVER }).send();
      const bytes = await once(name, picture).catch((error: unknown) => {
        request.log.error({ err: error, request_id: request.id }, "a picture cannot be rendered");
        return undefined;
      });
      if (!bytes) return original(request, reply, picture);
      return reply.headers({ etag, "cache-control": FOR_EVER, "content-type": `image/${picture.format}` }).send(bytes);
    });
  };
}

type Picture = { drawing: Drawing | Upload; width: number; format: ImageFormat };

/** The best format the caller names; who names none (crawlers, mail) gets what everything can show. */
function formatFor(accept: string | undefined, transparent: boolean): ImageFormat {
  const wanted = (accept ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.replaceAll(" ", ""))
    .filter((part) => !/;q=0(\.0*)?$/.test(part))
    .map((part) => part.split(";", 1)[0]);
  if (wanted.includes("image/avif")) return "avif";
  if (wanted.includes("image/webp")) return "webp";
  return transparent ? "png" : "jpeg";
}

function nameOf(id: string, { width, format }: Picture): string {
  const hash = createHash("sha256").update(`${imageVersion} ${id} ${width} ${format}`).digest("hex");
  return `${hash}.${format}`;
}

function knows(request: FastifyRequest, etag: string): boolean {
  return request.headers["if-none-match"]?.includes(etag) ?? false;
}

function notFound(reply: FastifyReply) {
  return reply.code(404).header("cache-control", "no-store").type("text/plain; charset=utf-8").send("Not found\n");
}

/** A page from before the art changed still finds its pictures. */
function movedTo(reply: FastifyReply, address: string) {
  return reply.header("cache-control", "public, max-age=3600").redirect(address, 302);
}

/** Too many renders waiting, or none possible: the drawing itself where the browser takes it, else "come back". */
function original(request: FastifyRequest, reply: FastifyReply, { drawing, width }: Picture) {
  reply.header("cache-control", "no-store");
  if ("svg" in drawing && request.headers.accept?.includes("image/svg+xml")) {
    return reply
      .headers({ "content-type": "image/svg+xml", "content-security-policy": "default-src 'none'" })
      .send(drawing.svg(width));
  }
  return reply.code(503).header("retry-after", RETRY_AFTER_SECONDS).type("text/plain; charset=utf-8").send("Busy\n");
}

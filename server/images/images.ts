/**
 * Serves images under /images/{version}/{width}/{id}: known ids, an allow-list of widths, the format by `Accept`. A URL is
 * matched against a fixed pattern and looked up; no part of it becomes a file path or is fetched (rules/images#urls). It
 * contains the version of the artwork, so a response can be cached for ever. docs/decisions/0030-pictures.md
 */
import { imageVersion, imageWidths } from "contract/values/images.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type PrerenderOptions, startPrerendering } from "./prerender.ts";
import { openImages, type RenderedImage, type RenderedImagesOptions, type Source } from "./rendered-images.ts";
import type { ImageFormat } from "./renderer.ts";

export type ImagesOptions = Pick<RenderedImagesOptions, "art_dir" | "data_dir" | "built_dir"> &
  Partial<Pick<RenderedImagesOptions, "cached_bytes" | "concurrency" | "max_waiting">> & {
    /** The images to render before they are requested; without it there are none. */
    prerender?: PrerenderOptions;
  };

const IMAGE_PATH = /^\/images\/([0-9a-f]{8})\/([1-9][0-9]{1,3})\/([a-z0-9-]+(?:\/[a-z0-9-]+){1,5})$/;
const IMMUTABLE = "public, max-age=31536000, immutable";
const WIDTHS: ReadonlySet<number> = new Set(imageWidths);
/** About three seconds of work for two renders at once. */
const MAX_WAITING = 128;
const RETRY_AFTER_SECONDS = 3;
const CACHED_BYTES = 256 * 1024 * 1024;
const defaults = { cached_bytes: CACHED_BYTES, concurrency: 2, max_waiting: MAX_WAITING };

export function imagesPlugin({ prerender, ...options }: ImagesOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const images = await openImages({
      ...defaults,
      ...options,
      warn: (error, message) => app.log.warn(error, message),
    });
    const stopPrerendering = prerender && startPrerendering(app, images, prerender);
    app.addHook("onClose", async () => {
      stopPrerendering?.();
      images.close();
    });

    app.get("/images/*", async (request, reply) => {
      const [, version, width, id = ""] = IMAGE_PATH.exec(request.raw.url?.split("?", 1)[0] ?? "") ?? [];
      const format = ({ transparent }: Source) => formatFor(request.headers.accept, transparent);
      const image = WIDTHS.has(Number(width)) ? await images.find(id, Number(width), format) : undefined;
      if (!image) return notFound(reply);
      if (version !== imageVersion) return redirectTo(reply, `/images/${imageVersion}/${width}/${id}`);
      const etag = `"${image.name.slice(0, 22)}"`;
      reply.headers({
        vary: "Accept",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "cross-origin",
      });
      if (hasEtag(request, etag)) return reply.code(304).headers({ etag, "cache-control": IMMUTABLE }).send();
      const bytes = await images.fetch(image).catch((error: unknown) => {
        request.log.error({ err: error, request_id: request.id }, "an image cannot be rendered");
        return undefined;
      });
      if (!bytes) return sendWithoutRender(request, reply, image);
      return reply.headers({ etag, "cache-control": IMMUTABLE, "content-type": `image/${image.format}` }).send(bytes);
    });
  };
}

/** The best format the client accepts; one that names none (a crawler, an e-mail client) gets PNG or JPEG. */
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

function hasEtag(request: FastifyRequest, etag: string): boolean {
  return request.headers["if-none-match"]?.includes(etag) ?? false;
}

function notFound(reply: FastifyReply) {
  return reply.code(404).header("cache-control", "no-store").type("text/plain; charset=utf-8").send("Not found\n");
}

/** A page of an earlier artwork version is redirected to the current images. */
function redirectTo(reply: FastifyReply, address: string) {
  return reply.header("cache-control", "public, max-age=3600").redirect(address, 302);
}

/** When the queue is full or rendering fails: the SVG itself where the browser accepts it, else 503 with Retry-After. */
function sendWithoutRender(request: FastifyRequest, reply: FastifyReply, { source, width }: RenderedImage) {
  reply.header("cache-control", "no-store");
  if ("svg" in source && request.headers.accept?.includes("image/svg+xml")) {
    return reply
      .headers({ "content-type": "image/svg+xml", "content-security-policy": "default-src 'none'" })
      .send(source.svg(width));
  }
  return reply.code(503).header("retry-after", RETRY_AFTER_SECONDS).type("text/plain; charset=utf-8").send("Busy\n");
}

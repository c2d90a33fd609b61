/**
 * `/openapi.json` and the pages below `/docs/api`, in the shop's look: the colours, sizes and fonts are those of the
 * site's own files. Everything is made at its first request, once for the name the shop has then.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ShopError } from "contract/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RouteContext } from "../http/route-context.ts";
import { setting } from "../platform/settings.ts";
import { type OpenApi, openapi } from "./openapi.ts";
import { domainPage, indexPage, shapesPage } from "./pages.ts";

const site = join(import.meta.dirname, "../../web/app");
const mark = join(import.meta.dirname, "../../web/art/brand/logo-wordmark.svg");
const DAY_S = 24 * 60 * 60;
const fonts = ["latin", "vietnamese"] as const;
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const MAX_QUERY = 100;
const VERSION = "1.0.3"; // Spec §9

type Made = { name: string; document: OpenApi; answers: Map<string, { type: string; body: string; gzip?: Buffer }> };

type Context = Pick<RouteContext, "app" | "handlers" | "anonymousCtx" | "config">;

export function serveApi({ app, handlers, anonymousCtx, config }: Context): void {
  let made: Made | undefined;
  const current = async (request: FastifyRequest): Promise<Made> => {
    const ctx = anonymousCtx(request);
    const { name } = await setting(ctx, "shop");
    if (made?.name !== name)
      made = {
        name,
        document: openapi(handlers, { version: VERSION, name, settings: ctx.settings }),
        answers: new Map(),
      };
    return made;
  };
  /** One answer per key, its text and its smaller form each made once. */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    write: (document: OpenApi) => string | undefined,
  ) => {
    const { document, answers } = await current(request);
    const key = request.url;
    let answer = answers.get(key);
    if (!answer) {
      const body = write(document);
      if (body === undefined) throw new ShopError("not_found");
      answer = { type, body };
      if (!key.includes("?")) answers.set(key, answer);
    }
    reply
      .header("cache-control", "public, max-age=300")
      .header("vary", "accept-encoding")
      .type(`${type}; charset=utf-8`);
    if (type === "text/html") reply.header("content-security-policy", PAGE_POLICY);
    if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(answer.body);
    answer.gzip ??= gzipSync(answer.body);
    return reply.header("content-encoding", "gzip").send(answer.gzip);
  };

  app.get("/openapi.json", (request, reply) =>
    send(request, reply, "application/json", (document) => JSON.stringify(document)),
  );
  app.get("/docs/api", (request, reply) => {
    const { q } = request.query as { q?: unknown };
    const query = typeof q === "string" ? q.slice(0, MAX_QUERY) : "";
    return send(request, reply, "text/html", (document) => indexPage(document, query));
  });
  app.get("/docs/api/shapes", (request, reply) => send(request, reply, "text/html", shapesPage));
  app.get("/docs/api/style.css", (request, reply) => send(request, reply, "text/css", style));
  app.get("/docs/api/:domain", (request, reply) => {
    const { domain } = request.params as { domain: string };
    return send(request, reply, "text/html", (document) => domainPage(document, domain, config.public_url));
  });
  const file = (address: string, type: string, path: string) =>
    app.get(address, async (_request, reply) =>
      reply.header("cache-control", `public, max-age=${DAY_S}`).type(type).send(readFileSync(path)),
    );
  file("/docs/api/mark.svg", "image/svg+xml", mark);
  for (const name of fonts) file(`/docs/api/${name}.woff2`, "font/woff2", join(site, "ui/fonts", `${name}.woff2`));
}

/** The site's tokens, its fonts under paths of these pages, then these pages' own rules. */
function style(): string {
  const tokens = readFileSync(join(site, "styles/tokens.css"), "utf8");
  const faces = [...tokens.matchAll(/@font-face \{[^}]*\}/g)]
    .map(([face]) => face.replace("../ui/fonts/", "/docs/api/"))
    .filter((face) => !face.includes("url(") || fonts.some((name) => face.includes(`/${name}.woff2`)));
  const scales = /@theme \{([^}]*)\}/.exec(tokens)?.[1]?.replaceAll(/--[\w-]+\*:[^;]*;/g, "") ?? "";
  const roles = [
    ...tokens.matchAll(/^:root(?:,\n\[data-theme="light"\])? \{[^}]*\}|^@media [^{]*\{\s*:root \{[^}]*\}\s*\}/gm),
  ].map(([block]) => block);
  return [...faces, `:root {${scales}}`, ...roles, readFileSync(join(import.meta.dirname, "style.css"), "utf8")].join(
    "\n",
  );
}

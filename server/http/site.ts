/**
 * The site inside Fastify: the office, the browser's files, then every path no call has. A cached page is sent in the `onRequest`
 * hook, before a body is read or a router runs. Register it last. rules/site#caching
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import { ShopError } from "contract/errors.ts";
import type { Site, SiteOptions } from "contract/site.ts";
import type { FastifyInstance } from "fastify";
import { type CallHandlers, inProcess } from "../calls/handle.ts";
import type { Config } from "../kernel/config.ts";
import { listenForPageChanges } from "../platform/page-invalidation.ts";
import { platformSettings, setting } from "../platform/settings.ts";
import { signedTokens } from "../security/signed-tokens.ts";
import { machineOf } from "./app.ts";
import { cookiesOf } from "./cookies.ts";
import { mountOffice, type OfficeSource } from "./office.ts";
import { type Base, requestContext } from "./request-context.ts";
import { askOf, send, takeBodiesUnread, webRequest } from "./web-request.ts";

const built = resolve(import.meta.dirname, "../../web/build");
const assetsDir = join(built, "client");
const YEAR_S = 365 * 24 * 60 * 60;
const DAY_S = 24 * 60 * 60;
/** What the offline page shows, and what the worker behind it may fetch (web/public/sw.js). */
const FILES_POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** What belongs to calls, pictures and built files: an unknown URL there is no page, and is answered 404 in JSON. */
export const NOT_THE_SITES =
  /^\/(?:v0|v1|client|auth(?!\/callback\/)|api|account|paymentaddress|session|avatars|qr|assets|images|healthz|readyz)(?:[/?]|$)/;

/** Where the site comes from: its build, or, while the shop is being developed, its sources. */
export type SiteSource = {
  office?: OfficeSource;
  load(options: SiteOptions): Promise<Site>;
  /** Registers what answers requests for the browser's files. */
  files(app: FastifyInstance): Promise<void>;
};

type ToMount = { base: Base; handlers: CallHandlers; url: string; source?: SiteSource };

/**
 * Mounts the site and keeps its cache valid: invalidations are received until the answer is closed. Register it last.
 * Rejects where the site was never built.
 */
export async function mountSite(app: FastifyInstance, { base, handlers, url, source = builtSite }: ToMount) {
  const { log, config } = base;
  const site = await source.load({
    shopFor: (origin) => {
      const visitor = requestContext(base, origin);
      const caller = async () => {
        const session = await visitor.ctx.session();
        return session && { kind: session.kind, pending_password: session.pending_password };
      };
      return {
        transport: inProcess(handlers, () => visitor.ctx),
        caller,
        newCookies: () => cookiesOf(visitor, config),
      };
    },
    signedTokens: signedTokens(config),
    public_url: config.public_url,
    sign_in: { google: config.google !== null, recaptcha: config.recaptcha !== null },
    shop_name: shopName(base),
    report: (error, request_id) => log.error({ err: error, request_id }, "a page could not be made"),
  });
  await mountOffice(app, { base, handlers, shopName: shopName(base), ...(source.office && { source: source.office }) });
  await app.register(sitePlugin, { site, files: source.files, config });
  return { site, listener: listenForPageChanges(url, log, site.purge) };
}

/** The last one known, where the database does not answer: the error page has a head, too. */
function shopName(base: Base): () => Promise<string> {
  const { ctx } = requestContext(base, { token: undefined, locale: "vi", client: "shop", request_id: "shop name" });
  let known = platformSettings.shop.initial.name;
  return async () => {
    known = await setting(ctx, "shop").then(
      ({ name }) => name,
      () => known, // the render of the page meets the same failure and reports it
    );
    return known;
  };
}

/** As `npm run build` left it. Rejects where it was never built. */
const builtSite: SiteSource = {
  async load(options) {
    const file = pathToFileURL(join(built, "server", "index.js")).href;
    const { site } = (await import(file)) as { site(options: SiteOptions): Site };
    return site(options);
  },
  files: (app) => serveFiles(app, assetsDir),
};

export async function serveFiles(app: FastifyInstance, assets: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: assets,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const namedByContent = path.startsWith(join(assets, "assets"));
      const age = namedByContent ? `max-age=${YEAR_S}, immutable` : `max-age=${DAY_S}`;
      const isWorker = /\/(?:sw|push-worker)\.js(\.br|\.gz)?$/.test(path);
      reply.header("cache-control", isWorker ? "no-cache" : `public, ${age}`);
      reply.header("content-security-policy", FILES_POLICY);
    },
  });
}

type Mounted = { site: Site; files: SiteSource["files"]; config: Config };

export async function sitePlugin(app: FastifyInstance, { site, files, config }: Mounted) {
  await files(app);
  await app.register(async (pages) => {
    pages.addHook("onRequest", (request, reply, done) => {
      if (!request.url.startsWith("/")) return done(new ShopError("malformed")); // `POST *`, or an address for a proxy
      if (NOT_THE_SITES.test(request.url)) return done(new ShopError("not_found"));
      const kept = site.stored(askOf(request));
      if (kept) send(reply, kept);
      else done();
    });
    takeBodiesUnread(pages);
    pages.options("/*", (_request, reply) => reply.code(204).header("allow", "GET, HEAD, POST, OPTIONS").send());
    pages.route({
      method: ["GET", "POST"],
      url: "/*",
      handler: async (request, reply) => {
        const machine = { ...machineOf(request, config), is_browser: true };
        const visitor = { client: request.ip, request_id: request.id, machine };
        const answer = await site.answer(askOf(request), (origin) => webRequest(request, origin), visitor);
        return send(reply, answer);
      },
    });
  });
}

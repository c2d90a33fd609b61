/**
 * Mounts the site in Fastify: the office, the browser's files, then every path without a call. A cached page is sent in the
 * `onRequest` hook, before a body is read or a router runs. Register it last. rules/site#caching
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
import { leaveBodiesUnparsed, send, siteAskOf, webRequest } from "./web-request.ts";

const BUILD_DIR = resolve(import.meta.dirname, "../../web/build");
const CLIENT_DIR = join(BUILD_DIR, "client");
const YEAR_S = 365 * 24 * 60 * 60;
const DAY_S = 24 * 60 * 60;
/** The content policy of the offline page and of its service worker (web/public/sw.js). */
const FILES_POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Paths of calls, images and built files: an unknown URL below them is no page, and gets a 404 in JSON. */
export const NON_SITE_PATHS =
  /^\/(?:v0|v1|client|auth(?!\/callback\/)|api|account|paymentaddress|session|avatars|uploads|qr|assets|images|healthz|readyz)(?:[/?]|$)/;

/** The site's build, or in development its sources. */
export type SiteSource = {
  office?: OfficeSource;
  load(options: SiteOptions): Promise<Site>;
  /** Registers the routes of the browser's files. */
  files(app: FastifyInstance): Promise<void>;
};

type MountOptions = { base: Base; handlers: CallHandlers; url: string; source?: SiteSource };

/**
 * Mounts the site and keeps its page cache valid: it listens for invalidations until `listener` is closed. Register it last.
 * Rejects when the site has not been built.
 */
export async function mountSite(app: FastifyInstance, { base, handlers, url, source = builtSite }: MountOptions) {
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
    bypasses: config.bypasses,
    sign_in: { google: config.google !== null, recaptcha: config.recaptcha !== null },
    shop_name: shopName(base),
    report: (error, request_id) => log.error({ err: error, request_id }, "a page could not be made"),
  });
  await mountOffice(app, { base, handlers, shopName: shopName(base), ...(source.office && { source: source.office }) });
  await app.register(sitePlugin, { site, files: source.files, config });
  return { site, listener: listenForPageChanges(url, log, site.purge) };
}

/** The shop's name, or the last known one while the database does not respond: the error page needs it too. */
function shopName(base: Base): () => Promise<string> {
  const { ctx } = requestContext(base, { token: undefined, locale: "vi", client: "shop", request_id: "shop name" });
  let known = platformSettings.shop.initial.name;
  return async () => {
    known = await setting(ctx, "shop").then(
      ({ name }) => name,
      () => known, // rendering the page fails in the same way and reports it
    );
    return known;
  };
}

/** The output of `npm run build`. Rejects when it has not been built. */
const builtSite: SiteSource = {
  async load(options) {
    const file = pathToFileURL(join(BUILD_DIR, "server", "index.js")).href;
    const { site } = (await import(file)) as { site(options: SiteOptions): Site };
    return site(options);
  },
  files: (app) => serveFiles(app, CLIENT_DIR),
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

type PluginOptions = { site: Site; files: SiteSource["files"]; config: Config };

export async function sitePlugin(app: FastifyInstance, { site, files, config }: PluginOptions) {
  await files(app);
  await app.register(async (pages) => {
    pages.addHook("onRequest", (request, reply, done) => {
      if (!request.url.startsWith("/")) return done(new ShopError("malformed")); // `POST *`, or a full URL as for a proxy
      if (NON_SITE_PATHS.test(request.url)) return done(new ShopError("not_found"));
      const cached = site.cachedAnswer(siteAskOf(request));
      if (cached) send(reply, cached);
      else done();
    });
    leaveBodiesUnparsed(pages);
    pages.options("/*", (_request, reply) => reply.code(204).header("allow", "GET, HEAD, POST, OPTIONS").send());
    pages.route({
      method: ["GET", "POST"],
      url: "/*",
      handler: async (request, reply) => {
        const machine = { ...machineOf(request, config), is_browser: true };
        const visitor = { client: request.ip, request_id: request.id, machine };
        const answer = await site.answer(siteAskOf(request), (origin) => webRequest(request, origin), visitor);
        return send(reply, answer);
      },
    });
  });
}

/**
 * Mounts the office in Fastify: all URLs below its path, before the site, which does not get them. Its sessions are those of
 * staff; a shopper's cookie is not read here. rules/office#pages
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { Transport } from "contract/client.ts";
import type { Office, OfficeOptions, SiteRequest } from "contract/site.ts";
import { StaffSignedIn } from "contract/staff/sign-in.ts";
import type { FastifyInstance } from "fastify";
import { type CallHandlers, inProcess } from "../calls/handle.ts";
import { machineOf } from "./app.ts";
import { type Base, requestContext } from "./request-context.ts";
import { leaveBodiesUnparsed, send, siteAskOf, webRequest } from "./web-request.ts";

const BUILD_DIR = resolve(import.meta.dirname, "../../web/build/office");
const YEAR_S = 365 * 24 * 60 * 60;

/** The office's build, or in development its sources. */
export type OfficeSource = {
  load(options: OfficeOptions): Promise<Office>;
  /** Registers the routes of the browser's files; `path` is that of the office. */
  files(app: FastifyInstance, path: string): Promise<void>;
};

type Options = { base: Base; handlers: CallHandlers; shopName: () => Promise<string>; source?: OfficeSource };

/** Mounts the office. Rejects when it has not been built. */
export async function mountOffice(app: FastifyInstance, options: Options): Promise<void> {
  const { base, handlers, shopName, source = builtOffice } = options;
  const { log, config } = base;
  const office = await source.load({
    officeFor: (request) => ({ transport: staffTransport(base, handlers, request) }),
    public_url: config.public_url,
    shop_name: shopName,
    report: (error, request_id) => log.error({ err: error, request_id }, "a page of the office could not be made"),
  });
  await app.register(async (pages) => {
    await source.files(pages, office.base);
    leaveBodiesUnparsed(pages);
    for (const url of [office.base, `${office.base}/*`]) {
      pages.route({
        method: ["GET", "POST"],
        url,
        handler: async (request, reply) => {
          const machine = { ...machineOf(request, config), is_browser: true };
          const visitor = { client: request.ip, request_id: request.id, machine };
          return send(reply, await office.answer(siteAskOf(request), (origin) => webRequest(request, origin), visitor));
        },
      });
    }
  });
}

/**
 * The calls of one page share a context, so the caller is looked up once. A write may change the caller's rights or end the
 * session, so after it a new context looks the caller up again, by the new token where the call returned one. Only
 * `staff.stepUp` keeps the context: it updates the session in it.
 */
function staffTransport(base: Base, handlers: CallHandlers, request: SiteRequest): Transport {
  let { token } = request;
  const newContext = () => requestContext(base, { ...request, token, is_staff: true }).ctx;
  let ctx = newContext();
  const transport = inProcess(handlers, () => ctx);
  return async (name, input, options) => {
    const call = handlers.get(name)?.call;
    const keepsCaller = call?.safe || name === "staff.stepUp";
    try {
      const answer = await transport(name, input, options);
      if (call?.output === StaffSignedIn) token = StaffSignedIn.parse(answer).token;
      return answer;
    } finally {
      if (!keepsCaller) ctx = newContext();
    }
  };
}

/** The output of `npm run build`. Rejects when it has not been built. */
const builtOffice: OfficeSource = {
  async load(options) {
    const file = pathToFileURL(join(BUILD_DIR, "server", "index.js")).href;
    const { office } = (await import(file)) as { office(options: OfficeOptions): Office };
    return office(options);
  },
  async files(app, path) {
    await app.register(fastifyStatic, {
      root: join(BUILD_DIR, "client/assets"),
      prefix: `${path}/assets/`,
      decorateReply: false,
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply) => {
        reply.header("cache-control", `public, max-age=${YEAR_S}, immutable`); // the name is a hash of the content
        reply.header("x-robots-tag", "noindex, nofollow");
      },
    });
  },
};

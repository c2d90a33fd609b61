/**
 * The office inside Fastify: everything below one path of its own, in front of the site, which never sees it. Its
 * sessions are the staff's: no shopper's cookie is read here. rules/office#pages
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
import { askOf, send, takeBodiesUnread, webRequest } from "./web-request.ts";

const built = resolve(import.meta.dirname, "../../web/build/office");
const YEAR_S = 365 * 24 * 60 * 60;

/** Where the office comes from: its build, or, while the shop is being developed, its sources. */
export type OfficeSource = {
  load(options: OfficeOptions): Promise<Office>;
  /** Registers what answers requests for the browser's files; `path` is where the office lies. */
  files(app: FastifyInstance, path: string): Promise<void>;
};

type Options = { base: Base; handlers: CallHandlers; shopName: () => Promise<string>; source?: OfficeSource };

/** Mounts the office. Rejects where it was never built. */
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
    takeBodiesUnread(pages);
    for (const url of [office.base, `${office.base}/*`]) {
      pages.route({
        method: ["GET", "POST"],
        url,
        handler: async (request, reply) => {
          const machine = { ...machineOf(request, config), is_browser: true };
          const visitor = { client: request.ip, request_id: request.id, machine };
          return send(reply, await office.answer(askOf(request), (origin) => webRequest(request, origin), visitor));
        },
      });
    }
  });
}

/**
 * The calls of one page share one context, so who calls is looked up once. What is written may change that: rights, or
 * whether the session lives. After it a new context looks it up again, by the new token where the call gave one; a proof
 * is the exception, noted in the session at hand.
 */
function staffTransport(base: Base, handlers: CallHandlers, request: SiteRequest): Transport {
  let { token } = request;
  const contextOf = () => requestContext(base, { ...request, token, is_staff: true }).ctx;
  let ctx = contextOf();
  const carry = inProcess(handlers, () => ctx);
  return async (name, input, options) => {
    const call = handlers.get(name)?.call;
    const keepsCaller = call?.safe || name === "staff.stepUp";
    try {
      const answer = await carry(name, input, options);
      if (call?.output === StaffSignedIn) token = StaffSignedIn.parse(answer).token;
      return answer;
    } finally {
      if (!keepsCaller) ctx = contextOf();
    }
  };
}

/** As `npm run build` left it. Rejects where it was never built. */
const builtOffice: OfficeSource = {
  async load(options) {
    const file = pathToFileURL(join(built, "server", "index.js")).href;
    const { office } = (await import(file)) as { office(options: OfficeOptions): Office };
    return office(options);
  },
  async files(app, path) {
    await app.register(fastifyStatic, {
      root: join(built, "client/assets"),
      prefix: `${path}/assets/`,
      decorateReply: false,
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply) => {
        reply.header("cache-control", `public, max-age=${YEAR_S}, immutable`); // named by content
        reply.header("x-robots-tag", "noindex, nofollow");
      },
    });
  },
};

/** What the server answers beside the calls of the contract: health, the description of the calls, pictures, banks, a person's own files. */
import { join } from "node:path";
import { client } from "contract/call.ts";
import type { Contract, Shop } from "contract/contract.ts";
import { isLocale } from "contract/values/locale.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { serveApi } from "./api/routes.ts";
import { inProcess, type Table } from "./calls/handle.ts";
import { localeOf, tokenOf } from "./http/app.ts";
import { serveAppQr } from "./http/app-qr.ts";
import type { Health } from "./http/health.ts";
import { type Base, requestContext } from "./http/request-context.ts";
import { serveAvatars } from "./identity/accounts/avatar-route.ts";
import { serveMemberQr } from "./identity/accounts/member-qr.ts";
import type { Ahead } from "./images/ahead.ts";
import { imagesPlugin } from "./images/images.ts";
import { shownFirst } from "./images/shown-first.ts";
import type { Ctx } from "./kernel/context.ts";
import { serveOutbox } from "./notifications/outbox-page.ts";
import { streams } from "./notifications/stream.ts";
import { serveNotifyStream } from "./notifications/stream-route.ts";
import { mountZalo } from "./notifications/zalo-route.ts";
import { serveSlip } from "./orders/slip-route.ts";
import { mountIpn } from "./payments/ipn-route.ts";
import { bankSimulator } from "./payments/providers/bank-transfer/simulator.ts";
import { servePaymentQr } from "./payments/qr-route.ts";
import { serveDataFiles } from "./privacy/file-route.ts";

const ART = join(import.meta.dirname, "../web/art");
/** Made with the site: scripts/build.ts. */
const BUILT_PICTURES = join(import.meta.dirname, "../web/first-pictures/images");
const VERSION = "1.0.3"; // Spec §9

type RouteOptions = {
  base: Base;
  table: Table;
  health: Health;
  url: string;
  /** Renders the pictures of the first screens ahead of requests. */
  ahead?: boolean;
};

export function mountRoutes(app: FastifyInstance, { base, table, health, url, ahead = false }: RouteOptions): void {
  const { config } = base;
  const ctxOf = (request: FastifyRequest): Ctx =>
    requestContext(base, { token: undefined, locale: localeOf(request), client: request.ip, request_id: request.id })
      .ctx;
  /** With the session the request shows. */
  const callerOf = (request: FastifyRequest): Ctx => {
    const { lang } = request.query as { lang?: unknown };
    const locale = isLocale(lang) ? lang : localeOf(request);
    return requestContext(base, { ...tokenOf(request, {}, config), locale, client: request.ip, request_id: request.id })
      .ctx;
  };
  health.mount(app);
  serveApi(app, table, ctxOf, { version: VERSION, public_url: config.public_url });
  const pictures = { data_dir: config.data_dir, art_dir: ART, built_dir: BUILT_PICTURES };
  app.register(imagesPlugin({ ...pictures, ahead: ahead ? aheadOf(app, shopOf(base, table)) : undefined }));
  serveAppQr(app, table, ctxOf);
  servePaymentQr(app, ctxOf);
  serveSlip(app, callerOf);
  mountIpn(app, ctxOf);
  const speaking = (locale: Ctx["locale"]): Ctx =>
    requestContext(base, { token: undefined, locale, client: "shop", request_id: "stream" }).ctx;
  serveNotifyStream(app, streams({ url, log: base.log, ctxOf: speaking }), callerOf);
  serveAvatars(app, callerOf);
  serveMemberQr(app, callerOf);
  serveDataFiles(app, callerOf);
  mountZalo(app, ctxOf);
  if (config.dev_simulators) {
    bankSimulator(app, ctxOf);
    serveOutbox(app, ctxOf);
  }
}

/** The shop as an anonymous caller, in process. */
function shopOf(base: Base, table: Table): Shop {
  const ctxOf = () =>
    requestContext(base, { token: undefined, locale: "vi", client: "shop", request_id: "pictures" }).ctx;
  return client<Contract>(inProcess(table, ctxOf));
}

function aheadOf(app: FastifyInstance, shop: Shop): Ahead {
  let lastAskedMs = 0;
  app.addHook("onRequest", (_request, _reply, next) => {
    lastAskedMs = performance.now();
    next();
  });
  return { wanted: () => shownFirst(shop), quiet_ms: () => performance.now() - lastAskedMs };
}

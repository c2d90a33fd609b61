/**
 * Dependencies of routes outside the contract. A domain's `routes.ts` takes it and mounts its own;
 * server/routes.ts lists them. rules/wire
 */
import { isLocale, type Locale } from "contract/values/locale.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CallHandlers } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { localeOf, tokenOf } from "./app.ts";
import type { Health } from "./health.ts";
import { type Base, requestContext } from "./request-context.ts";

export type RouteOptions = {
  base: Base;
  handlers: CallHandlers;
  health: Health;
  /** Connection string of the database, for connections that listen. */
  databaseUrl: string;
  /** Whether the pictures of the first screens are rendered ahead of requests. */
  prerenderImages?: boolean;
};

export type RouteContext = Pick<Base, "config" | "log"> &
  Required<Omit<RouteOptions, "base">> & {
    app: FastifyInstance;
    /** Without a session: what is answered to everyone alike. */
    anonymousCtx: (request: FastifyRequest) => Ctx;
    /** With the session the request shows, in the language its `lang` asks for. */
    sessionCtx: (request: FastifyRequest) => Ctx;
    /** With the staff session of a token. */
    staffCtx: (request: FastifyRequest, token: string) => Ctx;
    /** Without a request: work of the server itself, which `request_id` names in logs. */
    systemCtx: (request_id: string, locale: Locale) => Ctx;
  };

export function routeContext(
  app: FastifyInstance,
  { base, prerenderImages = false, ...options }: RouteOptions,
): RouteContext {
  const { config, log } = base;
  return {
    ...options,
    ...{ app, config, log, prerenderImages },
    anonymousCtx: (request) =>
      requestContext(base, { token: undefined, locale: localeOf(request), client: request.ip, request_id: request.id })
        .ctx,
    sessionCtx: (request) => {
      const { lang } = request.query as { lang?: unknown };
      const locale = isLocale(lang) ? lang : localeOf(request);
      const origin = { ...tokenOf(request, {}, config), locale, client: request.ip, request_id: request.id };
      return requestContext(base, origin).ctx;
    },
    staffCtx: (request, token) => {
      const origin = { token, is_staff: true, locale: localeOf(request), client: request.ip, request_id: request.id };
      return requestContext(base, origin).ctx;
    },
    systemCtx: (request_id, locale) =>
      requestContext(base, { token: undefined, actor: "system", locale, client: "shop", request_id }).ctx,
  };
}

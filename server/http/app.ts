/**
 * The HTTP server of the shop: one route per call of the contract, and for every request limits, security headers, refusal
 * of cross-site writes and one error format. Spec §7, §8; rules/security#http-server
 */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Call } from "contract/call.ts";
import type { CallOptions } from "contract/client.ts";
import { ShopError } from "contract/errors.ts";
import { type Locale, localeOfHeader } from "contract/values/locale.ts";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import qs from "qs";
import { errorToWire } from "../calls/failures.ts";
import { type CallHandlers, handle } from "../calls/handle.ts";
import type { Machine } from "../kernel/context.ts";
import { rejectCrossSiteWrites, secureHeaders } from "../platform/response-headers.ts";
import { isBearer } from "../security/bearer.ts";
import { cookiesOf, tokensIn } from "./cookies.ts";
import { type Base, requestContext } from "./request-context.ts";

const MAX_BODY_BYTES = 64 * 1024;

export type AppOptions = { base: Base; handlers: CallHandlers };

export async function buildApp({ base, handlers }: AppOptions): Promise<FastifyInstance> {
  // Log lines get the request's id from the code that writes them; a logger per request would cost more than the routing.
  const log = base.log.child({}, { level: "warn" }) as FastifyBaseLogger;
  log.child = () => log;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: base.config.trust_proxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 5_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 200, querystringParser: parseQuery, ignoreTrailingSlash: true },
    return503OnClosing: true,
    clientErrorHandler: refuseUnparsable,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // URLs the router cannot parse, or with too long a parameter.
    frameworkErrors: (error, request, reply) => {
      const refusal = new ShopError(error.code === "FST_ERR_BAD_URL" ? "malformed" : "not_found", { cause: error });
      return sendFailure(base, refusal, request, reply);
    },
  });
  app.addHook("onRequest", (request, _reply, done) => {
    done(hasTwoHosts(request.raw.rawHeaders) ? new ShopError("malformed") : undefined);
  });
  secureHeaders(app, base.config.public_url.startsWith("https:"));
  app.setErrorHandler((error, request, reply) => sendFailure(base, error, request, reply));
  app.setNotFoundHandler((request, reply) => sendFailure(base, new ShopError("not_found"), request, reply));
  acceptJsonOnly(app);
  endUnusedConnections(app);
  for (const [name, { call }] of handlers) mountCall(app, base, handlers, name, call);
  answerPreflights(app, handlers);
  return app;
}

/** zod validates input and output. With these compilers Fastify does not load its own at every start. */
function noSchemas(): never {
  throw new Error("A route of the shop has no JSON schema");
}

const IDLE_CHECK_MS = 100;

/**
 * A closing server waits for its connections. Node ends those that are idle at that moment, but neither those that become so
 * when their request is answered nor one that has never sent a byte: a browser keeps both open for a minute.
 */
function endUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let isClosing = false;
  app.server.on("connection", (socket) => {
    if (isClosing) socket.destroy();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  app.addHook("preClose", (done) => {
    isClosing = true;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
    app.server.once("close", () => clearInterval(idle));
    done();
  });
}

const CLIENT_ERROR_STATUSES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};
/** Connections that close after the response in flight. */
const closingSockets = new WeakSet<Duplex>();

/** Answers bytes that are no HTTP request and closes the connection. After the last response of a connection it only closes it. */
function refuseUnparsable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const status = CLIENT_ERROR_STATUSES[error.code ?? ""] ?? "400 Bad Request";
  if (socket.writable && !closingSockets.has(socket)) {
    socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  }
  socket.destroySoon();
}

/** `rawHeaders` has names and values alternately. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** `sort[price]=asc`, `properties[origin]=VN,CN`: depth and number are limited, so that a query stays cheap to parse. */
function parseQuery(text: string): Record<string, unknown> {
  if (text === "") return {};
  return qs.parse(text, {
    depth: 2,
    arrayLimit: 100,
    parameterLimit: 100,
    plainObjects: true,
    ignoreQueryPrefix: true,
  });
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new ShopError("malformed"), undefined);
    }
  });
}

function mountCall(app: FastifyInstance, base: Base, handlers: CallHandlers, name: string, call: Call): void {
  const [method, path] = call.route.split(" ") as ["GET" | "POST" | "PUT" | "DELETE", string];
  const headers = Object.entries(call.headers);
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    handler: async (request, reply) => {
      rejectCrossSiteWrites(request, base.config);
      const input = inputOf(headers, request);
      const context = requestContext(base, {
        ...tokenOf(request, input, base.config),
        locale: localeOf(request),
        client: request.ip,
        request_id: request.id,
        machine: machineOf(request, base.config),
      });
      const answer = await handle(handlers, name, context.ctx, input, optionsOf(request));
      const cookies = cookiesOf(context, base.config);
      if (cookies.length > 0) reply.header("set-cookie", cookies);
      reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
      return reply.send(JSON.stringify(call.envelope === "data" ? { data: answer } : answer));
    },
  });
}

/**
 * No page of another origin may call the shop: a preflight gets a response without CORS headers, so the browser sends no
 * request.
 */
function answerPreflights(app: FastifyInstance, handlers: CallHandlers): void {
  const methods = new Map<string, string[]>();
  for (const { call } of handlers.values()) {
    const [method = "", path = ""] = call.route.split(" ");
    const url = path.replaceAll(/\{(\w+)\}/g, ":x"); // two calls on one path may name a parameter differently
    methods.set(url, [...(methods.get(url) ?? []), method]);
  }
  for (const [url, allowed] of methods) {
    const allow = ["OPTIONS", ...allowed, ...(allowed.includes("GET") ? ["HEAD"] : [])].join(", ");
    app.options(url, async (_request, reply) => reply.code(204).header("allow", allow).send());
  }
}

/** The input of a call: path parameters before body, body before query; a header the call reads replaces its field. */
function inputOf(
  headers: readonly [field: string, header: string][],
  request: FastifyRequest,
): Record<string, unknown> {
  const { body } = request;
  if (body !== undefined && (body === null || typeof body !== "object" || Array.isArray(body))) {
    throw new ShopError("malformed");
  }
  const input: Record<string, unknown> = { ...(request.query as object), ...body, ...(request.params as object) };
  for (const [field, header] of headers) {
    const value = request.headers[header];
    if (typeof value === "string") input[field] = value;
  }
  return input;
}

/** Sent by browsers where a proxy in front of the shop asks for a password; it does not identify the caller. */
const PROXY_AUTHORIZATION = /^(Basic|Digest|Negotiate)( |$)/i;

/**
 * The credentials of a request: a bearer, the cookie, or the `session_id` that a client without cookies sends. Any other
 * `Authorization` is an invalid bearer, so that an order for an account is not placed as a guest.
 */
export function tokenOf(request: FastifyRequest, input: Record<string, unknown>, config: Base["config"]) {
  const { authorization } = request.headers;
  const cookie = tokensIn(request.headers.cookie, config).session;
  if (authorization !== undefined && !PROXY_AUTHORIZATION.test(authorization)) {
    const bearer = /^Bearer ([\w.~+/=-]{1,200})$/i.exec(authorization)?.[1] ?? "";
    return { token: bearer, is_bearer: true, ...(isBearer(bearer) && { session_cookie: cookie }) };
  }
  if (cookie !== undefined) return { token: cookie };
  const given = input.session_id;
  return typeof given === "string" && given !== "" ? { token: given, is_field: true } : { token: undefined };
}

function optionsOf(request: FastifyRequest): CallOptions {
  const key = request.headers["idempotency-key"];
  return typeof key === "string" && key !== "" ? { idempotency_key: key } : {};
}

export function localeOf(request: Pick<FastifyRequest, "headers">): Locale {
  return localeOfHeader(request.headers["accept-language"]);
}

/** Browsers send Sec-Fetch-Site or Origin; apps and scripts send neither. */
export function machineOf({ headers }: Pick<FastifyRequest, "headers">, config: Base["config"]): Machine {
  const is_browser = headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;
  return { is_browser, agent: headers["user-agent"] ?? "", device: tokensIn(headers.cookie, config).device };
}

function sendFailure(base: Base, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = errorToWire(
    { locale: localeOf(request), log: base.log, request_id: request.id },
    shopErrorOf(error),
    { ...(request.query as object | undefined), ...(request.body as object | undefined) },
  );
  if (failure.retry_after_seconds !== undefined) reply.header("retry-after", String(failure.retry_after_seconds));
  // The rest of an unread body would be parsed as the next request.
  if (failure.status === 415) {
    closingSockets.add(request.raw.socket);
    reply.header("connection", "close");
  }
  if (failure.status === 401) reply.header("www-authenticate", "Bearer");
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
  return reply.code(failure.status).send(JSON.stringify(failure.body));
}

/** The ShopError for a refusal of Fastify itself. */
function shopErrorOf(error: unknown): unknown {
  const status = (error as { statusCode?: unknown }).statusCode;
  if (status === 413) return new ShopError("too_large", { cause: error });
  if (status === 415) return new ShopError("unsupported_media", { cause: error });
  if (status === 400) return new ShopError("malformed", { cause: error });
  return error;
}

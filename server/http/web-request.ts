/**
 * A request of Fastify as the site and the office read it, and their answer as Fastify sends it. Forms reach them unread
 * and with a limit of our own. rules/security#http-server
 */
import { ShopError } from "contract/errors.ts";
import type { SiteAnswer, SiteAsk } from "contract/site.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const body_bytes = 64 * 1024;

/** In a plugin of its own: its routes get bodies unread. The limit is ours, because a raw parser knows none. */
export function takeBodiesUnread(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}

export function askOf({ method, url, headers }: FastifyRequest): SiteAsk {
  const encoding = headers["accept-encoding"];
  const ect = headers.ect;
  return {
    method,
    url,
    accept_encoding: Array.isArray(encoding) ? encoding.join(",") : encoding,
    if_none_match: headers["if-none-match"],
    cookie: headers.cookie,
    save_data: headers["save-data"] === "on" || ect === "2g" || ect === "slow-2g",
    is_ahead: /\bprefetch\b/.test(String(headers["sec-purpose"] ?? headers.purpose ?? "")),
  };
}

/** What a browser sends a form as; RFC 9110 allows blanks and parameters behind it. */
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * The body is read up to the limit whatever its length claims; more is 413. Pages take forms and nothing else, so what is
 * none ends here, before a page's action asks for its fields: 415 by its type, 400 where it cannot be read.
 */
export async function webRequest(request: FastifyRequest, origin: string): Promise<Request> {
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(request.headers)) {
    if (Array.isArray(value)) for (const each of value) headers.push([name, each]);
    else if (value !== undefined) headers.push([name, value]);
  }
  const { method, url } = request;
  const address = origin + url;
  if (method === "GET" || method === "HEAD") return new Request(address, { method, headers });
  if (!FORM_TYPE.test(request.headers["content-type"] ?? "")) throw new ShopError("unsupported_media");
  if (Number(request.headers["content-length"]) > body_bytes) throw new ShopError("too_large");
  const form = new Request(address, { method, headers, body: await readBody(request) });
  await form.clone().formData().catch(refuseForm);
  return form;
}

/** Throws too_large; malformed where the sender went away before the end. */
async function readBody(request: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of (request.body ?? []) as AsyncIterable<Buffer>) {
      bytes += part.byteLength;
      if (bytes > body_bytes) throw new ShopError("too_large");
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof ShopError) throw error;
    return refuseForm(error);
  }
  return Buffer.concat(parts);
}

function refuseForm(cause: unknown): never {
  throw new ShopError("malformed", { cause });
}

export function send(reply: FastifyReply, { status, headers, body }: SiteAnswer): FastifyReply {
  reply.code(status);
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  return reply.send(body ?? undefined);
}

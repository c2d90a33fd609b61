/**
 * Converts a Fastify request to the web Request of the site and the office, and their answer to a Fastify reply. Bodies are
 * read here, with a limit. rules/security#http-server
 */
import { ShopError } from "contract/errors.ts";
import type { SiteAnswer, SiteAsk } from "contract/site.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const MAX_BODY_BYTES = 64 * 1024;

/** The routes of this plugin get bodies unparsed; `webRequest` reads and limits them, because a raw parser has no limit. */
export function leaveBodiesUnparsed(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}

export function siteAskOf({ method, url, headers }: FastifyRequest): SiteAsk {
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

/** Content types of forms; RFC 9110 allows spaces and parameters after them. */
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * The body is read up to the limit, whatever its Content-Length; a larger one is 413. Pages accept only forms: another type is
 * 415, and a form that cannot be parsed is 400, before a page's action reads its fields.
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
  if (Number(request.headers["content-length"]) > MAX_BODY_BYTES) throw new ShopError("too_large");
  const form = new Request(address, { method, headers, body: await readBody(request) });
  await form.clone().formData().catch(throwMalformed);
  return form;
}

/** Throws too_large; malformed where the client disconnected before the end. */
async function readBody(request: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of (request.body ?? []) as AsyncIterable<Buffer>) {
      bytes += part.byteLength;
      if (bytes > MAX_BODY_BYTES) throw new ShopError("too_large");
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof ShopError) throw error;
    return throwMalformed(error);
  }
  return Buffer.concat(parts);
}

function throwMalformed(cause: unknown): never {
  throw new ShopError("malformed", { cause });
}

export function send(reply: FastifyReply, { status, headers, body }: SiteAnswer): FastifyReply {
  reply.code(status);
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  return reply.send(body ?? undefined);
}

/** Makes the response for a cached page: in an encoding the client accepts, or 304 when the client already has the page. */
import type { SiteAnswer, SiteAsk } from "contract/site.ts";
import { compressForOneUse, type Encoding } from "./encodings.ts";
import type { Cached } from "./page-cache.ts";

const MIN_CHARACTERS_TO_COMPRESS = 1024;

/** Speculation rules; browsers fetch them from this URL. */
export const SPECULATION_PATH = "/speculation-rules.json";

/** Throws unless the page is cached in the encoding that `encodingOf` chooses. */
export function responseOf(cached: Cached, ask: SiteAsk): SiteAnswer {
  const encoding = encodingOf(ask.accept_encoding);
  const quickEtag = `"${cached.etag}-${encoding}"`;
  // A recompressed page has another ETag; a client with the earlier ETag has the same page.
  const etag = cached.is_best_compressed && encoding === "br" ? `"${cached.etag}-br6"` : quickEtag;
  const headers: Record<string, string> = {
    ...cached.headers,
    "cache-control": "no-cache", // only the server's page cache decides on age
    etag,
    vary: "Accept-Encoding",
    "accept-ch": "ECT", // browsers then send the kind of their connection
  };
  if (!ask.save_data) headers["speculation-rules"] = `"${SPECULATION_PATH}"`;
  if (cached.status === 200 && (matches(ask.if_none_match, etag) || matches(ask.if_none_match, quickEtag)))
    return { status: 304, headers, body: null };
  // A redirect has no body; a compressed empty body would not be empty.
  if (cached.bodies.identity?.byteLength === 0) return { status: cached.status, headers, body: null };
  const body = cached.bodies[encoding];
  if (!body) throw new Error(`The cached page has no body in ${encoding}`);
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return { status: cached.status, headers, body };
}

/** Compresses a page rendered for one visitor. */
export function compressedResponse(answer: SiteAnswer, ask: SiteAsk): SiteAnswer {
  const { body } = answer;
  if (body === null || body.length < MIN_CHARACTERS_TO_COMPRESS || ask.method === "HEAD") return answer;
  const encoding = encodingOf(ask.accept_encoding);
  const headers: SiteAnswer["headers"] = { ...answer.headers, vary: "Accept-Encoding" };
  if (encoding === "identity") return { ...answer, headers };
  return { ...answer, headers: { ...headers, "content-encoding": encoding }, body: compressForOneUse(body, encoding) };
}

/** The best supported encoding that the client accepts. `br;q=0` is a refusal; the usual header is not parsed. */
export function encodingOf(header: string | undefined): Encoding {
  if (!header) return "identity";
  if (!/[;*]/.test(header)) return header.includes("br") ? "br" : header.includes("gzip") ? "gzip" : "identity";
  const accepted = new Map(header.split(",").map((part) => weightedEncoding(part.trim().toLowerCase())));
  for (const each of ["br", "gzip"] as const) if ((accepted.get(each) ?? accepted.get("*") ?? 0) > 0) return each;
  return "identity";
}

function weightedEncoding(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
  const quality = parameters.find((each) => each.startsWith("q="));
  return [name, quality ? Number(quality.slice(2)) || 0 : 1];
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.trim() === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}

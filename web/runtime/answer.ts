/** From a cached page to a response: in an encoding the client accepts, or 304 when the client has it already. */
import type { SiteAnswer, SiteAsk } from "contract/site.ts";
import { compressedOnce, type Encoding } from "./encodings.ts";
import type { Cached } from "./page-cache.ts";

const MIN_TO_COMPRESS = 1024;

/** Speculation rules; browsers fetch them from this URL. */
export const SPECULATION_PATH = "/speculation-rules.json";

/** The page must be there in the encoding he takes. */
export function answerOf(cached: Cached, ask: SiteAsk): SiteAnswer {
  const encoding = encodingOf(ask.accept_encoding);
  const quick = `"${cached.etag}-${encoding}"`;
  // A recompressed page has another ETag; a client with the earlier one has the page.
  const etag = cached.thorough && encoding === "br" ? `"${cached.etag}-br6"` : quick;
  const headers: Record<string, string> = {
    ...cached.headers,
    "cache-control": "no-cache", // only our own cache decides on age
    etag,
    vary: "Accept-Encoding",
    "accept-ch": "ECT", // so that slow connections say so
  };
  if (!ask.save_data) headers["speculation-rules"] = `"${SPECULATION_PATH}"`;
  if (cached.status === 200 && (matches(ask.if_none_match, etag) || matches(ask.if_none_match, quick)))
    return { status: 304, headers, body: null };
  // A redirect has no body, and an empty one compressed would be one.
  if (cached.bodies.identity?.byteLength === 0) return { status: cached.status, headers, body: null };
  const body = cached.bodies[encoding];
  if (!body) throw new Error(`The page was not made ready as ${encoding}`);
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return { status: cached.status, headers, body };
}

/** A page rendered for one visitor, compressed as it is sent. */
export function compressed(answer: SiteAnswer, ask: SiteAsk): SiteAnswer {
  const { body } = answer;
  if (body === null || body.length < MIN_TO_COMPRESS || ask.method === "HEAD") return answer;
  const encoding = encodingOf(ask.accept_encoding);
  const headers: SiteAnswer["headers"] = { ...answer.headers, vary: "Accept-Encoding" };
  if (encoding === "identity") return { ...answer, headers };
  return { ...answer, headers: { ...headers, "content-encoding": encoding }, body: compressedOnce(body, encoding) };
}

/** The best of ours that the visitor takes. `br;q=0` is a refusal; the usual header is answered without parsing. */
export function encodingOf(header: string | undefined): Encoding {
  if (!header) return "identity";
  if (!/[;*]/.test(header)) return header.includes("br") ? "br" : header.includes("gzip") ? "gzip" : "identity";
  const taken = new Map(header.split(",").map((part) => weighed(part.trim().toLowerCase())));
  for (const each of ["br", "gzip"] as const) if ((taken.get(each) ?? taken.get("*") ?? 0) > 0) return each;
  return "identity";
}

function weighed(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
  const quality = parameters.find((each) => each.startsWith("q="));
  return [name, quality ? Number(quality.slice(2)) || 0 : 1];
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.trim() === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}

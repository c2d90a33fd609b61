import type { SiteAsk } from "contract/site.ts";
import { describe, expect, it } from "vitest";
import { encodingOf, responseOf } from "./answer.ts";
import type { Cached } from "./page-cache.ts";

const cached: Cached = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  bodies: { br: Buffer.from("b"), gzip: Buffer.from("g"), identity: Buffer.from("i") },
  etag: "abc",
};
const ask: SiteAsk = {
  method: "GET",
  url: "/",
  accept_encoding: undefined,
  if_none_match: undefined,
  cookie: undefined,
  save_data: false,
  is_ahead: false,
};

describe("a browser gets an encoding it can read", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.0, gzip;q=0", "identity"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["br;q=0, *", "gzip"],
    ["deflate", "identity"],
  ] as const)("%s: %s", (header, encoding) => {
    expect(encodingOf(header)).toBe(encoding);
  });
});

describe("a page the client already has is answered 304", () => {
  const etag = responseOf(cached, { ...ask, accept_encoding: "br" }).headers.etag as string;

  it.each([etag, `W/${etag}`, `"x", ${etag}`, "*"])("If-None-Match: %s", (if_none_match) => {
    const answer = responseOf(cached, { ...ask, accept_encoding: "br", if_none_match });
    expect(answer).toMatchObject({ status: 304, body: null });
    expect(answer.headers).toMatchObject({ etag, vary: "Accept-Encoding", "cache-control": "no-cache" });
  });

  it("a page in another encoding has another ETag", () => {
    expect(responseOf(cached, { ...ask, accept_encoding: "gzip", if_none_match: etag }).status).toBe(200);
  });

  it("a 404 is sent in full", () => {
    expect(responseOf({ ...cached, status: 404 }, { ...ask, if_none_match: "*" }).status).toBe(404);
  });
});

it("on a slow or metered connection nothing is prefetched", () => {
  expect(responseOf(cached, ask).headers).toHaveProperty("speculation-rules");
  expect(responseOf(cached, { ...ask, save_data: true }).headers).not.toHaveProperty("speculation-rules");
});

it("a recompressed page still matches the client's ETag", () => {
  const asked = { ...ask, accept_encoding: "br" };
  const had = responseOf(cached, asked).headers.etag as string;
  const again = { ...cached, is_best_compressed: true };
  expect(responseOf(again, asked).headers.etag).not.toBe(had);
  expect(responseOf(again, { ...asked, if_none_match: had }).status).toBe(304);
});

it("a redirect stays empty, however it could be compressed", () => {
  const empty = { ...cached, status: 302, bodies: { ...cached.bodies, identity: Buffer.alloc(0) } };
  const answer = responseOf(empty, { ...ask, accept_encoding: "br" });
  expect(answer).toMatchObject({ status: 302, body: null });
  expect(answer.headers["content-encoding"]).toBeUndefined();
});

/**
 * Headers of every answer, errors included. Pages bring their own content policy. rules/security#headers,
 * rules/security#cross-site-writes
 */
import { ShopError } from "contract/errors.ts";
import { isOwnOrigin } from "contract/values/same-site.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** For answers that are data: nothing may run, nothing may frame it. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const always = Object.entries({
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(self), payment=(), usb=(), browsing-topics=()",
});

export function secureHeaders(app: FastifyInstance, secure: boolean): void {
  // A callback, not a promise: this runs for every answer, cached pages included.
  app.addHook("onSend", (_request, reply, payload, done) => {
    for (const [name, value] of always) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", DATA_POLICY);
    if (secure) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
    done(null, payload);
  });
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects writes that another site makes a browser send (CSRF): cookies are sent with them. A caller without either
 * header is no browser. Ipns are signed instead and are not checked here. Throws forbidden.
 */
export function rejectCrossSiteWrites(request: FastifyRequest, { public_url }: { public_url: string }): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  if (site === "same-origin" || site === "none") return;
  const { origin } = request.headers;
  if (site === undefined && origin === undefined) return;
  if (isOwnOrigin(origin, request.headers.host, public_url)) return;
  throw new ShopError("forbidden");
}

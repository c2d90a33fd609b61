/**
 * The office as the server sees it: a request comes in, an answer goes out. Built by Vite into one file and loaded by
 * server/http/office.ts. Every page is rendered for its person: nothing is cached, anywhere. rules/office#pages
 */
import { randomBytes } from "node:crypto";
import * as build from "virtual:react-router/server-build";
import { client } from "contract/client.ts";
import type { Contract } from "contract/contract.ts";
import type { Office, OfficeOptions, SiteAnswer } from "contract/site.ts";
import { loadOfficeMessages } from "messages/office/messages.ts";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { compressedResponse } from "../../runtime/answer.ts";
import { isCrossSiteWrite, normalisedUrl } from "../../runtime/request-checks.ts";
import { contentPolicy } from "./content-policy.ts";
import { type Notes, notesContext, requestContext, shopContext } from "./context.ts";
import { readCookies } from "./cookies.ts";
import { guarded } from "./guard.ts";
import { BASE, withoutBase } from "./paths.ts";

await loadOfficeMessages();

const handler = createRequestHandler(build as ServerBuild, "production");

/** Of every answer. What a person sees here is nobody else's, and no list of anything. */
const own = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" } as const;

export function office(options: OfficeOptions): Office {
  const secure = options.public_url.startsWith("https:");
  return {
    async answer(ask, came, visitor): Promise<SiteAnswer> {
      const normalised = normalisedUrl(ask.url);
      if (normalised !== ask.url) return { status: 301, headers: { ...own, location: normalised }, body: null };
      // Fetched ahead of a visit, it would be a sign of a person at work.
      if (ask.is_ahead) return { status: 409, headers: { ...own, "content-type": "text/plain" }, body: "Not ahead\n" };
      const request = await came(options.public_url);
      if (isCrossSiteWrite(request))
        return { status: 403, headers: { ...own, "content-type": "text/plain" }, body: "Forbidden" };
      request.headers.delete("origin"); // checked already, and against the requested host
      const { token, ...cookies } = readCookies(ask.cookie, request.headers.get("accept-language"), secure);
      const nonce = randomBytes(16).toString("base64");
      const notes: Notes = { cookies: [], report: (error) => options.report(error, visitor.request_id) };
      const context = new RouterContextProvider();
      const { transport } = options.officeFor({ token, locale: cookies.language, ...visitor });
      context.set(shopContext, client<Contract>(guarded(transport, request)));
      context.set(notesContext, notes);
      context.set(requestContext, {
        ...cookies,
        nonce,
        secure,
        has_session: token !== undefined,
        public_url: options.public_url,
        request_id: visitor.request_id,
        shop_name: await options.shop_name(),
        path: withoutBase(ask.url),
      });
      const response = await handler(request, context);
      const headers: SiteAnswer["headers"] = { ...Object.fromEntries(response.headers), ...own };
      const isPage = /^text\/html/.test(response.headers.get("content-type") ?? "");
      if (isPage) headers["content-security-policy"] = contentPolicy(nonce, secure);
      const set = [...response.headers.getSetCookie(), ...notes.cookies];
      delete headers["set-cookie"];
      if (set.length > 0) headers["set-cookie"] = set;
      return compressedResponse({ status: response.status, headers, body: await bodyOf(response) }, ask);
    },
    base: BASE,
  };
}

async function bodyOf(response: Response): Promise<Uint8Array | null> {
  return response.body === null ? null : new Uint8Array(await response.arrayBuffer());
}

/**
 * The site as the server uses it: from a request to an answer. Built by Vite into one file and loaded by server/http/site.ts.
 * A shared page is rendered for a URL made from its cache key and without cookies, so that a cached page has nothing personal;
 * every other page is rendered for its visitor. rules/site#caching
 */
import * as build from "virtual:react-router/server-build";
import type { Site, SiteAnswer, SiteAsk, SiteOptions, SiteVisitor } from "contract/site.ts";
import { type Locale, localeOfPath } from "contract/values/locale.ts";
import { loadMessages, messagesOf } from "messages/messages.ts";
import { RouterContextProvider, type ServerBuild } from "react-router";
import {
  callerContext,
  type Notes,
  notesContext,
  requestContext,
  shopContext,
  signedTokensContext,
} from "./app/context.ts";
import { guarded, isGoogleAnswer } from "./app/guards.ts";
import { pathsIn } from "./app/paths.ts";
import { pages } from "./app/routes/pages.ts";
import { FLASH_MESSAGE, readCookies } from "./app/visitor.ts";
import { compressedResponse, encodingOf, responseOf, SPECULATION_PATH } from "./runtime/answer.ts";
import { handlersByRoutes } from "./runtime/bypass/handlers.ts";
import { contentPolicy } from "./runtime/content-policy.ts";
import { pageCache, type Rendered } from "./runtime/page-cache.ts";
import { namesFile, type PageKey, pageKeys } from "./runtime/page-keys.ts";
import { canonicalUrls, isCrossSiteWrite } from "./runtime/request-checks.ts";

await loadMessages();

const canonicalUrl = canonicalUrls(pages);
const keyOf = pageKeys(pages, new Set(Object.keys(build.routes)));

type PageRequest = { request: Request; visitor: SiteVisitor; cookie: string | undefined };
type RenderedPage = Rendered & { cookies: string[] };

export function site(options: SiteOptions): Site {
  const handlerOf = handlersByRoutes(build as ServerBuild, pages, options.bypasses);
  const secure = options.public_url.startsWith("https:");
  const policy = contentPolicy(secure);
  const signInPolicy = contentPolicy(secure, options.sign_in.recaptcha);
  const cache = pageCache({ max_bytes: options.cache_bytes, now: options.now });

  /** The content policy of a page: all pages share one but those of signing in and of a payment provider's step. */
  const policyOf = ({ signs_in, origins, is_challenge }: Notes) => {
    if (is_challenge) return contentPolicy(secure, false, null, true);
    return origins ? contentPolicy(secure, false, origins) : signs_in ? signInPolicy : policy;
  };

  async function render({ request, visitor, cookie }: PageRequest): Promise<RenderedPage> {
    const { token, flash, theme } = readCookies(cookie, secure);
    const { pathname } = new URL(request.url);
    const isDocument = !pathname.endsWith(".data");
    const { locale } = localeOfPath(pathname);
    const shop = options.shopFor({ token, locale, ...visitor });
    const report = (error: unknown) => options.report(error, visitor.request_id);
    const notes: Notes = {
      cookies: [],
      headers: {},
      page: null,
      layout: null,
      html: null,
      signs_in: false,
      origins: null,
      is_challenge: false,
      report,
    };
    const context = new RouterContextProvider();
    const { public_url } = options;
    const shopName = await options.shop_name();
    const { request_id } = visitor;
    const flashMessage = isDocument ? flash : null;
    context.set(requestContext, {
      locale,
      public_url,
      shop_name: shopName,
      request_id,
      is_document: isDocument,
      flash: flashMessage,
      has_session: token !== undefined,
      has_google: options.sign_in.google,
      theme,
    });
    context.set(signedTokensContext, { ...options.signedTokens, secure, cookie });
    context.set(notesContext, notes);
    context.set(shopContext, guarded(shop.transport, request, locale));
    context.set(callerContext, async () => (token === undefined ? null : shop.caller()));
    const response = await handlerOf(pathname)(request, context);
    if (isDocument && flash && response.status < 300) notes.cookies.push(FLASH_MESSAGE);
    notes.cookies.push(...shop.newCookies());
    const headers = { ...Object.fromEntries(response.headers), ...notes.headers };
    delete headers["set-cookie"];
    const isUnrendered = isDocument && notes.html === null && response.status === 500;
    if (isUnrendered) notes.html = Buffer.from(fallbackHtml(locale));
    if (notes.html !== null) headers["content-security-policy"] = policyOf(notes);
    return {
      status: response.status,
      headers: isUnrendered ? { ...headers, "content-type": "text/html; charset=utf-8" } : headers,
      body: notes.html ?? (await response.text()),
      cookies: [...response.headers.getSetCookie(), ...notes.cookies],
      caching: isCacheable(response.status) && notes.page ? cachingOf(notes.page, notes.layout) : null,
    };
  }

  /** Renders a page for all visitors, without cookies. It is not cached where it would set one. */
  async function renderShared({ address }: PageKey, visitor: SiteVisitor): Promise<Rendered> {
    const request = new Request(options.public_url + address);
    const done = await render({
      request,
      visitor: { request_id: visitor.request_id, client: "shop" },
      cookie: undefined,
    });
    return done.cookies.length > 0 ? { ...done, caching: null } : done;
  }

  async function renderOwn(ask: SiteAsk, request: Request, visitor: SiteVisitor): Promise<SiteAnswer> {
    // Checked by isCrossSiteWrite, against the requested host.
    request.headers.delete("origin");
    if (ask.is_ahead && isConsumedByView(ask, request)) return NOT_AHEAD;
    const done = await render({ request, visitor, cookie: ask.cookie });
    // A page that sets or consumes something: the visitor may never open it.
    if (ask.is_ahead && done.cookies.length > 0) return NOT_AHEAD;
    const headers: SiteAnswer["headers"] = { "cache-control": "private, no-store", ...done.headers };
    if (done.cookies.length > 0) headers["set-cookie"] = done.cookies;
    return compressedResponse({ status: done.status, headers, body: done.body }, ask);
  }

  /** A visitor with a flash message gets an uncached page that shows it. */
  function sharedKey(ask: SiteAsk): PageKey | null {
    if ((ask.method !== "GET" && ask.method !== "HEAD") || ask.url === SPECULATION_PATH) return null;
    if (ask.cookie?.includes("flash=") && !ask.url.includes(".data")) return null;
    const key = keyOf(ask.url);
    return key?.own_with && ask.cookie?.includes(`${key.own_with}=`) ? null : key;
  }

  return {
    cachedAnswer(ask) {
      const key = sharedKey(ask);
      if (key?.partition === "missing" && namesFile(ask.url)) return MISSING_FILE;
      const cached = key && cache.fresh({ ...key, encoding: encodingOf(ask.accept_encoding) });
      if (!cached || (key.partition === "missing" && canonicalUrl(ask.url) !== ask.url)) return undefined;
      return responseOf(cached, ask);
    },
    async answer(ask, requestTo, visitor) {
      if (ask.url === SPECULATION_PATH) return speculationRules();
      const canonical = canonicalUrl(ask.url);
      if (canonical !== ask.url) return { status: 301, headers: { location: canonical }, body: null };
      const key = sharedKey(ask);
      if (!key) {
        const request = await requestTo(options.public_url);
        if (isCrossSiteWrite(request) && !isPaymentReturn(request))
          return { status: 403, headers: { "content-type": "text/plain" }, body: "Forbidden" };
        return renderOwn(ask, request, visitor);
      }
      const reportFailure = (error: unknown) => options.report(error, visitor.request_id);
      const wanted = { ...key, encoding: encodingOf(ask.accept_encoding) };
      return responseOf(await cache.get(wanted, () => renderShared(key, visitor), reportFailure), ask);
    },
    purge: cache.purge,
    cached: cache.cached,
  };
}

/** The answer to a client that requests a file instead of a page. */
const MISSING_FILE: SiteAnswer = {
  status: 404,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" },
  body: "Not found\n",
};

/**
 * Refuses a prefetch: the browser requests the page again when its visitor opens it.
 * ASSUMED(0173)
 */
const NOT_AHEAD: SiteAnswer = {
  status: 409,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "Not ahead of time\n",
};

/** A provider's own page posts the browser back here; it changes nothing. Spec §7; rules/payments#settlement */
function isPaymentReturn({ url }: Request): boolean {
  return /^\/thanh-toan\/tro-ve\/[a-z0-9-]+$/.test(new URL(url).pathname);
}

/** The request has something that one view consumes: a flash message, or Google's answer to a sign-in. */
function isConsumedByView({ cookie }: SiteAsk, { url }: Request): boolean {
  return cookie?.includes("flash=") === true || isGoogleAnswer(new URL(url));
}

/** The document sent when even the error page failed. Spec §8. */
function fallbackHtml(locale: Locale): string {
  const { common } = messagesOf(locale);
  const home = `<a href="${pathsIn(locale).home()}">${common.returnToHomePage}</a>`;
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${common.error_title}</title></head><body><h1>${common.error_title}</h1><p>${common.error_page_failed}</p><p>${home}</p></body></html>`;
}

/** Speculation rules: links are prefetched on hover and prerendered on pointer down; forms and signing out never. */
function speculationRules(): SiteAnswer {
  const links = {
    and: [
      { href_matches: "/*" },
      { not: { href_matches: ["/thanh-toan/*", "/*/thanh-toan/*", "/dang-xuat", "/*/dang-xuat", "/-/*", "/*/-/*"] } },
      { not: { href_matches: ["/v0/*", "/v1/*", "/auth/*", "/images/*", "/docs/*"] } },
      // The hydrated application opens links by itself.
      { not: { selector_matches: "[data-active] a, [download], [rel~=nofollow]" } },
    ],
  };
  const rules = {
    prefetch: [{ where: links, eagerness: "moderate" }],
    prerender: [{ where: links, eagerness: "conservative" }],
  };
  const headers = { "content-type": "application/speculationrules+json", "cache-control": "public, max-age=86400" };
  return { status: 200, headers, body: JSON.stringify(rules) };
}

/** The tags and the lifetime of a page. Every page has the shop's name and the menus, which show some products with prices. */
function cachingOf({ tags, until }: NonNullable<Notes["page"]>, layout: Notes["layout"]): Rendered["caching"] {
  const products = (layout?.groups ?? []).flatMap((group) => group.products);
  return { tags: [...tags, ...products.map(({ slug }) => `product:${slug}`), "settings", "menus"], until };
}

function isCacheable(status: number): boolean {
  return status === 200 || status === 404;
}

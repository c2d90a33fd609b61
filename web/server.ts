/**
 * The site as the server sees it: a request comes in, an answer goes out. Built by Vite into one file and loaded by
 * server/http/site.ts. A shared page is rendered for a URL that we build and without cookies, so that
 * a cached page can hold nothing personal; everything else is rendered for its visitor. rules/site#caching
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
import { answerOf, compressed, encodingOf, SPECULATION_PATH } from "./runtime/answer.ts";
import { contentPolicy } from "./runtime/content-policy.ts";
import { handlersByRoutes } from "./runtime/handlers.ts";
import { pageCache, type Rendered } from "./runtime/page-cache.ts";
import { type PageKey, pageKeys } from "./runtime/page-keys.ts";
import { foreignWrite, namesFile, spellings } from "./runtime/request-checks.ts";

await loadMessages();

const handlerOf = handlersByRoutes(build as ServerBuild, pages);
const spelled = spellings(pages);
const keyOf = pageKeys(pages, new Set(Object.keys(build.routes)));

type Work = { request: Request; visitor: SiteVisitor; cookie: string | undefined };
type Done = Rendered & { cookies: string[] };

export function site(options: SiteOptions): Site {
  const secure = options.public_url.startsWith("https:");
  const policy = contentPolicy(secure);
  const signInPolicy = contentPolicy(secure, options.sign_in.recaptcha);
  const cache = pageCache({ max_bytes: options.cache_bytes, now: options.now });

  /** One for all pages, but for signing in and for the step of a chosen payment provider. */
  const policyOf = ({ signs_in, origins }: Notes) =>
    origins ? contentPolicy(secure, false, origins) : signs_in ? signInPolicy : policy;

  async function render({ request, visitor, cookie }: Work): Promise<Done> {
    const { token, flash, theme } = readCookies(cookie, secure);
    const { pathname } = new URL(request.url);
    const isDocument = !pathname.endsWith(".data");
    const { locale } = localeOfPath(pathname);
    const lent = options.shopFor({ token, locale, ...visitor });
    const report = (error: unknown) => options.report(error, visitor.request_id);
    const notes: Notes = {
      cookies: [],
      headers: {},
      page: null,
      layout: null,
      html: null,
      signs_in: false,
      origins: null,
      report,
    };
    const context = new RouterContextProvider();
    const { public_url } = options;
    const shopName = await options.shop_name();
    const { request_id } = visitor;
    const word = isDocument ? flash : null;
    context.set(requestContext, {
      locale,
      public_url,
      shop_name: shopName,
      request_id,
      is_document: isDocument,
      flash: word,
      has_session: token !== undefined,
      has_google: options.sign_in.google,
      theme,
    });
    context.set(signedTokensContext, { ...options.signedTokens, secure, cookie });
    context.set(notesContext, notes);
    context.set(shopContext, guarded(lent.transport, request, locale));
    context.set(callerContext, async () => (token === undefined ? null : lent.caller()));
    const response = await handlerOf(pathname)(request, context);
    if (isDocument && flash && response.status < 300) notes.cookies.push(FLASH_MESSAGE);
    notes.cookies.push(...lent.newCookies());
    const headers = { ...Object.fromEntries(response.headers), ...notes.headers };
    delete headers["set-cookie"];
    const isLost = isDocument && notes.html === null && response.status === 500;
    if (isLost) notes.html = Buffer.from(lastWords(locale));
    if (notes.html !== null) headers["content-security-policy"] = policyOf(notes);
    return {
      status: response.status,
      headers: isLost ? { ...headers, "content-type": "text/html; charset=utf-8" } : headers,
      body: notes.html ?? (await response.text()),
      cookies: [...response.headers.getSetCookie(), ...notes.cookies],
      keep: mayKeep(response.status) && notes.page ? keepOf(notes.page, notes.layout) : null,
    };
  }

  /** One for all: no cookie goes in, none comes out. */
  async function renderShared({ address }: PageKey, visitor: SiteVisitor): Promise<Rendered> {
    const request = new Request(options.public_url + address);
    const done = await render({
      request,
      visitor: { request_id: visitor.request_id, client: "shop" },
      cookie: undefined,
    });
    return done.cookies.length > 0 ? { ...done, keep: null } : done;
  }

  async function renderOwn(ask: SiteAsk, request: Request, visitor: SiteVisitor): Promise<SiteAnswer> {
    // Checked already, and against the requested host.
    request.headers.delete("origin");
    if (ask.is_ahead && isUsedUp(ask, request)) return NOT_AHEAD;
    const done = await render({ request, visitor, cookie: ask.cookie });
    // A page that sets or consumes something: the visitor may never open it.
    if (ask.is_ahead && done.cookies.length > 0) return NOT_AHEAD;
    const headers: SiteAnswer["headers"] = { "cache-control": "private, no-store", ...done.headers };
    if (done.cookies.length > 0) headers["set-cookie"] = done.cookies;
    return compressed({ status: done.status, headers, body: done.body }, ask);
  }

  /** A visitor with a flash message gets an uncached page that shows it. */
  function sharedKey(ask: SiteAsk): PageKey | null {
    if ((ask.method !== "GET" && ask.method !== "HEAD") || ask.url === SPECULATION_PATH) return null;
    if (ask.cookie?.includes("flash=") && !ask.url.includes(".data")) return null;
    return keyOf(ask.url);
  }

  return {
    stored(ask) {
      const key = sharedKey(ask);
      if (key?.partition === "missing" && namesFile(ask.url)) return MISSING_FILE;
      const cached = key && cache.fresh({ ...key, encoding: encodingOf(ask.accept_encoding) });
      if (!cached || (key.partition === "missing" && spelled(ask.url) !== ask.url)) return undefined;
      return answerOf(cached, ask);
    },
    async answer(ask, came, visitor) {
      if (ask.url === SPECULATION_PATH) return speculationRules();
      const straight = spelled(ask.url);
      if (straight !== ask.url) return { status: 301, headers: { location: straight }, body: null };
      const key = sharedKey(ask);
      if (!key) {
        const request = await came(options.public_url);
        if (foreignWrite(request) && !isPaymentReturn(request))
          return { status: 403, headers: { "content-type": "text/plain" }, body: "Forbidden" };
        return renderOwn(ask, request, visitor);
      }
      const failed = (error: unknown) => options.report(error, visitor.request_id);
      const wanted = { ...key, encoding: encodingOf(ask.accept_encoding) };
      return answerOf(await cache.get(wanted, () => renderShared(key, visitor), failed), ask);
    },
    purge: cache.purge,
    cached: cache.cached,
  };
}

/** A page would be no use to a client that asks for a file. */
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

/** Consumed by one view: a flash message, and Google's answer. */
function isUsedUp({ cookie }: SiteAsk, { url }: Request): boolean {
  return cookie?.includes("flash=") === true || isGoogleAnswer(new URL(url));
}

/** When even the error page failed. Spec §8. */
function lastWords(locale: Locale): string {
  const { common } = messagesOf(locale);
  const home = `<a href="${pathsIn(locale).home()}">${common.returnToHomePage}</a>`;
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${common.error_title}</title></head><body><h1>${common.error_title}</h1><p>${common.error_page_failed}</p><p>${home}</p></body></html>`;
}

/** Links are prefetched on hover and prerendered on pointer down; forms and signing out never. */
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

/** Every page shows the shop's name and menus, and in these some products with their prices. */
function keepOf({ tags, until }: NonNullable<Notes["page"]>, layout: Notes["layout"]): Rendered["keep"] {
  const products = (layout?.groups ?? []).flatMap((group) => group.products);
  return { tags: [...tags, ...products.map(({ slug }) => `product:${slug}`), "settings", "menus"], until };
}

function mayKeep(status: number): boolean {
  return status === 200 || status === 404;
}

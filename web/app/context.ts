/** What a loader or an action may reach through its `context`, and what it leaves there for the answer. */
import type { Shop } from "contract/contract.ts";
import type { PageOrigins } from "contract/payments/payments.ts";
import type { Caller, SiteTokens } from "contract/site.ts";
import type { Locale } from "contract/values/locale.ts";
import { createContext, type RouterContextProvider } from "react-router";
import type { Frame } from "./frame/menu/menu-groups.ts";
import type { Theme } from "./session/theme.ts";
import type { Flash } from "./visitor.ts";

/** The shop as this visitor may use it. A shared page gets it without a session. */
export const shopContext = createContext<Shop>();

/** For order-proof.ts: the server's signed tokens, and the cookies of a proof. */
export const signedTokensContext = createContext<SiteTokens & { secure: boolean; cookie: string | undefined }>();

/** The visitor, looked up at most once; none on a shared page. */
export const callerContext = createContext<() => Promise<Caller | null>>();

export type RequestContext = {
  locale: Locale;
  /** Origin for canonical addresses. */
  public_url: string;
  /** The brand. */
  shop_name: string;
  /** Of this request, for the error page and the log. */
  request_id: string;
  /** False for the data of a client navigation or a fetcher. */
  is_document: boolean;
  /** The request has a session token; only a call knows whether it is valid. */
  has_session: boolean;
  /** Google's button is set up. */
  has_google: boolean;
  /** The flash message of the page before, to be shown on this one. */
  flash: Flash | null;
  /** Chosen on this device; never passed to a shared page. */
  theme: Theme | undefined;
};
export const requestContext = createContext<RequestContext>();

/** What the answer needs beside the page; filled on the way. */
export type Notes = {
  cookies: string[];
  page: { tags: Set<string>; until: number } | null;
  headers: Record<string, string>;
  /** The layout data, for a document's HTML alone (frame/layout-data.ts). */
  layout: Frame | null;
  /** A page to sign in on: its policy lets the captcha that is set up run. */
  signs_in: boolean;
  /** Foreign origins of the payment step this page shows; no other page has any. */
  origins: PageOrigins | null;
  /** The page has a frame in which a card's bank asks its customer. */
  is_challenge: boolean;
  /** Reports a bug to the server. */
  report(error: unknown): void;
  /** The rendered document, in UTF-8: held here instead of in the Response, which would copy it twice. */
  html: Uint8Array | null;
};
export const notesContext = createContext<Notes>();

/** What the router hands every loader and action of a request. */
export type RouteContext = Readonly<RouterContextProvider>;

export function shopOf(context: RouteContext): Shop {
  return context.get(shopContext);
}

export function localeOf(context: RouteContext): Locale {
  return context.get(requestContext).locale;
}

/**
 * Lets the page cache hold what this loader answers, under the tags of what it shows: `product:<slug>`,
 * `category:<slug>`, `posts`, `post:<slug>`, `menus`, `settings`, `stores`, `policies`. `until` is the moment the page
 * stops being true (a price changes): it is never sent after that. Several loaders of one page add up.
 */
export function cachePage(
  context: RouteContext,
  { tags, until }: { tags: readonly string[]; until?: string | null },
): void {
  const notes = context.get(notesContext);
  notes.page ??= { tags: new Set(), until: Number.POSITIVE_INFINITY };
  for (const tag of tags) notes.page.tags.add(tag);
  if (until) notes.page.until = Math.min(notes.page.until, Date.parse(until));
}

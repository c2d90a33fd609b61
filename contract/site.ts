/**
 * The interface between the server and the site it serves: what the server gives the site for one request, and what the
 * site answers. Types only. The site is built on its own and loaded as a bundle, so nothing else may cross here.
 * rules/site#bundles, rules/site#caching
 */
import type { Transport } from "./client.ts";
import type { TokenPurpose } from "./identity/token-purposes.ts";
import type { Locale } from "./values/locale.ts";

/** A request: the session token of the cookie (not looked up yet), the language of the URL, and its client. */
export type SiteRequest = { token: string | undefined; locale: Locale } & SiteVisitor;

/** The client, as far as the server can see (`client` is its IP address): passed through the site as it is. */
export type SiteVisitor = { client: string; request_id: string; machine?: SiteMachine };
export type SiteMachine = { is_browser: boolean; agent: string; device: string | null };

/** Whose session the token is, before any call is made. */
export type Caller = {
  kind: "visitor" | "customer";
  /** The password must be changed before anything else. */
  pending_password: boolean;
};

export type ShopForRequest = {
  /** Carries the calls of this visitor, in process. */
  transport: Transport;
  /** Null without a valid session. One look-up a request, shared with the calls. */
  caller(): Promise<Caller | null>;
  /** Set-Cookie lines of this response. */
  newCookies(): string[];
};

/** Signed tokens for cookies: a token verifies for `seconds` and for its purpose only, everything else reads as null. */
export type SiteTokens = {
  sign(purpose: TokenPurpose, text: string, seconds: number): Promise<string>;
  verify(purpose: TokenPurpose, signed: string): Promise<string | null>;
};

export type SiteOptions = {
  shopFor(request: SiteRequest): ShopForRequest;
  signedTokens: SiteTokens;
  /** Origin of canonical URLs: "https://mutosi.example". https makes the cookies `__Host-` and Secure. */
  public_url: string;
  /** The brand: the setting `shop.name`, from memory when warm. */
  shop_name(): Promise<string>;
  /**
   * Which third-party sign-ins are configured: the Google button, and whether reCAPTCHA's script may run where one
   * signs in.
   */
  sign_in: { google: boolean; recaptcha: boolean };
  /** Names of what may reach into React Router: web/runtime/bypass. */
  bypasses: ReadonlySet<string>;
  /** A bug while rendering; the visitor sees the error page with this id. */
  report(error: unknown, request_id: string): void;
  /** Bytes of memory for cached pages. */
  cache_bytes?: number;
  /** The clock in milliseconds, for tests. */
  now?: () => number;
};

/** The parts of a request that are read before its page is rendered. `url` is path and query, unchanged. */
export type SiteAsk = {
  method: string;
  url: string;
  accept_encoding: string | undefined;
  if_none_match: string | undefined;
  cookie: string | undefined;
  /** `Save-Data: on`, or a slow `ECT`: such visitors get no speculation rules. Spec §9. */
  save_data: boolean;
  /** The browser prefetches the page (`Sec-Purpose: prefetch`, also for prerendering). */
  is_ahead: boolean;
};

export type SiteAnswer = {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Uint8Array | null;
};

/** What the server gives the office, the staff's own application beside the site. rules/office */
export type OfficeOptions = Pick<SiteOptions, "public_url" | "shop_name" | "report"> & {
  /** Carries the calls of a staff session, in process. */
  officeFor(request: SiteRequest): Pick<ShopForRequest, "transport">;
};

/** The office: its answers are rendered for one staff account and never cached. */
export type Office = {
  answer(ask: SiteAsk, request: (origin: string) => Promise<Request>, visitor: SiteVisitor): Promise<SiteAnswer>;
  /** The path below which all its URLs are. */
  base: string;
};

export type Site = {
  /** The answer from the page cache, without a database query; undefined: call `answer`. */
  cachedAnswer(ask: SiteAsk): SiteAnswer | undefined;
  /** `request`, for a request to the given origin, is called only for a page of one visitor or for a write. */
  answer(ask: SiteAsk, request: (origin: string) => Promise<Request>, visitor: SiteVisitor): Promise<SiteAnswer>;
  /** Drops the cached pages that have one of the tags; `*` drops all pages. */
  purge(tags: readonly string[]): void;
  /** Figures for the log and the bench. */
  cached(): { pages: number; bytes: number };
};

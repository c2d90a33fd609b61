/**
 * Access to pages, and the redirects of failed calls: decided once for documents, client navigations
 * and forms alike. A page for members leads others to /login, one for guests leads members on, a password that must be
 * changed comes before everything; maintenance leads to /bao-tri, an ended session to /dang-xuat, missing content is the
 * 404 page. Spec §2, §8.
 */

import type { Meta } from "contract/call.ts";
import { client, type Transport } from "contract/client.ts";
import type { PostCard, PostCategory } from "contract/content/content.ts";
import type { Contract, Shop } from "contract/contract.ts";
import { isWireFailure, type WireError } from "contract/errors.ts";
import type { Locale } from "contract/values/locale.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import { messagesOf } from "messages/messages.ts";
import { data, redirect, redirectDocument } from "react-router";
import { callerContext, type RouteContext, requestContext, shopOf } from "./context.ts";
import { pathsIn } from "./paths.ts";
import { pageAt } from "./routes/pages.ts";
import { flash } from "./visitor.ts";

export type NewsTab = PostCategory & { posts: PostCard[] };

/** The newest post of each blog category. */
export type News = readonly Pick<
  PostCard,
  "slug" | "category_slug" | "category_name" | "title" | "lang" | "thumbnail_url" | "img_alt"
>[];

/** The data of the error page; the 404 page offers articles. Spec §2. */
export type Trouble = Pick<WireError, "code" | "message" | "request_id"> & {
  retry_after_seconds?: number;
  news?: News;
  /** The kind of a 404: missing content, an unknown URL, or an order. Spec §8. */
  missing?: Missing;
};

export type Missing = "content" | "address" | "order";

/**
 * The shop over `carry`, with the redirects above. Reading pages never see a failure: it becomes a page of its own. Forms see theirs
 * (see forms.ts), except the two that end the visit.
 */
export function guarded(carry: Transport, request: Request, locale: Locale): Shop {
  const reads = request.method === "GET" || request.method === "HEAD";
  const to = pathsIn(locale);
  return client<Contract>(async (name, input, options) => {
    try {
      return await carry(name, input, options);
    } catch (error) {
      if (!isWireFailure(error)) throw error;
      const closedPage = new URL(request.url).pathname.startsWith(to.maintenance());
      if (error.body.code === "maintenance" && !closedPage) throw redirect(to.maintenance());
      if (error.body.code === "unauthenticated") throw redirect(to.signOut(wayBack(request)));
      if (error.body.code === "password_pending") throw redirect(to.changePassword());
      if (!reads || closedPage) throw error;
      // A URL whose values no call accepts is a 404.
      const isMisspelt = error.body.code === "invalid" || error.body.code === "malformed";
      if (isMisspelt || error.body.code === "not_found") {
        const missing = name === "orders.byCode" ? "order" : isMisspelt ? "address" : "content";
        throw await notFound(client<Contract>(carry), missing, error.body);
      }
      const { code, message, request_id } = error.body;
      const { retry_after_seconds, status } = error;
      throw data({ code, message, request_id, retry_after_seconds } satisfies Trouble, { status });
    }
  });
}

/** The URL to come back to: the page, whether it or only its data was requested. */
function wayBack(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  const path = url.pathname.replace(/\/_\.data$|\.data$/, "");
  return (path || "/") + url.search;
}

type Arrival = { context: RouteContext; url: URL; pattern: string };

/** Comes before every loader and action; throws the redirect of a visitor the page is not for. */
export async function admit({ context, url, pattern }: Arrival): Promise<void> {
  const { has_session, locale } = context.get(requestContext);
  const page = pageAt(pattern);
  if (!has_session && page?.guard !== "members") return;
  const to = pathsIn(locale);
  const here = url.pathname + url.search;
  const caller = await context.get(callerContext)();
  const isMember = caller !== null && caller.kind !== "visitor";
  if (page?.guard === "members" && !isMember && (await shopOf(context).content.closure({})).closed) {
    throw redirect(to.maintenance()); // signing in would lead there too, one page later
  }
  // Documents, so that the state of another account is gone, and the sign-in page brings its own policy.
  if (page?.guard === "members" && has_session && caller === null) throw redirectDocument(to.signOut(here));
  if (page?.guard === "members" && !isMember) {
    flash(context, "info", messagesOf(locale).identity.need_to_login);
    throw redirectDocument(to.login(here));
  }
  if (caller?.pending_password && page && page.layout !== "none" && !whilePending.has(page.path)) {
    throw redirect(to.changePassword());
  }
  if (page?.guard === "guests" && isMember && !isGoogleAnswer(url)) {
    throw redirect(backTo(url.searchParams.get("callbackurl"), to.home()));
  }
}

const whilePending = new Set(["tai-khoan/doi-mat-khau", "dang-xuat", "bao-tri"]);

/** Google answers to /login as well; only the loader knows the account. Spec §2. */
export function isGoogleAnswer({ searchParams }: URL): boolean {
  return searchParams.has("state") && (searchParams.has("code") || searchParams.has("error"));
}

/** The same-site return path, unless it would be a redirect loop. Spec §2. */
export function backTo(address: unknown, otherwise: string): string {
  const path = sameSitePath(address, otherwise);
  return /^(?:\/(?:en|ja))?\/(?:login|register|quen-mat-khau|dang-xuat|auth|-)(?:[/?#]|$)/.test(path)
    ? otherwise
    : path;
}

/** The refusal of a call in a loader, as `guarded` threw it on; null for anything else. */
export function refusalOf(error: unknown): Trouble | null {
  const { code, message, request_id } = (error as { data?: Partial<Trouble> } | null)?.data ?? {};
  return code && message !== undefined && request_id !== undefined ? { code, message, request_id } : null;
}

/** `throw await notFound(shopOf(context))`, for a loader that finds nothing without a call having said so. */
export async function notFound(shop: Shop, missing: Missing = "content", refusal?: WireError) {
  const { code, message, request_id } = refusal ?? { code: "not_found", message: "", request_id: "" };
  const trouble: Trouble = { code, message, request_id, missing };
  try {
    const tabs = await shop.content.newsTabs({});
    trouble.news = tabs
      .flatMap((tab) => tab.posts.slice(0, 1))
      .map(({ slug, category_slug, category_name, title, lang, thumbnail_url, img_alt }) => {
        return { slug, category_slug, category_name, title, lang, thumbnail_url, img_alt };
      });
  } catch (error) {
    if (!isWireFailure(error)) throw error; // the page is about something else: it can do without the news
  }
  return data(trouble, { status: 404 });
}

/** Beyond the end of a list there is no page: throws the 404 page. */
export async function assertPageExists(
  shop: Shop,
  page: number,
  { last_page }: Pick<Meta, "last_page">,
): Promise<void> {
  if (page > Math.max(1, last_page)) throw await notFound(shop);
}

/** Cards are many and alike: the browser names their page by the referrer. Only the path is used. */
export function refererPath(request: Request): string {
  const from = request.headers.get("referer") ?? "";
  if (!URL.canParse(from)) return "";
  const { pathname, search } = new URL(from);
  return pathname + search;
}

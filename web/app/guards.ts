/**
 * What stands between a loader and a failed call, decided once for documents, client navigations and forms alike:
 * maintenance leads to /bao-tri, a dead session to /dang-xuat, a missing thing is the 404 page. Spec §2, §8.
 */
import { client, type Transport } from "contract/call.ts";
import type { PostCard, PostCategory } from "contract/content.ts";
import type { Contract, Shop } from "contract/contract.ts";
import { isWireFailure, type WireError } from "contract/errors.ts";
import type { Locale } from "contract/locale.ts";
import { data, redirect } from "react-router";
import { pathsIn } from "./paths.ts";

export type NewsTab = PostCategory & { posts: PostCard[] };

/** The newest post of each blog category. */
export type News = readonly Pick<
  PostCard,
  "slug" | "category_slug" | "category_name" | "title" | "lang" | "thumbnail_url" | "img_alt"
>[];

/** What the error page is given; the 404 page offers something to read. Spec §2. */
export type Trouble = Pick<WireError, "code" | "message" | "request_id"> & {
  retry_after_seconds?: number;
  news?: News;
};

/**
 * The shop, with the ways out above. Reading pages never see a failure: it becomes a page of its own. Forms see theirs
 * (see forms.ts), except the two that end the visit.
 */
export function guarded(shop: Shop, request: Request, locale: Locale): Shop {
  const reads = request.method === "GET" || request.method === "HEAD";
  const to = pathsIn(locale);
  const closed_page = new URL(request.url).pathname.startsWith(to.maintenance());
  const transport: Transport = async (name, input, options) => {
    try {
      return await callByName(shop, name, input, options);
    } catch (error) {
      if (!isWireFailure(error)) throw error;
      if (error.body.code === "maintenance" && !closed_page) throw redirect(to.maintenance());
      if (error.body.code === "unauthenticated") throw redirect(to.signOut());
      if (!reads || closed_page) throw error;
      if (error.body.code === "not_found") throw await notFound(shop);
      const { code, message, request_id } = error.body;
      const { retry_after_seconds, status } = error;
      throw data({ code, message, request_id, retry_after_seconds } satisfies Trouble, { status });
    }
  };
  return client<Contract>(transport);
}

type Calls = Record<string, Record<string, (input: unknown, options: unknown) => Promise<unknown>>>;

function callByName(shop: Shop, name: string, input: unknown, options: unknown): Promise<unknown> {
  const [domain = "", call = ""] = name.split(".");
  const run = (shop as unknown as Calls)[domain]?.[call];
  if (!run) throw new Error(`The shop has no call ${name}`);
  return run(input, options);
}

/** `throw await notFound(shopOf(context))`, for a loader that finds nothing without a call having said so. */
export async function notFound(shop: Shop) {
  const trouble: Trouble = { code: "not_found", message: "", request_id: "" };
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

/** The same-site path of an address somebody sent along, or `otherwise`. Facts: reliability S14. */
export function sameSitePath(address: unknown, otherwise: string): string {
  if (typeof address !== "string" || !/^\/(?![/\\])/.test(address) || !URL.canParse(address, "http://shop")) {
    return otherwise;
  }
  const url = new URL(address, "http://shop");
  return url.host === "shop" ? url.pathname + url.search + url.hash : otherwise;
}

/**
 * What a first segment that no row of the route table names may be: the first of these that knows it answers. A resolver
 * returns null for a name that it does not know. Spec §2 Catch-alls; rules/site#addresses
 */

import type { Programme } from "contract/promotions/promotions.ts";
import { cachePage, type RouteContext, shopOf } from "../context.ts";
import { notFound, refusalOf } from "../guards.ts";
import { pages } from "../routes/pages.ts";
import { type ShownCard, shownCards } from "../shared/products/shown-card.ts";

export type ProgrammePage = Omit<Programme, "terms"> & {
  kind: "programme";
  terms: Programme["terms"];
  category: string | null;
  products: ShownCard[];
  meta: { current_page: number; last_page: number; total: number };
  others: Programme[];
};

type Wanted = { context: RouteContext; slug: string; query: URLSearchParams };
type Resolver<Found> = (asked: Wanted) => Promise<Found | null>;

const resolvers: readonly Resolver<ProgrammePage>[] = [programmePage];

/** Also taken: printed links, and the carts of hubs below their names. */
const RESERVED: ReadonlySet<string> = new Set([
  "l",
  "gio-hang",
  ...pages.flatMap(({ path }) => path.split("/")[0] ?? []),
]);

/** Throws the 404 page. */
export async function resolvePage(asked: Wanted): Promise<ProgrammePage> {
  if (!RESERVED.has(asked.slug) && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(asked.slug))
    for (const resolve of resolvers) {
      const found = await resolve(asked);
      if (found) return found;
    }
  cachePage(asked.context, { tags: ["posts", "programmes"] });
  throw await notFound(shopOf(asked.context), "address");
}

async function programmePage({ context, slug, query }: Wanted): Promise<ProgrammePage | null> {
  const shop = shopOf(context);
  const category = query.get("category");
  const page = Number(query.get("page") ?? 1);
  try {
    const [{ products, meta, ...programme }, running, layout] = await Promise.all([
      shop.promotions.programme({ slug_or_id: slug, ...(category && { category }), page }),
      shop.promotions.programmes({}),
      shop.content.chrome({}),
    ]);
    const tags = ["programmes", `programme:${slug}`, ...products.map((each) => `product:${each.slug}`)];
    cachePage(context, { tags: [...tags, "category:all"], until: layout.prices_change_at });
    const others = running.data.filter((each) => each.slug !== slug);
    return { ...programme, kind: "programme", category, products: shownCards(products), meta, others };
  } catch (error) {
    if (refusalOf(error)?.code === "not_found") return null;
    throw error;
  }
}

import { cachePage, requestContext, shopOf } from "../../context.ts";
import { pathsIn } from "../../paths.ts";
import type { Route } from "./+types/sitemap-index";
import { latest, sitemapIndex, xml } from "./sitemap.ts";

/** The index: fixed pages, then posts and products in pages of 50,000 URLs. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const paths = pathsIn("vi");
  const [{ pages, categories }, { data, meta }] = await Promise.all([
    shop.catalogue.addressPages({}),
    shop.content.postAddresses({ page: 1 }),
  ]);
  cachePage(context, { tags: ["catalogue", "posts"] });
  const news = latest(data.map((post) => post.updated_at));
  const postPages = Array.from({ length: meta.last_page }, (_, place) => {
    return { path: paths.sitemapOf("posts", place + 1), updated_at: place === 0 ? news : undefined };
  });
  return xml(
    sitemapIndex(context.get(requestContext).public_url, [
      { path: paths.sitemapOf("pages"), updated_at: latest([news, ...categories.map((each) => each.updated_at)]) },
      ...(meta.total > 0 ? postPages : []),
      ...pages.map(({ page, updated_at }) => ({ path: paths.sitemapOf("products", page), updated_at })),
    ]),
  );
}

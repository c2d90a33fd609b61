import type { Shop } from "contract/contract.ts";
import { cachePage, type RouteContext, requestContext, shopOf } from "../../context.ts";
import { liveBook } from "../../pages/book/live-book.ts";
import { bookPath } from "../../pages/paths.ts";
import { pathsIn } from "../../paths.ts";
import type { Route } from "./+types/pages";
import { latest, type Place, sitemap, xml } from "./sitemap.ts";

/** Home, lists, programmes, news, policies: what is neither product nor article. Dated only where something says when it changed. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const places = await Promise.all([
    indexes(shop),
    programmes(shop, context),
    news(shop),
    information(shop),
    blockPages(shop, context),
    vacancies(shop, context),
  ]);
  cachePage(context, { tags: ["catalogue", "posts", "policies"] });
  return xml(sitemap(context.get(requestContext).public_url, places.flat()));
}

/** Those that run; when one begins or ends, prices change. */
async function programmes(shop: Shop, context: RouteContext): Promise<Place[]> {
  const paths = pathsIn("vi");
  const [running, { prices_change_at }] = await Promise.all([
    shop.promotions.programmes({ limit: 100 }),
    shop.content.chrome({}),
  ]);
  cachePage(context, { tags: ["programmes"], until: prices_change_at });
  return running.data.map(({ slug }) => ({ path: paths.programme(slug) }));
}

/** Landing and builder pages that are live, with their lists. */
async function blockPages(shop: Shop, context: RouteContext): Promise<Place[]> {
  const paths = pathsIn("vi");
  const [landing, builder] = await Promise.all([
    shop.pages.list({ kind: "landing", limit: 100 }),
    shop.pages.list({ kind: "builder", limit: 100 }),
  ]);
  for (const { until } of [landing, builder]) cachePage(context, { tags: ["pages"], until });
  return [
    { path: paths.about() },
    { path: paths.household() },
    { path: paths.contact() },
    { path: paths.cooperation() },
    { path: paths.landingPages() },
    { path: paths.builderPages() },
    ...landing.data.map(({ slug }) => ({ path: paths.landingPage(slug) })),
    ...builder.data.map(({ slug }) => ({ path: paths.builderPage(slug) })),
  ];
}

/** Open vacancies, their categories and the list. */
async function vacancies(shop: Shop, context: RouteContext): Promise<Place[]> {
  const paths = pathsIn("vi");
  const { data, categories, until } = await shop.recruitment.vacancies({ limit: 100 });
  cachePage(context, { tags: ["vacancies"], until });
  return [
    { path: paths.vacancies() },
    ...categories.filter(({ count }) => count > 0).map(({ slug }) => ({ path: paths.vacancyCategory(slug) })),
    ...data.map((vacancy) => ({ path: paths.vacancy(vacancy) })),
  ];
}

async function indexes(shop: Shop): Promise<Place[]> {
  const paths = pathsIn("vi");
  const [tree, { categories }] = await Promise.all([shop.catalogue.categoryTree({}), shop.catalogue.addressPages({})]);
  const changed = new Map(categories.map(({ slug, updated_at }) => [slug, updated_at]));
  const newest = latest([...changed.values()]);
  const groups = tree.filter(({ product_count }) => product_count > 0);
  return [
    { path: paths.home(), updated_at: newest },
    { path: paths.products(), updated_at: newest },
    ...groups.flatMap(({ slug, children }) => {
      const filled = children.filter(({ product_count }) => product_count > 0);
      return [
        { path: paths.category(slug), updated_at: latest(filled.map((child) => changed.get(child.slug))) },
        ...filled.map((child) => ({ path: paths.category(child.slug), updated_at: changed.get(child.slug) })),
      ];
    }),
  ];
}

async function news(shop: Shop): Promise<Place[]> {
  const paths = pathsIn("vi");
  const [categories, { data }] = await Promise.all([
    shop.content.postCategories({ limit: 100 }),
    shop.content.postAddresses({ page: 1 }),
  ]);
  const changed = (slug: string) => data.filter((post) => post.category_slug === slug).map((post) => post.updated_at);
  return [
    { path: paths.news(), updated_at: latest(data.map((post) => post.updated_at)) },
    ...categories.data
      .filter(({ post_count }) => post_count > 0)
      .map(({ slug }) => ({ path: paths.newsCategory(slug), updated_at: latest(changed(slug)) })),
  ];
}

async function information(shop: Shop): Promise<Place[]> {
  const paths = pathsIn("vi");
  const [policies, book] = await Promise.all([shop.content.policies({}), liveBook(shop)]);
  const dated = await Promise.all(policies.map(({ code }) => shop.content.policy({ code })));
  return [
    { path: paths.information(), updated_at: latest(dated.map((policy) => policy.effective_from)) },
    ...dated.map(({ route, effective_from }) => ({ path: paths.link(route), updated_at: effective_from })),
    { path: paths.faq() },
    { path: paths.stores() },
    ...(book ? [{ path: bookPath("vi") }] : []),
    { path: paths.orderLookup() },
    { path: paths.siteMap() },
  ];
}

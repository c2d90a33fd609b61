import type { Shop } from "contract/contract.ts";
import { locales, localeTags } from "contract/locale.ts";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta, shopLd } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { keepAfterForms } from "../add-to-cart.ts";
import { CardRail } from "../card-rail.tsx";
import type { Route } from "./+types/home";
import { AppBlock } from "./app-block.tsx";
import { BestSellers } from "./best-sellers.tsx";
import { FlashBand } from "./flash-band.tsx";
import { Hero } from "./hero.tsx";
import { groupsOf, menusOf, newsOf, rowsOf } from "./home-data.ts";
import { News } from "./news.tsx";
import { CategoryTiles, Household, Promises, StoreFigures, Technology } from "./sections.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const [rows, menus, news, tree, chrome] = await Promise.all([
    shop.catalogue.homeRows({}),
    shop.content.homeMenus({}),
    shop.content.newsTabs({}),
    shop.catalogue.categoryTree({}),
    shop.content.chrome({}),
  ]);
  const next_sale_at = rows.flash_sale.length > 0 ? null : await nextSale(shop);
  const products = Object.values(rows).flatMap((row) => (Array.isArray(row) ? row : []));
  const tags = new Set(products.map((card) => `product:${card.slug}`));
  cachePage(context, { tags: ["posts", "stores", ...tags], until: chrome.prices_change_at });
  return {
    rows: rowsOf(rows),
    groups: groupsOf(rows, tree),
    menus: menusOf(menus),
    news: newsOf(news),
    tiles: tree.flatMap(({ slug, name, image }) => (image ? [{ slug, name, image: image.id }] : [])),
    next_sale_at,
    app: chrome.app,
    site: {
      name: chrome.name,
      legal_name: chrome.legal_name,
      tagline: chrome.tagline,
      telephone: chrome.hotline.tel,
      email: chrome.email,
      address: chrome.address,
      social: chrome.social.map(({ url }) => url),
      search: `${pathsIn(localeOf(context)).search()}?name={search_term_string}`,
    },
  };
}

/** Asked only while no sale runs: when the next one opens. */
async function nextSale(shop: Shop): Promise<string | null> {
  const { next } = await shop.promotions.flashSale({ status: 0, limit: 1 });
  return next?.starts_at ?? null;
}

export const shouldRevalidate = keepAfterForms;

export const meta: Route.MetaFunction = (args) => {
  const { loaderData } = args;
  if (!loaderData) return [];
  const { name, legal_name, tagline, telephone, email, address, social, search } = loaderData.site;
  return pageMeta(args, {
    title: tagline ? `${name} – ${tagline}` : name,
    description: [tagline, ...loaderData.tiles.map((tile) => tile.name)].filter(Boolean).join(". "),
    path: "/",
    json_ld: [
      {
        ...shopLd(args),
        legalName: legal_name,
        telephone,
        email,
        address: { "@type": "PostalAddress", streetAddress: address, addressCountry: "VN" },
        ...(social.length > 0 && { sameAs: social }),
        hasMerchantReturnPolicy: {
          "@type": "MerchantReturnPolicy",
          merchantReturnLink: pathsIn("vi").information("doi-tra"),
        },
      },
      {
        "@type": "WebSite",
        name,
        url: "/",
        inLanguage: locales.map((locale) => localeTags[locale]),
        publisher: { "@id": "/#shop" },
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: search },
          "query-input": "required name=search_term_string",
        },
      },
    ],
  });
};

export default function HomeScreen({ loaderData }: Route.ComponentProps) {
  const { rows, groups, menus, news, tiles, next_sale_at, app, site } = loaderData;
  const { home } = useMessages();
  const paths = usePaths();
  const featured = menus["FEATURED-PRODUCTS"];
  const link = (to: string) => ({ to, text: home.see_all });
  return (
    <div className="wrap shop-window">
      <h1 className="visually-hidden">
        {site.name}. {site.tagline}
      </h1>
      <Hero menu={menus["SLIDER-BANNER"]} />
      <Promises menu={menus["SUBTITLE-SECTION"]} />
      <CategoryTiles tiles={tiles} />
      <FlashBand cards={rows.flash_sale} next_at={next_sale_at} />
      <BestSellers cards={rows.best_selling} title={rows.best_selling_title} groups={groups} />
      <CardRail
        id="top-sale"
        title={home.top_sale}
        cards={rows.top_sale}
        more={link(paths.products({ on_sale: "true" }))}
      />
      <CardRail id="featured" title={featured?.title || home.featured} note={featured?.text} cards={rows.featured} />
      <Household menu={menus["HOUSEHOLD-SECTION"]} />
      <CardRail
        id="sale-off"
        title={home.sale_off}
        cards={rows.sale_off}
        more={link(paths.products({ on_sale: "true", sort: "discount" }))}
      />
      <CardRail id="newest" title={home.newest} cards={rows.newest} more={link(paths.products({ sort: "newest" }))} />
      <Technology menu={menus["OVERVIEW-TECHNOLOGY"]} />
      <StoreFigures menu={menus["QUANTITY-STORE"]} />
      <News tabs={news} />
      {app && <AppBlock app={app} />}
    </div>
  );
}

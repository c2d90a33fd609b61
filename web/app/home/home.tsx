import type { Shop } from "contract/contract.ts";
import { locales, localeTags } from "contract/values/locale.ts";
import { cachePage, localeOf, shopOf } from "../context.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { pageMeta, shopLd } from "../meta.ts";
import { skipRevalidationAfterForms } from "../navigation/add-to-cart.ts";
import { pathsIn } from "../paths.ts";
import { CardRail } from "../shared/products/card-rail.tsx";
import { ProgrammeLinks } from "../shared/programme-links.tsx";
import type { Route } from "./+types/home";
import { AppBlock } from "./app-block.tsx";
import { BestSellers } from "./best-sellers.tsx";
import { FlashBand } from "./flash-band.tsx";
import { Hero } from "./hero.tsx";
import { actsOf, figuresOf, menusOf, notificationsOf, promisesOf, scenesOf, tilesOf } from "./home-data.ts";
import { News } from "./news.tsx";
import { NeedTiles, Promises, Rooms } from "./sections.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const paths = pathsIn("vi");
  const [rows, menuList, news, tree, layout] = await Promise.all([
    shop.catalogue.homeRows({}),
    shop.content.homeMenus({}),
    shop.content.newsTabs({}),
    shop.catalogue.categoryTree({}),
    shop.content.chrome({}),
  ]);
  const nextSaleAt = rows.flash_sale.length > 0 ? null : await nextSale(shop);
  const products = Object.values(rows).flatMap((row) => (Array.isArray(row) ? row : []));
  const tags = new Set(products.map((card) => `product:${card.slug}`));
  cachePage(context, { tags: ["posts", "stores", "programmes", ...tags], until: layout.prices_change_at });
  const menus = menusOf(menuList);
  const featured = menus["FEATURED-PRODUCTS"];
  const groups = tree.flatMap(({ slug, name, image }) =>
    image ? [{ title: name, link: paths.category(slug), image: image.id }] : [],
  );
  return {
    acts: actsOf(rows, tree),
    scenes: scenesOf(menus["SLIDER-BANNER"]),
    tiles: tilesOf(menus["HOUSEHOLD-SECTION"], groups),
    promises: promisesOf(menus["SUBTITLE-SECTION"]),
    featured: { title: featured?.title ?? "", text: featured?.text ?? "" },
    stores: figuresOf(menus["QUANTITY-STORE"]),
    news: notificationsOf(news),
    next_sale_at: nextSaleAt,
    programmes: layout.programmes.map(({ slug, title, lang }) => ({ slug, title, lang })),
    app: layout.app,
    site: {
      name: layout.name,
      legal_name: layout.legal_name,
      tagline: layout.tagline,
      groups: tree.map(({ name }) => name),
      telephone: layout.hotline.tel,
      email: layout.email,
      address: layout.address,
      social: layout.social.map(({ url }) => url),
      search: `${pathsIn(localeOf(context)).search()}?name={search_term_string}`,
    },
  };
}

/** Asked only while no sale runs: when the next one opens. */
async function nextSale(shop: Shop): Promise<string | null> {
  const { next } = await shop.promotions.flashSale({ status: 0, limit: 1 });
  return next?.starts_at ?? null;
}

export const shouldRevalidate = skipRevalidationAfterForms;

export const meta: Route.MetaFunction = (args) => {
  const { loaderData } = args;
  if (!loaderData) return [];
  const { name, legal_name, tagline, groups, telephone, email, address, social, search } = loaderData.site;
  return pageMeta(args, {
    title: tagline ? `${name} – ${tagline}` : name,
    description: [tagline, ...groups].filter(Boolean).join(". "),
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
  const { acts, scenes, tiles, promises, featured, stores, news, next_sale_at, programmes, app, site } = loaderData;
  const { home } = useMessages();
  const paths = usePaths();
  return (
    <div className="wrap shop-window">
      <h1 className="visually-hidden">
        {site.name}. {site.tagline}
      </h1>
      <Hero slides={scenes.hero} />
      <NeedTiles tiles={tiles} />
      <Promises promises={promises} />
      <FlashBand cards={acts.flash_sale} next_at={next_sale_at} />
      <ProgrammeLinks heading={home.programmes} programmes={programmes} className="section programme-links" />
      <CardRail
        id="offers"
        title={home.offers}
        cards={acts.offers}
        more={{ to: paths.products({ on_sale: "true", sort: "discount" }), text: home.see_all }}
      />
      <BestSellers table={acts.table} featured={featured} />
      <Rooms rooms={scenes.rooms} />
      <News tabs={news} />
      <AppBlock app={app} stores={stores} />
    </div>
  );
}

import { fixedPages } from "contract/pages/document.ts";
import type { Locale } from "contract/values/locale.ts";
import { cachePage, shopOf } from "../context.ts";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { breadcrumbs, pageMeta } from "../meta.ts";
import { liveBook } from "../pages/book/live-book.ts";
import { ifThere } from "../pages/if-there.ts";
import { bookPath } from "../pages/paths.ts";
import { pathsIn } from "../paths.ts";
import type { Route } from "./+types/site-map";

/** Everything one can reach, for people. Search engines have /sitemap.xml. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const [tree, { data: sections }, policies, { programmes, prices_change_at }, book, fixed, ...live] =
    await Promise.all([
      shop.catalogue.categoryTree({}),
      shop.content.postCategories({ limit: 100 }),
      shop.content.policies({}),
      shop.content.chrome({}),
      liveBook(shop),
      Promise.all(fixedPages.map((key) => ifThere(shop.pages.fixed({ key })))),
      shop.pages.list({ kind: "landing", limit: 100 }),
      shop.pages.list({ kind: "builder", limit: 100 }),
    ]);
  for (const { until } of live) cachePage(context, { tags: ["pages"], until });
  cachePage(context, { tags: ["menus", "posts", "policies", "programmes"], until: prices_change_at });
  const named = ({ slug, name }: { slug: string; name: string }) => ({ slug, name });
  return {
    tree: tree.map((node) => ({ ...named(node), children: node.children.map(named) })),
    sections: sections.map(named),
    policies: policies.map(({ route, title }) => ({ route, title })),
    programmes: programmes.map(({ slug, title, lang }) => ({ slug, title, lang })),
    season: book?.season ?? "",
    fixed: fixedPages.flatMap((key, place) => {
      const page = fixed[place];
      return page ? { key, title: page.title } : [];
    }),
    shown: live.flatMap(({ data }) => data.map(({ kind, slug, title }) => ({ kind, slug, title }))),
  };
}

export const meta: Route.MetaFunction = (args) => {
  const { content, common } = messagesAt(args.location.pathname);
  const paths = pathsIn("vi");
  return pageMeta(args, {
    title: content.sitemap_title,
    description: content.sitemap_text,
    path: paths.siteMap(),
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: content.sitemap_title, path: paths.siteMap() },
      ]),
    ],
  });
};

export default function SiteMapScreen({ loaderData }: Route.ComponentProps) {
  const { tree, sections, policies, programmes, shown, fixed, season } = loaderData;
  const { book, chat, content, common, gifting, orders, pages, recruitment, stores, warranty } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const shopPages = [
    { to: paths.home(), text: common.home },
    { to: paths.products(), text: common.all_categories },
    { to: paths.cart(), text: common.cart },
    { to: paths.orderLookup(), text: orders.lookup_title },
    { to: paths.stores(), text: stores.title },
    { to: paths.link("/the-qua-tang"), text: gifting.title },
    { to: paths.warranty({}), text: warranty.title },
    { to: paths.chat(), text: chat.title },
    { to: paths.vacancies(), text: recruitment.title },
    ...fixed.map(({ key, title }) => ({ to: paths[key](), text: title })),
    ...(season ? [{ to: bookPath(locale), text: book.title({ season }) }] : []),
  ];
  const information = [
    { to: paths.faq(), text: content.faq_title },
    ...policies.map(({ route, title }) => ({ to: paths.link(route), text: title })),
  ];
  const guides = [
    { to: paths.landingPages(), text: pages.landing_title },
    { to: paths.builderPages(), text: pages.builder_title },
    ...shown.map(({ kind, slug, title }) => ({
      to: kind === "landing" ? paths.landingPage(slug) : paths.builderPage(slug),
      text: title,
    })),
  ];
  const running = programmes.map(({ slug, title, lang }) => ({ to: paths.programme(slug), text: title, lang }));
  const news = [
    { to: paths.news(), text: content.all_posts },
    ...sections.map(({ slug, name }) => ({ to: paths.newsCategory(slug), text: name })),
  ];
  return (
    <div className="wrap section stack-loose">
      <h1>{content.sitemap_title}</h1>
      <div className="news-grid">
        <Links title={content.shop} links={shopPages} />
        <Links title={content.news_title} links={news} />
        <Links title={content.information} to={paths.information()} links={information} />
        {running.length > 0 && <Links title={pages.programmes} links={running} />}
        <Links title={pages.builder_title} links={guides} />
        {tree.map(({ slug, name, children }) => (
          <Links
            key={slug}
            title={name}
            to={paths.category(slug)}
            links={children.map((child) => ({ to: paths.category(child.slug), text: child.name }))}
          />
        ))}
      </div>
    </div>
  );
}

type Place = { to: string; text: string; lang?: Locale };

function Links({ title, to, links }: { title: string; to?: string; links: readonly Place[] }) {
  const locale = useLocale();
  return (
    <section>
      <h2 className="h4">{to ? <a href={to}>{title}</a> : title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.to}>
            <a className="link own-line tall" href={link.to} {...(link.lang && foreign(link.lang, locale))}>
              {link.text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

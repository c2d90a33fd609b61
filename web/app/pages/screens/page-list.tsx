import { imageUrl, srcset } from "contract/values/images.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { cachePage, shopOf } from "../../context.ts";
import { assertPageExists } from "../../guards.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { pageIn } from "../../shared/page-number.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import { Picture } from "../../ui/picture.tsx";
import type { Route } from "./+types/page-list";

/** What is live of a kind: campaigns, before them the programmes that run, or guides. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const kind = /\/landing-page(\.data)?$/.test(url.pathname) ? ("landing" as const) : ("builder" as const);
  const page = pageIn(url.searchParams);
  const shop = shopOf(context);
  const [{ data: cards, meta, until }, layout] = await Promise.all([
    shop.pages.list({ kind, page }),
    shop.content.chrome({}),
  ]);
  await assertPageExists(shop, page, meta);
  cachePage(context, { tags: ["pages", "settings"], until });
  const hasProgrammes = kind === "landing" && page === 1;
  if (hasProgrammes) cachePage(context, { tags: ["programmes"], until: layout.prices_change_at });
  return { kind, programmes: hasProgrammes ? layout.programmes : [], cards, meta };
}

export const meta: Route.MetaFunction = (args) => {
  const { pages, common, content } = messagesAt(args.location.pathname);
  const { kind, meta } = args.loaderData ?? { kind: "builder", meta: { current_page: 1 } };
  const paths = pathsIn("vi");
  const page = meta.current_page;
  const name = kind === "landing" ? pages.landing_title : pages.builder_title;
  const query = page > 1 ? { page } : undefined;
  const path = kind === "landing" ? paths.landingPages(query) : paths.builderPages(query);
  return pageMeta(args, {
    title: content.page_of({ title: name, page }),
    description: kind === "landing" ? pages.landing_text : pages.builder_text,
    path,
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name, path },
      ]),
    ],
  });
};

export default function PageListScreen({ loaderData: { kind, programmes, cards, meta } }: Route.ComponentProps) {
  const { pages, common } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const title = kind === "landing" ? pages.landing_title : pages.builder_title;
  const toPage = (page: number) => {
    const query = page > 1 ? { page } : undefined;
    return kind === "landing" ? paths.landingPages(query) : paths.builderPages(query);
  };
  return (
    <div className="wrap">
      <ReadingStyles />
      <Breadcrumb label={pages.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: title }]} />
      <header className="page-head">
        <h1>{title}</h1>
        <p className="muted">{kind === "landing" ? pages.landing_text : pages.builder_text}</p>
      </header>
      {cards.length + programmes.length === 0 ? (
        <div className="card panel stack">
          <p>{pages.empty}</p>
          <div>
            <ButtonLink href={paths.products()} variant="secondary">
              {pages.to_products}
            </ButtonLink>
          </div>
        </div>
      ) : (
        <ul className="news-grid">
          {programmes.map(({ slug, title, lang, ends_at }) => (
            <li key={slug} className="card panel stack">
              <h2 className="h4" {...foreign(lang, locale)}>
                <a href={paths.programme(slug)}>{title}</a>
              </h2>
              <p className="small soft">{pages.ends({ time: formatDateTime(ends_at, locale) })}</p>
            </li>
          ))}
          {cards.map((card, at) => (
            <li key={card.slug} className="card page-card" {...foreign(card.lang, locale)}>
              {card.picture && (
                <Picture
                  src={imageUrl(card.picture.image, 640)}
                  srcSet={srcset(card.picture.image, [320, 480, 640, 800])}
                  sizes="(width >= 64rem) 380px, 100vw"
                  alt=""
                  width={640}
                  height={256}
                  priority={at === 0}
                />
              )}
              <div className="panel stack">
                <h2 className="h4">
                  <a href={kind === "landing" ? paths.landingPage(card.slug) : paths.builderPage(card.slug)}>
                    {card.title}
                  </a>
                </h2>
                <p className="small soft">{card.description}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        label={pages.list_pages}
        page={meta.current_page}
        lastPage={meta.last_page}
        toPage={toPage}
        previous={pages.previous}
        next={pages.next}
        pageLabel={(page) => pages.page({ page })}
      />
    </div>
  );
}

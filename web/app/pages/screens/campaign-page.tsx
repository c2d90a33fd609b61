import type { Shop } from "contract/contract.ts";
import { formatDate } from "contract/values/locale.ts";
import { data, redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { refusalOf } from "../../guards.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Blocks } from "../blocks.tsx";
import { keepPage } from "../page-cache.ts";
import { blockPageMeta } from "../page-head.ts";
import type { Route } from "./+types/campaign-page";

type Kind = "landing" | "builder";

/** A former slug leads to the present one; what has ended leads on, or says so with 410. rules/pages#states */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { slug } = params;
  const kind: Kind = /\/landing-page\//.test(new URL(request.url).pathname) ? "landing" : "builder";
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  try {
    const page = await shop.pages.find({ kind, slug });
    const own = kind === "landing" ? paths.landingPage(page.slug) : paths.builderPage(page.slug);
    if (page.slug !== slug) throw redirect(own, 301);
    await keepPage(context, shop, page);
    return { page, ended: null, kind };
  } catch (error) {
    if (refusalOf(error)?.code !== "page_ended") throw error;
    const ended = await endingOf(shop, kind, slug);
    if (ended.ends_to) throw redirect(paths.link(ended.ends_to), 302);
    cachePage(context, { tags: ["pages"] });
    return data({ page: null, ended, kind }, { status: 410 });
  }
}

const endingOf = (shop: Shop, kind: Kind, slug: string) => shop.pages.ended({ kind, slug });

export const meta: Route.MetaFunction = (args) => {
  const { pages, common } = messagesAt(args.location.pathname);
  const { page, kind } = args.loaderData ?? { page: null, kind: "builder" };
  if (!page) return pageMeta(args, { title: pages.ended, description: pages.ended, path: null });
  const paths = pathsIn("vi");
  const path = kind === "landing" ? paths.landingPage(page.slug) : paths.builderPage(page.slug);
  return blockPageMeta(args, page, path, common.home);
};

export default function CampaignPageScreen({ loaderData: { page, ended, kind } }: Route.ComponentProps) {
  const { pages, common } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const list = kind === "landing" ? paths.landingPages() : paths.builderPages();
  if (!page) {
    const day = formatDate(new Date(Date.parse(ended.ended_at) - 1), locale);
    return (
      <div className="wrap section">
        <ReadingStyles />
        <div className="card panel stack text-width centred">
          <h1 className="h2">{pages.ended}</h1>
          <p {...foreign(ended.lang, locale)}>{pages.ended_text({ title: ended.title, day })}</p>
          <p className="row row-wrap">
            <ButtonLink href={list}>{pages.to_pages}</ButtonLink>
            <ButtonLink href={paths.products()} variant="secondary">
              {pages.to_products}
            </ButtonLink>
          </p>
        </div>
      </div>
    );
  }
  const title = kind === "landing" ? pages.landing_title : pages.builder_title;
  return (
    <div className="wrap">
      <ReadingStyles />
      <Breadcrumb
        label={pages.breadcrumb}
        trail={[{ text: common.home, to: paths.home() }, { text: title, to: list }, { text: page.title }]}
      />
      <Blocks page={page} />
    </div>
  );
}

import { formatDateTime } from "contract/values/locale.ts";
import { redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { notFound } from "../../guards.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { pathsIn } from "../../paths.ts";
import { lastMoment } from "../../promotions/terms.ts";
import { Badge } from "../../ui/text/badge.tsx";
import { loadProductPage, productMeta } from "../product/page/page-data.ts";
import { ProductPage } from "../product/page/product-page.tsx";
import type { Route } from "./+types/programme-product";

/** A product in the frame of a programme that runs for it. Where none does, the product's own page is the place. Spec §2. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const { customPage, detailPromotion } = params;
  const isName = (text: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
  if (!isName(customPage) || !isName(detailPromotion) || detailPromotion === "gio-hang" || customPage === "l")
    throw await notFound(shop, "address");
  const programme = await shop.promotions.programme({ slug_or_id: customPage, limit: 1 });
  const product = await shop.catalogue.productBySlug({ slug: detailPromotion });
  const isMoved = product.slug !== detailPromotion;
  const paths = pathsIn(localeOf(context));
  if (isMoved && product.promotion_programs.some(({ slug }) => slug === customPage))
    throw redirect(paths.programmeProduct(customPage, product.slug), 301);
  if (!product.promotion_programs.some(({ slug }) => slug === customPage)) {
    const category_slug = product.categories.at(-1)?.slug ?? "";
    throw redirect(paths.product({ category_slug, slug: product.slug }), 302);
  }
  cachePage(context, { tags: ["programmes", `programme:${customPage}`], until: programme.ends_at });
  const { slug, title, lang, ends_at } = programme;
  const promotion_programs = product.promotion_programs.filter((each) => each.slug !== slug);
  const page = await loadProductPage(context, { ...product, promotion_programs });
  return { ...page, programme: { slug, title, lang, ends_at } };
}

export const meta: Route.MetaFunction = (args) => (args.loaderData ? productMeta(args, args.loaderData.product) : []);

export default function ProgrammeProduct({ loaderData: { programme, ...page } }: Route.ComponentProps) {
  const { promotions: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const { slug, title, lang, ends_at } = programme;
  return (
    <>
      <aside className="wrap" aria-label={words.in_programme({ title })}>
        <div className="card panel between row-wrap above-16">
          <div className="stack">
            <Badge tone="brand">{words.ends({ at: formatDateTime(lastMoment(ends_at), locale) })}</Badge>
            <b className="h4" {...foreign(lang, locale)}>
              {title}
            </b>
          </div>
          <a className="link" href={paths.programme(slug)}>
            {words.back({ title })}
          </a>
        </div>
      </aside>
      <ProductPage {...page} />
    </>
  );
}

import { imageUrl } from "contract/values/images.ts";
import { localeOfPath } from "contract/values/locale.ts";
import { Suspense, useEffect } from "react";
import { redirect, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { notFound } from "../../guards.ts";
import { Deferred } from "../../hydration/deferred.tsx";
import { lazyPart } from "../../hydration/lazy.tsx";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { skipRevalidationAfterForms } from "../../navigation/add-to-cart.ts";
import { pathsIn } from "../../paths.ts";
import { ProductRows } from "../../shared/products/product-rows.tsx";
import { shownCards } from "../../shared/products/shown-card.ts";
import { forgetViewed, rememberViewed, useViewed, viewedNow } from "../../shared/products/viewed-products.ts";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { isMember } from "../../visitor.ts";
import { BuyArea } from "../product/buy-area.tsx";
import { Gallery } from "../product/gallery.tsx";
import { categoryOf, productLd, type ShownProduct, shownOf, textsOf, variantFor } from "../product/product-data.ts";
import { ProductTexts } from "../product/product-facts.tsx";
import { CodeNote, Colours, PriceBox, ProductHead } from "../product/product-head.tsx";
import { Promises } from "../product/promises.tsx";
import type { Route } from "./+types/product";

const MAX_ACCESSORIES = 4;
/** In the browser both are loaded on demand: AsSent decides when. */
const Texts = import.meta.env.SSR
  ? ProductTexts
  : lazyPart(async () => (await import("../product/product-facts.tsx")).ProductTexts);
const Rows = import.meta.env.SSR
  ? ProductRows
  : lazyPart(async () => (await import("../../shared/products/product-rows.tsx")).ProductRows);

/** An id, a former slug or another category in the address lead to the right one. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const asked = params.slug;
  if (!/^[a-z0-9-]{1,100}$/.test(asked)) throw await notFound(shop);
  const product = /^\d{1,9}$/.test(asked)
    ? await shop.catalogue.product({ id: asked })
    : await shop.catalogue.productBySlug({ slug: asked });
  const category_slug = categoryOf(product);
  if (product.slug !== asked || category_slug !== params.category) {
    const sku = new URL(request.url).searchParams.get("sku");
    throw redirect(pathsIn(localeOf(context)).product({ category_slug, slug: product.slug }, { sku }), 301);
  }
  const [{ related, accessories }, layout] = await Promise.all([
    shop.catalogue.related({ id: product.product_id }),
    shop.content.chrome({}),
  ]);
  const fitting = accessories.slice(0, MAX_ACCESSORIES);
  const tags = [product, ...related, ...fitting].map(({ slug }) => `product:${slug}`);
  cachePage(context, { tags: [...tags, `category:${category_slug}`], until: layout.prices_change_at });
  return { product: shownOf(product), related: shownCards(related), accessories: shownCards(fitting) };
}

/** The colours of a product are one page: choosing another sends no request. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.currentUrl.pathname !== args.nextUrl.pathname && skipRevalidationAfterForms(args);
}

export const meta: Route.MetaFunction = (args) => {
  const product = args.loaderData?.product;
  if (!product) return [];
  const { catalogue, common } = messagesAt(args.location.pathname);
  const paths = pathsIn(localeOfPath(args.location.pathname).locale);
  const ref = { category_slug: categoryOf(product), slug: product.slug };
  const address = paths.product(ref);
  const picture = product.variants[0]?.gallery[0];
  return pageMeta(args, {
    title: product.name,
    description: `${product.short_description} ${product.highlights.join(", ")}`,
    path: address,
    image: picture && imageUrl(picture.id, 1200),
    type: "product",
    json_ld: import.meta.env.SSR && [
      productLd(product, address, (sku) => paths.product(ref, { sku })),
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: catalogue.all_products, path: paths.products() },
        ...product.categories.map(({ slug, name }) => ({ name, path: paths.category(slug) })),
        { name: product.name, path: address },
      ]),
    ],
  });
};

export default function ProductScreen({ loaderData }: Route.ComponentProps) {
  const { product, related, accessories } = loaderData;
  const { catalogue, common } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const search = new URLSearchParams(useLocation().search);
  const variant = variantFor(product.variants, search);
  const viewed = useOthersViewed(product, variant?.product_id);
  if (!variant) return null; // the shop sells nothing without a variant
  const trail = [
    { text: common.home, to: paths.home() },
    ...product.categories.map(({ slug, name }) => ({ text: name, to: paths.category(slug) })),
    { text: product.name },
  ];
  return (
    <div className="wrap">
      <div className="wide-only">
        <Breadcrumb label={catalogue.breadcrumb} trail={trail} />
      </div>
      <CodeNote code={search.get("code")} />
      <div className="product-layout">
        <Gallery key={variant.code} pictures={variant.gallery} name={product.name} />
        <div>
          <ProductHead product={product} variant={variant} />
          <PriceBox variant={variant} />
          <Colours product={product} variant={variant} />
          <BuyArea product={product} variant={variant} accessories={accessories} />
          <Promises product={product} product_id={variant.product_id} />
        </div>
      </div>
      <Suspense>
        <Deferred
          key={product.slug}
          of={import.meta.env.SSR ? { texts: textsOf(product) } : undefined}
          className="with-summary section"
          {...foreign(product.lang, locale)}
        >
          <Texts product={product} />
        </Deferred>
      </Suspense>
      <Suspense>
        <Deferred key={product.slug} hydrates>
          <Rows {...{ accessories, related, viewed }} onForget={forgetViewed} />
        </Deferred>
      </Suspense>
    </div>
  );
}

/** Only members' pages load this. Where it fails, the device stores the product and reports it with the next one. */
async function notify(): Promise<void> {
  const file = await import("../../shared/products/report-viewed.ts").catch(() => undefined);
  await file?.reportViewed(viewedNow());
}

/** Stores the viewed product; returns those viewed before. */
function useOthersViewed(product: ShownProduct, product_id: number | undefined): readonly number[] {
  useEffect(() => {
    if (!product_id) return;
    rememberViewed(product_id);
    if (isMember()) void notify();
  }, [product_id]);
  return useViewed().filter((id) => !product.variants.some((variant) => variant.product_id === id));
}

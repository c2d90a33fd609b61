import { Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { Deferred } from "../../../hydration/deferred.tsx";
import { lazyPart } from "../../../hydration/lazy.tsx";
import { foreign, useLocale, useMessages, usePaths } from "../../../i18n.tsx";
import { ProductReviews, type ReviewsOf } from "../../../reviews/product-block.tsx";
import { ProductRows } from "../../../shared/products/product-rows.tsx";
import { forgetViewed, rememberViewed, useViewed, viewedNow } from "../../../shared/products/viewed-products.ts";
import { Breadcrumb } from "../../../ui/navigation/breadcrumb.tsx";
import { isMember } from "../../../visitor.ts";
import { BuyArea } from "../buy-area.tsx";
import { Gallery } from "../gallery.tsx";
import { type ShownProduct, textsOf, variantFor } from "../product-data.ts";
import { ProductTexts } from "../product-facts.tsx";
import { CodeNote, Colours, PriceBox, ProductHead } from "../product-head.tsx";
import { Promises } from "../promises.tsx";
import type { ProductPageData } from "./page-data.ts";

/** In the browser both are loaded on demand: AsSent decides when. */
const Texts = import.meta.env.SSR
  ? ProductTexts
  : lazyPart(async () => (await import("../product-facts.tsx")).ProductTexts);
const Reviews = import.meta.env.SSR
  ? ProductReviews
  : lazyPart(async () => (await import("../../../reviews/product-block.tsx")).ProductReviews);
const Rows = import.meta.env.SSR
  ? ProductRows
  : lazyPart(async () => (await import("../../../shared/products/product-rows.tsx")).ProductRows);

/** A product with what goes with it; the same at its own address and in the frame of a programme. */
export function ProductPage({ product, related, accessories }: ProductPageData) {
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
        <Deferred key={product.slug} of={import.meta.env.SSR ? { reviews: reviewsOf(product) } : undefined}>
          <Reviews product={product} />
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

const reviewsOf = ({ product_id, comments, star_rating }: ShownProduct): ReviewsOf => ({
  product_id,
  comments,
  star_rating,
});

/** Only members' pages load this. Where it fails, the device stores the product and reports it with the next one. */
async function notify(): Promise<void> {
  const file = await import("../../../shared/products/report-viewed.ts").catch(() => undefined);
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

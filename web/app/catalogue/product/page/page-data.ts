/** What the page of a product loads and says of itself. Its tags and its end go to the page cache. */
import type { Product } from "contract/catalogue/catalogue.ts";
import { imageUrl } from "contract/values/images.ts";
import { localeOfPath } from "contract/values/locale.ts";
import { cachePage, type RouteContext, shopOf } from "../../../context.ts";
import { messagesAt } from "../../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../../meta.ts";
import { pathsIn } from "../../../paths.ts";
import { type ShownCard, shownCards } from "../../../shared/products/shown-card.ts";
import { categoryOf, productLd, type ShownProduct, shownOf } from "../product-data.ts";

const MAX_ACCESSORIES = 4;

export type ProductPageData = { product: ShownProduct; related: ShownCard[]; accessories: ShownCard[] };

export async function loadProductPage(context: RouteContext, product: Product): Promise<ProductPageData> {
  const shop = shopOf(context);
  const [{ related, accessories }, layout] = await Promise.all([
    shop.catalogue.related({ id: product.product_id }),
    shop.content.chrome({}),
  ]);
  const fitting = accessories.slice(0, MAX_ACCESSORIES);
  const tags = [product, ...related, ...fitting].map(({ slug }) => `product:${slug}`);
  const category_slug = categoryOf(product);
  cachePage(context, { tags: [...tags, `category:${category_slug}`, "programmes"], until: layout.prices_change_at });
  return { product: shownOf(product), related: shownCards(related), accessories: shownCards(fitting) };
}

/** Canonical is the product's own address, wherever it is shown. */
export function productMeta(args: Parameters<typeof pageMeta>[0], product: ShownProduct) {
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
}

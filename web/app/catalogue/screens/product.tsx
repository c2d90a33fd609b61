import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { notFound } from "../../guards.ts";
import { skipRevalidationAfterForms } from "../../navigation/add-to-cart.ts";
import { pathsIn } from "../../paths.ts";
import { loadProductPage, productMeta } from "../product/page/page-data.ts";
import { ProductPage } from "../product/page/product-page.tsx";
import { categoryOf } from "../product/product-data.ts";
import type { Route } from "./+types/product";

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
  return loadProductPage(context, product);
}

/** The colours of a product are one page: choosing another sends no request. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.currentUrl.pathname !== args.nextUrl.pathname && skipRevalidationAfterForms(args);
}

export const meta: Route.MetaFunction = (args) => (args.loaderData ? productMeta(args, args.loaderData.product) : []);

export default function ProductScreen({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} />;
}

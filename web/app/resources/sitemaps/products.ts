import { cachePage, requestContext, shopOf } from "../../context.ts";
import { pathsIn } from "../../paths.ts";
import type { Route } from "./+types/products";
import { MAX_KEPT, sitemap, xml } from "./sitemap.ts";

/** One span of products. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = new URL(request.url).searchParams.get("page") ?? "1";
  const products = await shopOf(context).catalogue.addresses({ page: page as `${number}` });
  const paths = pathsIn("vi");
  const text = sitemap(
    context.get(requestContext).public_url,
    products.map((product) => ({ path: paths.product(product), updated_at: product.updated_at })),
  );
  if (text.length < MAX_KEPT) cachePage(context, { tags: ["catalogue"] });
  return xml(text);
}

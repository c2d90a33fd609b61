import { cachePage, requestContext, shopOf } from "../../context.ts";
import { notFound } from "../../guards.ts";
import { pathsIn } from "../../paths.ts";
import type { Route } from "./+types/posts";
import { MAX_KEPT, sitemap, xml } from "./sitemap.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const page = new URL(request.url).searchParams.get("page") ?? "1";
  const { data } = await shop.content.postAddresses({ page: page as `${number}` });
  if (data.length === 0) throw await notFound(shop);
  const paths = pathsIn("vi");
  const text = sitemap(
    context.get(requestContext).public_url,
    data.map((post) => ({ path: paths.post(post), updated_at: post.updated_at })),
  );
  if (text.length < MAX_KEPT) cachePage(context, { tags: ["posts"] });
  return xml(text);
}

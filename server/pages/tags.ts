/** What bears a tag: products, and on the first page the newest articles. A tag nothing visible bears is not found. Spec §2 /tag/{tag} */
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { searchProducts } from "../catalogue/listing/search.ts";
import { posts } from "../content/posts.ts";
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";
import { say, type Words } from "../platform/settings.ts";

const MAX_POSTS = 12;
const PRODUCTS_PER_PAGE = 24; // rules/wire#success

/** Products and articles have the same tags. */
const labels = memo(["catalogue", "posts"], async (ctx) => {
  const { rows } = await sql<{ slug: string; label: Words }>`
    select slug, label from content.tags union all select slug, label from catalogue.tags`.execute(ctx.sql);
  return new Map(rows.map(({ slug, label }) => [slug, label]));
});

/** Throws not_found. */
export async function tagged(ctx: Ctx, { tag, page }: { tag: string; page: number }) {
  const label = (await labels(ctx)).get(tag);
  if (!label) throw new ShopError("not_found");
  const [products, articles] = await Promise.all([
    searchProducts(ctx, { tag, page, limit: PRODUCTS_PER_PAGE }),
    posts(ctx, { tag, page: 1, limit: MAX_POSTS, sort: "desc" }),
  ]);
  if (products.meta.total === 0 && articles.meta.total === 0) throw new ShopError("not_found");
  return {
    tag,
    label: say(label, ctx.locale),
    products: { data: products.data, meta: products.meta },
    posts: page === 1 ? articles.data : [],
  };
}

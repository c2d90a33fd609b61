/** What makes a kept page of blocks untrue: itself, what its blocks show, and the next moment at which it changes by itself. */
import type { Shop } from "contract/contract.ts";
import type { ShownPage } from "contract/pages/pages.ts";
import { cachePage, type RouteContext } from "../context.ts";

export async function keepPage(context: RouteContext, shop: Shop, page: ShownPage): Promise<void> {
  const cards = page.blocks.flatMap((block) =>
    block.type === "product_row"
      ? block.products
      : block.type === "tabs"
        ? block.tabs.flatMap(({ products }) => products)
        : [],
  );
  const rows = page.blocks.some(({ type }) => type === "product_row")
    ? ["catalogue", "category:all", "flash_sales"]
    : [];
  const shown = cards.flatMap((card) => [`product:${card.slug}`, `category:${card.category_slug}`]);
  cachePage(context, {
    tags: [`page:${page.key}`, "settings", "stores", "policies", ...rows, ...shown],
    until: page.until,
  });
  if (cards.length > 0) cachePage(context, { tags: [], until: (await shop.content.chrome({})).prices_change_at });
}

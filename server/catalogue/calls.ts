/**
 * The catalogue's calls: input in, the noun files' answers out; the session owns favourites and viewed products. Spec
 * §7 Products.
 */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { implement } from "../calls/handle.ts";
import { sessionIdOf } from "../identity/sessions.ts";
import type { Ctx } from "../kernel/context.ts";
import { bestSellers, homeRows, metaOf, relatedTo, saleOff, topSale } from "./listing/rows.ts";
import { searchFacetOptions, searchFacets, searchProducts } from "./listing/search.ts";
import { productSitemapEntries, productSitemapPages } from "./listing/sitemap-entries.ts";
import { suggest } from "./listing/suggestions.ts";
import { cardsOf } from "./products/cards.ts";
import { categoryTree, findCategory, listCategories } from "./products/categories.ts";
import { compareProducts, findProduct, findProductOf } from "./products/products.ts";
import { favouriteSlugs, favouritesOwnerOf, listFavourites, toggleFavourite } from "./saved/favourites.ts";
import { askStockNotice, forgetStockNotice, listStockNotices } from "./saved/stock-notices.ts";
import { forgetViewed, listViewed, noteViewed } from "./saved/viewed.ts";

async function customerOf(ctx: Ctx): Promise<number> {
  const customer_id = (await ctx.session())?.customer_id;
  if (!customer_id) throw new ShopError("unauthenticated");
  return customer_id;
}

export const catalogueCalls = implement(contract.catalogue, {
  products: searchProducts,
  filter: searchProducts,
  searchProperties: searchFacets,
  facetOptions: searchFacetOptions,
  searchableProperties: async (ctx, { category_slug }) => (await searchFacets(ctx, { category: category_slug })).facets,
  suggest: (ctx, { name }) => suggest(ctx, name),
  productBySlug: (ctx, { slug }) => findProduct(ctx, slug),
  product: (ctx, { id }) => findProductOf(ctx, id),
  compare: (ctx, { slugs }) => compareProducts(ctx, slugs),
  related: (ctx, { id }) => relatedTo(ctx, id),
  cards: (ctx, { ids }) => cardsOf(ctx, ids),
  bestsellers: bestSellers,
  topSale,
  saleOff,
  homeRows: (ctx) => homeRows(ctx),
  categoryTree: (ctx) => categoryTree(ctx),
  categories: async (ctx, input) => {
    const all = await listCategories(ctx, input);
    const from = (input.page - 1) * input.limit;
    return { data: all.slice(from, from + input.limit), meta: metaOf(all.length, input) };
  },
  category: (ctx, { id }) => findCategory(ctx, id),
  addressPages: productSitemapPages,
  addresses: (ctx, { page }) => productSitemapEntries(ctx, page),
  toggleFavourite: async (ctx, input) => {
    const session = await ctx.openSession();
    const changed = await toggleFavourite(ctx, favouritesOwnerOf(session), input.product_id, input.favourite);
    return { ...changed, session_id: ctx.machine.is_browser ? null : sessionIdOf(session, input) };
  },
  favourites: async (ctx, { page, limit }) => {
    const session = await ctx.session();
    return listFavourites(ctx, session && favouritesOwnerOf(session), { page, limit });
  },
  favouriteSlugs: async (ctx) => {
    const session = await ctx.session();
    return session ? favouriteSlugs(ctx, favouritesOwnerOf(session)) : [];
  },
  askStockNotice: async (ctx, { product_id }) => askStockNotice(ctx, await customerOf(ctx), product_id),
  stockNotices: async (ctx) => listStockNotices(ctx, await customerOf(ctx)),
  forgetStockNotice: async (ctx, { product_id }) => {
    await forgetStockNotice(ctx, await customerOf(ctx), product_id);
    return { product_id };
  },
  viewed: async (ctx) => listViewed(ctx, await customerOf(ctx)),
  noteViewed: async (ctx, { product_ids }) => ({ kept: await noteViewed(ctx, await customerOf(ctx), product_ids) }),
  forgetViewed: async (ctx, { product_id }) => ({ kept: await forgetViewed(ctx, await customerOf(ctx), product_id) }),
});

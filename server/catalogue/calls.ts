/** The catalogue's calls: input in, the noun files' answers out. Nothing here writes. Spec §7 Products and content. */
import { catalogue } from "contract/catalogue.ts";
import { implement } from "../handle.ts";
import { productAddresses, productAddressPages } from "./addresses.ts";
import { cardsOf } from "./cards.ts";
import { categoryTree, findCategory, listCategories } from "./categories.ts";
import { compareProducts, findProduct, findProductOf } from "./products.ts";
import { bestSellers, homeRows, metaOf, relatedTo, saleOff, topSale } from "./rows.ts";
import { searchFacets, searchProducts } from "./search.ts";
import { suggest } from "./suggest.ts";

export const catalogueCalls = implement(catalogue, {
  products: searchProducts,
  filter: searchProducts,
  searchProperties: searchFacets,
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
  addressPages: productAddressPages,
  addresses: (ctx, { page }) => productAddresses(ctx, page),
});

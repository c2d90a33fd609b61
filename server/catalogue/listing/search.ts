/**
 * Lists of products: by category, tag, text and filters, sorted, in pages, with facets and an honest account of what was
 * understood of a text. Without filters one statement; else two, one for ids, counts and facets and one for the cards; a third
 * where a text has unknown terms or a code. Spec §7 products, product-filter, search-properties; rules/search#ranking
 */
import type { Meta } from "contract/call.ts";
import type { Facet, FacetOption, Listing, ProductFilter, ProductList } from "contract/catalogue/catalogue.ts";
import type { Ctx } from "../../kernel/context.ts";
import { cardsOf, readCards } from "../products/cards.ts";
import { type Categories, categories, type KnownCategory } from "../products/categories.ts";
import { type Reference, reference } from "../products/reference.ts";
import { noteMissedSearch } from "../query/missed-searches.ts";
import { readQuery, type SearchQuery } from "../query/search-query.ts";
import { facetsOf, optionsLike, planFacets } from "./facets.ts";
import { filtersOf } from "./filters.ts";
import { type Found, list } from "./listing.ts";
import { deepest, metaOf, type PageInput } from "./rows.ts";
import { type Sorting, sortingOf } from "./sorting.ts";
import { textMatch } from "./text-match.ts";

export async function searchProducts(ctx: Ctx, input: Listing): Promise<ProductList> {
  const { found, facets, query, tree, lists } = await search(ctx, input, sortingOf(input), input);
  const data = found.cards
    ? readCards(ctx, found.cards, tree, lists).map(({ card }) => card)
    : await cardsOf(ctx, found.variant_ids);
  if (input.name && input.page === 1 && found.counts.total === 0 && isUnfiltered(input))
    noteMissedSearch(ctx, input.name);
  const { cheapest = null, dearest = null } = found.others.price ?? found.counts;
  const reachable = Math.min(found.counts.total, deepest);
  return {
    data,
    meta: { ...metaOf(found.counts.total, input), last_page: metaOf(reachable, input).last_page },
    more: found.more,
    facets,
    price_range: cheapest !== null && dearest !== null ? { minimum: cheapest, maximum: dearest } : null,
    understood: query && {
      query: found.is_other && query.other ? query.other.looked_for : query.looked_for,
      corrected: found.is_other && query.other ? query.other.text : query.corrected,
      did_you_mean: found.has_other && !found.is_other && query.other?.is_asked ? query.other.text : null,
      partial: found.partial,
      price_min: query.price.min,
      price_max: query.price.max,
      exact_product: found.exact_product,
    },
  };
}

/** Where filters left nothing, nothing was missed. */
function isUnfiltered({ name: _name, ...filter }: ProductFilter): boolean {
  const { category, cat, brand, tag, price_min, price_max, rating_min, in_stock, on_sale, properties, exact } = filter;
  const given = [category, cat, brand, tag, price_min, price_max, rating_min, in_stock, on_sale, exact];
  return given.every((each) => each === undefined) && Object.keys(properties ?? {}).length === 0;
}

/** Facets and total alone. */
export async function searchFacets(
  ctx: Ctx,
  input: ProductFilter,
): Promise<{ facets: Facet[]; total: number; more: boolean }> {
  const sorting: Sorting = { by: "featured", reversed: false };
  const { found, facets } = await search(ctx, input, sorting, { page: 1, limit: 1 });
  return { facets, total: found.counts.total, more: found.more };
}

/** Every choice of one facet, by page. */
export async function searchFacetOptions(
  ctx: Ctx,
  { facet, find, page, limit, ...filter }: ProductFilter & PageInput & { facet: string; find?: string | undefined },
): Promise<{ data: FacetOption[]; meta: Meta }> {
  const { scope } = await search(ctx, filter, { by: "featured", reversed: false }, { page: 1, limit: 1 });
  const all = optionsLike(facet, find ?? "", scope, ctx.locale);
  return { data: all.slice((page - 1) * limit, page * limit), meta: metaOf(all.length, { page, limit }) };
}

type Search = {
  found: Found;
  facets: Facet[];
  scope: Parameters<typeof facetsOf>[0];
  query: SearchQuery | null;
  tree: Categories;
  lists: Reference;
};

async function search(ctx: Ctx, input: ProductFilter, sorting: Sorting, page: PageInput): Promise<Search> {
  const [tree, lists] = await Promise.all([categories(ctx), reference(ctx)]);
  const query = input.name ? await readQuery(ctx, input.name, input.exact ?? false) : null;
  const filters = filtersOf(input, query?.price ?? { min: null, max: null }, tree, lists);
  const isWordless = query !== null && query.concepts.length === 0;
  const isPriceOnly = isWordless && (query.price.min !== null || query.price.max !== null);
  if (isWordless && !isPriceOnly) filters.is_empty = true;
  const text = query && !isWordless ? textMatch(query) : null;
  const plan = planFacets(filters, namedCategory(query, tree), tree, lists);
  const found = await list(ctx, { filters, sorting, page, text, code: query?.code ?? null, plan });
  const scope = { filters, plan, found, tree, lists };
  return { found, facets: facetsOf(scope, ctx.locale), scope, query, tree, lists };
}

/** Where the whole text names one category, its filters are what the shopper looks for next. */
function namedCategory(query: SearchQuery | null, tree: Categories): KnownCategory | undefined {
  const ids = new Set(query?.concepts.flatMap((concept) => concept.categories));
  const [only] = ids;
  return ids.size === 1 && only !== undefined ? tree.byId.get(only) : undefined;
}

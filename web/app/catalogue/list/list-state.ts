/**
 * The state of a list is in its URL, and nowhere else. It is read leniently, because URLs are shared, cut and
 * typed by hand, and written in one order, so that the same choice has one URL and one entry in the page cache.
 */
import type { Shop } from "contract/contract.ts";
import type { ProductSort } from "contract/values/sorting.ts";
import { pageIn } from "../../shared/page-number.ts";

export const per_page = 24; // rules/wire
const MAX_SHOWN = 4 * per_page; // a call answers 100 at the most
const MAX_VALUE_LENGTH = 80;
const MAX_FIND_LENGTH = 60;
const MAX_FACET_PAGES = 1000;
const MAX_VALUES = 50;
const HIGHEST_PRICE = 1_000_000_000;

/** In the order they are offered. The contract's own list would bring its schemas along into the browser. */
export const listSorts = [
  "featured",
  "best_selling",
  "discount",
  "newest",
  "price_asc",
  "price_desc",
  "name",
  "rating",
] as const satisfies readonly ProductSort[];

/** Facets with a parameter of their own name; all others travel as `properties[code]`. */
const named: ReadonlySet<string> = new Set(["brand", "in_stock", "on_sale", "tag"]);
/** Of these, facets that are one yes. */
const flags: ReadonlySet<string> = new Set(["in_stock", "on_sale"]);
const aliases: Readonly<Record<string, string>> = { cat: "category", category: "category" };

/** Parameters of a list, for its row of the route table. */
export const listQuery = [
  ...Object.keys(aliases),
  ...named,
  "exact",
  "facet",
  "facet_page",
  "find",
  "limit",
  "page",
  "price_max",
  "price_min",
  "properties[]",
  "sort",
];

export type ListState = {
  /** Typed words; empty on category pages. */
  name: string;
  /** The query as typed, without correction. */
  exact: boolean;
  /** Chosen values by facet. */
  choices: Readonly<Record<string, readonly string[]>>;
  price_min: number | null;
  price_max: number | null;
  /** Null: as the shop puts them. */
  sort: ProductSort | null;
  page: number;
  /** How many are shown at once: a page, or several after "show more". */
  shown: number;
  /** The facet of very many choices that is open, what is looked for in it, and the page of what was found. */
  facet: string;
  find: string;
  facet_page: number;
};

type ListInput = Parameters<Shop["catalogue"]["products"]>[0];
type Query = Record<string, string | number | readonly string[] | null>;

/** The name of a facet's field in a form and in an address. */
export function parameterOf(facet: string): string {
  return named.has(facet) ? facet : `properties[${facet}]`;
}

function facetOf(parameter: string): string | undefined {
  if (named.has(parameter)) return parameter;
  return aliases[parameter] ?? /^properties\[([\w.-]{1,60})\]$/.exec(parameter)?.[1];
}

export function listStateOf(search: URLSearchParams): ListState {
  const [low, high] = [priceOf(search.get("price_min")), priceOf(search.get("price_max"))];
  const turned = low !== null && high !== null && low > high;
  const sort = search.get("sort");
  const page = pageIn(search);
  const shown = wholeOf(search.get("limit"), MAX_SHOWN);
  return {
    name: (search.get("name") ?? "").trim().slice(0, 120),
    exact: yesOf(search.get("exact")).length > 0,
    choices: choicesOf(search),
    price_min: turned ? high : low,
    price_max: turned ? low : high,
    sort: listSorts.find((each) => each === sort) ?? null,
    page,
    shown: page === 1 && shown > per_page && shown % per_page === 0 ? shown : per_page,
    ...openedIn(search),
  };
}

function openedIn(search: URLSearchParams): Pick<ListState, "facet" | "find" | "facet_page"> {
  const facet = /^[\w.-]{1,60}$/.exec(search.get("facet") ?? "")?.[0];
  if (facet === undefined) return { facet: "", find: "", facet_page: 1 };
  const find = (search.get("find") ?? "").trim().slice(0, MAX_FIND_LENGTH);
  return { facet, find, facet_page: Math.max(1, wholeOf(search.get("facet_page"), MAX_FACET_PAGES)) };
}

function choicesOf(search: URLSearchParams): ListState["choices"] {
  const found = new Map<string, string[]>();
  for (const [parameter, text] of search) {
    const facet = facetOf(parameter);
    if (!facet) continue;
    const values = flags.has(facet) ? yesOf(text) : text.split(",").map((value) => value.trim());
    const clean = values.filter((value) => value !== "" && value.length <= MAX_VALUE_LENGTH);
    found.set(facet, [...(found.get(facet) ?? []), ...clean]);
  }
  const lists = [...found].map(([facet, values]) => [facet, [...new Set(values)].sort().slice(0, MAX_VALUES)] as const);
  return Object.fromEntries(lists.filter(([, values]) => values.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function yesOf(text: string | null): string[] {
  return text === "true" || text === "1" ? ["true"] : [];
}

function wholeOf(text: string | null, most: number): number {
  return text && /^\d{1,6}$/.test(text) ? Math.min(Number(text), most) : 0;
}

/** What people type for a price: "1500000", "1,500,000 đ". Zero and nothing are no limit. */
function priceOf(text: string | null): number | null {
  const digits = (text ?? "").replace(/\D/g, "").slice(0, 12);
  return Math.min(Number(digits), HIGHEST_PRICE) || null;
}

/** An address in capitals chooses the same: what is chosen is spelled as it is offered, so that it can be taken off. */
export function spelledAsOffered(
  state: ListState,
  facets: readonly { code: string; options: readonly { value: string }[] }[],
): ListState {
  const spelled = Object.entries(state.choices).map(([code, values]) => {
    const options = facets.find((facet) => facet.code === code)?.options ?? [];
    const offered = new Map(options.map(({ value }) => [value.toLowerCase(), value]));
    return [code, [...new Set(values.map((value) => offered.get(value.toLowerCase()) ?? value))].sort()] as const;
  });
  return { ...state, choices: Object.fromEntries(spelled) };
}

/** The parameters of a state, without those that say what goes without saying. */
export function queryOf(state: ListState): Query {
  const query: Query = { name: state.name, exact: state.exact ? 1 : null };
  for (const [facet, values] of Object.entries(state.choices)) query[parameterOf(facet)] = values;
  query.price_min = state.price_min;
  query.price_max = state.price_max;
  query.sort = state.sort;
  query.page = state.page > 1 ? state.page : null;
  query.limit = state.shown > per_page ? state.shown : null;
  query.facet = state.facet || null;
  query.find = (state.facet && state.find) || null;
  query.facet_page = state.facet && state.facet_page > 1 ? state.facet_page : null;
  return query;
}

/** The input of the call. */
export function listingOf(state: ListState, category?: string): ListInput {
  const { brand, in_stock, on_sale, tag, ...others } = state.choices;
  return {
    name: state.name || undefined,
    exact: state.exact || undefined,
    category,
    brand: brand && [...brand],
    tag: tag?.find((slug) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)),
    in_stock: in_stock ? true : undefined,
    on_sale: on_sale ? true : undefined,
    price_min: state.price_min ?? undefined,
    price_max: state.price_max ?? undefined,
    properties: Object.fromEntries(Object.entries(others).map(([code, values]) => [code, [...values]])),
    sort: state.sort ?? undefined,
    page: state.page,
    limit: state.shown,
  };
}

/** Choices of the open facet; null where none is. */
export async function fetchExpandedFacet(shop: Shop, state: ListState, category?: string) {
  if (state.facet === "") return null;
  const { sort: _sort, page: _page, limit: _limit, ...filter } = listingOf(state, category);
  const { facet, find, facet_page } = state;
  return shop.catalogue.facetOptions({ ...filter, facet, find: find || undefined, page: facet_page, limit: 100 });
}
export type ExpandedFacet = Awaited<ReturnType<typeof fetchExpandedFacet>>;

/** Another choice starts on the first page again. */
export function changed(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, shown: per_page, ...change };
}

export function toggled(state: ListState, facet: string, value: string): ListState {
  const { [facet]: values = [], ...others } = state.choices;
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value].sort();
  const choices = next.length > 0 ? { ...others, [facet]: next } : others;
  return changed(state, { choices: Object.fromEntries(Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1))) });
}

/** The same list without any filter; query and order stay. */
export function unfiltered(state: ListState): ListState {
  return changed(state, { choices: {}, price_min: null, price_max: null, facet: "", find: "", facet_page: 1 });
}

export function filterCount(state: ListState): number {
  const chosen = Object.values(state.choices).reduce((count, values) => count + values.length, 0);
  return chosen + (state.price_min !== null || state.price_max !== null ? 1 : 0);
}

/** ASSUMED(0063): where "show more" leads. The same list, longer, while one call can bring it; then the next page. */
export function longer(state: ListState): ListState {
  if (state.page === 1 && state.shown + per_page <= MAX_SHOWN) return { ...state, shown: state.shown + per_page };
  return { ...state, page: lastShownPage(state) + 1, shown: per_page };
}

/** The page a longer list ends with. */
export function lastShownPage(state: ListState): number {
  return state.page - 1 + state.shown / per_page;
}

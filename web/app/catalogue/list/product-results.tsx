import type { ProductList } from "contract/catalogue/catalogue.ts";
import { formatNumber } from "contract/values/locale.ts";
import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { useMessages } from "../../i18n.tsx";
import { ProductCard } from "../../shared/products/product-card.tsx";
import type { ShownCard } from "../../shared/products/shown-card.ts";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import { ChosenFilters, FilterBar, SortSelect } from "./list-bars.tsx";
import {
  type ExpandedFacet,
  type ListState,
  lastShownPage,
  listSorts,
  listStateOf,
  longer,
  per_page,
  spelledAsOffered,
} from "./list-state.ts";

export type Results = Omit<ProductList, "understood" | "data"> & {
  data: readonly ShownCard[];
  open_facet: ExpandedFacet;
};

export type ProductResultsProps = {
  list: Results;
  toList: (state: ListState) => string;
  /** Of the address. */
  category?: string;
  /** Name of the default order, and what it means. */
  firstSort: string;
  sortNote?: string;
  /** After the cards. */
  advice?: ReactNode;
  /** Instead of the grid when nothing is left. */
  empty: ReactNode;
};

const PRIORITY_CARDS = 4;

/** The state of the list in the address of this page. */
export function useListState(): ListState {
  return listStateOf(new URLSearchParams(useLocation().search));
}

/** Filters, order, cards and pages: the same for categories and for search. */
export function ProductResults({ list, toList, category, firstSort, sortNote, advice, empty }: ProductResultsProps) {
  const { listing } = useMessages();
  const state = spelledAsOffered(useListState(), list.facets);
  const { state: moving, location } = useNavigation();
  const { pathname } = useLocation();
  const { data, facets, meta, price_range } = list;
  const busy = moving === "loading" && location.pathname === pathname;
  const rated = facets.some(({ code }) => code === "rating");
  const sorts = listSorts.filter((sort) => (sort !== "rating" || rated) && listing.sorts[sort] !== firstSort);
  return (
    <div className="with-aside">
      <FilterPanel
        {...{ facets, state, toList, category }}
        range={price_range}
        total={meta.total}
        opened={list.open_facet}
      />
      <div className="stack" aria-busy={busy || undefined}>
        <div className="list-head">
          <FilterBar facets={facets} state={state} toList={toList}>
            {meta.total > 1 && <SortSelect {...{ state, toList, sorts }} first={firstSort} />}
          </FilterBar>
          <ChosenFilters facets={facets} state={state} toList={toList} />
        </div>
        {data.length === 0 ? empty : <Grid cards={data} />}
        {data.length > 0 && advice}
        {data.length > 0 && <Pages list={list} state={state} toList={toList} />}
        {sortNote && state.sort === null && data.length > 1 && <p className="muted small">{sortNote}</p>}
      </div>
    </div>
  );
}

function Grid({ cards }: { cards: Results["data"] }) {
  return (
    <div className="product-grid product-grid-list">
      {cards.map((card, place) => (
        <ProductCard key={card.product_id} card={card} place="list" priority={place < PRIORITY_CARDS} comparable />
      ))}
    </div>
  );
}

function Pages({ list, state, toList }: Pick<ProductResultsProps, "list" | "toList"> & { state: ListState }) {
  const { listing } = useMessages();
  const { total } = list.meta;
  const page = lastShownPage(state);
  const left = Math.min(per_page, total - page * per_page);
  // A longer list has fewer pages of its own; the address counts in ordinary ones.
  const last_page = state.shown > per_page ? Math.ceil(total / per_page) : list.meta.last_page;
  const endsEarly = page >= list.meta.last_page && (list.more || total > page * per_page);
  return (
    <>
      {endsEarly && <p className="muted">{listing.list_ends}</p>}
      <Pagination
        label={listing.pages}
        page={page}
        lastPage={last_page}
        toPage={(to) => toList({ ...state, page: to, shown: per_page })}
        previous={listing.previous_page}
        next={listing.next_page}
        pageLabel={(number) => listing.page({ page: number })}
        more={left > 0 ? { text: listing.show_more({ count: left }), to: toList(longer(state)) } : undefined}
      />
    </>
  );
}

/** How many there are; said again whenever it changes. */
export function CountLine({ list: { meta, more } }: { list: Pick<Results, "meta" | "more"> }) {
  const { listing } = useMessages();
  const count = formatNumber(meta.total);
  return (
    <p className="muted num" role="status">
      {more ? listing.products_over({ count }) : listing.products_count({ count })}
    </p>
  );
}

import type { ProductList } from "contract/catalogue/catalogue.ts";
import { truncate } from "contract/values/text.ts";
import { redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { useLayoutData } from "../../frame/layout-data.ts";
import { assertPageExists } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { skipRevalidationAfterForms, useAddToCart } from "../../navigation/add-to-cart.ts";
import { pathsIn } from "../../paths.ts";
import { type ShownCard as Card, shownCards } from "../../shared/products/shown-card.ts";
import { Button } from "../../ui/button.tsx";
import { Chips } from "../../ui/chip.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { CompareTray } from "../compare/compare-tray.tsx";
import { priceWords } from "../list/list-bars.tsx";
import { fetchExpandedFacet, filterCount, listingOf, listStateOf, queryOf } from "../list/list-state.ts";
import { NothingFound, NothingLeft } from "../list/nothing-found.tsx";
import { CountLine, ProductResults, type Results, useListState } from "../list/product-results.tsx";
import type { Route } from "./+types/search";

const MAX_POPULAR = 10;
const MAX_SHOWN_LENGTH = 60; // characters, decision 0242

/** ASSUMED(0063): a product's own code leads straight to it; `all` says that the shopper wants the list nevertheless. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const { searchParams } = new URL(request.url);
  const state = listStateOf(searchParams);
  const layout = await shop.content.chrome({});
  if (state.name === "") {
    cachePage(context, { tags: [], until: layout.prices_change_at });
    return { query: "", said: "", list: null, understood: null, popular: [] };
  }
  const [list, shownFacet] = await Promise.all([
    shop.catalogue.products(listingOf(state)),
    fetchExpandedFacet(shop, state),
  ]);
  const exact = list.understood?.exact_product;
  if (exact && !searchParams.has("all") && filterCount(state) === 0)
    throw redirect(paths.product(exact, { code: state.name }));
  await assertPageExists(shop, state.page, list.meta);
  const found = list.meta.total > 0 || filterCount(state) > 0;
  const popular = found ? [] : (await shop.catalogue.homeRows({})).best_selling.slice(0, MAX_POPULAR);
  const tags = [...list.data, ...popular].map((card) => `product:${card.slug}`);
  // What is not found now may be there later: any change of the catalogue purges it.
  cachePage(context, { tags: ["category:all", ...tags], until: layout.prices_change_at });
  const { understood, data, ...rest } = list;
  return {
    query: state.name,
    said: truncate(state.name, MAX_SHOWN_LENGTH),
    list: { ...rest, data: shownCards(data), open_facet: shownFacet },
    understood,
    popular: shownCards(popular),
  };
}

export const shouldRevalidate = skipRevalidationAfterForms;

export const meta: Route.MetaFunction = (args) => {
  const { listing } = messagesAt(args.location.pathname);
  const query = args.loaderData?.said;
  return pageMeta(args, {
    title: query ? listing.search_for({ query }) : listing.search_title,
    description: listing.search_ask_text,
    path: null, // a list of lists: the categories are what should be found
  });
};

export default function SearchScreen({ loaderData }: Route.ComponentProps) {
  const { query, said, list, understood, popular } = loaderData;
  useAddToCart();
  return (
    <>
      <div className="wrap search-page">
        <Trail query={said} />
        {list ? <Found {...{ query, said, list, understood, popular }} /> : <Ask />}
      </div>
      <CompareTray />
    </>
  );
}

function Trail({ query }: { query: string }) {
  const { catalogue, common, listing } = useMessages();
  const paths = usePaths();
  const trail = [
    { text: common.home, to: paths.home() },
    { text: listing.search_title, to: paths.search() },
    ...(query ? [{ text: query }] : []),
  ];
  return <Breadcrumb label={catalogue.breadcrumb} trail={trail} />;
}

/** Nothing was typed. */
function Ask() {
  const { listing } = useMessages();
  return (
    <section className="stack text-width">
      <h1>{listing.search_ask}</h1>
      <p className="soft">{listing.search_ask_text}</p>
      <SearchAgain query="" />
      <PopularSearches />
    </section>
  );
}

type FoundProps = {
  query: string;
  /** The query as a heading repeats it. */
  said: string;
  list: Results;
  understood: ProductList["understood"];
  popular: readonly Card[];
};

function Found({ query, said, list, understood, popular }: FoundProps) {
  const { listing } = useMessages();
  const paths = usePaths();
  if (popular.length > 0 || (list.meta.total === 0 && list.facets.length === 0))
    return (
      <NothingFound query={said} popular={popular}>
        <SearchAgain query={query} />
        <PopularSearches />
      </NothingFound>
    );
  return (
    <>
      <header className="page-head">
        <h1>{listing.search_for({ query: said })}</h1>
        <CountLine list={list} />
        {understood && <Understood query={query} understood={understood} />}
      </header>
      <ProductResults
        list={list}
        toList={(state) => paths.search(undefined, queryOf(state))}
        firstSort={listing.sort_relevance}
        empty={<NothingLeft query={said} />}
      />
    </>
  );
}

/** How the query was understood. */
function Understood({ query, understood }: { query: string; understood: NonNullable<ProductList["understood"]> }) {
  const { listing } = useMessages();
  const paths = usePaths();
  const state = useListState();
  const { corrected, did_you_mean, partial, price_min, price_max } = understood;
  const priced = price_min !== null || price_max !== null;
  if (corrected === null && did_you_mean === null && !priced && !partial) return null;
  return (
    <p className="soft" role="status">
      {did_you_mean !== null && (
        <>
          {listing.did_you_mean}{" "}
          <a className="link" href={paths.search(did_you_mean)}>
            <b>{did_you_mean}</b>
          </a>
          {"? "}
        </>
      )}
      {corrected !== null && (
        <>
          <b>{listing.corrected({ query: corrected })}</b>{" "}
          <a className="link" href={paths.search(undefined, queryOf({ ...state, exact: true }))}>
            {listing.search_exactly({ query })}
          </a>{" "}
        </>
      )}
      {partial && `${listing.partly} `}
      {priced && listing.understood_price({ range: priceWords({ price_min, price_max }, listing) })}
    </p>
  );
}

function SearchAgain({ query }: { query: string }) {
  const { common, listing } = useMessages();
  const paths = usePaths();
  return (
    <search>
      <form className="row" action={paths.search()}>
        <span className="search search-bordered">
          <Icon name="search" />
          <input
            type="search"
            name="name"
            defaultValue={query}
            aria-label={common.search}
            placeholder={common.search_placeholder_short}
            maxLength={120}
            required
          />
        </span>
        <Button>{query ? listing.search_again : common.search_submit}</Button>
      </form>
    </search>
  );
}

function PopularSearches() {
  const { listing } = useMessages();
  const paths = usePaths();
  const terms = useLayoutData()?.popular_searches ?? [];
  if (terms.length === 0) return null;
  return (
    <nav className="stack" aria-label={listing.popular_searches}>
      <h2 className="h4">{listing.popular_searches}</h2>
      <Chips wrap>
        {terms.map((term) => (
          <a key={term} className="chip" href={paths.search(term)}>
            {term}
          </a>
        ))}
      </Chips>
    </nav>
  );
}

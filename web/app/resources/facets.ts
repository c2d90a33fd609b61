import { listingOf, listStateOf } from "../catalogue/list/list-state.ts";
import { shopOf } from "../context.ts";
import type { Route } from "./+types/facets";

/** How many products a choice of filters would leave, before it is applied. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const within = search.get("within") ?? undefined;
  const { sort: _sort, page: _page, limit: _limit, ...filter } = listingOf(listStateOf(search), within);
  return shopOf(context).catalogue.searchProperties(filter);
}

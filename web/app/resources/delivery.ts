import { shopOf } from "../context.ts";
import type { Route } from "./+types/delivery";

/** When and for how much a product comes to a ward: the best quote, or none. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const quotes = await shopOf(context).fulfilment.productQuote({
    product_id: search.get("product_id") ?? "",
    city_code: search.get("city_code") ?? "",
    ward_code: search.get("ward_code") ?? "",
  });
  const possible = quotes.filter((quote) => quote.available);
  const best = possible.find((quote) => quote.cheapest) ?? possible[0];
  if (!best) return { quote: null };
  const { fee, fee_discount, eta_from, eta_to, inspection_allowed } = best;
  return { quote: { fee: fee - fee_discount, eta_from, eta_to, inspection_allowed } };
}

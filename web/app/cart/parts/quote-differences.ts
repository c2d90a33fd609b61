/** In what the delivery quotes of an order differ, and what is the same for all. Only of those that can deliver. */
import type { ShippingQuote } from "contract/fulfilment/fulfilment.ts";

type Part = ShippingQuote["shipments"][number];

export type SameForAll = {
  /** Carried by the same unit for the same fee; none where there is no choice. */
  parts: readonly Part[];
  inspection_allowed: boolean;
};

export function sameForAll(quotes: readonly ShippingQuote[]): SameForAll {
  const offered = quotes.filter((quote) => quote.available);
  const [first, ...others] = offered;
  const isInAll = (part: Part) => others.every((quote) => quote.shipments.some((other) => isSame(part, other)));
  return {
    parts: first && others.length > 0 ? first.shipments.filter(isInAll) : [],
    inspection_allowed: offered.length > 0 && offered.every((quote) => quote.inspection_allowed),
  };
}

function isSame(one: Part, other: Part): boolean {
  return one.shipping_class === other.shipping_class && one.service === other.service && one.fee === other.fee;
}

/** The parts in which a quote differs from the others. */
export function ownParts(quote: ShippingQuote, { parts }: SameForAll): Part[] {
  return quote.shipments.filter((part) => !parts.some((same) => isSame(part, same)));
}

/** A mark stands at one of several: where another costs as little, or comes on the same days, it would be untrue of that one. */
export function marksOf(quote: ShippingQuote, quotes: readonly ShippingQuote[]): ("cheapest" | "fastest")[] {
  const others = quotes.filter((other) => other !== quote && other.available);
  if (!quote.available || others.length === 0) return [];
  const costs = ({ fee, fee_discount }: ShippingQuote) => fee - fee_discount;
  const days = ({ eta_from, eta_to }: ShippingQuote) => `${eta_from} ${eta_to}`;
  const isCheapest = quote.cheapest && others.every((other) => costs(other) > costs(quote));
  const isFastest = quote.fastest && others.every((other) => days(other) !== days(quote));
  return [...(isCheapest ? (["cheapest"] as const) : []), ...(isFastest ? (["fastest"] as const) : [])];
}

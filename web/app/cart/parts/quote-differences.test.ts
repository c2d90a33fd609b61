/** Each delivery choice shows its cost and carrier, and a label only where it is true. */
import type { ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { describe, expect, it } from "vitest";
import { marksOf, ownParts, sameForAll } from "./quote-differences.ts";

type Part = ShippingQuote["shipments"][number];

function part(shipping_class: Part["shipping_class"], service: string, fee: number): Part {
  const days = { eta_from: "2026-11-23", eta_to: "2026-11-24" };
  return { shipping_class, service, name: service, fee, fee_discount: 0, chargeable_grams: 1000, ...days };
}

function quote(code: string, shipments: Part[], change: Partial<ShippingQuote> = {}): ShippingQuote {
  const fee = shipments.reduce((sum, each) => sum + each.fee, 0);
  return {
    ...{ code, carrier: code, name: code, fee, fee_discount: 0, eta_from: "2026-11-23", eta_to: "2026-11-24" },
    ...{ shipments, inspection_allowed: true, available: true, unavailable_reason: null },
    ...{ fastest: false, cheapest: false },
    ...change,
  };
}

const team = part("install", "Đội kỹ thuật", 0);

describe("parts that are the same for all quotes", () => {
  it("a part with the same carrier and fee in every quote is common; the rest is the quote's own", () => {
    const [one, other] = [part("parcel", "A", 30_000), part("parcel", "B", 20_000)];
    const quotes = [quote("A", [one, team]), quote("B", [other, team])];
    const same = sameForAll(quotes);
    expect(same).toEqual({ parts: [team], inspection_allowed: true });
    expect(quotes.map((each) => ownParts(each, same))).toEqual([[one], [other]]);
  });

  it("a part with another carrier or fee in one quote is not common", () => {
    for (const different of [part("install", "B", 0), part("install", "Đội kỹ thuật", 150_000)]) {
      const quotes = [quote("A", [part("parcel", "A", 1), team]), quote("B", [part("parcel", "B", 2), different])];
      expect(sameForAll(quotes).parts).toEqual([]);
    }
  });

  it("only available quotes are compared", () => {
    const away = quote("C", [], { available: false, inspection_allowed: false });
    const quotes = [quote("A", [part("parcel", "A", 1), team]), quote("B", [part("parcel", "B", 2), team]), away];
    expect(sameForAll(quotes)).toEqual({ parts: [team], inspection_allowed: true });
    expect(sameForAll([away])).toEqual({ parts: [], inspection_allowed: false });
  });

  it("a single quote has no common parts; an inspection that one quote lacks is not common", () => {
    expect(sameForAll([quote("A", [team])]).parts).toEqual([]);
    const strict = quote("B", [part("parcel", "B", 2)], { inspection_allowed: false });
    expect(sameForAll([quote("A", [part("parcel", "A", 1)]), strict]).inspection_allowed).toBe(false);
  });
});

describe("labels of quotes", () => {
  const [a, b] = [part("parcel", "A", 20_000), part("parcel", "B", 30_000)];

  it("labels are at the cheapest and at the fastest quote", () => {
    const cheap = quote("A", [a], { cheapest: true });
    const quick = quote("B", [b], { fastest: true, eta_to: "2026-11-23" });
    expect(marksOf(cheap, [cheap, quick])).toEqual(["cheapest"]);
    expect(marksOf(quick, [cheap, quick])).toEqual(["fastest"]);
  });

  it("no label where another quote costs the same or comes on the same days", () => {
    const first = quote("A", [a], { cheapest: true, fastest: true });
    const same = quote("B", [b], { fee_discount: 10_000 });
    expect(marksOf(first, [first, same])).toEqual([]);
  });

  it("no label on a single quote", () => {
    const only = quote("A", [a], { cheapest: true, fastest: true });
    expect(marksOf(only, [only, quote("B", [], { available: false })])).toEqual([]);
  });
});

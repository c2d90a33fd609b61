/** Each delivery choice shows its cost and carrier, and a label only where it is true. */
import type { ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { describe, expect, it } from "vitest";
import { marksOf, ownParts, sameForAll } from "./quote-differences.ts";

type Part = ShippingQuote["shipments"][number];

function part(shipping_class: Part["shipping_class"], service: string, fee: number): Part {
  const days = { eta_from: "2026-11-23", eta_to: "2026-11-24" };
  return { shipping_class, service, name: service, fee, chargeable_grams: 1000, ...days };
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

describe("what is the same for all", () => {
  it("is a part that every choice leaves to the same unit for the same fee; the rest is its own", () => {
    const [one, other] = [part("parcel", "A", 30_000), part("parcel", "B", 20_000)];
    const quotes = [quote("A", [one, team]), quote("B", [other, team])];
    const same = sameForAll(quotes);
    expect(same).toEqual({ parts: [team], inspection_allowed: true });
    expect(quotes.map((each) => ownParts(each, same))).toEqual([[one], [other]]);
  });

  it("is not a part that one of them brings itself, or for another fee", () => {
    for (const different of [part("install", "B", 0), part("install", "Đội kỹ thuật", 150_000)]) {
      const quotes = [quote("A", [part("parcel", "A", 1), team]), quote("B", [part("parcel", "B", 2), different])];
      expect(sameForAll(quotes).parts).toEqual([]);
    }
  });

  it("asks only those that can deliver", () => {
    const away = quote("C", [], { available: false, inspection_allowed: false });
    const quotes = [quote("A", [part("parcel", "A", 1), team]), quote("B", [part("parcel", "B", 2), team]), away];
    expect(sameForAll(quotes)).toEqual({ parts: [team], inspection_allowed: true });
    expect(sameForAll([away])).toEqual({ parts: [], inspection_allowed: false });
  });

  it("is nothing of the parts where there is one choice, and no inspection that one of them refuses", () => {
    expect(sameForAll([quote("A", [team])]).parts).toEqual([]);
    const strict = quote("B", [part("parcel", "B", 2)], { inspection_allowed: false });
    expect(sameForAll([quote("A", [part("parcel", "A", 1)]), strict]).inspection_allowed).toBe(false);
  });
});

describe("a mark", () => {
  const [a, b] = [part("parcel", "A", 20_000), part("parcel", "B", 30_000)];

  it("stands at the one that costs least and at the one that comes first", () => {
    const cheap = quote("A", [a], { cheapest: true });
    const quick = quote("B", [b], { fastest: true, eta_to: "2026-11-23" });
    expect(marksOf(cheap, [cheap, quick])).toEqual(["cheapest"]);
    expect(marksOf(quick, [cheap, quick])).toEqual(["fastest"]);
  });

  it("is left out where another costs as little after its discount, or comes on the same days", () => {
    const first = quote("A", [a], { cheapest: true, fastest: true });
    const same = quote("B", [b], { fee_discount: 10_000 });
    expect(marksOf(first, [first, same])).toEqual([]);
  });

  it("is left out where there is nothing to compare with", () => {
    const only = quote("A", [a], { cheapest: true, fastest: true });
    expect(marksOf(only, [only, quote("B", [], { available: false })])).toEqual([]);
  });
});

/** Ranges of number facets: every product falls into exactly one. */
import { unchecked } from "contract/unchecked.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketNumbers, byFacet, facetValueIdsOf, facetValuesOf, type StoredFacetValue } from "./facet-values.ts";
import type { Attribute } from "./property-values.ts";

const words = { vi: "x", en: "x", ja: "x" };
const attribute = (code: string, type: Attribute["type"], options: string[] = []): Attribute => ({
  ...{ code, type, unit: "", filterable: true, label: words, hint: words },
  options: new Map(options.map((option) => [option, words])),
});
const attributes = new Map(
  [attribute("power", "number"), attribute("people", "range"), attribute("wifi", "bool")]
    .concat(attribute("hobs", "list", ["gas", "induction"]), attribute("colour", "enum", ["white", "black"]))
    .map((each) => [each.code, each]),
);
const plain = { category_id: 7, brand: "b", tags: [], colours: [] };

test("few numbers are listed one by one, many in at most five ranges", () => {
  expect(bucketNumbers([2, 1, 2, 1.5]).map(({ value }) => value)).toEqual(["1", "1.5", "2"]);
  const many = bucketNumbers(Array.from({ length: 200 }, (_, index) => 300 + index * 11));
  expect(many.length).toBeGreaterThan(2);
  expect(many.length).toBeLessThanOrEqual(5);
});

test("every number falls into exactly one range; a number added after the ranges were made into at most one", () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 7, maxLength: 60 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: -10, max: 60_000 }), (seen, later) => {
      fc.pre(new Set(seen).size > 6);
      const category = { id: 7, filters: ["power"] };
      const unstored = facetValuesOf(
        category,
        attributes,
        seen.map((power) => ({ power })),
      );
      const stored = byFacet(unstored.map((value, id): StoredFacetValue => ({ ...value, id: id + 1 })));
      for (const power of seen)
        expect(facetValueIdsOf({ ...plain, properties: { power } }, attributes, stored)).toHaveLength(1);
      expect(
        facetValueIdsOf({ ...plain, properties: { power: later } }, attributes, stored).length,
      ).toBeLessThanOrEqual(1);
    }),
  );
});

test("a range matches every number within it, a list each of its members", () => {
  const category = { id: 7, filters: ["people", "wifi", "hobs", "colour"] };
  const unstored = facetValuesOf(category, attributes, [{ people: { min: 2, max: 5 } }]);
  const stored = byFacet(unstored.map((value, id): StoredFacetValue => ({ ...value, id: id + 1 })));
  const valuesOf = (properties: object, colours: string[] = []) =>
    facetValueIdsOf({ ...plain, colours, properties: unchecked(properties) }, attributes, stored)
      .map((id) => unstored[id - 1])
      .map((each) => `${each?.facet}=${each?.value}`);
  expect(valuesOf({ people: { min: 2, max: 5 } })).toEqual(["people=2", "people=3", "people=4", "people=5"]);
  expect(valuesOf({ hobs: ["gas", "induction"] })).toEqual(["hobs=gas", "hobs=induction"]);
  expect(valuesOf({ wifi: false })).toEqual(["wifi=false"]);
  expect(valuesOf({}, ["black"])).toEqual(["colour=black"]);
});

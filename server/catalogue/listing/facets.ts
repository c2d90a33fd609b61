/**
 * Counts in the reader's words: the facets of a list, with what each choice leaves. A facet with fewer than two choices
 * is hidden, unless it is in use. Which facets there are depends on how narrow the list is: a category has its own, a
 * group of categories those its members share, everything else category, colour and origin. rules/catalogue#facets
 */
import type { Facet, FacetOption as Option } from "contract/catalogue/catalogue.ts";
import type { Locale } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { fold } from "contract/values/text.ts";
import { propertyWords } from "messages/properties.ts";
import { say } from "../../platform/settings.ts";
import { type Categories, type KnownCategory, nameOf, type PriceBucket } from "../products/categories.ts";
import type { StoredFacetValue } from "../products/facet-values.ts";
import { type Attribute, measure } from "../products/property-values.ts";
import type { Reference } from "../products/reference.ts";
import { bucketsOf, type Counts, MAX_COUNTED } from "./counting.ts";
import type { Filters } from "./filters.ts";
import type { Found } from "./listing.ts";

/** A facet with all its choices. */
type WholeFacet = Omit<Facet, "rest">;

/** Of longer lists of choices so many are shown; the rest can be asked for. */
const MAX_OPTIONS = 20;
export type FacetPlan = {
  /** In the order in which they are shown. */
  codes: readonly string[];
  /** The category whose filters are shown, and whose ranges of figures. */
  category: KnownCategory | undefined;
  /** Numbers of all facet values that may be shown, as PostgreSQL writes a list (`{1,2}`): nothing else is counted. */
  value_ids: string;
  /** Of one facet. */
  valueIdsOf(code: string): string;
};
type ListScope = {
  filters: Filters;
  plan: FacetPlan;
  found: Pick<Found, "counts" | "others">;
  tree: Categories;
  lists: Reference;
};

/** Facets that make sense for anything. */
const COMMON_FACETS = ["colour", "origin"];

type Plans = { own: WeakMap<KnownCategory, FacetPlan>; shared: WeakMap<KnownCategory | Reference, FacetPlan> };
/** A plan lists thousands of brands: it is made once, and forgotten with the lists it was made of. */
const plans = new WeakMap<Reference, Plans>();

/** Which facets a list has. `named` is the category a searched text names, where it is one. */
export function planFacets(
  filters: Filters,
  named: KnownCategory | undefined,
  tree: Categories,
  lists: Reference,
): FacetPlan {
  const { own, shared } = storedOr(plans, lists, () => ({ own: new WeakMap(), shared: new WeakMap() }));
  const category = narrowest(filters, tree) ?? named;
  if (category) return storedOr(own, category, () => planOf(category.filters, category, lists));
  const group = filters.category;
  return storedOr(shared, group ?? lists, () => planOf(sharedFilters(group, lists), undefined, lists));
}

function storedOr<K extends WeakKey, V>(kept: WeakMap<K, V>, key: K, make: () => V): V {
  const value = kept.get(key) ?? make();
  kept.set(key, value);
  return value;
}

function planOf(attributes: readonly string[], category: KnownCategory | undefined, lists: Reference): FacetPlan {
  const codes = ["in_stock", "on_sale", "category", "brand", "price", ...attributes];
  const idsOf = (code: string) =>
    (lists.facetValues.get(code) ?? []).filter((value) => isInCategory(value, category)).map((value) => value.id);
  const listed = (ids: readonly number[]) => `{${ids.join(",")}}`;
  return { codes, category, value_ids: listed(codes.flatMap(idsOf)), valueIdsOf: (code) => listed(idsOf(code)) };
}

/** The category of the address, or the only one chosen. */
function narrowest(filters: Filters, tree: Categories): KnownCategory | undefined {
  if (filters.category?.level === 2) return filters.category;
  const chosen = [...(filters.chosen.find(({ facet }) => facet === "category")?.values ?? [])];
  const only = chosen.length === 1 ? tree.bySlug.get(chosen[0] ?? "") : undefined;
  return only?.level === 2 ? only : undefined;
}

/** A group of categories shows what its members share; figures are cut per category, so they only make sense in one. */
function sharedFilters(group: KnownCategory | undefined, lists: Reference): readonly string[] {
  const [first, ...rest] = group?.children ?? [];
  if (!first) return COMMON_FACETS;
  const shared = first.filters.filter((code) => rest.every((member) => member.filters.includes(code)));
  return shared.filter((code) => !["number", "integer"].includes(lists.attributes.get(code)?.type ?? ""));
}

function isInCategory(value: StoredFacetValue, category: KnownCategory | undefined): boolean {
  return value.category_id === null || value.category_id === category?.id;
}

export function facetsOf(list: ListScope, locale: Locale): Facet[] {
  const met = countedValues(list.found.counts, list);
  return list.plan.codes.flatMap((code) => {
    const facet = facetOf(code, list, locale, met);
    const inUse = list.filters.chosen.some((chosen) => chosen.facet === code);
    const enough = inUse || code === "in_stock" || code === "on_sale" ? 1 : 2;
    return facet && facet.options.length >= enough ? [shortened(facet)] : [];
  });
}

/** Values by facet. */
type Met = ReadonlyMap<string, readonly StoredFacetValue[]>;

/** Those that some product meets. What is counted is a small part of what there is. */
function countedValues({ choices }: Pick<Counts, "choices">, { plan, lists }: ListScope): Met {
  const met = Object.keys(choices).flatMap((id) => lists.facetValueById.get(Number(id)) ?? []);
  return Map.groupBy(
    met.filter((value) => isInCategory(value, plan.category)),
    (value) => value.facet,
  );
}

function shortened(facet: WholeFacet): Facet {
  const { options } = facet;
  if (options.length <= MAX_OPTIONS) return { ...facet, rest: 0 };
  const best = options.toSorted(
    (one, other) => Number(other.selected) - Number(one.selected) || other.count - one.count,
  );
  const chosen = options.filter(({ selected }) => selected).length;
  const shown = best.slice(0, Math.max(MAX_OPTIONS, chosen));
  return { ...facet, options: shown, rest: options.length - shown.length };
}

/** Every choice of one facet that has `text` in its label, marks and case aside. */
export function optionsLike(code: string, text: string, list: ListScope, locale: Locale): Option[] {
  const wanted = fold(text);
  const met = countedValues(list.found.counts, list);
  return (facetOf(code, list, locale, met)?.options ?? []).filter(({ label }) => fold(label).includes(wanted));
}

function facetOf(code: string, list: ListScope, locale: Locale, metByAll: Met): WholeFacet | undefined {
  const { filters, found, lists } = list;
  const { choices } = found.others[code] ?? {};
  const counts = { ...found.counts, ...found.others[code] };
  const met = (choices ? countedValues({ choices }, list) : metByAll).get(code) ?? [];
  const selected = filters.chosen.find((chosen) => chosen.facet === code)?.values ?? new Set<string>();
  const words = propertyWords(locale).facets;
  const more = counts.sampled || (code === "price" && counts.ranges.some((count) => count > MAX_COUNTED));
  const facet = (label: string, options: Option[], hint = ""): WholeFacet => ({ code, label, hint, more, options });
  switch (code) {
    case "in_stock":
    case "on_sale":
      return facet(words[code], flagOption(words[code], counts[code], counts.total, selected));
    case "category":
      return filters.category?.level === 2
        ? undefined
        : facet(words.category, categoryOptions(list, counts, selected, locale));
    case "price":
      return facet(words.price, priceOptions(bucketsOf(list.plan.category), counts, selected, locale));
    case "brand":
      return facet(
        words.brand,
        optionsOf(
          withSelected(code, met, list, selected),
          counts,
          selected,
          ({ value }) => lists.brands.get(value) ?? value,
        ),
      );
    default: {
      const attribute = lists.attributes.get(code);
      if (!attribute) return undefined;
      const label = (value: StoredFacetValue) => labelOf(attribute, value, locale);
      return facet(
        say(attribute.label, locale),
        optionsOf(withSelected(code, met, list, selected), counts, selected, label),
        hintOf(attribute, locale),
      );
    }
  }
}

function hintOf(attribute: Attribute, locale: Locale): string {
  return attribute.hint[locale] || attribute.hint.vi || "";
}

/** Shown only where it would leave something out. */
function flagOption(label: string, count: number, total: number, selected: ReadonlySet<string>): Option[] {
  if (selected.size === 0 && (count === 0 || count === total)) return [];
  return [{ value: "true", label, count, selected: selected.size > 0 }];
}

function categoryOptions(
  { filters, tree }: ListScope,
  counts: Counts,
  selected: ReadonlySet<string>,
  locale: Locale,
): Option[] {
  const members = filters.category?.children ?? tree.roots.flatMap((root) => root.children);
  return members.flatMap((category): Option[] => {
    const count = counts.categories[category.id] ?? 0;
    const parent = category.parent_id === null ? undefined : tree.byId.get(category.parent_id);
    const isSelected = selected.has(category.slug) || (parent !== undefined && selected.has(parent.slug));
    if (count === 0 && !isSelected) return [];
    return [{ value: category.slug, label: nameOf(category, locale).name, count, selected: isSelected }];
  });
}

function priceOptions(
  buckets: readonly PriceBucket[],
  counts: Counts,
  selected: ReadonlySet<string>,
  locale: Locale,
): Option[] {
  const words = propertyWords(locale);
  return buckets.flatMap(({ min, max }, at): Option[] => {
    const value = `${min}-${max ?? ""}`;
    const count = counts.ranges[at] ?? 0;
    if (count === 0 && !selected.has(value)) return [];
    const label =
      max === null
        ? words.from(formatDong(min))
        : min === 0
          ? words.below(formatDong(max))
          : words.range(formatDong(min), formatDong(max));
    return [{ value, label, count, selected: selected.has(value) }];
  });
}

/** In the order in which they are shown; what is selected stays where it leaves nothing. */
function withSelected(
  code: string,
  met: readonly StoredFacetValue[],
  list: ListScope,
  selected: ReadonlySet<string>,
): StoredFacetValue[] {
  const offered = selected.size === 0 ? [] : (list.lists.facetValues.get(code) ?? []);
  const chosen = offered.filter((value) => selected.has(value.value) && isInCategory(value, list.plan.category));
  return [...new Set([...met, ...chosen])].sort((one, other) => one.position - other.position || one.id - other.id);
}

function optionsOf(
  values: readonly StoredFacetValue[],
  counts: Counts,
  selected: ReadonlySet<string>,
  label: (value: StoredFacetValue) => string,
): Option[] {
  return values.map((value) => ({
    value: value.value,
    label: label(value),
    count: counts.choices[value.id] ?? 0,
    selected: selected.has(value.value),
  }));
}

/** The label of a facet value; cached as long as the value is cached. */
const labels: Record<Locale, WeakMap<StoredFacetValue, string>> = {
  vi: new WeakMap(),
  en: new WeakMap(),
  ja: new WeakMap(),
};

function labelOf(attribute: Attribute, value: StoredFacetValue, locale: Locale): string {
  let label = labels[locale].get(value);
  if (label === undefined) {
    label = makeLabel(attribute, value, locale);
    labels[locale].set(value, label);
  }
  return label;
}

function makeLabel(attribute: Attribute, value: StoredFacetValue, locale: Locale): string {
  const words = propertyWords(locale);
  switch (attribute.type) {
    case "bool":
      return value.value === "true" ? words.yes : words.no;
    case "range":
      return measure(value.low ?? 0, attribute.unit || "people", locale);
    case "number":
    case "integer": {
      const { low, high } = value;
      if (low === null) return words.below(measure(high ?? 0, attribute.unit, locale));
      if (high === null) return words.from(measure(low, attribute.unit, locale));
      if (low === high) return measure(low, attribute.unit, locale);
      return words.range(measure(low, "", locale), measure(high, attribute.unit, locale));
    }
    default: {
      const label = attribute.options.get(value.value);
      return label ? say(label, locale) : value.value;
    }
  }
}

import type { Facet } from "contract/catalogue/catalogue.ts";
import { formatDong } from "contract/values/money.ts";
import type { ReactNode } from "react";
import { useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { ChipLink, Chips } from "../../ui/chip.tsx";
import { Icon } from "../../ui/icon.tsx";
import { opensAside } from "../../ui/overlays/aside-panel.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";
import { choiceName } from "./choice-name.ts";
import { FILTER_FORM, type ToList, useApply } from "./filter-form.ts";
import { FILTER_PANEL } from "./filter-panel.tsx";
import { changed, filterCount, type ListState, type listSorts, toggled, unfiltered } from "./list-state.ts";

type BarProps = { facets: readonly Facet[]; state: ListState; toList: ToList };

const PROMOTED_VALUES = 2;

/**
 * On phones: the way to all filters, the order, and the filters most used. On wide screens, where the filters stand
 * beside the list, the order alone.
 */
export function FilterBar({ facets, state, toList, children }: BarProps & { children: ReactNode }) {
  const { listing } = useMessages();
  const count = filterCount(state);
  return (
    <div className="filter-bar">
      <button className="chip narrow-only" {...opensAside(FILTER_PANEL)}>
        <Icon name="filter" size={16} />
        {listing.filters}
        {count > 0 && (
          <>
            <Badge tone="brand">{count}</Badge>
            <VisuallyHidden> {listing.filters_chosen}</VisuallyHidden>
          </>
        )}
      </button>
      {children}
      {promoted(facets, listing).map(({ facet, value, label }) => (
        <ChipLink key={facet + value} className="narrow-only" to={toList(toggled(state, facet, value))} stay>
          {label}
        </ChipLink>
      ))}
    </div>
  );
}

function promoted(facets: readonly Facet[], words: Words) {
  const flags = facets.filter(({ code }) => code === "on_sale" || code === "in_stock");
  const own = facets.filter(({ code }) => !["on_sale", "in_stock", "price", "category", "brand"].includes(code));
  const chosen = [
    ...flags.flatMap(({ code, label, options }) => options.map((option) => ({ ...option, facet: code, label }))),
    ...own.slice(0, 1).flatMap((facet) =>
      facet.options
        .toSorted((one, other) => other.count - one.count)
        .slice(0, PROMOTED_VALUES)
        .map((option) => ({ ...option, facet: facet.code, label: choiceName(facet, option, words) })),
    ),
  ];
  return chosen.filter(({ count, selected }) => count > 0 && !selected); // what is chosen stands below
}

/** Active filters, each with a remove link. */
export function ChosenFilters({ facets, state, toList }: BarProps) {
  const { listing } = useMessages();
  if (filterCount(state) === 0) return null;
  const { price_min, price_max } = state;
  const labels = new Map(
    facets.flatMap((facet) =>
      facet.options.map((option) => [
        `${facet.code} ${option.value}`,
        facet.code === "in_stock" || facet.code === "on_sale" ? facet.label : choiceName(facet, option, listing),
      ]),
    ),
  );
  const chips = Object.entries(state.choices).flatMap(([facet, values]) =>
    values.map((value) => {
      const text = labels.get(`${facet} ${value}`) ?? unoffered(facets, facet, value, listing);
      return { key: `${facet} ${value}`, text, to: toList(toggled(state, facet, value)) };
    }),
  );
  if (price_min !== null || price_max !== null) {
    const text = priceWords({ price_min, price_max }, listing);
    chips.unshift({ key: "price", text, to: toList(changed(state, { price_min: null, price_max: null })) });
  }
  return (
    <nav aria-label={listing.chosen}>
      <Chips>
        {chips.map(({ key, text, to }) => (
          <ChipLink key={key} to={to} removable label={listing.remove_filter({ name: text })} stay>
            {text}
          </ChipLink>
        ))}
        <ChipLink to={toList(unfiltered(state))} stay>
          {listing.clear_all}
        </ChipLink>
      </Chips>
    </nav>
  );
}

/** A choice of an address that the facet does not offer here. */
function unoffered(facets: readonly Facet[], code: string, value: string, words: Words): string {
  const facet = facets.find((each) => each.code === code);
  return facet ? choiceName(facet, { value, label: value }, words) : value;
}

type Words = ReturnType<typeof useMessages>["listing"];

export function priceWords({ price_min, price_max }: Pick<ListState, "price_min" | "price_max">, words: Words): string {
  if (price_min === null) return words.price_below({ to: formatDong(price_max) });
  if (price_max === null) return words.price_above({ from: formatDong(price_min) });
  return words.price_between({ from: formatDong(price_min), to: formatDong(price_max) });
}

type SortProps = { state: ListState; toList: ToList; sorts: readonly (typeof listSorts)[number][]; first: string };

/** A field of the filter form that stands elsewhere: a chip on phones. `first` names the default order. */
export function SortSelect({ state, toList, sorts, first }: SortProps) {
  const { listing } = useMessages();
  const apply = useApply(toList);
  return (
    <div className="sort">
      <label className="muted broad-only" htmlFor="sort">
        {listing.sort}
      </label>
      <span className="select">
        <Icon name="sort" size={16} className="narrow-only" />
        <select
          id="sort"
          className="input"
          name="sort"
          form={FILTER_FORM}
          autoComplete="off"
          aria-label={listing.sort}
          defaultValue={state.sort ?? ""}
          onChange={(event) => event.target.form && apply(event.target.form)}
        >
          <option value="">{first}</option>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {listing.sorts[sort]}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={16} />
      </span>
      <Button className="without-script" variant="secondary" form={FILTER_FORM}>
        {listing.sort_apply}
      </Button>
    </div>
  );
}

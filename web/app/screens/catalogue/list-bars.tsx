import type { Facet } from "contract/catalogue.ts";
import { formatDong } from "contract/money.ts";
import { useMessages } from "../../i18n.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ChipLink, Chips } from "../../ui/chip.tsx";
import { Icon } from "../../ui/icon.tsx";
import { opensAside } from "../../ui/overlay.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { filter_form, type ToList, useApply } from "./filter-form.ts";
import { filter_panel } from "./filter-panel.tsx";
import { changed, filterCount, type ListState, type listSorts, toggled, unfiltered } from "./list-state.ts";

type BarProps = { facets: readonly Facet[]; state: ListState; toList: ToList };

const promoted_values = 2;

/** On phones: the way to all filters, and those most asked for at once. facts/ux.md 2.2 */
export function FilterBar({ facets, state, toList }: BarProps) {
  const { listing } = useMessages();
  const count = filterCount(state);
  return (
    <div className="filter-bar">
      <button className="chip" {...opensAside(filter_panel)}>
        <Icon name="filter" size={16} />
        {listing.filters}
        {count > 0 && (
          <>
            <Badge tone="brand">{count}</Badge>
            <VisuallyHidden> {listing.filters_chosen}</VisuallyHidden>
          </>
        )}
      </button>
      {promoted(facets).map(({ facet, value, label, selected }) => (
        <ChipLink
          key={facet + value}
          to={toList(toggled(state, facet, value))}
          current={selected}
          label={selected ? listing.remove_filter({ name: label }) : undefined}
          stay
        >
          {label}
        </ChipLink>
      ))}
    </div>
  );
}

function promoted(facets: readonly Facet[]) {
  const flags = facets.filter(({ code }) => code === "on_sale" || code === "in_stock");
  const own = facets.filter(({ code }) => !["on_sale", "in_stock", "price", "category", "brand"].includes(code));
  const chosen = [
    ...flags.flatMap(({ code, label, options }) => options.map((option) => ({ ...option, facet: code, label }))),
    ...own.slice(0, 1).flatMap(({ code, options }) =>
      options
        .toSorted((one, other) => other.count - one.count)
        .slice(0, promoted_values)
        .map((option) => ({ ...option, facet: code })),
    ),
  ];
  return chosen.filter(({ count, selected }) => count > 0 || selected);
}

/** What is chosen, each with the way out of it. */
export function ChosenFilters({ facets, state, toList }: BarProps) {
  const { listing } = useMessages();
  if (filterCount(state) === 0) return null;
  const { price_min, price_max } = state;
  const labels = new Map(
    facets.flatMap(({ code, label, options }) =>
      options.map((option) => [
        `${code} ${option.value}`,
        code === "in_stock" || code === "on_sale" ? label : option.label,
      ]),
    ),
  );
  const chips = Object.entries(state.choices).flatMap(([facet, values]) =>
    values.map((value) => {
      const text = labels.get(`${facet} ${value}`) ?? value;
      return { key: `${facet} ${value}`, text, to: toList(toggled(state, facet, value)) };
    }),
  );
  if (price_min !== null || price_max !== null) {
    const text = priceWords({ price_min, price_max }, listing);
    chips.unshift({ key: "price", text, to: toList(changed(state, { price_min: null, price_max: null })) });
  }
  return (
    <nav aria-label={listing.chosen}>
      <Chips wrap>
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

type Words = ReturnType<typeof useMessages>["listing"];

export function priceWords({ price_min, price_max }: Pick<ListState, "price_min" | "price_max">, words: Words): string {
  if (price_min === null) return words.price_below({ to: formatDong(price_max) });
  if (price_max === null) return words.price_above({ from: formatDong(price_min) });
  return words.price_between({ from: formatDong(price_min), to: formatDong(price_max) });
}

type SortProps = { state: ListState; toList: ToList; sorts: readonly (typeof listSorts)[number][]; first: string };

/** A field of the filter form that stands elsewhere; `first` names the order nobody chose. */
export function SortSelect({ state, toList, sorts, first }: SortProps) {
  const { listing } = useMessages();
  const apply = useApply(toList);
  return (
    <div className="row">
      <label className="muted" htmlFor="sort">
        {listing.sort}
      </label>
      <span className="select">
        <select
          id="sort"
          className="input"
          name="sort"
          form={filter_form}
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
      <Button className="without-script" variant="secondary" form={filter_form}>
        {listing.sort_apply}
      </Button>
    </div>
  );
}

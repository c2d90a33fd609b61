import type { Facet, ProductList } from "contract/catalogue/catalogue.ts";
import { formatNumber } from "contract/values/locale.ts";
import { type FormEvent, type RefObject, useRef } from "react";
import { useFetcher, useLocation } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as countFacets } from "../../resources/facets.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ChoiceGroup } from "../../ui/fields/choices.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { AsidePanel } from "../../ui/overlays/aside-panel.tsx";
import { FacetGroup, FacetOption, FacetOptions, FilterSummary } from "./facet-group.tsx";
import { FILTER_FORM, stateOfForm, type ToList, useApply, useFilterForm } from "./filter-form.ts";
import {
  changed,
  type ExpandedFacet,
  filterCount,
  type ListState,
  parameterOf,
  queryOf,
  unfiltered,
} from "./list-state.ts";

export const FILTER_PANEL = "filters";
/** Groups, flags and prices included: the column is then about as long as two rows of cards. */
const OPEN_AT_FIRST = 4;
/** Yes-or-no facets share a group. */
const flags: ReadonlySet<string> = new Set(["in_stock", "on_sale"]);

export type FilterPanelProps = {
  facets: readonly Facet[];
  range: ProductList["price_range"];
  state: ListState;
  total: number;
  toList: ToList;
  /** The category of the URL, for counting. */
  category?: string;
  opened: ExpandedFacet;
};

/**
 * Beside the list on wide screens, where every choice applies at once; a sheet on phones, where choices are counted live
 * and applied by its button. Without script a GET form with a button.
 */
export function FilterPanel({ facets, range, state, total, toList, category, opened }: FilterPanelProps) {
  const { common, listing } = useMessages();
  const { pathname } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const apply = useApply(toList);
  const { live, follow } = useChoosing(form, { state, toList, category });
  useFilterForm(form, state, toList);

  const shown = live?.facets ?? facets;
  const count = formatNumber(live?.total ?? total);
  const groups = shown.filter(({ code }) => !flags.has(code) && code !== "price");
  const flagFacets = shown.filter(({ code }) => flags.has(code));
  const hasPrices = asksPrices(range, state);
  const openGroups = OPEN_AT_FIRST - (flagFacets.length > 0 ? 1 : 0) - (hasPrices ? 1 : 0);
  return (
    <AsidePanel
      id={FILTER_PANEL}
      title={listing.filters}
      closeLabel={common.close}
      className="filters"
      foot={
        <>
          <ButtonLink variant="secondary" href={toList(unfiltered(state))}>
            {listing.clear_all}
          </ButtonLink>
          <Button className="grow" form={FILTER_FORM}>
            {listing.show_results({ count })}
          </Button>
        </>
      }
    >
      <form
        id={FILTER_FORM}
        ref={form}
        action={pathname}
        autoComplete="off"
        onChange={(event) => isField(event, "checkbox") && follow()}
        onBlur={(event) => isField(event, "text") && follow()}
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          apply(event.currentTarget, submitter);
        }}
      >
        <OtherChoices state={state} facets={shown} />
        <Flags facets={flagFacets} />
        {hasPrices && <Prices range={range} state={state} facet={shown.find(({ code }) => code === "price")} />}
        {groups.map((facet, place) => (
          <FacetGroup
            key={facet.code}
            facet={facet}
            open={place < openGroups || isChosen(facet)}
            opened={facet.code === state.facet ? opened : null}
            find={state.find}
          />
        ))}
        <p className="without-script filter-act">
          <Button full>{listing.apply}</Button>
        </p>
        {filterCount(state) > 0 && (
          <p className="wide-only filter-act">
            <ButtonLink full variant="secondary" href={toList(unfiltered(state))}>
              {listing.clear_all}
            </ButtonLink>
          </p>
        )}
      </form>
    </AsidePanel>
  );
}

type Choosing = Pick<FilterPanelProps, "state" | "toList" | "category">;

/** Beside the list a choice applies at once; in the sheet it is only counted until the button is clicked. */
function useChoosing(form: RefObject<HTMLFormElement | null>, { state, toList, category }: Choosing) {
  const paths = usePaths();
  const apply = useApply(toList);
  // Counts of one list are not those of the next.
  const { load, data } = useFetcher<typeof countFacets>({ key: `facets of ${toList(state)}` });
  const isSheet = () => form.current?.closest(":popover-open") != null;

  function follow() {
    const element = form.current;
    if (!element) return;
    const chosen = stateOfForm(element);
    if (isSheet()) load(paths.facets({ ...queryOf(chosen), within: category }));
    else if (toList(chosen) !== toList(changed(state, {}))) apply(element);
  }
  return { live: data && isSheet() ? data : undefined, follow };
}

function isField(event: FormEvent, type: string): boolean {
  return event.target instanceof HTMLInputElement && event.target.type === type;
}

function isChosen(facet: Facet): boolean {
  return facet.options.some((option) => option.selected);
}

/** State of the list without a field in the form: the query, and choices that no option shows. */
function OtherChoices({ state, facets }: { state: ListState; facets: readonly Facet[] }) {
  const offered = new Set(facets.flatMap(({ code, options }) => options.map(({ value }) => `${code} ${value}`)));
  const kept = Object.entries(state.choices).flatMap(([code, values]) =>
    values.filter((value) => !offered.has(`${code} ${value}`)).map((value) => ({ name: parameterOf(code), value })),
  );
  const words = [
    { name: "name", value: state.name },
    { name: "exact", value: state.exact ? "1" : "" },
  ];
  const fields = [...words, ...kept].filter(({ value }) => value !== "");
  return fields.map(({ name, value }) => <input key={name + value} type="hidden" name={name} value={value} />);
}

function Flags({ facets }: { facets: readonly Facet[] }) {
  const { listing } = useMessages();
  if (facets.length === 0) return null;
  return (
    <details open>
      <FilterSummary>{listing.filter_more}</FilterSummary>
      <ChoiceGroup legend={listing.filter_more} hideLegend className="choice-list">
        {facets.flatMap(({ code, label, more, options }) =>
          options.map((option) => (
            <FacetOption key={code} facet={code} option={{ ...option, label }} uncounted={more} />
          )),
        )}
      </ChoiceGroup>
    </details>
  );
}

type Range = FilterPanelProps["range"];

/** Where everything costs the same there is nothing to ask, unless it was asked already. */
function asksPrices(range: Range, { price_min, price_max }: ListState): range is NonNullable<Range> {
  return range !== null && (range.minimum !== range.maximum || price_min !== null || price_max !== null);
}

type PricesProps = { range: NonNullable<Range>; state: ListState; facet: Facet | undefined };

function Prices({ range, state, facet }: PricesProps) {
  const { listing } = useMessages();
  const fields = [
    { name: "price_min", label: listing.price_from, chosen: state.price_min, edge: range.minimum },
    { name: "price_max", label: listing.price_to, chosen: state.price_max, edge: range.maximum },
  ];
  return (
    <details open>
      <FilterSummary>{listing.filter_price}</FilterSummary>
      <div className="row">
        {fields.map(({ name, label, chosen, edge }) => (
          <TextInput
            key={name}
            name={name}
            label={label}
            inputMode="numeric"
            maxLength={15}
            defaultValue={chosen === null ? "" : grouped(chosen)}
            placeholder={grouped(edge)}
          />
        ))}
      </div>
      {facet && <FacetOptions facet={facet} />}
    </details>
  );
}

/** Đồng are grouped with commas in every language. Spec §9 */
function grouped(amount: number): string {
  return formatNumber(amount, 0);
}

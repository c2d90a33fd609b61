import type { FacetOption as Choice, Facet } from "contract/catalogue/catalogue.ts";
import { formatNumber } from "contract/values/locale.ts";
import { CachedFragment } from "../../hydration/cached-fragment.tsx";
import { useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup } from "../../ui/fields/choices.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type ExpandedFacet, parameterOf } from "./list-state.ts";

const SHOWN_AT_FIRST = 8;
/** Fewer are not worth a step of their own. */
const MIN_HIDDEN = 2;

type FacetGroupProps = {
  facet: Facet;
  open: boolean;
  /** What was found among very many choices, where this facet is the one being looked through. */
  opened: ExpandedFacet;
  find: string;
};

/** The choices of one facet. Of very many the most usual stand here; the others are a step away, with a field to find them by. */
export function FacetGroup({ facet, open, opened, find }: FacetGroupProps) {
  if (facet.rest > 0)
    return (
      <details open={open || opened !== null}>
        <FilterSummary>{facet.label}</FilterSummary>
        <ManyChoices facet={facet} opened={opened} find={find} />
      </details>
    );
  return (
    <CachedFragment as="details" open={open} of={{ facet }}>
      {() => (
        <>
          <FilterSummary>{facet.label}</FilterSummary>
          {facet.hint && <p className="field-help">{facet.hint}</p>}
          <FacetOptions facet={facet} />
        </>
      )}
    </CachedFragment>
  );
}

/** Choices that leave one product wait behind the others. */
export function FacetOptions({ facet: { code, label, more, options } }: { facet: Facet }) {
  const { listing } = useMessages();
  const usual = options.filter(({ count, selected }) => selected || count > 1);
  const first = (usual.length > 1 ? usual : options).slice(0, SHOWN_AT_FIRST);
  const others = options.filter((option) => !first.includes(option));
  const hides = others.length >= MIN_HIDDEN;
  return (
    <ChoiceGroup legend={label} hideLegend className="choice-list">
      <Choices code={code} uncounted={more} options={hides ? first : options} />
      {hides && (
        <details className="more-choices">
          <FilterSummary>{listing.more_choices({ count: String(others.length) })}</FilterSummary>
          <div className="choice-list">
            <Choices code={code} uncounted={more} options={others} />
          </div>
        </details>
      )}
    </ChoiceGroup>
  );
}

/** Buttons of the filter form: the search text is in the URL, so it works before hydration. */
function ManyChoices({ facet, opened, find }: Pick<FacetGroupProps, "facet" | "opened" | "find">) {
  const { listing } = useMessages();
  const { code, label, more, options, rest } = facet;
  const chosen = options.filter(
    (option) => option.selected && !opened?.data.some(({ value }) => value === option.value),
  );
  const shown = opened ? [...chosen, ...opened.data] : options;
  const pages = opened?.meta;
  return (
    <>
      {opened && <input type="hidden" name="facet" value={code} />}
      {opened && (
        <div className="row facet-find">
          <div className="grow">
            <TextInput
              type="search"
              name="find"
              label={listing.find_choice({ name: label })}
              defaultValue={find}
              maxLength={60}
            />
          </div>
          <Button variant="secondary" aria-label={listing.find_choice({ name: label })}>
            <Icon name="search" />
          </Button>
        </div>
      )}
      {opened?.data.length === 0 && <p role="status">{listing.no_choice({ text: find })}</p>}
      <ChoiceGroup legend={label} hideLegend className="choice-list">
        <Choices code={code} uncounted={more} options={shown} />
      </ChoiceGroup>
      {!opened && (
        <Button variant="tinted" size="small" full name="facet" value={code}>
          {listing.all_choices({ count: formatNumber(options.length + rest), name: label })}
        </Button>
      )}
      {pages && pages.last_page > 1 && (
        <div className="row">
          <PageButton to={pages.current_page - 1} of={pages} text={listing.previous_page} />
          <span className="num small">
            {pages.current_page}/{pages.last_page}
          </span>
          <PageButton to={pages.current_page + 1} of={pages} text={listing.next_page} />
        </div>
      )}
    </>
  );
}

function PageButton({ to, of, text }: { to: number; of: { last_page: number }; text: string }) {
  return (
    <Button variant="tinted" size="small" name="facet_page" value={to} disabled={to < 1 || to > of.last_page}>
      {text}
    </Button>
  );
}

type ChoicesProps = { code: string; uncounted: boolean; options: readonly Choice[] };

function Choices({ code, uncounted, options }: ChoicesProps) {
  return options.map((option) => <FacetOption key={option.value} facet={code} option={option} uncounted={uncounted} />);
}

type FacetOptionProps = { facet: string; option: Choice; uncounted: boolean };

/** Where not everything was counted no figure is shown: it would be too low. */
export function FacetOption({ facet, option, uncounted }: FacetOptionProps) {
  const { value, label, count, selected } = option;
  return (
    <Checkbox
      dense
      name={parameterOf(facet)}
      value={value}
      defaultChecked={selected}
      disabled={count === 0 && !selected}
      after={uncounted ? undefined : <small>{formatNumber(count)}</small>}
    >
      {label}
    </Checkbox>
  );
}

export function FilterSummary({ children }: { children: string }) {
  return (
    <summary>
      {children}
      <Icon name="chevron-down" size={16} />
    </summary>
  );
}

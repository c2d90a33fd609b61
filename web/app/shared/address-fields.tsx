import { addressTypes } from "contract/fulfilment/address-types.ts";
import type { Address, Unit } from "contract/fulfilment/fulfilment.ts";
import { fold } from "contract/values/text.ts";
import type { FieldOf } from "../forms/field-names.ts";
import { type FormProblem, field, fieldError, typed } from "../forms/forms.ts";
import { Hidden } from "../forms/hidden.tsx";
import { useMessages } from "../i18n.tsx";
import { Button } from "../ui/button.tsx";
import { ChoiceGroup, Radio } from "../ui/fields/choices.tsx";
import { Combobox } from "../ui/fields/combobox.tsx";
import { TextInput } from "../ui/fields/inputs.tsx";
import { Note } from "../ui/text/note.tsx";
import type { PlaceDraft } from "./place-draft.ts";

/** Requests the form from the server with its current values and one field changed. */
export type Refresh = (name?: string, value?: string) => void;

type Props = {
  draft: PlaceDraft;
  saved: Pick<Address, "street" | "type"> | null;
  problem: FormProblem | undefined;
  refresh: Refresh;
  /** What shows the next list where no script runs. */
  more: string;
  /** The lists were filled in from what was typed before a reload. */
  is_restored?: boolean;
};

/** Both administrative systems. Before hydration a button shows the next list; afterwards a choice does. */
export function AddressFields({ draft, saved, problem, refresh, more, is_restored = false }: Props) {
  const { cart: words, fulfilment } = useMessages();
  const { place } = draft;
  const legacy = place.address_system === "legacy";
  const type = typed<"orders.place">(problem, "address.type", saved?.type) || "home";
  return (
    <div className="stack">
      <Hidden<"orders.place"> name="address.address_system" value={place.address_system} />
      <div className="fields">
        <UnitField
          name="city_code"
          label={words.province}
          placeholder={words.choose_province}
          units={draft.provinces}
          {...{ place, problem, refresh, is_restored }}
        />
        {legacy && (
          <UnitField
            name="district_code"
            label={words.district}
            placeholder={place.city_code ? words.choose_district : words.choose_province_first}
            units={draft.districts}
            {...{ place, problem, refresh, is_restored }}
          />
        )}
        <UnitField
          name="ward_code"
          label={words.ward}
          placeholder={wardPlaceholder(words, draft)}
          units={draft.wards}
          {...{ place, problem, refresh, is_restored }}
        />
        <TextInput
          {...field<"orders.place">(problem, "address.street", saved?.street)}
          label={words.street}
          help={words.street_help}
          autoComplete="address-line1"
          maxLength={160}
          required
          wide
        />
      </div>
      <Converted
        draft={draft}
        refresh={refresh}
        error={fieldError<"orders.place">(problem, "address.current_ward_code")}
      />
      <ChoiceGroup legend={words.address_type}>
        {addressTypes.map((each) => (
          <Radio
            key={each}
            name={"address.type" satisfies FieldOf<"orders.place">}
            value={each}
            defaultChecked={each === type}
          >
            {fulfilment.address_types[each]}
          </Radio>
        ))}
      </ChoiceGroup>
      <div className="row row-wrap">
        <Button variant="secondary" size="small" name="intent" value="refresh" className="without-script">
          {more}
        </Button>
        <Button
          variant="ghost"
          size="small"
          name="switch_system"
          value={legacy ? "current" : "legacy"}
          onClick={(event) => {
            event.preventDefault();
            refresh("switch_system", legacy ? "current" : "legacy");
          }}
        >
          {legacy ? words.to_current : words.to_legacy}
        </Button>
      </div>
    </div>
  );
}

type UnitProps = {
  name: "city_code" | "district_code" | "ward_code";
  label: string;
  placeholder: string;
  units: readonly Unit[];
  place: PlaceDraft["place"];
  problem: FormProblem | undefined;
  refresh: Refresh;
  is_restored: boolean;
};

function UnitField({ name, label, placeholder, units, place, problem, refresh, is_restored }: UnitProps) {
  const { cart: words } = useMessages();
  const field = `address.${name}` as const;
  return (
    <Combobox
      // What was chosen from another list means nothing in this one.
      list={`${is_restored} ${place.address_system} ${name === "city_code" ? "" : place.city_code} ${name === "ward_code" ? place.district_code : ""}`}
      name={field}
      label={label}
      placeholder={placeholder}
      options={units.map((unit) => ({
        value: unit.code,
        text: unit.full_name,
        name: unit.name,
        hint: otherNames(unit),
      }))}
      defaultValue={place[name]}
      error={fieldError<"orders.place">(problem, field)}
      disabled={units.length === 0}
      fold={fold}
      onChange={(value) => refresh(field, value)}
      labels={words.combobox}
    />
  );
}

function wardPlaceholder(words: ReturnType<typeof useMessages>["cart"], { place, wards }: PlaceDraft): string {
  if (wards.length > 0) return words.choose_ward;
  if (place.address_system === "legacy" && place.city_code) return words.choose_district_first;
  return words.choose_province_first;
}

/** The current unit of a legacy address: shown when it is one, a choice when it became several. */
function Converted({ draft, refresh, error }: { draft: PlaceDraft; refresh: Refresh; error: string | undefined }) {
  const { cart: words } = useMessages();
  const { converted, place } = draft;
  const [only] = converted;
  if (!only) return null;
  if (converted.length === 1) {
    return (
      <Note role="status">
        <Hidden<"orders.place"> name="address.current_ward_code" value={only.ward_code} />
        {words.converted({ address: only.text })}
      </Note>
    );
  }
  return (
    <ChoiceGroup id="address.current_ward_code" legend={`${words.divided}. ${words.choose_divided}`} error={error}>
      {converted.map(({ ward_code, text }) => (
        <Radio
          key={ward_code}
          name={"address.current_ward_code" satisfies FieldOf<"orders.place">}
          value={ward_code}
          defaultChecked={ward_code === place.current_ward_code}
          onChange={() => refresh("address.current_ward_code", ward_code)}
        >
          {text}
        </Radio>
      ))}
    </ChoiceGroup>
  );
}

/** What it was called before; its own name without marks is left out. */
function otherNames({ name, full_name, also }: Unit): string | undefined {
  const own = [fold(name), fold(full_name)];
  return also.filter((each) => !own.includes(fold(each))).join(", ") || undefined;
}

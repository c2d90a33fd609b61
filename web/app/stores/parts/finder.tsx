import { storeTypes } from "contract/stores/store-types.ts";
import { fold } from "contract/values/text.ts";
import { useState } from "react";
import { useFetcher } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { ChipLink, Chips } from "../../ui/chip.tsx";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { Select, TextInput } from "../../ui/fields/inputs.tsx";
import type { loader } from "../stores.tsx";
import { MAX_SEARCH_LENGTH, queryOf, type StoreQuery } from "./store-query.ts";

type Page = Awaited<ReturnType<typeof loader>>;
type Props = Pick<Page, "asked" | "places" | "wards" | "provinces" | "services">;

/** Words, place, kind and service; the wards are those of the province, shown by the button where no script runs. */
export function Finder({ asked, places, wards, provinces, services }: Props) {
  const { stores: words } = useMessages();
  const paths = usePaths();
  const others = useFetcher<typeof loader>();
  const [city_code, setCity] = useState<string>();
  const chosen = city_code ?? asked.city_code;
  const shown = chosen === asked.city_code ? wards : others.data?.asked.city_code === chosen ? others.data.wards : [];
  const counts = new Map(provinces.map(({ code, count }) => [code, count]));
  return (
    <form className="store-finder" action={paths.stores()}>
      <TextInput
        key={asked.q}
        type="search"
        name="q"
        icon="search"
        label={words.find}
        placeholder={words.find_example}
        defaultValue={asked.q}
        maxLength={MAX_SEARCH_LENGTH}
        enterKeyHint="search"
      />
      <Select
        key={`province ${asked.city_code}`}
        name={"city_code" satisfies FieldOf<"stores.list">}
        label={words.province}
        placeholder={words.all_provinces}
        options={places.map(({ code, name }) => ({ value: code, text: `${name} (${counts.get(code) ?? 0})` }))}
        defaultValue={asked.city_code}
        onChange={(event) => {
          setCity(event.target.value);
          if (event.target.value) others.load(paths.stores({ city_code: event.target.value }));
        }}
      />
      <Combobox
        key={`ward ${asked.city_code} ${asked.ward_code}`}
        name={"ward_code" satisfies FieldOf<"stores.list">}
        label={words.ward}
        list={`${chosen} ${shown.length}`}
        placeholder={shown.length > 0 ? words.choose_ward : words.choose_province_first}
        options={shown}
        defaultValue={chosen === asked.city_code ? asked.ward_code : ""}
        disabled={shown.length === 0}
        fold={fold}
        labels={words.combobox}
      />
      <Select
        key={`kind ${asked.type}`}
        name={"type" satisfies FieldOf<"stores.list">}
        label={words.kind}
        placeholder={words.all_kinds}
        options={storeTypes.map((each) => ({ value: each, text: words.types[each] }))}
        defaultValue={asked.type}
      />
      <Select
        key={`service ${asked.service}`}
        name={"service" satisfies FieldOf<"stores.list">}
        label={words.service}
        placeholder={words.all_services}
        options={services.map((each) => ({ value: each, text: words.services[each] ?? each }))}
        defaultValue={asked.service}
      />
      {asked.open && <input type="hidden" name={"open" satisfies FieldOf<"stores.list">} value="1" />}
      <Button>{words.show}</Button>
    </form>
  );
}

/** Services that are asked for most, as chips: a second press takes one away. */
const QUICK = ["display", "warranty", "installation"] as const;

export function QuickChoices({ asked, services }: { asked: StoreQuery; services: Page["services"] }) {
  const { stores: words } = useMessages();
  const paths = usePaths();
  const here = (change: Partial<StoreQuery>) => paths.stores(queryOf({ ...asked, ...change, page: 1 }));
  return (
    <nav aria-label={words.quick}>
      <Chips wrap>
        <ChipLink to={here({ open: !asked.open })} current={asked.open} removable={asked.open} stay>
          {words.open_now}
        </ChipLink>
        {QUICK.filter((each) => services.includes(each)).map((each) => {
          const isChosen = asked.service === each;
          return (
            <ChipLink
              key={each}
              to={here({ service: isChosen ? "" : each })}
              current={isChosen}
              removable={isChosen}
              stay
            >
              {words.services[each]}
            </ChipLink>
          );
        })}
      </Chips>
    </nav>
  );
}

import { fold } from "contract/values/text.ts";
import { type FormEvent, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as placesLoader } from "../../resources/places.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { Sheet } from "../../ui/overlays/overlay.tsx";

const PLACE_SHEET = "delivery-place";
const PLACE_FORM = "delivery-place-form";

export type Place = { city_code: string; ward_code: string; text: string };

type PlaceSheetProps = {
  open: boolean;
  place: Place | null;
  onChoose: (place: Place) => void;
  onClose: () => void;
};

/** Province, then ward. Used for fees and dates alone, and stored on this device. */
export function PlaceSheet({ open, place, onChoose, onClose }: PlaceSheetProps) {
  const { cart, common, details } = useMessages();
  const [city, setCity] = useState("");
  const [ward, setWard] = useState("");
  const [failed, setFailed] = useState(false);
  const chosenCity = city || place?.city_code || "";
  const { provinces, wards } = usePlaces(chosenCity);

  function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const cityName = provinces?.find(({ value }) => value === chosenCity)?.text;
    const ward_code = ward || (city === "" ? (place?.ward_code ?? "") : "");
    const wardName = wards.find(({ value }) => value === ward_code)?.text;
    setFailed(!cityName || !wardName);
    if (!cityName || !wardName) return;
    onChoose({ city_code: chosenCity, ward_code, text: `${wardName}, ${cityName}` });
    onClose();
  }
  return (
    <Sheet
      id={PLACE_SHEET}
      title={details.delivery_title}
      closeLabel={common.close}
      open={open}
      onClose={onClose}
      foot={
        <Button className="grow" form={PLACE_FORM}>
          {details.delivery_show}
        </Button>
      }
    >
      <form id={PLACE_FORM} className="stack stack-loose stack-top" onSubmit={choose} noValidate>
        <p className="muted">{details.delivery_help}</p>
        <Combobox
          key={`city-${provinces?.length ?? 0}`}
          name={"city_code" satisfies FieldOf<"fulfilment.productQuote">}
          label={cart.province}
          placeholder={cart.choose_province}
          options={provinces ?? []}
          defaultValue={chosenCity}
          disabled={!provinces}
          fold={fold}
          onChange={(value) => {
            setCity(value);
            setWard("");
          }}
          labels={cart.combobox}
        />
        <Combobox
          key={`ward-${chosenCity}-${wards.length}`}
          name={"ward_code" satisfies FieldOf<"fulfilment.productQuote">}
          label={cart.ward}
          placeholder={chosenCity ? cart.choose_ward : cart.choose_province_first}
          options={wards}
          defaultValue={city === "" ? (place?.ward_code ?? "") : ""}
          disabled={wards.length === 0}
          error={failed ? details.place_needed : null}
          fold={fold}
          onChange={setWard}
          labels={cart.combobox}
        />
      </form>
    </Sheet>
  );
}

/** The lists of the two fields; no wards while they load, or before there is a province. */
function usePlaces(city_code: string) {
  const paths = usePaths();
  const { load: loadProvinces, data: provinces } = useFetcher<typeof placesLoader>();
  const { load: loadWards, data, state } = useFetcher<typeof placesLoader>();

  useEffect(() => {
    loadProvinces(paths.places());
  }, [loadProvinces, paths]);
  useEffect(() => {
    if (city_code) loadWards(paths.places(city_code));
  }, [city_code, loadWards, paths]);

  return { provinces, wards: state === "idle" && city_code && data ? data : [] };
}

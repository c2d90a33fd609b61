import { fold } from "contract/values/text.ts";
import { type FormEvent, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as placesLoader } from "../../resources/places.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { Sheet } from "../../ui/overlays/overlay.tsx";

const place_sheet = "delivery-place";
const place_form = "delivery-place-form";

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
  const chosen_city = city || place?.city_code || "";
  const { provinces, wards } = usePlaces(chosen_city);

  function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const city_name = provinces?.find(({ value }) => value === chosen_city)?.text;
    const ward_code = ward || (city === "" ? (place?.ward_code ?? "") : "");
    const ward_name = wards.find(({ value }) => value === ward_code)?.text;
    setFailed(!city_name || !ward_name);
    if (!city_name || !ward_name) return;
    onChoose({ city_code: chosen_city, ward_code, text: `${ward_name}, ${city_name}` });
    onClose();
  }
  return (
    <Sheet
      id={place_sheet}
      title={details.delivery_title}
      closeLabel={common.close}
      open={open}
      onClose={onClose}
      foot={
        <Button className="grow" form={place_form}>
          {details.delivery_show}
        </Button>
      }
    >
      <form id={place_form} className="stack stack-loose content-start" onSubmit={choose} noValidate>
        <p className="muted">{details.delivery_help}</p>
        <Combobox
          key={`city-${provinces?.length ?? 0}`}
          name="city_code"
          label={cart.province}
          placeholder={cart.choose_province}
          options={provinces ?? []}
          defaultValue={chosen_city}
          disabled={!provinces}
          fold={fold}
          onChange={(value) => {
            setCity(value);
            setWard("");
          }}
          words={cart.combobox}
        />
        <Combobox
          key={`ward-${chosen_city}-${wards.length}`}
          name="ward_code"
          label={cart.ward}
          placeholder={chosen_city ? cart.choose_ward : cart.choose_province_first}
          options={wards}
          defaultValue={city === "" ? (place?.ward_code ?? "") : ""}
          disabled={wards.length === 0}
          error={failed ? details.place_needed : null}
          fold={fold}
          onChange={setWard}
          words={cart.combobox}
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

import { fold } from "contract/text.ts";
import { type FormEvent, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as placesLoader } from "../../resources/places.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Sheet } from "../../ui/overlay.tsx";

const place_sheet = "delivery-place";
const place_form = "delivery-place-form";

export type Place = { city_code: string; ward_code: string; text: string };

type PlaceSheetProps = {
  open: boolean;
  place: Place | null;
  onChoose: (place: Place) => void;
  onClose: () => void;
};

/** Province, then ward. Only fees and dates come of it, and it stays on this device. */
export function PlaceSheet({ open, place, onChoose, onClose }: PlaceSheetProps) {
  const { cart, catalogue, common } = useMessages();
  const paths = usePaths();
  const provinces = useFetcher<typeof placesLoader>();
  const wards = useFetcher<typeof placesLoader>();
  const [city, setCity] = useState("");
  const [ward, setWard] = useState("");
  const [failed, setFailed] = useState(false);
  const { load: loadProvinces } = provinces;
  const { load: loadWards } = wards;
  const chosen_city = city || place?.city_code || "";

  useEffect(() => {
    loadProvinces(paths.places());
  }, [loadProvinces, paths]);
  useEffect(() => {
    if (chosen_city) loadWards(paths.places(chosen_city));
  }, [chosen_city, loadWards, paths]);

  const ward_list = wards.state === "idle" && chosen_city ? (wards.data ?? []) : [];
  function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const city_name = provinces.data?.find(({ value }) => value === chosen_city)?.text;
    const ward_code = ward || (city === "" ? (place?.ward_code ?? "") : "");
    const ward_name = ward_list.find(({ value }) => value === ward_code)?.text;
    setFailed(!city_name || !ward_name);
    if (!city_name || !ward_name) return;
    onChoose({ city_code: chosen_city, ward_code, text: `${ward_name}, ${city_name}` });
    onClose();
  }
  return (
    <Sheet
      id={place_sheet}
      title={catalogue.delivery_title}
      closeLabel={common.close}
      open={open}
      onClose={onClose}
      foot={
        <Button className="grow" form={place_form}>
          {catalogue.delivery_show}
        </Button>
      }
    >
      <form id={place_form} className="stack stack-loose" onSubmit={choose} noValidate>
        <p className="muted">{catalogue.delivery_help}</p>
        <Combobox
          key={`city-${provinces.data?.length ?? 0}`}
          name="city_code"
          label={cart.province}
          placeholder={cart.choose_province}
          options={provinces.data ?? []}
          defaultValue={chosen_city}
          disabled={!provinces.data}
          fold={fold}
          onChange={(value) => {
            setCity(value);
            setWard("");
          }}
          words={cart.combobox}
        />
        <Combobox
          key={`ward-${chosen_city}-${ward_list.length}`}
          name="ward_code"
          label={cart.ward}
          placeholder={chosen_city ? cart.choose_ward : cart.choose_province_first}
          options={ward_list}
          defaultValue={city === "" ? (place?.ward_code ?? "") : ""}
          disabled={ward_list.length === 0}
          error={failed ? catalogue.place_needed : null}
          fold={fold}
          onChange={setWard}
          words={cart.combobox}
        />
      </form>
    </Sheet>
  );
}

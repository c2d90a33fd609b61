import type { ShippingClass } from "contract/fulfilment.ts";
import { formatDong } from "contract/money.ts";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as deliveryLoader } from "../../resources/delivery.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { kept } from "./device-list.ts";
import type { Place } from "./place-sheet.tsx";

type DeliveryProps = {
  product_id: number;
  shipping_class: ShippingClass;
  /** Where this device wants things delivered. */
  place: Place | null;
  onOpen: () => void;
};

export const chosenPlace = kept<Place | null>("delivery_place", null, (stored) => {
  const { city_code, ward_code, text } = (stored ?? {}) as Partial<Record<keyof Place, unknown>>;
  const known = /^\d{2}$/.test(String(city_code)) && /^\d{5}$/.test(String(ward_code)) && typeof text === "string";
  return known ? (stored as Place) : null;
});

/** The table's words for everybody; the date and the fee where this device knows the ward. Readings "Promotions, delivery". */
export function Delivery({ product_id, shipping_class, place, onOpen }: DeliveryProps) {
  const { catalogue } = useMessages();
  const paths = usePaths();
  const { load, data } = useFetcher<typeof deliveryLoader>();
  const address = place ? paths.delivery({ product_id, city_code: place.city_code, ward_code: place.ward_code }) : "";

  useEffect(() => {
    if (address !== "") load(address);
  }, [address, load]);

  const words = catalogue.delivery[shipping_class];
  return (
    <li>
      <Icon name="truck" />
      <div className="grow">
        <b>{place ? catalogue.delivery_to({ place: place.text }) : words.title}</b>
        <small role={place ? "status" : undefined}>{place ? <Quote answer={data} /> : words.text}</small>
        <a className="link text-sm without-script" href={paths.information("giao-hang")}>
          {catalogue.policy}
        </a>
        <Button
          variant="tinted"
          size="small"
          className="needs-script mt-2"
          type="button"
          aria-haspopup="dialog"
          data-hydrate=""
          onClick={onOpen}
        >
          {place ? catalogue.delivery_change : catalogue.delivery_choose}
        </Button>
      </div>
    </li>
  );
}

function Quote({ answer }: { answer: Awaited<ReturnType<typeof deliveryLoader>> | undefined }) {
  const { catalogue } = useMessages();
  if (!answer) return catalogue.delivery_loading;
  if (!answer.quote) return catalogue.delivery_none;
  const { fee, eta_from, eta_to, inspection_allowed } = answer.quote;
  const parts = [
    catalogue.delivery_dates({ from: dayOf(eta_from, catalogue), to: dayOf(eta_to, catalogue) }),
    fee > 0 ? catalogue.delivery_fee({ fee: formatDong(fee) }) : catalogue.delivery_free,
    ...(inspection_allowed ? [catalogue.delivery_inspect] : []),
  ];
  return parts.join(" · ");
}

/** A plain date of the table, as people say it. */
function dayOf(date: string, words: ReturnType<typeof useMessages>["catalogue"]): string {
  const at = new Date(`${date}T00:00:00Z`);
  const weekday = words.weekdays[at.getUTCDay()] ?? "";
  return words.delivery_day({ weekday, day: at.getUTCDate(), month: at.getUTCMonth() + 1 });
}

import type { ShippingClass } from "contract/fulfilment.ts";
import { formatDong } from "contract/money.ts";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as deliveryLoader } from "../../resources/delivery.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { storedValue } from "./device-list.ts";
import type { Place } from "./place-sheet.tsx";

type DeliveryProps = {
  product_id: number;
  shipping_class: ShippingClass;
  /** The ward this device has chosen. */
  place: Place | null;
  onOpen: () => void;
};

export const chosenPlace = storedValue<Place | null>("delivery_place", null, (stored) => {
  const { city_code, ward_code, text } = (stored ?? {}) as Partial<Record<keyof Place, unknown>>;
  const known = /^\d{2}$/.test(String(city_code)) && /^\d{5}$/.test(String(ward_code)) && typeof text === "string";
  return known ? (stored as Place) : null;
});

/** The rate table's general text; date and fee where this device has a ward. rules/fulfilment */
export function Delivery({ product_id, shipping_class, place, onOpen }: DeliveryProps) {
  const { offer } = useMessages();
  const paths = usePaths();
  const { load, data } = useFetcher<typeof deliveryLoader>();
  const address = place ? paths.delivery({ product_id, city_code: place.city_code, ward_code: place.ward_code }) : "";

  useEffect(() => {
    if (address !== "") load(address);
  }, [address, load]);

  const words = offer.delivery[shipping_class];
  return (
    <li>
      <Icon name="truck" />
      <div className="grow">
        <b>{place ? offer.delivery_to({ place: place.text }) : words.title}</b>
        <small role={place ? "status" : undefined}>{place ? <Quote answer={data} /> : words.text}</small>
        <a className="link text-sm without-script" href={paths.information("giao-hang")}>
          {offer.policy}
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
          {place ? offer.delivery_change : offer.delivery_choose}
        </Button>
      </div>
    </li>
  );
}

function Quote({ answer }: { answer: Awaited<ReturnType<typeof deliveryLoader>> | undefined }) {
  const { offer } = useMessages();
  if (!answer) return offer.delivery_loading;
  if (!answer.quote) return offer.delivery_none;
  const { fee, eta_from, eta_to, inspection_allowed } = answer.quote;
  const parts = [
    offer.delivery_dates({ from: dayOf(eta_from, offer), to: dayOf(eta_to, offer) }),
    fee > 0 ? offer.delivery_fee({ fee: formatDong(fee) }) : offer.delivery_free,
    ...(inspection_allowed ? [offer.delivery_inspect] : []),
  ];
  return parts.join(" · ");
}

/** A plain date of the table, as people say it. */
function dayOf(date: string, words: ReturnType<typeof useMessages>["offer"]): string {
  const at = new Date(`${date}T00:00:00Z`);
  const weekday = words.weekdays[at.getUTCDay()] ?? "";
  return words.delivery_day({ weekday, day: at.getUTCDate(), month: at.getUTCMonth() + 1 });
}

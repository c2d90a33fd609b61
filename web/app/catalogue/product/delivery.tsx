import type { ShippingClass } from "contract/fulfilment/fulfilment.ts";
import { formatDong } from "contract/values/money.ts";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as deliveryLoader } from "../../resources/delivery.ts";
import { storedValue } from "../../shared/products/device-list.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
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
  const { buying } = useMessages();
  const paths = usePaths();
  const { load, data } = useFetcher<typeof deliveryLoader>();
  const address = place ? paths.delivery({ product_id, city_code: place.city_code, ward_code: place.ward_code }) : "";

  useEffect(() => {
    if (address !== "") load(address);
  }, [address, load]);

  const words = buying.delivery[shipping_class];
  return (
    <li>
      <Icon name="truck" />
      <div className="grow">
        <b>{place ? buying.delivery_to({ place: place.text }) : words.title}</b>
        <small role={place ? "status" : undefined}>{place ? <Quote answer={data} /> : words.text}</small>
        <a className="link small without-script" href={paths.information("giao-hang")}>
          {buying.policy}
        </a>
        <Button
          variant="tinted"
          size="small"
          className="needs-script above-8"
          type="button"
          aria-haspopup="dialog"
          data-hydrate=""
          onClick={onOpen}
        >
          {place ? buying.delivery_change : buying.delivery_choose}
        </Button>
      </div>
    </li>
  );
}

function Quote({ answer }: { answer: Awaited<ReturnType<typeof deliveryLoader>> | undefined }) {
  const { buying } = useMessages();
  if (!answer) return buying.delivery_loading;
  if (!answer.quote) return buying.delivery_none;
  const { fee, eta_from, eta_to, inspection_allowed } = answer.quote;
  const parts = [
    buying.delivery_dates({ from: dayOf(eta_from, buying), to: dayOf(eta_to, buying) }),
    fee > 0 ? buying.delivery_fee({ fee: formatDong(fee) }) : buying.delivery_free,
    ...(inspection_allowed ? [buying.delivery_inspect] : []),
  ];
  return parts.join(" · ");
}

/** A plain date of the table, as people say it. */
function dayOf(date: string, words: ReturnType<typeof useMessages>["buying"]): string {
  const at = new Date(`${date}T00:00:00Z`);
  const weekday = words.weekdays[at.getUTCDay()] ?? "";
  return words.delivery_day({ weekday, day: at.getUTCDate(), month: at.getUTCMonth() + 1 });
}

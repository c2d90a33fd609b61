/** A store for search engines: what its row of the list shows. schema.org/Store */
import type { Store } from "contract/stores/stores.ts";

const DAYS = ["", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export function storeData(store: Store): Record<string, unknown> {
  const byHours = Map.groupBy(store.hours, ({ open, close }) => `${open} ${close}`);
  const week = [...byHours.values()].map((group) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: group.map(({ day }) => DAYS[day]),
    opens: group[0]?.open,
    closes: group[0]?.close,
  }));
  const special = store.special_days.flatMap(({ from, to, hours }) =>
    // A day that is closed opens and closes at once.
    (hours.length > 0 ? hours : [{ open: "00:00", close: "00:00" }]).map(({ open, close }) => ({
      "@type": "OpeningHoursSpecification",
      validFrom: from,
      validThrough: to,
      opens: open,
      closes: close,
    })),
  );
  return {
    "@type": "Store",
    name: store.name,
    address: {
      "@type": "PostalAddress",
      streetAddress: store.address,
      addressRegion: store.province,
      addressCountry: "VN",
    },
    telephone: store.phone,
    geo: { "@type": "GeoCoordinates", latitude: store.lat, longitude: store.lng },
    openingHoursSpecification: [...week, ...special],
  };
}

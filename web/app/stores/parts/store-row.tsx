import type { Store } from "contract/stores/stores.ts";
import { formatPhone } from "contract/values/phone.ts";
import { useLocale, useMessages } from "../../i18n.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { openingText, specialLines, weekLines } from "./opening-words.ts";

/** A store of a list, with its number there. */
export function StoreRow({ store, number }: { store: Store; number: number }) {
  const { stores: words } = useMessages();
  const locale = useLocale();
  const kind = words.types[store.type];
  const isNamed = store.name.toLowerCase().includes(kind.toLowerCase());
  const services = store.services.flatMap((code) => words.services[code] ?? []);
  return (
    <li className="store-row" id={`diem-${store.code}`}>
      <span className="store-number num" aria-hidden="true">
        {number}
      </span>
      <div className="store-about">
        <div className="between row-top">
          <h2 className="h4">{store.name}</h2>
          {store.distance_km !== null && (
            <b className="num small nowrap">{words.km({ km: store.distance_km.toFixed(1) })}</b>
          )}
        </div>
        <p className="small soft">{store.address}</p>
        <p className="row row-wrap store-state">
          <Badge tone={store.open_now ? "ok" : "neutral"}>{openingText(store, words, locale)}</Badge>
          <span className="tiny muted">{[...(isNamed ? [] : [kind]), ...services].join(" · ")}</span>
        </p>
        <Hours store={store} />
        <p className="row row-wrap">
          <ButtonLink
            variant="tinted"
            size="small"
            icon="pin"
            href={store.directions_url}
            rel="noopener noreferrer"
            aria-label={words.directions_to({ name: store.name })}
          >
            {words.directions}
          </ButtonLink>
          <ButtonLink
            variant="secondary"
            size="small"
            icon="phone"
            className="num"
            href={`tel:${store.phone.replaceAll(" ", "")}`}
            aria-label={words.call({ phone: formatPhone(store.phone) })}
          >
            {formatPhone(store.phone)}
          </ButtonLink>
          <a className="link small tall row narrow-only" href={`geo:${store.lat},${store.lng}`}>
            <Icon name="external" size={16} /> {words.map_app}
          </a>
        </p>
      </div>
    </li>
  );
}

function Hours({ store }: { store: Store }) {
  const { stores: words } = useMessages();
  const locale = useLocale();
  const special = specialLines(store, words, locale);
  return (
    <details className="store-hours">
      <summary className="small link">
        {words.hours}
        {special.length > 0 && <span className="muted"> · {words.has_special_days}</span>}
      </summary>
      <dl className="small">
        {weekLines(store, words).map(({ days, text, holds_today }) => (
          <div key={days} aria-current={holds_today ? "date" : undefined}>
            <dt>{days}</dt>
            <dd className="num">{text}</dd>
          </div>
        ))}
        {special.map(({ from, name, days, text }) => (
          <div key={from} className="store-special">
            <dt>
              {name}, <span className="num">{days}</span>
            </dt>
            <dd className="num">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

import type { PromotionLot, PromotionRecord } from "contract/promotions/desk-promotions.ts";
import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";

/** The lots of a flash sale: how much of each is sold, and when. */
export function Lots({ record: { lots, starts_at, ends_at, as_of } }: { record: PromotionRecord }) {
  const { promotion: words } = useOfficeMessages();
  const [from, to, now] = [starts_at ?? as_of, ends_at ?? as_of, as_of].map((at) => new Date(at).getTime());
  const gone = percentOf((now ?? 0) - (from ?? 0), (to ?? 0) - (from ?? 0));
  return (
    <section className="card" aria-labelledby="lo">
      <div className="card-head">
        <h2 id="lo">{words.lots_title}</h2>
      </div>
      <ul className="lots">
        {lots.map((lot) => (
          <Lot key={lot.sku} lot={lot} gone={gone} />
        ))}
      </ul>
    </section>
  );
}

/** Whole per cent, from nothing to all. */
const percentOf = (part: number, whole: number): number =>
  whole <= 0 ? 100 : Math.round((100 * Math.min(Math.max(part, 0), whole)) / whole);

function Lot({ lot, gone }: { lot: PromotionLot; gone: number }) {
  const { promotion: words } = useOfficeMessages();
  const language = useLanguage();
  const { sku, name, price, regular, quota, sold, minimum, maximum, available, hours } = lot;
  const told = words.lot({ sold: formatNumber(sold), quota: formatNumber(quota) });
  return (
    <li>
      <div className="lot-head">
        <span>
          <b>{sku}</b> {name}
        </span>
        <b className="num">{told}</b>
      </div>
      <meter min={0} max={quota} value={sold} aria-label={`${sku}: ${told}`} />
      <p className="small muted">
        {[
          words.lot_price({ price: formatDong(price), regular: formatDong(regular) }),
          words.lot_limits({
            minimum: formatNumber(minimum),
            maximum: maximum === null ? words.no_maximum : formatNumber(maximum),
          }),
          words.lot_stock({ count: formatNumber(available) }),
        ].join(" · ")}
      </p>
      <p className="small">{words.burn({ sold: String(percentOf(sold, quota)), gone: String(gone) })}</p>
      <p className="tiny muted">
        {words.by_hour}:{" "}
        {hours.length === 0
          ? words.nothing_sold
          : hours
              .map((hour) => words.hour({ at: formatDateTime(hour.at, language), sold: formatNumber(hour.sold) }))
              .join(" · ")}
      </p>
    </li>
  );
}

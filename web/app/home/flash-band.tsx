import { formatDateTime, formatTime } from "contract/values/locale.ts";
import { useRevalidator } from "react-router";
import { useLocale, useMessages } from "../i18n.tsx";
import { ProductCard } from "../shared/products/product-card.tsx";
import type { ShownCard as Card } from "../shared/products/shown-card.ts";
import { Countdown } from "../ui/countdown.tsx";
import { Icon } from "../ui/icon.tsx";
import { Rail } from "../ui/navigation/rail.tsx";

/** The running sale with its true clock and quotas, else when the next one opens, else nothing. */
export function FlashBand({ cards, next_at }: { cards: readonly Card[]; next_at: string | null }) {
  const { home } = useMessages();
  const locale = useLocale();
  const sale = cards[0]?.flash_sale;
  if (!sale && next_at === null) return null;
  const heading = (
    <h2 id="flash-sale">
      <Icon name="bolt" size={24} />
      {home.flash}
    </h2>
  );
  return (
    <section className="section flash-band" aria-labelledby="flash-sale">
      {sale ? (
        <Running cards={cards} sale={sale} heading={heading} />
      ) : (
        <div className="flash-head">
          {heading}
          <p className="num">{home.flash_next({ time: formatDateTime(next_at ?? "", locale) })}</p>
        </div>
      )}
    </section>
  );
}

type RunningProps = { cards: readonly Card[]; sale: NonNullable<Card["flash_sale"]>; heading: React.ReactNode };

function Running({ cards, sale, heading }: RunningProps) {
  const { home, catalogue } = useMessages();
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const maximum = commonMaximum(cards);
  const time = formatDateTime(sale.ends_at, locale);
  const head = (
    <div className="flash-head">
      <div>
        {heading}
        <p className="num">
          {home.flash_window({ from: formatTime(sale.starts_at, locale), to: formatTime(sale.ends_at, locale) })}
          {maximum !== null && ` ${home.flash_limit({ maximum })}`}
        </p>
      </div>
      <Countdown
        until={sale.ends_at}
        label={home.flash_ends({ time })}
        ended={home.flash_over}
        days={(count) => catalogue.days({ count })}
        look="on-dark"
        onEnd={revalidate}
      />
    </div>
  );
  return (
    <Rail label={home.flash} previous={catalogue.previous} next={catalogue.next} head={head}>
      {cards.map((card) => (
        <ProductCard key={card.product_id} card={card} place="rail" in_sale />
      ))}
    </Rail>
  );
}

/** Said once above the row when it holds for every card; otherwise the product page says it. */
function commonMaximum(cards: readonly Card[]): number | null {
  const [first, ...others] = new Set(cards.map((card) => card.flash_sale?.maximum ?? null));
  return others.length === 0 ? (first ?? null) : null;
}

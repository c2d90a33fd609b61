import { formatDong } from "contract/values/money.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { MAX_COMPARED } from "../../shared/products/compare-list.ts";
import type { ShownCard as Card } from "../../shared/products/shown-card.ts";
import { SmallThumb } from "../../shared/products/small-thumb.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";

/** Its anchor on the page; removing the last product leads here. */
export const FIND_PLACE = "find";

type CompareFindProps = { slugs: readonly string[]; query: string; said: string; cards: readonly Card[] };

/** Another product beside these, found without leaving the page: a GET form, and links to the wider comparison. */
export function CompareFind({ slugs, query, said, cards }: CompareFindProps) {
  const { common, comparison } = useMessages();
  const paths = usePaths();
  if (slugs.length >= MAX_COMPARED) return <p className="muted">{comparison.compare_full}</p>;
  return (
    <section className="card panel stack" id={FIND_PLACE} aria-labelledby="find-title">
      <h2 className="h4" id="find-title">
        {comparison.compare_find}
      </h2>
      <search>
        <form className="row" action={`${paths.compare(slugs)}#${FIND_PLACE}`}>
          <span className="search search-bordered">
            <Icon name="search" />
            <input
              key={query}
              type="search"
              name="find"
              defaultValue={query}
              aria-label={comparison.compare_find_label}
              placeholder={comparison.compare_find_label}
              maxLength={120}
              required
            />
          </span>
          <Button variant="secondary">{common.search_submit}</Button>
        </form>
      </search>
      {query && cards.length === 0 && <p role="status">{comparison.compare_find_none({ query: said })}</p>}
      <ul>
        {cards.map((card) => (
          <Candidate key={card.slug} card={card} to={paths.compare([...slugs, card.slug])} />
        ))}
      </ul>
    </section>
  );
}

function Candidate({ card: { image, name, lang, price }, to }: { card: Card; to: string }) {
  const { catalogue, comparison } = useMessages();
  const locale = useLocale();
  return (
    <li className="row tall">
      <SmallThumb id={image.id} />
      <span className="grow">
        <span className="line-name" {...foreign(lang, locale)}>
          <Unbroken text={name} />
        </span>
        <b className="num">{formatDong(price)}</b>
      </span>
      <ButtonLink variant="tinted" size="small" href={to} aria-label={comparison.compare_pick({ name })}>
        {catalogue.compare}
      </ButtonLink>
    </li>
  );
}

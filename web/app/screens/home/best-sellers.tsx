import type { HomeRows } from "contract/catalogue.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ProductCard } from "../product-card.tsx";
import type { ShownCard as Card } from "../shown-card.ts";

const shown = 10;
const shown_of_group = 5;

type BestSellersProps = {
  cards: readonly Card[];
  title: HomeRows["best_selling_title"];
  groups: readonly { slug: string; name: string; places: readonly number[] }[];
};

/** All of the row, and the same cards by category. Called "best-selling" only where sales say so. */
export function BestSellers({ cards, title, groups }: BestSellersProps) {
  const { home } = useMessages();
  const paths = usePaths();
  if (cards.length === 0) return null;
  const all = { id: "tat-ca", text: home.best_all, panel: <Grid cards={cards} /> };
  const tabs = groups.map(({ slug, name, places }) => {
    return {
      id: `nhom-${slug}`,
      text: name,
      panel: <Grid cards={places.slice(0, shown_of_group).flatMap((place) => cards[place] ?? [])} />,
    };
  });
  return (
    <section className="section" aria-labelledby="best-sellers">
      <div className="section-head">
        <h2 id="best-sellers">{home[title]}</h2>
      </div>
      <Tabs label={home[title]} tabs={groups.length > 1 ? [all, ...tabs] : [all]} />
      <p className="mt-4 text-center">
        <ButtonLink variant="secondary" href={paths.products({ sort: title === "best_selling" ? title : null })}>
          {home.best_more}
        </ButtonLink>
      </p>
    </section>
  );
}

function Grid({ cards }: { cards: readonly Card[] }) {
  return (
    <div className="product-grid">
      {cards.slice(0, shown).map((card) => (
        <ProductCard key={card.product_id} card={card} place="grid" />
      ))}
    </div>
  );
}

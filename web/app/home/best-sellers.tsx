import { useMessages, usePaths } from "../i18n.tsx";
import { ProductCard } from "../shared/products/product-card.tsx";
import type { ShownCard as Card } from "../shared/products/shown-card.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Tabs } from "../ui/navigation/tabs.tsx";
import { type ShownMenu, TABLE_SIZE, type Table } from "./home-data.ts";

type BestSellersProps = { table: Table; featured: Pick<ShownMenu, "title" | "text"> };

/** The table of the page. Called "best-selling" only where sales say so; what the shop chose, and what is new, are tabs of it. */
export function BestSellers({ table: { title, row, groups, featured, newest }, featured: menu }: BestSellersProps) {
  const { home } = useMessages();
  const paths = usePaths();
  const tabs = [
    { id: "tat-ca", text: home.best_all, cards: row.slice(0, TABLE_SIZE) },
    ...(groups.length > 1 ? groups : []).map(({ slug, name, places }) => ({
      id: `nhom-${slug}`,
      text: name,
      cards: places.flatMap((place) => row[place] ?? []),
    })),
    { id: "noi-bat", text: menu.title || home.featured, note: menu.text, cards: featured },
    { id: "hang-moi", text: home.newest, cards: newest },
  ].filter(({ cards }) => cards.length > 0);
  if (tabs.length === 0) return null;
  return (
    <section className="section" aria-labelledby="best-sellers">
      <div className="section-head">
        <h2 id="best-sellers">{home[title]}</h2>
      </div>
      <Tabs
        label={home[title]}
        tabs={tabs.map(({ cards, note, ...tab }) => ({ ...tab, panel: <Grid cards={cards} note={note} /> }))}
      />
      <p className="above-16 text-centre">
        <ButtonLink variant="secondary" href={paths.products({ sort: title === "best_selling" ? title : null })}>
          {home.best_more}
        </ButtonLink>
      </p>
    </section>
  );
}

function Grid({ cards, note }: { cards: readonly Card[]; note: string | undefined }) {
  return (
    <>
      {note && <p className="muted tab-note">{note}</p>}
      <div className="product-grid">
        {cards.map((card) => (
          <ProductCard key={card.product_id} card={card} place="grid" />
        ))}
      </div>
    </>
  );
}

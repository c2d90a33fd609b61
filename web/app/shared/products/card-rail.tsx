import type { ReactNode } from "react";
import { useMessages } from "../../i18n.tsx";
import { Rail } from "../../ui/navigation/rail.tsx";
import { ProductCard } from "./product-card.tsx";
import type { ShownCard as Card } from "./shown-card.ts";

export type CardRailProps = {
  id: string;
  title: string;
  /** One line about the source of the row. */
  note?: ReactNode;
  cards: readonly Card[];
  more?: { to: string; text: string };
};

/** A row of cards under its heading; nothing at all without cards. */
export function CardRail({ id, title, note, cards, more }: CardRailProps) {
  const { catalogue } = useMessages();
  if (cards.length === 0) return null;
  const head = (
    <>
      <div>
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      {more && (
        <a className="link" id={`${id}-all`} aria-labelledby={`${id}-all ${id}`} href={more.to}>
          {more.text}
        </a>
      )}
    </>
  );
  return (
    <section className="section" aria-labelledby={id}>
      <Rail label={title} previous={catalogue.previous} next={catalogue.next} head={head}>
        {cards.map((card) => (
          <ProductCard key={card.product_id} card={card} place="rail" />
        ))}
      </Rail>
    </section>
  );
}

import { useMessages } from "../../i18n.tsx";
import { CardRail } from "../card-rail.tsx";
import type { ShownCard } from "../shown-card.ts";
import { ViewedRow, type ViewedRowProps } from "../viewed-row.tsx";

export type ProductRowsProps = ViewedRowProps & {
  accessories: readonly ShownCard[];
  related: readonly ShownCard[];
};

/** What belongs to the product, what is like it, and what was looked at before. */
export function ProductRows({ accessories, related, ...viewed }: ProductRowsProps) {
  const { details, offer } = useMessages();
  return (
    <>
      <CardRail id="accessories" title={details.accessories} cards={accessories} />
      <CardRail id="related" title={offer.related} cards={related} />
      <ViewedRow {...viewed} />
    </>
  );
}

import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as cardsLoader } from "../../resources/cards.ts";
import { Button } from "../../ui/button.tsx";
import { CardRail } from "./card-rail.tsx";
import type { ShownCard } from "./shown-card.ts";

export type ProductRowsProps = ViewedRowProps & {
  accessories: readonly ShownCard[];
  related: readonly ShownCard[];
};

/** Accessories, related products and recently viewed products. */
export function ProductRows({ accessories, related, ...viewed }: ProductRowsProps) {
  const { details, buying } = useMessages();
  return (
    <>
      <CardRail id="accessories" title={details.accessories} cards={accessories} />
      <CardRail id="related" title={buying.related} cards={related} />
      <ViewedRow {...viewed} />
    </>
  );
}

export type ViewedRowProps = {
  /** Recently viewed products of this device, without the current one. */
  viewed: readonly number[];
  onForget: () => void;
};

/** Recently viewed products of this device. Requested after hydration, because cached pages are the same for everyone. */
export function ViewedRow({ viewed, onForget }: ViewedRowProps) {
  const { details } = useMessages();
  const paths = usePaths();
  const { load, data } = useFetcher<typeof cardsLoader>();
  const address = viewed.length > 0 ? paths.cards(viewed) : "";

  useEffect(() => {
    if (address !== "") load(address);
  }, [address, load]);

  if (address === "" || !data) return null;
  const note = (
    <>
      {details.viewed_note}{" "}
      <Button type="button" variant="ghost" size="small" onClick={onForget}>
        {details.viewed_clear}
      </Button>
    </>
  );
  return <CardRail id="viewed" title={details.viewed} note={note} cards={data} />;
}

import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as cardsLoader } from "../../resources/cards.ts";
import { Button } from "../../ui/button.tsx";
import { CardRail } from "../card-rail.tsx";
import { forgetViewed, rememberViewed, useViewed } from "./viewed-list.ts";

type ViewedRowProps = {
  /** The one that is looked at now. */
  product_id: number;
  /** All variants of it: they are no news here. */
  own: readonly number[];
};

/** What was looked at before, on this device. Asked for once the page runs, because kept pages know nobody. */
export function ViewedRow({ product_id, own }: ViewedRowProps) {
  const { catalogue } = useMessages();
  const paths = usePaths();
  const { load, data } = useFetcher<typeof cardsLoader>();
  const before = useViewed().filter((id) => !own.includes(id));
  const address = before.length > 0 ? paths.cards(before) : "";

  useEffect(() => rememberViewed(product_id), [product_id]);
  useEffect(() => {
    if (address !== "") load(address);
  }, [address, load]);

  if (address === "" || !data) return null;
  const note = (
    <>
      {catalogue.viewed_note}{" "}
      <Button type="button" variant="ghost" size="small" onClick={forgetViewed}>
        {catalogue.viewed_clear}
      </Button>
    </>
  );
  return <CardRail id="viewed" title={catalogue.viewed} note={note} cards={data} />;
}

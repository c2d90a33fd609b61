import { useEffect } from "react";
import { favouriteMarks } from "../favourite-marks.ts";
import { useFavourites } from "../favourites-list.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { Icon } from "../ui/icon.tsx";

type Props = {
  product: { product_id: number; slug: string; name: string };
  /** With its word beside it. */
  size?: "icon" | "button";
};

/** A form of one button, which works on a sleeping page; the running page sends it by script and paints it at once. */
export function Heart({ product: { product_id, slug, name }, size = "icon" }: Props) {
  const { catalogue, common } = useMessages();
  const paths = usePaths();
  const favourite = useFavourites().has(slug);
  const with_word = size === "button";
  useEffect(
    () => favouriteMarks({ hearted: catalogue.hearted, unhearted: catalogue.unhearted, offline: common.offline }),
    [catalogue, common],
  );
  return (
    <form method="post" action={paths.favourite()} data-heart={slug}>
      <button
        type="submit"
        name="product_id"
        value={product_id}
        className={with_word ? "button button-ghost button-small" : "icon-button icon-button-small icon-button-round"}
        aria-pressed={favourite}
        aria-label={catalogue.heart({ name })}
      >
        <Icon name="heart" filled={favourite} />
        {with_word && catalogue.heart_button}
      </button>
    </form>
  );
}

import { useEffect } from "react";
import type { FieldOf } from "../../forms/field-names.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Icon } from "../../ui/icon.tsx";
import { favouriteMarks } from "./favourite-marks.ts";
import { useFavourites } from "./favourites-list.ts";

const FAVOURITE_FORM = "favourite-form";

type Props = {
  product: { product_id: number; slug: string; name: string };
  /** With its label beside it. */
  size?: "icon" | "button";
};

/** The form of all favourite buttons of a page: with one each, browsers would search a hundred forms for names and passwords. */
export function FavouriteForm() {
  return <form id={FAVOURITE_FORM} method="post" action={usePaths().favourite()} hidden />;
}

/** Before hydration the submit button of that form; the hydrated page sends it by script and paints it at once. */
export function FavouriteButton({ product: { product_id, slug, name }, size = "icon" }: Props) {
  const { catalogue, common } = useMessages();
  const favourite = useFavourites().has(slug);
  const withWord = size === "button";
  useEffect(() => favouriteMarks(common), [common]);
  return (
    <button
      type="submit"
      form={FAVOURITE_FORM}
      name={"product_id" satisfies FieldOf<"catalogue.toggleFavourite">}
      value={product_id}
      className={withWord ? "button button-ghost button-small" : "icon-button icon-button-small icon-button-round"}
      aria-pressed={favourite}
      aria-label={catalogue.favourite_label({ name })}
      data-favourite={slug}
    >
      <Icon name="heart" filled={favourite} />
      {withWord && catalogue.favourite_button}
    </button>
  );
}

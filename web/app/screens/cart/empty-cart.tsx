import { emptyPicture } from "../../empty-picture.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CategoryTiles, type Tile } from "../category-tiles.tsx";
import { ViewedRow } from "../product-rows.tsx";
import { forgetViewed, useViewed } from "../viewed-products.ts";

type Props = { tiles: readonly Tile[]; is_guest: boolean };

/** Links: the catalogue, recently viewed products, and the cart of an account. */
export function EmptyCart({ tiles, is_guest }: Props) {
  const { cart: words } = useMessages();
  const paths = usePaths();
  const viewed = useViewed();
  return (
    <>
      <EmptyState
        image={emptyPicture("cart")}
        heading={words.empty}
        text={words.empty_text}
        action={
          <div className="row row-wrap justify-center">
            <ButtonLink href={paths.products()}>{words.continue_shopping}</ButtonLink>
            {is_guest && (
              <ButtonLink variant="ghost" href={paths.login(paths.cart())}>
                {words.sign_in_for_cart}
              </ButtonLink>
            )}
          </div>
        }
      />
      <CategoryTiles tiles={tiles} />
      <ViewedRow viewed={viewed} onForget={forgetViewed} />
    </>
  );
}

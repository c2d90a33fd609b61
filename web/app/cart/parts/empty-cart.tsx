import { useMessages, usePaths } from "../../i18n.tsx";
import { CategoryTiles, type Tile } from "../../shared/products/category-tiles.tsx";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ViewedRow } from "../../shared/products/product-rows.tsx";
import { forgetViewed, useViewed } from "../../shared/products/viewed-products.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

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
          <div className="row row-wrap row-centre">
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

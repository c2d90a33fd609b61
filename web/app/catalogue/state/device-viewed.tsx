import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as cardsLoader } from "../../resources/cards.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ProductCard } from "../../shared/products/product-card.tsx";
import { forgetViewed, useViewed } from "../../shared/products/viewed-products.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { SkeletonCard } from "../../ui/skeleton.tsx";

/** Recently viewed products of this device: only a hydrated page can show them. */
export function DeviceViewed() {
  const { favourites: words } = useMessages();
  const paths = usePaths();
  const viewed = useViewed();
  const isRunning = useHydrated();
  const { load, data } = useFetcher<typeof cardsLoader>();
  const address = viewed.length > 0 ? paths.cards(viewed) : "";

  useEffect(() => {
    if (address !== "") load(address);
  }, [address, load]);

  if (!isRunning) {
    return (
      <>
        {/* The page hydrates at once, and nothing moves: there is room for as many as there may be. */}
        <div className="viewed-room needs-script" data-wake="" />
        <p className="muted without-script">{words.viewed_script}</p>
      </>
    );
  }
  if (address === "") {
    return (
      <EmptyState
        image={emptyPicture("search")}
        heading={words.viewed_empty}
        text={words.viewed_empty_text}
        action={<ButtonLink href={paths.products()}>{words.go_shopping}</ButtonLink>}
      />
    );
  }
  if (!data) return <Coming count={viewed.length} label={words.viewed_loading} />;
  return (
    <div className="viewed-room stack-loose">
      <ul className="product-grid product-grid-list">
        {data.map((card) => (
          <li key={card.product_id}>
            <ProductCard card={card} place="page" />
          </li>
        ))}
      </ul>
      <div>
        <Button type="button" variant="ghost" size="small" icon="trash" onClick={forgetViewed}>
          {words.viewed_clear}
        </Button>
      </div>
    </div>
  );
}

/** Cards to come: as many as the device remembers, of the same boxes. */
function Coming({ count, label }: { count: number; label: string }) {
  return (
    <div className="viewed-room">
      <p className="visually-hidden" role="status">
        {label}
      </p>
      <ul className="product-grid product-grid-list" aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards to come have no other name
          <li key={place}>
            <SkeletonCard />
          </li>
        ))}
      </ul>
    </div>
  );
}

import { formatDong } from "contract/values/money.ts";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { lazyPart } from "../../hydration/lazy.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { type Added, useAddToCart } from "../../navigation/add-to-cart.ts";
import type { ShownCard as Card } from "../../shared/products/shown-card.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { QuantityStepper } from "../../ui/fields/quantity.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { limitsOf, type ShownProduct, type ShownVariant } from "./product-data.ts";

const BUY_FORM = "buy";
const addedSheet = async () => (await import("./added-sheet.tsx")).AddedSheet;
const AddedSheet = lazyPart(addedSheet);

type BuyAreaProps = { product: ShownProduct; variant: ShownVariant; accessories: readonly Card[] };

/** One form for all buttons, also for those of the bar that stays in view on phones. */
export function BuyArea({ product, variant, accessories }: BuyAreaProps) {
  const { catalogue, buying } = useMessages();
  const paths = usePaths();
  const { pathname, search } = useLocation();
  const [added, setAdded] = useState<Added | null>(); // undefined: nothing was added yet
  const { busy, problem } = useAddToCart(setAdded);
  const { minimum, maximum } = limitsOf(variant);
  const [quantity, setQuantity] = useState(minimum);
  useEffect(() => {
    if (busy) addedSheet().catch(() => {}); // loads while the cart answers; AddedSheet reports a failure
  }, [busy]);
  if (variant.stock === 0) return <SoldOut product={product} product_id={variant.product_id} />;
  return (
    <>
      <form id={BUY_FORM} className="row row-wrap above-16" method="post" action={paths.cart()} data-add="">
        <input type="hidden" name="return_to" value={pathname + search} />
        <input type="hidden" name={"product_id" satisfies FieldOf<"cart.addItem">} value={variant.product_id} />
        <QuantityStepper
          key={variant.code}
          name={"quantity" satisfies FieldOf<"cart.addItem">}
          mode="local"
          size="large"
          value={minimum}
          min={minimum}
          max={maximum}
          labels={buying.stepper}
          maxMessage={buying.at_most({ count: maximum })}
          minMessage={buying.at_least({ count: minimum })}
          onQuantity={setQuantity}
        />
        <Button
          className="wide-only"
          variant="tinted"
          size="large"
          icon="cart"
          name="intent"
          value="add"
          loading={busy}
        >
          {catalogue.add}
        </Button>
        <Button className="wide-only grow" size="large" name="intent" value="buy">
          {buying.buy}
        </Button>
      </form>
      {problem && (
        <div className="buy-problem">
          <Note tone="danger" role="alert">
            {problem.message}
          </Note>
        </div>
      )}
      <div className="buy-bar">
        <Button
          variant="tinted"
          size="large"
          form={BUY_FORM}
          name="intent"
          value="add"
          aria-label={catalogue.add}
          loading={busy}
          loadingText=""
        >
          <Icon name="cart" />
        </Button>
        <Button className="grow" size="large" form={BUY_FORM} name="intent" value="buy">
          <span>
            {buying.buy}
            {/* Where no script can follow the quantity, no price of it is named. */}
            <small className="num needs-script">{formatDong(variant.price * quantity)}</small>
          </span>
        </Button>
      </div>
      {added !== undefined && (
        <Suspense>
          <AddedSheet added={added} accessories={accessories} onClose={() => setAdded(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The button stays and says why it is disabled; similar products are one click away. */
function SoldOut({ product, product_id }: { product: ShownProduct; product_id: number }) {
  const { catalogue, buying } = useMessages();
  const paths = usePaths();
  const others = product.variants.some(({ stock }) => stock > 0);
  return (
    <div className="stack above-16">
      <Note tone="honey">{others ? buying.sold_out_colour : buying.sold_out_text}</Note>
      <div className="row row-wrap">
        <Button size="large" disabled>
          {catalogue.sold_out}
        </Button>
        <ButtonLink variant="secondary" size="large" href={paths.stockNotices({ product_id })} rel="nofollow">
          {buying.stock_notice}
        </ButtonLink>
        {!others && (
          <ButtonLink variant="secondary" size="large" href="#related">
            {buying.related}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

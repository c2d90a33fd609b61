import { formatDong } from "contract/values/money.ts";
import type { FieldOf } from "../../forms/field-names.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import type { Added } from "../../navigation/add-to-cart.ts";
import type { ShownCard as Card } from "../../shared/products/shown-card.ts";
import { SmallThumb } from "../../shared/products/small-thumb.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { closes, Sheet } from "../../ui/overlays/overlay.tsx";
import { KeyValues } from "../../ui/text/key-values.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Price } from "../../ui/text/price.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";

const ADDED_SHEET = "added";

type AddedSheetProps = { added: Added | null; accessories: readonly Card[]; onClose: () => void };

/** What was added, the links on, and only products that belong to it. */
export function AddedSheet({ added, accessories, onClose }: AddedSheetProps) {
  const { common, details } = useMessages();
  const paths = usePaths();
  const fitting = accessories.filter((card) => card.available && card.colours <= 1);
  return (
    <Sheet
      id={ADDED_SHEET}
      title={details.added_title}
      closeLabel={common.close}
      open={added !== null}
      onClose={onClose}
      foot={
        <>
          <Button variant="secondary" {...closes(ADDED_SHEET)}>
            {details.go_on}
          </Button>
          <ButtonLink className="grow" href={paths.cart()}>
            {details.see_cart}
          </ButtonLink>
        </>
      }
    >
      {added && (
        <div className="stack">
          <Note tone="ok" icon="success" role="status">
            {added.text}
          </Note>
          <KeyValues
            rows={[{ name: details.cart_subtotal({ count: added.item_count }), value: formatDong(added.goods) }]}
          />
          {fitting.length > 0 && (
            <>
              <h3 className="h4">{details.goes_with}</h3>
              <ul>
                {fitting.map((card) => (
                  <Accessory key={card.product_id} card={card} />
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Sheet>
  );
}

function Accessory({ card }: { card: Card }) {
  const { catalogue, details } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const { image, name, price, list_price, product_id } = card;
  return (
    <li className="row tall">
      <SmallThumb id={image.id} />
      <div className="grow">
        <a className="line-name" href={paths.product(card)} {...foreign(card.lang, locale)}>
          <Unbroken text={name} />
        </a>
        <Price
          price={formatDong(price)}
          oldPrice={list_price === null ? undefined : formatDong(list_price)}
          labels={{ price: catalogue.price, oldPrice: catalogue.old_price }}
        />
      </div>
      <form method="post" action={paths.cart()} data-add="">
        <input type="hidden" name={"product_id" satisfies FieldOf<"cart.addItem">} value={product_id} />
        <input
          type="hidden"
          name={"quantity" satisfies FieldOf<"cart.addItem">}
          value={card.flash_sale?.minimum ?? 1}
        />
        <Button variant="tinted" size="small" name="intent" value="add" aria-label={catalogue.add_named({ name })}>
          {details.add_short}
        </Button>
      </form>
    </li>
  );
}

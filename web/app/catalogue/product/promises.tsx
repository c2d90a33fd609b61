import { Suspense, useState } from "react";
import { lazyPart } from "../../hydration/lazy.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { pending } from "../../navigation/pending.ts";
import { Icon } from "../../ui/icon.tsx";
import { chosenPlace, Delivery } from "./delivery.tsx";
import type { ShownProduct } from "./product-data.ts";

/** Only those who ask where it goes need the lists of places, and the fields that search them. */
const placeSheet = async () => (await import("./place-sheet.tsx")).PlaceSheet;
const PlaceSheet = lazyPart(() => pending(placeSheet()));

/** When it comes, what happens if it is faulty, how long it is answered for. Spec §1 "Product policy". */
export function Promises({ product, product_id }: { product: ShownProduct; product_id: number }) {
  const { buying } = useMessages();
  const paths = usePaths();
  const place = chosenPlace.use();
  const [choosing, setChoosing] = useState<boolean | null>(null); // null: never opened
  const { warranty_months, shipping_class } = product;
  return (
    <>
      <ul className="promises" aria-label={buying.promises}>
        <Delivery {...{ product_id, shipping_class, place }} onOpen={() => setChoosing(true)} />
        <li>
          <Icon name="refresh" />
          <div className="grow">
            <b>{buying.exchange}</b>
            <small>{buying.exchange_text}</small>
          </div>
          <a className="link" href={paths.information("doi-tra")}>
            {buying.policy}
          </a>
        </li>
        <li>
          <Icon name="shield" />
          <div className="grow">
            <b>{warranty_months > 0 ? buying.warranty({ months: warranty_months }) : buying.warranty_none}</b>
            <small>{buying.warranty_parts_text}</small>
          </div>
          <a className="link" href="#warranty">
            {buying.see}
          </a>
        </li>
      </ul>
      {choosing !== null && (
        <Suspense>
          <PlaceSheet open={choosing} place={place} onChoose={chosenPlace.write} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}

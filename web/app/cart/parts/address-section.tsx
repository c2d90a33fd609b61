import type { Cart } from "contract/cart/cart.ts";
import { useState } from "react";
import type { FormProblem } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { AddressFields, type Refresh } from "../../shared/address-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup, RadioCard } from "../../ui/fields/choices.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import type { AddressDraft } from "./draft.ts";

type Props = {
  draft: AddressDraft;
  saved: Cart["shipping_address"];
  problem: FormProblem | undefined;
  refresh: Refresh;
  is_restored: boolean;
};

/** The delivery address: one of the book, whose fields are filled in and folded away, or one typed here. */
export function AddressSection({ draft, saved, problem, refresh, is_restored }: Props) {
  const { cart: words } = useMessages();
  const { book, chosen, fill, wards } = draft;
  // Fields nobody has touched follow what fills them, and a draft that only asked for fees does not say that again.
  const [filled, setFilled] = useState({ chosen, by: fill ?? saved });
  if (filled.chosen !== chosen) setFilled({ chosen, by: fill ?? saved });
  const more = wards.length > 0 ? words.refresh_fees : words.refresh_wards;
  const fields = (
    <AddressFields
      key={chosen}
      is_restored={is_restored}
      draft={draft}
      saved={filled.by}
      problem={problem}
      refresh={refresh}
      more={more}
    />
  );
  const isWrong = Object.keys(problem?.errors ?? {}).some((name) => name.startsWith("address."));
  return (
    <section className="card panel stack" aria-labelledby="address">
      <h2 className="h4" id="address">
        {words.address}
      </h2>
      {book.length > 0 && <SavedChoice book={book} chosen={chosen} refresh={refresh} />}
      {book.length > 0 && chosen !== "new" ? (
        <details open={isWrong || draft.place.ward_code === ""}>
          <summary className="link">{words.edit_for_this_order}</summary>
          <div className="above-8">{fields}</div>
        </details>
      ) : (
        fields
      )}
      {draft.has_book && chosen === "new" && (
        <Checkbox name="save_address" value="1" defaultChecked={book.length === 0}>
          {words.save_address}
        </Checkbox>
      )}
    </section>
  );
}

function SavedChoice({ book, chosen, refresh }: Pick<AddressDraft, "book" | "chosen"> & { refresh: Refresh }) {
  const { cart: words } = useMessages();
  const use = () => refresh("use_address", "1");
  return (
    <>
      <input type="hidden" name="address_filled" value={chosen} />
      <ChoiceGroup legend={words.saved_addresses} hideLegend className="radio-cards">
        {book.map(({ id, label, full_name, text, is_default }) => (
          <RadioCard
            key={id}
            name="address_id"
            value={id}
            defaultChecked={id === chosen}
            onChange={use}
            title={
              <span className="row row-wrap">
                {[label, full_name].filter(Boolean).join(" · ")}
                {is_default && <Badge tone="brand">{words.default_address}</Badge>}
              </span>
            }
            line={text}
          />
        ))}
        <RadioCard
          name="address_id"
          value="new"
          defaultChecked={chosen === "new"}
          onChange={use}
          title={words.other_address}
        />
      </ChoiceGroup>
      <div className="without-script">
        <Button variant="secondary" size="small" name="use_address" value="1">
          {words.use_address}
        </Button>
      </div>
    </>
  );
}

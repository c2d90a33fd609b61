import type { SavedAddress } from "contract/fulfilment/fulfilment.ts";
import { Form, useActionData, useNavigation } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { fieldError, typed } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup, RadioCard } from "../../ui/fields/choices.tsx";

/** While the parcel has not left, it can go to another address of the book. */
export function MoveOrder({ addresses }: { addresses: readonly SavedAddress[] }) {
  const { purchases: words, orders } = useMessages();
  const paths = usePaths();
  const problem = problemOf(useActionData(), "move");
  const busy = useNavigation().formData?.get("intent") === "move";
  const usable = addresses.filter(({ is_outdated }) => !is_outdated);
  return (
    <details open={problem !== undefined}>
      <summary className="link">{words.change_address}</summary>
      <Form method="post" className="stack above-8" noValidate>
        <p className="muted small">{words.change_address_text}</p>
        <input type="hidden" name="intent" value="move" />
        {usable.length === 0 ? (
          <p>{words.no_addresses}</p>
        ) : (
          <ChoiceGroup
            id="address_id"
            legend={words.choose_address}
            error={fieldError<"orders.useAddress">(problem, "address_id")}
            className="stack"
          >
            {usable.map(({ id, label, full_name, text }) => (
              <RadioCard
                key={id}
                name={"address_id" satisfies FieldOf<"orders.useAddress">}
                value={id}
                defaultChecked={id === typed<"orders.useAddress">(problem, "address_id")}
                title={[label, full_name].filter(Boolean).join(" · ")}
                line={text}
              />
            ))}
          </ChoiceGroup>
        )}
        <div className="row row-wrap">
          {usable.length > 0 && (
            <Button variant="secondary" size="small" loading={busy} loadingText={orders.checking}>
              {words.send_there}
            </Button>
          )}
          <a className="link" href={paths.addressBook()}>
            {words.to_address_book}
          </a>
        </div>
      </Form>
    </details>
  );
}

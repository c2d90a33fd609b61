import { rules } from "virtual:field-rules/fulfilment.addAddress";
import type { SavedAddress } from "contract/fulfilment/fulfilment.ts";
import { formatPhone } from "contract/values/phone.ts";
import type { Messages } from "messages/messages.ts";
import { useRef } from "react";
import { useActionData, useFetcher, useNavigation } from "react-router";
import { CheckedForm } from "../forms/checked-form.tsx";
import type { FieldOf } from "../forms/field-names.ts";
import { useCorrected, useFocusFirstError } from "../forms/form-focus.ts";
import { field, fieldsToMend, typed } from "../forms/forms.ts";
import { Hidden } from "../forms/hidden.tsx";
import { problemOf } from "../forms/problem-of.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { AddressFields } from "../shared/address-fields.tsx";
import type { PlaceDraft } from "../shared/place-draft.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Checkbox } from "../ui/fields/choices.tsx";
import { ErrorSummary } from "../ui/fields/field.tsx";
import { TextInput } from "../ui/fields/inputs.tsx";
import { Note } from "../ui/text/note.tsx";
import type { BookAnswer } from "./address-book.tsx";

type Props = {
  saved: SavedAddress | null;
  /** Whose book it is: most addresses are their own. */
  owner: { full_name: string; phone: string } | null;
  draft: PlaceDraft;
  /** The first of a book: there is nothing to go back to. */
  first: boolean;
  submission_key: string;
};

export function AddressForm({ saved, owner, draft: opened, first, submission_key }: Props) {
  const { addresses: words, cart } = useMessages();
  const paths = usePaths();
  const answer = useActionData() as BookAnswer | undefined;
  const cameBack = problemOf(answer, "save");
  const { problem, onChange, mend } = useCorrected(cameBack);
  // Without a key: a request of an earlier visit to this form does not count.
  const fetcher = useFetcher<BookAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "save";
  useFocusFirstError(cameBack);
  const draft = fetcher.data?.draft ?? answer?.draft ?? opened;
  const refresh = (name?: string, value?: string) => {
    if (!form.current) return;
    if (name) mend(name);
    const values = new FormData(form.current);
    if (name) values.set(name, value ?? "");
    values.set("intent", "refresh");
    fetcher.submit(values, { method: "post", action: paths.addressBook() });
  };
  const receiver = saved ?? owner;
  const own = (name: FieldOf<"fulfilment.addAddress">, kept: string | undefined) =>
    field<"fulfilment.addAddress">(problem, name, kept);
  return (
    <section className="card panel stack-loose" aria-labelledby="address-form">
      <h2 className="h4" id="address-form">
        {saved ? words.edit_title : words.add_title}
      </h2>
      {problem && problem.code !== "invalid" && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <CheckedForm
        rules={rules}
        problem={cameBack}
        ref={form}
        action={saved ? paths.addressBook({ edit: saved.id }) : paths.addressBook({ add: 1 })}
        className="stack-loose"
        replace
        onChange={onChange}
      >
        <ErrorSummary title={cart.problem_title} errors={fieldsToMend(labelsOf({ words, cart }), problem)} />
        {/* First in the form, so that Enter in a field saves and does not look up wards. */}
        <button type="submit" className="visually-hidden" name="intent" value="save" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="idempotency_key" value={submission_key} />
        {saved && <Hidden<"fulfilment.editAddress"> name="id" value={saved.id} />}
        <div className="fields">
          <TextInput
            {...own("full_name", receiver?.full_name)}
            label={cart.full_name}
            help={cart.full_name_help}
            autoComplete="name"
            autoCapitalize="words"
            maxLength={60}
            required
          />
          <TextInput
            {...own("phone", receiver?.phone ? formatPhone(receiver.phone) : "")}
            type="tel"
            inputMode="tel"
            label={cart.phone}
            autoComplete="tel"
            maxLength={30}
            required
          />
        </div>
        <AddressFields draft={draft} saved={saved} problem={problem} refresh={refresh} more={words.show_wards} />
        <div className="fields">
          <TextInput
            {...own("label", saved?.label)}
            label={words.label}
            optional={cart.optional}
            help={words.label_help}
            maxLength={40}
            autoComplete="off"
          />
        </div>
        {saved?.is_default ? (
          <p className="muted small">{words.default_already}</p>
        ) : (
          <Checkbox
            name={"is_default" satisfies FieldOf<"fulfilment.addAddress">}
            value="1"
            defaultChecked={typed<"fulfilment.addAddress">(problem, "is_default", first ? "1" : "") !== ""}
          >
            {words.default_wish}
          </Checkbox>
        )}
        <div className="row row-wrap">
          <Button name="intent" value="save" loading={busy} loadingText={words.saving}>
            {words.save}
          </Button>
          {!first && (
            <ButtonLink href={paths.addressBook()} variant="ghost">
              {words.cancel}
            </ButtonLink>
          )}
        </div>
      </CheckedForm>
    </section>
  );
}

/** From top to bottom. */
function labelsOf({ words, cart }: { words: Messages["addresses"]; cart: Messages["cart"] }): Record<string, string> {
  return {
    full_name: cart.full_name,
    phone: cart.phone,
    "address.city_code": cart.province,
    "address.district_code": cart.district,
    "address.ward_code": cart.ward,
    "address.current_ward_code": cart.ward,
    "address.street": cart.street,
    label: words.label,
  };
}

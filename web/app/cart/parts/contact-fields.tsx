import type { Cart } from "contract/cart/cart.ts";
import { formatPhone } from "contract/values/phone.ts";
import { useState } from "react";
import { type FormProblem, field, typed } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { Checkbox } from "../../ui/fields/choices.tsx";
import { TextArea, TextInput } from "../../ui/fields/inputs.tsx";

type Problem = FormProblem | undefined;

export function ReceiverFields({ receiver: now, problem }: { receiver: Cart["receiver"]; problem: Problem }) {
  const { cart: words } = useMessages();
  // Fields nobody has touched follow what fills them: the receiver of the chosen address, whatever a later draft knows.
  const [receiver] = useState(now);
  return (
    <section className="card panel stack" aria-labelledby="receiver">
      <h2 className="h4" id="receiver">
        {words.receiver}
      </h2>
      <div className="fields">
        <TextInput
          {...field<"orders.place">(problem, "full_name", receiver?.full_name)}
          label={words.full_name}
          help={words.full_name_help}
          autoComplete="name"
          autoCapitalize="words"
          maxLength={60}
          required
        />
        <TextInput
          {...field<"orders.place">(problem, "phone", receiver?.phone ? formatPhone(receiver.phone) : "")}
          type="tel"
          inputMode="tel"
          label={words.phone}
          help={words.phone_help}
          autoComplete="tel"
          maxLength={30}
          required
        />
        <TextInput
          {...field<"orders.place">(problem, "email", receiver?.email)}
          type="email"
          inputMode="email"
          label={words.email}
          optional={words.optional}
          autoComplete="email"
          maxLength={254}
        />
      </div>
    </section>
  );
}

/** The fields show while the box is ticked, by CSS alone; the server reads them only then. */
export function InvoiceFields({ invoice, problem }: { invoice: Cart["company_invoice"]; problem: Problem }) {
  const { cart: words } = useMessages();
  const wanted = problem ? typed<"orders.place">(problem, "wants_invoice") !== "" : invoice !== null;
  const own = (name: keyof NonNullable<Cart["company_invoice"]>, saved: string | undefined) =>
    field<"orders.place">(problem, `company_invoice.${name}`, saved);
  return (
    <section className="card panel stack reveal">
      <Checkbox name="wants_invoice" value="1" defaultChecked={wanted}>
        <b>{words.invoice}</b>
        <span className="muted own-line small">{words.invoice_help}</span>
      </Checkbox>
      <div className="fields reveal-body">
        <TextInput
          {...own("company_name", invoice?.company_name)}
          label={words.company_name}
          autoComplete="organization"
          maxLength={160}
        />
        <TextInput
          {...own("tax_code", invoice?.tax_code)}
          label={words.tax_code}
          help={words.tax_code_help}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
        <TextInput
          {...own("address", invoice?.address)}
          label={words.company_address}
          optional={words.optional}
          maxLength={200}
        />
        <TextInput
          {...own("email", invoice?.email)}
          label={words.invoice_email}
          optional={words.optional}
          type="email"
          maxLength={254}
        />
      </div>
    </section>
  );
}

export function NoteField({ note, problem }: { note: string; problem: Problem }) {
  const { cart: words } = useMessages();
  return (
    <section className="card panel">
      <TextArea
        {...field<"orders.place">(problem, "note", note)}
        label={words.note}
        optional={words.optional}
        help={words.note_help}
        rows={3}
        maxLength={500}
      />
    </section>
  );
}

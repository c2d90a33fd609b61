import type { Unit } from "contract/fulfilment/fulfilment.ts";
import type { CheckedSerial, ShownWarranty } from "contract/warranty/warranty.ts";
import { Form } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { Select, TextInput } from "../../ui/fields/inputs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { sendInvoice } from "../paths.ts";
import { Machine, StateBadge, TermBar } from "./machine.tsx";

type Said = { serial: string; bought_on: string; bought_at: string; city_code: string };

/** The first step, by GET: the label's QR code leads here with the serial filled in. */
export function SerialForm({ serial, problem }: { serial: string; problem: string | null }) {
  const { warranty: words } = useMessages();
  const paths = usePaths();
  return (
    <Form className="card panel stack" action={paths.warranty({})} role="search">
      <TextInput
        name={"serial" satisfies FieldOf<"warranty.check">}
        label={words.serial}
        help={words.serial_help}
        error={problem}
        defaultValue={serial}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={500}
        required
      />
      <p>
        <Button>{words.check}</Button>
      </p>
    </Form>
  );
}

type FoundProps = { found: CheckedSerial; shown: ShownWarranty | null; serial: string; now: string };

/** What the serial allows, and the one way on. */
export function Found({ found, shown, serial, now }: FoundProps) {
  const { warranty: words } = useMessages();
  const paths = usePaths();
  const { state, product, months, id } = found;
  if (state === "none" || product === null)
    return (
      <Note tone="honey" role="status">
        <b>{words.none_title}</b>
        <p>{words.none_text}</p>
        <p>
          <a className="link" href={paths.contact({ topic: "warranty" })}>
            {words.send_label}
          </a>
        </p>
      </Note>
    );
  return (
    <section className="card panel stack" aria-label={words.found} role="status">
      <Machine
        level={2}
        product={product}
        badge={
          shown ? <StateBadge state={shown.state} /> : state === "yours" ? null : <StateBadge state="not_activated" />
        }
      >
        <p className="small muted num">{found.serial}</p>
        <p className="small">{words.months({ months })}</p>
        {shown && <TermBar shown={shown} now={now} />}
      </Machine>
      {state === "active" && (
        <Note tone="honey">
          <b>{words.active_title}</b>
          <p>{words.active_text}</p>
          <p>
            <a className="link" href={`${paths.warranty({ serial, transfer: 1 })}#doi-chu`}>
              {words.ask_transfer}
            </a>
          </p>
        </Note>
      )}
      {state === "order" && (
        <Note>
          <b>{words.order_title}</b>
          <p>{words.order_text}</p>
        </Note>
      )}
      {state === "yours" && id !== null && (
        <Note tone="ok">
          <b>{words.yours_title}</b>
          <p>
            <ButtonLink href={paths.warrantyCard(id)} variant="secondary" size="small">
              {words.see_card}
            </ButtonLink>
          </p>
        </Note>
      )}
    </section>
  );
}

type PurchaseProps = { said: Said; provinces: readonly Unit[]; today: string; asks_purchase: boolean };

/** When and where it was bought, and the province: by GET, for the next step depends on them. */
export function PurchaseForm({ said, provinces, today, asks_purchase }: PurchaseProps) {
  const { warranty: words } = useMessages();
  const paths = usePaths();
  return (
    <Form className="card" action={`${paths.warranty({})}#chu-may`}>
      <div className="card-head">
        <h2 className="h4">{asks_purchase ? words.purchase : words.order_title}</h2>
      </div>
      <div className="panel stack">
        <Hidden<"warranty.activate"> name="serial" value={said.serial} />
        <div className="fields">
          {asks_purchase && (
            <>
              <TextInput
                name={"bought_on" satisfies FieldOf<"warranty.activate">}
                type="date"
                max={today}
                label={words.bought_on}
                defaultValue={said.bought_on}
                required
              />
              <TextInput
                name={"bought_at" satisfies FieldOf<"warranty.activate">}
                label={words.bought_at}
                optional={words.optional}
                defaultValue={said.bought_at}
                autoComplete="off"
                maxLength={100}
              />
            </>
          )}
          <Select
            name={"city_code" satisfies FieldOf<"warranty.activate">}
            label={words.city}
            placeholder={words.choose_city}
            options={provinces.map(({ code, name }) => ({ value: code, text: name }))}
            defaultValue={said.city_code}
            required
          />
        </div>
        <p>
          <Button variant={said.city_code === "" ? "primary" : "secondary"}>{words.go_on}</Button>
        </p>
      </div>
    </Form>
  );
}

/** Posts to a route of the server, and comes back to this step with what was wrong. */
export function InvoiceForm({ said, refused }: { said: Said; refused: string | null }) {
  const { warranty: words } = useMessages();
  const paths = usePaths();
  return (
    <form className="card" method="post" encType="multipart/form-data" action={sendInvoice} id="hoa-don">
      <div className="card-head">
        <h2 className="h4">{words.invoice}</h2>
      </div>
      <div className="panel stack">
        <Note tone="honey">{words.invoice_late}</Note>
        <Hidden<"warranty.activate"> name="serial" value={said.serial} />
        <input type="hidden" name="return_to" value={`${paths.warranty(said)}#chu-may`} />
        <Field id="invoice" label={words.invoice} help={words.invoice_help} error={refused}>
          {(control) => (
            <input
              {...control}
              className="input file-input"
              type="file"
              name={"invoice" satisfies FieldOf<"warranty.activate">}
              accept="image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf"
              required
            />
          )}
        </Field>
        <p>
          <Button>{words.invoice_send}</Button>
        </p>
      </div>
    </form>
  );
}

/** Where the label is. */
export function LabelCard() {
  const { warranty: words } = useMessages();
  return (
    <section className="card panel stack" aria-labelledby="tem">
      <h2 id="tem" className="h4">
        {words.label_title}
      </h2>
      <p className="label-picture" aria-hidden="true">
        <Icon name="qr" size={36} />
        <span className="num">SRKT17-2608-00417-T</span>
      </p>
      <p className="small">{words.label_text}</p>
      <p className="small muted num">{words.label_example}</p>
    </section>
  );
}

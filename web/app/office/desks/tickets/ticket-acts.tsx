import type { TicketRecord } from "contract/service/desk-tickets.ts";
import { serviceSlots, slotText } from "contract/service/service-words.ts";
import { field, fieldError } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select, TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";

type Props = { row: TicketRecord };
const possible = { act: { possible: true, why: null }, why: {} } as const;

/** What staff do with a ticket in its state. */
export function TicketActs({ row }: Props) {
  const { ticket: words } = useOfficeMessages();
  const { assign, quote, cover, parts } = row.can;
  if (!assign && !quote && !cover && !parts && row.to.length === 0) return null;
  return (
    <section className="card" aria-labelledby="xu-ly">
      <div className="card-head">
        <h2 id="xu-ly">{words.decide}</h2>
      </div>
      {assign && <Assign row={row} />}
      {quote && <Quote row={row} />}
      {cover && <Cover row={row} />}
      {parts && <Parts row={row} />}
      {row.to.length > 0 && <Move row={row} />}
    </section>
  );
}

function Assign({ row: { version, technicians, visit, state } }: Props) {
  const { ticket: words } = useOfficeMessages();
  const problem = useProblem("assign");
  const labels = { technician: words.technician, day: words.day, slot: words.slot };
  return (
    <PossibleAct {...possible} title={words.assign} icon="user" intent="assign" open={state === "received"}>
      <OfficeForm intent="assign" problem={problem} className="form-stack" labels={labels}>
        <Hidden<"service.assign"> name="version" value={version} />
        <Select
          {...field<"service.assign">(problem, "technician", visit?.technician_code)}
          id="technician"
          label={words.technician}
          placeholder={words.choose}
          options={technicians.map(({ code, name }) => ({ value: code, text: name }))}
          required
        />
        <TextInput
          {...field<"service.assign">(problem, "day", visit?.day)}
          id="day"
          type="date"
          label={words.day}
          required
        />
        <Select
          {...field<"service.assign">(problem, "slot", visit?.slot)}
          id="slot"
          label={words.slot}
          placeholder={words.choose}
          options={serviceSlots.map((slot) => ({ value: slot, text: slotText(slot) }))}
          required
        />
        <SubmitButton intent="assign">{words.assign_do}</SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}

function Quote({ row: { version } }: Props) {
  const { ticket: words } = useOfficeMessages();
  const problem = useProblem("quote");
  return (
    <PossibleAct {...possible} title={words.quote} icon="receipt" intent="quote">
      <OfficeForm
        intent="quote"
        problem={problem}
        className="form-stack"
        labels={{ "quote-reason": words.reason, lines: words.lines }}
      >
        <Hidden<"service.quote"> name="version" value={version} />
        <p className="small">{words.quote_text}</p>
        <TextInput
          {...field<"service.quote">(problem, "reason")}
          id="quote-reason"
          label={words.reason}
          autoComplete="off"
          maxLength={300}
          required
        />
        <TextArea
          {...field<"service.quote">(problem, "lines")}
          id="lines"
          label={words.lines}
          help={words.lines_help}
          rows={4}
          required
        />
        <SubmitButton intent="quote">{words.quote_do}</SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}

function Cover({ row: { version } }: Props) {
  const { ticket: words } = useOfficeMessages();
  const problem = useProblem("cover");
  const covered = field<"service.cover">(problem, "covered").name;
  return (
    <PossibleAct {...possible} title={words.cover} icon="shield" intent="cover">
      <OfficeForm intent="cover" problem={problem} className="form-stack" labels={{ "cover-reason": words.reason }}>
        <Hidden<"service.cover"> name="version" value={version} />
        <TextInput
          {...field<"service.cover">(problem, "reason")}
          id="cover-reason"
          label={words.reason}
          autoComplete="off"
          maxLength={300}
          required
        />
        <div className="row">
          <Button name={covered} value="true">
            {words.cover_yes}
          </Button>
          <Button variant="secondary" name={covered} value="false">
            {words.cover_no}
          </Button>
        </div>
      </OfficeForm>
    </PossibleAct>
  );
}

function Parts({ row: { version } }: Props) {
  const { ticket: words } = useOfficeMessages();
  const problem = useProblem("parts");
  const labels = {
    part: words.part,
    quantity: words.quantity,
    price: words.price,
    warranty_months: words.warranty_months,
  };
  return (
    <PossibleAct {...possible} title={words.parts} icon="grid" intent="parts">
      <OfficeForm intent="parts" problem={problem} className="form-stack" labels={labels}>
        <Hidden<"service.parts"> name="version" value={version} />
        <TextInput
          {...field<"service.parts">(problem, "name")}
          id="part"
          label={words.part}
          autoComplete="off"
          maxLength={100}
          required
        />
        <TextInput
          {...field<"service.parts">(problem, "quantity", "1")}
          id="quantity"
          label={words.quantity}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <TextInput
          {...field<"service.parts">(problem, "price", "0")}
          id="price"
          label={words.price}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <TextInput
          {...field<"service.parts">(problem, "warranty_months", "0")}
          id="warranty_months"
          label={words.warranty_months}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <SubmitButton intent="parts">{words.parts_do}</SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}

function Move({ row: { version, to } }: Props) {
  const { tickets, ticket: words } = useOfficeMessages();
  const problem = useProblem("move");
  return (
    <PossibleAct {...possible} title={words.move} icon="refresh" intent="move">
      <OfficeForm
        intent="move"
        problem={problem}
        className="form-stack"
        labels={{ to: words.move_to, "move-reason": words.reason }}
      >
        <Hidden<"service.moveTicket"> name="version" value={version} />
        <Select
          {...field<"service.moveTicket">(problem, "to")}
          id="to"
          label={words.move_to}
          placeholder={words.choose}
          error={fieldError<"service.moveTicket">(problem, "to")}
          options={to.map((state) => ({ value: state, text: tickets.options.state[state] }))}
          required
        />
        <TextInput
          {...field<"service.moveTicket">(problem, "reason")}
          id="move-reason"
          label={words.reason}
          autoComplete="off"
          maxLength={300}
          required
        />
        <SubmitButton intent="move">{words.move_do}</SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}

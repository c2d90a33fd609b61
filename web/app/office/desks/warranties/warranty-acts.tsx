import { formatDate } from "contract/values/locale.ts";
import type { WarrantyRecord } from "contract/warranty/desk-warranties.ts";
import { MAX_OBJECTION, voidReasons } from "contract/warranty/warranty-words.ts";
import { field, fieldError } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChoiceGroup, Radio } from "../../../ui/fields/choices.tsx";
import { TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";
import { paths } from "../../paths.ts";

type Props = { card: WarrantyRecord };
const possible = { act: { possible: true, why: null }, why: {} } as const;

/** What a person decides of a card; staff never write months or an end. */
export function WarrantyActs({ card }: Props) {
  const { warranty: words } = useOfficeMessages();
  const waiting = card.transfers.filter(({ state }) => state === "asked" || state === "owner_told");
  return (
    <section className="card" aria-labelledby="quyet-dinh">
      <div className="card-head">
        <h2 id="quyet-dinh">{words.decide}</h2>
      </div>
      {card.has_invoice && (
        <p className="panel">
          <a className="link" href={paths.warrantyInvoice(card.code)} target="_blank" rel="noreferrer">
            {words.see_invoice}
          </a>
        </p>
      )}
      {card.marks.includes("pending") && <Invoice card={card} />}
      {waiting.map((each) => (
        <Transfer key={each.code} transfer={each} />
      ))}
      {card.void ? (
        <Void card={card} />
      ) : (
        card.state !== "replaced" && card.state !== "returned" && <VoidForm card={card} />
      )}
    </section>
  );
}

function Invoice({ card: { version } }: Props) {
  const { warranty: words } = useOfficeMessages();
  const problem = useProblem("invoice");
  return (
    <PossibleAct {...possible} title={words.invoice} icon="receipt" intent="invoice" open>
      <OfficeForm intent="invoice" problem={problem} className="form-stack" labels={{ reason: words.reason }}>
        <Hidden<"warranty.decideInvoice"> name="version" value={version} />
        <p className="small">{words.invoice_text}</p>
        <TextInput
          {...field<"warranty.decideInvoice">(problem, "reason")}
          id="invoice-reason"
          label={words.reason}
          autoComplete="off"
          required
        />
        <div className="row">
          <Button name={field<"warranty.decideInvoice">(problem, "accept").name} value="true">
            {words.accept}
          </Button>
          <Button variant="secondary" name={field<"warranty.decideInvoice">(problem, "accept").name} value="false">
            {words.refuse}
          </Button>
        </div>
      </OfficeForm>
    </PossibleAct>
  );
}

function Transfer({ transfer: { code, full_name, phone, from } }: { transfer: WarrantyRecord["transfers"][number] }) {
  const { warranty: words } = useOfficeMessages();
  const language = useLanguage();
  const problem = useProblem("transfer");
  return (
    <PossibleAct {...possible} title={`${words.transfers}: ${full_name}`} icon="user" intent="transfer" open>
      <OfficeForm intent="transfer" problem={problem} className="form-stack" labels={{ reason: words.reason }}>
        <Hidden<"warranty.decideTransfer"> name="code" value={code} />
        <p className="small">
          {code} · {phone}
        </p>
        <p className="small muted">{words.transfer_from({ day: formatDate(from, language) })}</p>
        <TextInput
          {...field<"warranty.decideTransfer">(problem, "reason")}
          id={`reason-${code}`}
          label={words.reason}
          autoComplete="off"
          required
        />
        <div className="row">
          <Button name={field<"warranty.decideTransfer">(problem, "accept").name} value="true">
            {words.agree}
          </Button>
          <Button variant="secondary" name={field<"warranty.decideTransfer">(problem, "accept").name} value="false">
            {words.disagree}
          </Button>
        </div>
      </OfficeForm>
    </PossibleAct>
  );
}

function Void({ card: { void: told, version } }: Props) {
  const { warranty: words } = useOfficeMessages();
  const problem = useProblem("restore");
  if (!told) return null;
  return (
    <div className="panel form-stack">
      <h3>{words.void_reasons[told.reason]}</h3>
      <p>{told.text}</p>
      {told.objection && (
        <>
          <h3>{words.objection}</h3>
          <p>{told.objection}</p>
        </>
      )}
      {told.by_you ? (
        <p className="small muted">{words.by_you}</p>
      ) : (
        <OfficeForm intent="restore" problem={problem} className="form-stack" labels={{ reason: words.reason }}>
          <Hidden<"warranty.restore"> name="version" value={version} />
          <TextInput
            {...field<"warranty.restore">(problem, "reason")}
            id="restore-reason"
            label={words.reason}
            autoComplete="off"
            required
          />
          <SubmitButton intent="restore">{words.restore}</SubmitButton>
        </OfficeForm>
      )}
    </div>
  );
}

function VoidForm({ card: { version } }: Props) {
  const { warranty: words } = useOfficeMessages();
  const problem = useProblem("void");
  return (
    <PossibleAct {...possible} title={words.void_title} icon="close" intent="void">
      <OfficeForm
        intent="void"
        problem={problem}
        className="form-stack"
        labels={{ void_reason: words.void_reason, evidence: words.evidence }}
      >
        <Hidden<"warranty.void"> name="version" value={version} />
        <ChoiceGroup
          legend={words.void_reason}
          id="void_reason"
          error={fieldError<"warranty.void">(problem, "void_reason")}
        >
          {voidReasons.map((reason) => (
            <Radio key={reason} dense name={field<"warranty.void">(problem, "void_reason").name} value={reason}>
              {words.void_reasons[reason]}
            </Radio>
          ))}
        </ChoiceGroup>
        <TextArea
          {...field<"warranty.void">(problem, "evidence")}
          id="evidence"
          label={words.evidence}
          help={words.evidence_help}
          rows={3}
          maxLength={MAX_OBJECTION}
          required
        />
        <SubmitButton intent="void" variant="danger">
          {words.void_title}
        </SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}
